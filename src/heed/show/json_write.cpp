// Writes the attention file by hand, because its floats should be short ("0.1", not "0.10000000149011612")
// and still be read back exactly. Fields with default values are left out.
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "heed/show/characters.h"
#include "heed/show/file_parts.h"
#include "heed/show/json_names.h"
#include "heed/show/write.h"

namespace heed {

namespace {

using namespace show;

template <typename Number>
std::string shortest(Number value) {
  std::array<char, 40> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

// Readers take a number as double and then as float. Should the two roundings not undo the shortest form, the
// double's own form always does.
std::string weight(float value) {
  std::string text = shortest(value);
  return static_cast<float>(std::strtod(text.c_str(), nullptr)) == value ? text : shortest(double{value});
}

std::string json_text(std::string_view bytes) {
  std::string out = "\"";
  for (const char c : encode(decode(bytes))) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      constexpr std::string_view digits = "0123456789abcdef";
      out += "\\u00";
      out += digits[static_cast<unsigned char>(c) >> 4];
      out += digits[static_cast<unsigned char>(c) & 15];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

template <typename Items, typename Write>
std::string array(const Items& items, std::string_view between, Write write) {
  std::string out = "[";
  for (const auto& item : items) {
    if (out.size() > 1) out += between;
    out += write(item);
  }
  return out + "]";
}

std::string label(const Label& label) {
  std::string out = "{\"text\":" + json_text(label.text);
  if (label.begin != 0 || label.end != 0)
    out += ",\"begin\":" + std::to_string(label.begin) + ",\"end\":" + std::to_string(label.end);
  if (label.word != -1) out += ",\"word\":" + std::to_string(label.word);
  if (label.special) out += ",\"special\":true";
  return out + "}";
}

std::string axis(const Axis& axis, bool with_side) {
  std::string out = "{\"kind\":\"" + std::string(kKinds[static_cast<std::size_t>(axis.kind)]) + "\"";
  if (axis.column != column_of(axis.side)) out += ",\"column\":" + json_text(axis.column);
  if (with_side) out += ",\"side\":\"" + std::string(kSides[static_cast<std::size_t>(axis.side)]) + "\"";
  if (axis.grid_columns != 0) out += ",\"grid_columns\":" + std::to_string(axis.grid_columns);
  return out + ",\"labels\":" + array(axis.labels, ",", label) + "}";
}

std::string rows_of_weights(const AttentionMap& map) {
  const auto width = static_cast<std::size_t>(map.width);
  std::vector<std::span<const float>> rows;
  for (std::size_t r = 0; r < map.begin.size(); ++r)
    rows.push_back(std::span(map.weights).subspan(r * width, width));
  return array(rows, ",\n     ", [](std::span<const float> row) { return array(row, ",", weight); });
}

std::string attention_map(const AttentionMap& map) {
  require_valid(map);
  // A side is left out if it is the usual one and readers would not infer another one from the part.
  const bool rows_side = map.is_of_input() || side_of_rows(map.part) == Axis::Side::input;
  const bool columns_side = map.is_of_output() || side_of_columns(map.part) == Axis::Side::output;
  return "\n   {\"part\":" + json_text(map.part) + ",\"layer\":" + std::to_string(map.layer) +
         ",\"head\":" + std::to_string(map.head) + ",\"hypothesis\":" + std::to_string(map.hypothesis) +
         ",\n    \"rows\":" + axis(map.rows, rows_side) +
         ",\n    \"columns\":" + axis(map.columns, columns_side) +
         ",\n    \"width\":" + std::to_string(map.width) +
         ",\"begin\":" + array(map.begin, ",", [](int32_t begin) { return std::to_string(begin); }) +
         ",\n    \"weights\":" + rows_of_weights(map) + "}";
}

}  // namespace

std::string show::json_head() {
  return "{\"format\":\"" + std::string(kFormatName) + "\",\"version\":" + std::to_string(kFormatVersion) +
         ",\"predictions\":[";
}

std::string show::json_prediction(const Shown& one) {
  return "\n {\"input\":" + json_text(one.input) + ",\n  \"output\":" + json_text(one.output) +
         ",\n  \"log_probability\":" +
         (std::isfinite(one.log_probability) ? shortest(one.log_probability) : "null") +
         ",\n  \"maps\":" + array(one.maps, ",", attention_map) + "}";
}

std::string to_json(std::span<const Shown> shown) {
  std::string out = json_head();
  for (const Shown& one : shown) out += (&one == shown.data() ? "" : ",") + json_prediction(one);
  return out.append(kJsonTail);
}

}  // namespace heed
