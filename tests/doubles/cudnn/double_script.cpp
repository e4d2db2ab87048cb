#include "double_script.h"

#include "double_system.h"

#include <cstdlib>
#include <sstream>

namespace cudnn_double {

namespace {

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

}   // namespace

const Script& Script::get() {
    static const Script script(readBeside("cudnn_double.txt"));
    return script;
}

Script::Script(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        line = line.substr(0, line.find('#'));
        const auto equals = line.find('=');
        if (equals != std::string::npos) m_values[trimmed(line.substr(0, equals))] = trimmed(line.substr(equals + 1));
    }
}

bool Script::has(const std::string& key) const {
    return m_values.count(key) > 0;
}

std::string Script::text(const std::string& key, const std::string& fallback) const {
    const auto found = m_values.find(key);
    return found == m_values.end() ? fallback : found->second;
}

double Script::number(const std::string& key, double fallback) const {
    return has(key) ? std::strtod(text(key).c_str(), nullptr) : fallback;
}

}   // namespace cudnn_double
