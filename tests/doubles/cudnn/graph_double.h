#pragma once
// What the other libraries of the set import from the double of cudnn_graph.
#include <cstddef>

#ifdef _WIN32
#define DOUBLE_IMPORT extern "C" __declspec(dllimport)
#else
#define DOUBLE_IMPORT extern "C"
#endif

DOUBLE_IMPORT std::size_t cudnnGetVersion();
// Not NVIDIA's. Does what the script says for the function on the current GPU; 0: go on.
DOUBLE_IMPORT int cudnnDoubleScripted(const char* function);
// The value of a key, for the current GPU first; `fallback` when the script has none.
DOUBLE_IMPORT double cudnnDoubleNumber(const char* key, double fallback);
DOUBLE_IMPORT void cudnnDoubleFail(const char* lastError);
