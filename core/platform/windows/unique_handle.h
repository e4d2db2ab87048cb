#pragma once
/// @file
/// Owns one Win32 object and ends it once. Each kind names its own "none": CreateFileW fails with INVALID_HANDLE_VALUE, OpenProcess with
/// nullptr, and testing for the wrong one goes unnoticed.
#include <windows.h>

#include <utility>

namespace cudnn_setup::win {

template <class Kind>
class UniqueHandle {
public:
    using Raw = typename Kind::Raw;
    UniqueHandle() = default;
    explicit UniqueHandle(Raw raw) noexcept : m_raw(raw) {}
    UniqueHandle(UniqueHandle&& other) noexcept : m_raw(std::exchange(other.m_raw, Kind::none())) {}
    UniqueHandle& operator=(UniqueHandle other) noexcept {
        std::swap(m_raw, other.m_raw);
        return *this;
    }
    ~UniqueHandle() {
        if (m_raw != Kind::none()) Kind::close(m_raw);
    }
    explicit operator bool() const noexcept { return m_raw != Kind::none(); }
    [[nodiscard]] Raw get() const noexcept { return m_raw; }
    /// For functions that give a handle through a pointer. Only while this holds none.
    [[nodiscard]] Raw* receive() noexcept { return &m_raw; }

private:
    Raw m_raw = Kind::none();
};

struct FileKindOfHandle {
    using Raw = HANDLE;
    static Raw none() noexcept { return INVALID_HANDLE_VALUE; }
    static void close(Raw raw) noexcept { ::CloseHandle(raw); }
};
using UniqueFile = UniqueHandle<FileKindOfHandle>;   // CreateFileW, CreateNamedPipeW

struct ObjectKind {
    using Raw = HANDLE;
    static Raw none() noexcept { return nullptr; }
    static void close(Raw raw) noexcept { ::CloseHandle(raw); }
};
using UniqueObject = UniqueHandle<ObjectKind>;   // processes, threads, tokens, events, mutexes, jobs, CreatePipe

struct FindKind {
    using Raw = HANDLE;
    static Raw none() noexcept { return INVALID_HANDLE_VALUE; }
    static void close(Raw raw) noexcept { ::FindClose(raw); }
};
using UniqueFind = UniqueHandle<FindKind>;

struct RegistryKind {
    using Raw = HKEY;
    static Raw none() noexcept { return nullptr; }
    static void close(Raw raw) noexcept { ::RegCloseKey(raw); }
};
using UniqueRegistryKey = UniqueHandle<RegistryKind>;

struct LocalKind {
    using Raw = void*;
    static Raw none() noexcept { return nullptr; }
    static void close(Raw raw) noexcept { ::LocalFree(raw); }
};
using UniqueLocal = UniqueHandle<LocalKind>;   // what advapi32 allocates: SDDL text, security descriptors

}   // namespace cudnn_setup::win
