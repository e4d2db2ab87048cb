#include "base/log.h"

#include "base/path_text.h"

#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/dist_sink.h>

#include <fstream>
#include <mutex>

namespace cudnn_setup {
namespace {

constexpr std::size_t maxBytes = 8U * 1024U * 1024U;

/// spdlog's own file sink takes narrow names on Windows; a stream takes a path of any characters.
class FileSink final : public spdlog::sinks::base_sink<std::mutex> {
public:
    explicit FileSink(std::ofstream stream) : m_stream(std::move(stream)) {}

protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        if (m_written >= maxBytes) return;
        spdlog::memory_buf_t line;
        formatter_->format(message, line);
        m_stream.write(line.data(), static_cast<std::streamsize>(line.size()));
        m_stream.flush();   // a killed run must leave its last line
        m_written += line.size();
    }
    void flush_() override { m_stream.flush(); }

private:
    std::ofstream m_stream;
    std::size_t m_written = 0;
};

struct RunLog {
    std::string file;
    std::shared_ptr<spdlog::sinks::dist_sink_mt> sinks = std::make_shared<spdlog::sinks::dist_sink_mt>();
    spdlog::logger logger{"cudnn-setup", sinks};
};

RunLog& runLog() {
    static RunLog instance;
    return instance;
}

}   // namespace

std::string logFile() {
    return runLog().file;
}

spdlog::logger& log() {
    return runLog().logger;
}

void addLogSink(std::shared_ptr<spdlog::sinks::sink> sink) {
    sink->set_formatter(std::make_unique<spdlog::pattern_formatter>("%Y-%m-%dT%H:%M:%S.%eZ %-7l %v", spdlog::pattern_time_type::utc));
    runLog().sinks->add_sink(std::move(sink));
}

Result<void> startLog(const std::filesystem::path& file) {
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    if (!stream) return fail(ErrorCode::SystemCallFailed, toUtf8(file));
    addLogSink(std::make_shared<FileSink>(std::move(stream)));
    runLog().file = toUtf8(file);
    return {};
}

}   // namespace cudnn_setup
