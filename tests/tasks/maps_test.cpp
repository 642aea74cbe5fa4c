// What tasks make of attention and evidence for pictures.
#include <gtest/gtest.h>

#include <stdexcept>

#include "heed/base/error.h"
#include "heed/tasks/attention_maps.h"
#include "heed/tasks/evidence.h"
#include "heed/tasks/prediction.h"

namespace heed {
namespace {

Axis axis_of(const std::string& column, Axis::Side side, std::size_t labels = 1) {
  Axis axis;
  axis.column = column;
  axis.side = side;
  axis.labels.resize(labels);
  return axis;
}

const Axis kText = axis_of("text", Axis::Side::input, 4), kQuestion = axis_of("question", Axis::Side::input),
           kLabel = axis_of("label", Axis::Side::output);

AttentionMap map_of(const std::string& part, int32_t layer, int32_t head, const Axis& rows,
                    const Axis& columns) {
  AttentionMap map;
  map.part = part;
  map.layer = layer;
  map.head = head;
  map.rows = rows;
  map.columns = columns;
  return map;
}

TEST(AlignmentMaps, AreTheHeadsOfTheLastLayerFromAnOutputToAnInputWhateverTheyAreCalled) {
  std::vector<AttentionMap> maps = {
      map_of("pooling", 0, 0, kLabel, kText),     map_of("pooling", 1, 0, kLabel, kText),
      map_of("pooling", 1, 1, kLabel, kQuestion), map_of("reader", 1, 0, kText, kQuestion),
      map_of("writer", 1, 0, kLabel, kLabel),     map_of("encoder", 1, 0, kText, kText)};
  std::span<const AttentionMap> found = alignment_maps(maps);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found.data(), &maps[1]);
  maps.insert(maps.begin() + 3, map_of("evidence", 1, 0, kLabel, kText));
  ASSERT_EQ(alignment_maps(maps).size(), 1U) << "another part is another layer";
  EXPECT_EQ(alignment_maps(maps)[0].part, "evidence");
  EXPECT_TRUE(alignment_maps(std::span(maps).last(3)).empty());
}

TEST(Evidence, IsWhatATokenSaysForAClassBeyondItsMeanOverAllClasses) {
  Array evidence{{3, 3}, {4, 1, 1, 3, 0, 0, 0, 9, 0}, {}};
  AttentionMap map = evidence_map(evidence, 0, kLabel, kText);
  EXPECT_EQ(map.part, "evidence");
  EXPECT_NO_THROW(require_valid(map));
  EXPECT_EQ(map.weights, (std::vector<float>{0.5F, 0.5F, 0})) << "what speaks against the class has none";
  EXPECT_EQ(map.at(0, 3), 0) << "nor has the end, of which there is no evidence";
  EXPECT_EQ(evidence_map(evidence, 1, kLabel, kText).weights, (std::vector<float>{0, 0, 1}));
  EXPECT_EQ(evidence_map(evidence, 2, kLabel, kText).weights, (std::vector<float>{0, 0, 0}));
}

TEST(AddMaps, MakesAMapOfEachHeadOfABlock) {
  BlockAxes axes;
  axes.add("text", kText);
  axes.rows["label"] = kLabel;
  std::vector<AttentionMap> maps;
  add_maps(maps, {"pooling", 2, "label", "text"}, {2, 2, {1}, {0.25F, 0.75F, 1, 0}}, axes);
  ASSERT_EQ(maps.size(), 2U);
  EXPECT_EQ(maps[1].head, 1);
  EXPECT_EQ(maps[1].layer, 2);
  EXPECT_EQ(maps[0].at(0, 2), 0.75F);
  EXPECT_EQ(maps[1].at(0, 1), 1);
  EXPECT_THROW(add_maps(maps, {"pooling", 0, "text", "label"}, {1, 1, {0}, {1}}, axes), InputError)
      << "labels are the axis of rows alone";
}

}  // namespace
}  // namespace heed
