#include "pe/pe_facts.h"

#include "base/json.h"

#include <limits>

namespace cudnn_setup {

nlohmann::json toJson(const PeFacts& facts) {
    nlohmann::json json{{"machine", static_cast<std::uint16_t>(facts.machine)},
                        {"is_dll", facts.isDll},
                        {"export_name", facts.exportName},
                        {"company_name", facts.companyName},
                        {"embedded_names", facts.embeddedNames}};
    if (facts.fileVersion) json["file_version"] = facts.fileVersion->toString();
    return json;
}

Result<PeFacts> peFactsFromJson(const nlohmann::json& json) {
    JsonReader reader(json);
    const std::uint64_t machine = reader.unsignedNumber("machine");
    if (machine > std::numeric_limits<std::uint16_t>::max()) reader.reject("machine");
    PeFacts facts{.machine = static_cast<PeMachine>(machine)};
    facts.isDll = reader.boolean("is_dll");
    facts.exportName = reader.text("export_name");
    facts.companyName = reader.textOr("company_name", "");
    for (std::string& name : reader.texts("embedded_names")) facts.embeddedNames.insert(std::move(name));
    if (const auto text = reader.optionalText("file_version")) {
        if (const auto version = Version::parse(*text)) facts.fileVersion = *version;
        else reader.reject("file_version");
    }
    if (reader.error()) return std::unexpected(*reader.error());
    return facts;
}

}   // namespace cudnn_setup
