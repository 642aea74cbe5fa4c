// Reads the attention file and trusts nothing: every value is checked, and error messages name its place.
#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

#include "heed/base/error.h"
#include "heed/base/json_depth.h"
#include "heed/show/json_names.h"
#include "heed/show/write.h"

namespace heed {

namespace {

using namespace show;
using Json = nlohmann::json;

// A value and the way to it, for messages: "predictions[0].maps[2].width".
class Place {
 public:
  Place(const Json& value, std::string path) : value_(value), path_(std::move(path)) {}

  [[noreturn]] void refuse(const std::string& expected) const {
    throw InputError(
        "attention file, " + (path_.empty() ? "at the top" : path_) + ": expected " + expected + ", found " +
        (value_.is_structured() ? value_.type_name()
                                : value_.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 60)));
  }

  bool has(const char* name) const { return value_.is_object() && value_.contains(name); }

  Place field(const char* name) const {
    if (!has(name)) refuse(std::string("an object with \"") + name + "\"");
    return {value_.at(name), path_.empty() ? name : path_ + "." + name};
  }

  template <typename Item, typename Read>
  std::vector<Item> items(Read read) const {
    if (!value_.is_array()) refuse("a list");
    std::vector<Item> out;
    out.reserve(value_.size());
    for (std::size_t i = 0; i < value_.size(); ++i)
      out.push_back(read(Place(value_[i], path_ + "[" + std::to_string(i) + "]")));
    return out;
  }

  std::string text() const {
    if (!value_.is_string()) refuse("text");
    return value_.get<std::string>();
  }

  bool boolean() const {
    if (!value_.is_boolean()) refuse("true or false");
    return value_.get<bool>();
  }

  template <typename Integer>
  Integer integer() const {
    using Limits = std::numeric_limits<Integer>;
    const bool fits = value_.is_number_unsigned()
                          ? value_.get<uint64_t>() <= static_cast<uint64_t>(Limits::max())
                          : value_.is_number_integer() && value_.get<int64_t>() >= Limits::min();
    if (!fits) refuse("a whole number of " + std::to_string(8 * sizeof(Integer)) + " bits");
    return value_.get<Integer>();
  }

  double number() const {
    if (!value_.is_number()) refuse("a number");
    return value_.get<double>();
  }

  bool is_null() const { return value_.is_null(); }

 private:
  const Json& value_;
  std::string path_;
};

template <typename Integer>
Integer integer_or(const Place& place, const char* name, Integer otherwise) {
  return place.has(name) ? place.field(name).integer<Integer>() : otherwise;
}

Label read_label(const Place& place) {
  return {place.field("text").text(), integer_or<int64_t>(place, "begin", 0),
          integer_or<int64_t>(place, "end", 0), integer_or<int32_t>(place, "word", -1),
          place.has("special") && place.field("special").boolean()};
}

// The position of a text in the list of the texts that may stand there.
std::size_t read_choice(const Place& place, std::span<const std::string_view> choices) {
  const auto found = std::find(choices.begin(), choices.end(), place.text());
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  std::string expected;
  for (std::size_t i = 0; i < choices.size(); ++i)
    expected.append(i == 0 ? "\"" : i + 1 < choices.size() ? ", \"" : " or \"").append(choices[i]) += '"';
  place.refuse(expected);
}

Axis read_axis(const Place& place, Axis::Side side) {
  if (place.has("side")) side = static_cast<Axis::Side>(read_choice(place.field("side"), kSides));
  return {.kind = static_cast<Axis::Kind>(read_choice(place.field("kind"), kKinds)),
          .labels = place.field("labels").items<Label>(read_label),
          .grid_columns = integer_or<int32_t>(place, "grid_columns", 0),
          .column = place.has("column") ? place.field("column").text() : std::string(column_of(side)),
          .side = side};
}

float read_weight(const Place& place) {
  const auto weight = static_cast<float>(place.number());
  if (!std::isfinite(weight)) place.refuse("a weight that fits a 32-bit float");
  return weight;
}

AttentionMap read_map(const Place& place) {
  const std::string part = place.field("part").text();
  AttentionMap map{
      .part = part,
      .layer = integer_or<int32_t>(place, "layer", 0),
      .head = integer_or<int32_t>(place, "head", 0),
      .hypothesis = integer_or<int32_t>(place, "hypothesis", 0),
      .rows = read_axis(place.field("rows"), side_of_rows(part)),
      .columns = read_axis(place.field("columns"), side_of_columns(part)),
      .width = place.field("width").integer<int32_t>(),
      .begin = place.field("begin").items<int32_t>([](const Place& p) { return p.integer<int32_t>(); }),
      .weights = {}};
  place.field("weights").items<int>([&map](const Place& row) {
    const std::vector<float> weights = row.items<float>(read_weight);
    if (static_cast<int64_t>(weights.size()) != map.width)
      row.refuse("as many weights as \"width\" says, " + std::to_string(map.width) + " and not " +
                 std::to_string(weights.size()));
    map.weights.insert(map.weights.end(), weights.begin(), weights.end());
    return 0;
  });
  require_valid(map);
  return map;
}

Shown read_prediction(const Place& place) {
  // Files that were written before have it under the name "score".
  const Place found = place.field(place.has("score") ? "score" : "log_probability");
  return {place.field("input").text(), place.field("output").text(),
          found.is_null() ? std::numeric_limits<double>::quiet_NaN() : found.number(),
          place.field("maps").items<AttentionMap>(read_map)};
}

Json parse(std::string_view json) {
  if (is_nested_too_deeply(json))
    throw FileError("expected an attention file (JSON), found one that is nested too deeply");
  try {
    return Json::parse(json);
  } catch (const Json::exception& problem) {
    throw FileError("expected an attention file (JSON): " + std::string(problem.what()));
  }
}

}  // namespace

std::vector<Shown> from_json(std::string_view json) {
  const Json value = parse(json);
  const Place top(value, "");
  if (top.field("format").text() != kFormatName)
    top.field("format").refuse("\"" + std::string(kFormatName) + "\"");
  if (const int version = top.field("version").integer<int32_t>(); version > kFormatVersion || version < 1)
    top.field("version").refuse("version " + std::to_string(kFormatVersion) +
                                " (a newer heed can read newer files)");
  return top.field("predictions").items<Shown>(read_prediction);
}

}  // namespace heed
