#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>

#include "examples.h"
#include "heed/base/error.h"
#include "heed/show/write.h"

namespace heed {
namespace {

using namespace show_test;

std::string changed(const std::string& from, const std::string& to) {
  std::string json = to_json(shown_of(small_map()));
  const std::size_t at = json.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return json.replace(at, from.size(), to);
}

void expect_input_error(const std::string& json, const std::string& part) {
  try {
    from_json(json);
    FAIL() << "expected an error that says " << part;
  } catch (const InputError& error) {
    EXPECT_TRUE(contains(error.what(), part)) << error.what();
  }
}

TEST(Json, ComesBackAsItWas) {
  std::vector<Shown> shown = shown_of(banded_map());
  AttentionMap map = small_map();
  map.part = "encoder \"self\"\n";
  map.layer = 3, map.head = 2, map.hypothesis = 1;
  map.columns.kind = Axis::Kind::grid;
  map.columns.grid_columns = 2;
  map.rows.labels[0] = {"<s>", 5, 9, 4, true};
  shown[0].maps.push_back(map);
  shown.push_back({.input = "", .output = "", .log_probability = 1e-300, .maps = {}});
  EXPECT_EQ(from_json(to_json(shown)), shown);
  EXPECT_TRUE(from_json(to_json({})).empty());
}

std::vector<Shown> shown_on(const std::string& part, Axis::Side rows, Axis::Side columns) {
  AttentionMap map = small_map();
  map.part = part;
  map.rows.side = rows;
  map.columns.side = columns;
  return shown_of(map);
}

TEST(Json, KeepsTheSidesAndColumnsOfAxes) {
  using enum Axis::Side;
  for (const char* part : {"decoder.attention", "decoder.self_attention", "encoder.attention", "encoder"})
    for (const Axis::Side rows : {input, output})
      for (const Axis::Side columns : {input, output})
        for (const char* column : {"source", "target", "", "label"}) {
          std::vector<Shown> shown = shown_on(part, rows, columns);
          shown[0].maps[0].rows.column = shown[0].maps[0].columns.column = column;
          EXPECT_EQ(from_json(to_json(shown)), shown) << part << " " << column;
        }
}

TEST(Json, LeavesOutTheSidesAndColumnsOfAnOrdinaryMap) {
  using enum Axis::Side;
  const std::string ordinary = to_json(shown_on("decoder.attention", output, input));
  EXPECT_FALSE(contains(ordinary, "\"side\""));
  EXPECT_FALSE(contains(ordinary, "\"column\""));
  std::vector<Shown> shown = shown_on("encoder.attention", input, input);
  shown[0].maps[0].rows.column = "source";
  EXPECT_EQ(count(to_json(shown), "\"side\":\"input\""), 1U);
  EXPECT_FALSE(contains(to_json(shown), "\"column\""));
}

TEST(Json, TellsTheSidesOfAFileThatHasNoneByThePart) {
  const auto read = [](const std::string& part) {
    return from_json(changed("\"part\":\"\"", "\"part\":\"" + part + "\""))[0].maps[0];
  };
  EXPECT_TRUE(read("encoder.attention").is_of_input());
  EXPECT_EQ(read("encoder.attention").rows.column, "source");
  EXPECT_FALSE(read("encoder.attention").is_of_output());
  EXPECT_TRUE(read("decoder.self_attention").is_of_output());
  EXPECT_EQ(read("decoder.self_attention").columns.column, "target");
  EXPECT_FALSE(read("decoder.attention").is_of_input());
  EXPECT_FALSE(read("decoder.attention").is_of_output());
}

TEST(Json, KeepsEveryBitOfAWeight) {
  std::mt19937 random(7);
  std::vector<float> weights;
  while (weights.size() < 20'000) {
    const uint32_t bits = static_cast<uint32_t>(random());
    float weight = 0;
    std::memcpy(&weight, &bits, sizeof weight);
    if (std::isfinite(weight)) weights.push_back(weight);
  }
  const std::vector<Shown> shown =
      shown_of(map_of({"a"}, std::vector<std::string>(weights.size(), "x"), weights));
  const std::vector<float> back = from_json(to_json(shown))[0].maps[0].weights;
  EXPECT_EQ(std::memcmp(back.data(), weights.data(), weights.size() * sizeof(float)), 0);
}

TEST(Json, WritesWeightsShort) {
  EXPECT_TRUE(contains(to_json(shown_of(map_of({"a"}, {"x", "y"}, {0.1F, 0.9F}))), "[[0.1,0.9]]"));
}

TEST(Json, IsValidForAnyBytes) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  const std::string json = to_json(shown_of(map_of({bytes}, {"\xFF"}, {1})));
  EXPECT_TRUE(nlohmann::json::accept(json));
  EXPECT_EQ(from_json(json)[0].maps[0].columns.labels[0].text, "\uFFFD");
}

TEST(Json, ReadsTheLogProbabilityOfAFileThatCallsItScore) {
  std::string json = to_json(shown_of(small_map()));
  const std::string name = "\"log_probability\"";
  ASSERT_NE(json.find(name), std::string::npos) << json;
  json.replace(json.find(name), name.size(), "\"score\"");
  EXPECT_EQ(from_json(json), shown_of(small_map()));
}

TEST(Json, KeepsALogProbabilityThatIsNoNumber) {
  std::vector<Shown> shown = shown_of(small_map());
  shown[0].log_probability = -INFINITY;
  EXPECT_TRUE(std::isnan(from_json(to_json(shown))[0].log_probability));
}

TEST(Json, RefusesTextThatIsNotJson) {
  for (const char* text : {"", "{", "[1,2", "\xFF\xFE"}) EXPECT_THROW(from_json(text), FileError) << text;
  EXPECT_THROW(from_json(std::string(200'000, '[') + std::string(200'000, ']')), FileError);
}

TEST(Json, SaysWhatWasExpectedAndWhere) {
  expect_input_error("[]", "an object with \"format\"");
  expect_input_error(changed("heed-attention", "other"), "\"heed-attention\", found \"other\"");
  expect_input_error(changed("\"version\":1", "\"version\":2"), "version");
  expect_input_error(changed("\"input\":\"x y z\"", "\"input\":7"),
                     "predictions[0].input: expected text, found 7");
  expect_input_error(changed("\"kind\":\"tokens\"", "\"kind\":\"words\""), "\"frames\", \"grid\"");
  expect_input_error(changed("\"kind\":\"tokens\"", "\"kind\":\"tokens\",\"side\":\"left\""),
                     "rows.side: expected \"input\" or \"output\", found \"left\"");
  expect_input_error(changed("\"width\":3", "\"width\":3000000000"), "maps[0].width");
  expect_input_error(changed("\"width\":3", "\"width\":2"), "weights[0]");
  expect_input_error(changed("0.25", "1e39"), "weights[1][0]");
  expect_input_error(changed("0.25", "null"), "a number, found null");
  expect_input_error(changed("\"begin\":[0,0]", "\"begin\":[0]"), "band positions");
}

TEST(Json, RefusesToWriteAnInvalidMap) {
  AttentionMap map = small_map();
  map.weights[0] = NAN;
  EXPECT_THROW(to_json(shown_of(map)), InputError);
}

}  // namespace
}  // namespace heed
