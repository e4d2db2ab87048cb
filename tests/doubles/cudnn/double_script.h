#pragma once
// The script beside a double; README.md lists the keys.
#include <map>
#include <string>

namespace cudnn_double {

class Script {
public:
    static const Script& get();   // read once, when first asked
    bool has(const std::string& key) const;
    std::string text(const std::string& key, const std::string& fallback = {}) const;
    double number(const std::string& key, double fallback) const;

private:
    explicit Script(const std::string& text);
    std::map<std::string, std::string> m_values;
};

}   // namespace cudnn_double
