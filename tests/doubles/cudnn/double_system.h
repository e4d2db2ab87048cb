#pragma once
// What the doubles need of the system.
#include <string>

#ifdef _WIN32
#define DOUBLE_EXPORT extern "C" __declspec(dllexport)
#else
#define DOUBLE_EXPORT extern "C" __attribute__((visibility("default")))
#endif

namespace cudnn_double {

// Text of the file that lies beside the library which holds this code; empty when there is none.
std::string readBeside(const char* fileName);

// Loaded by bare name with the default search; 0 and the system's error code in `why` when that fails.
void* openLibrary(const std::string& fileName, unsigned& why);
void* symbolOf(void* library, const char* name);

std::string cudnnFile(const std::string& part);   // "cudnn_ops" -> "cudnn_ops64_9.dll"
std::string driverFile();

// As NVIDIA's shim ends a process: text to stderr, then fast fail (0xC0000409); abort() elsewhere.
[[noreturn]] void dieLikeTheShim(const std::string& text);
[[noreturn]] void exitWith(unsigned status);
[[noreturn]] void hang();
void printLine(const std::string& text);   // to stdout, at once

}   // namespace cudnn_double
