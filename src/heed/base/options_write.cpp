// Writes options as YAML from which the same options are read.
#include <yaml-cpp/yaml.h>

#include <charconv>

#include "heed/base/options.h"

namespace heed {
namespace {

// The shortest text that reads back as the same number, with a point so that it stays a number of this kind.
std::string number(double value) {
  char buffer[64];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  std::string text(buffer, end);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

void emit(YAML::Emitter& out, std::span<const Field> fields);

void emit_map(YAML::Emitter& out, std::span<const Field> fields) {
  out << YAML::BeginMap;
  emit(out, fields);
  out << YAML::EndMap;
}

void emit(YAML::Emitter& out, std::span<const Field> fields) {
  for (const Field& field : fields) {
    out << YAML::Key << field.name << YAML::Value;
    std::visit(
        [&](const auto& slot) {
          using S = std::decay_t<decltype(slot)>;
          if constexpr (std::is_same_v<S, Group>) {
            emit_map(out, slot.fields());
          } else if constexpr (std::is_same_v<S, GroupList>) {
            if (slot.size() == 0) out << YAML::Flow;
            out << YAML::BeginSeq;
            for (std::size_t i = 0; i < slot.size(); ++i) emit_map(out, slot.element(i).fields());
            out << YAML::EndSeq;
          } else if constexpr (std::is_same_v<S, Choice>) {
            out << YAML::BeginMap << YAML::Key << "type" << YAML::Value << slot.type();
            emit(out, slot.fields());
            out << YAML::EndMap;
          } else if constexpr (std::is_same_v<S, double*>) {
            out << number(*slot);
          } else if constexpr (std::is_same_v<S, std::vector<std::string>*>) {
            out << YAML::Flow << YAML::BeginSeq;
            for (const std::string& element : *slot) out << YAML::DoubleQuoted << element;
            out << YAML::EndSeq;
          } else if constexpr (std::is_same_v<S, std::string*>) {
            out << YAML::DoubleQuoted << *slot;  // a directory called "null" stays one
          } else if constexpr (std::is_same_v<S, std::optional<std::string>*>) {
            out << YAML::DoubleQuoted << slot->value_or("");
          } else {
            out << *slot;
          }
        },
        field.slot);
  }
}

}  // namespace

std::string fields_to_yaml(std::span<const Field> fields) {
  YAML::Emitter out;
  emit_map(out, fields);
  return std::string(out.c_str()) + "\n";
}

}  // namespace heed
