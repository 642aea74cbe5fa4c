// Programs and the memory that they run in.
#include "heed/engine/program.h"

#include <gtest/gtest.h>

#include <cstring>

#include "engine/apart.h"
#include "engine/attention_model.h"
#include "engine/windowed_model.h"

namespace heed::engine {
namespace {

constexpr Sources kSources{3, 4, 8};
const std::vector<int32_t> kLookAt = {0, 2, 2, 1, 0};  // the sentence of each row
constexpr int64_t kBeam = 5;

// A chain of functions of x, and their sum with a value that belongs to sentences.
Graph chain() {
  Draft g("chain", {{"x", Type::number, {axes::kRows, 2}},
                    {"keys", Type::number, {axes::kRows, 2}, Origin::given, "", true}});
  std::string a = g.add("activation", {"x"}, {{"kind", text("relu")}});
  std::string b = g.add("shift", {a}, {{"by", 1.0}});
  std::string c = g.add("shift", {b}, {{"by", 1.0}});
  std::string d = g.add("shift", {c}, {{"by", 1.0}});
  std::string twice = g.add("scale", {"keys", "factor"});
  g.put_out("y", g.add("add", {d, twice}));
  return g.finished({{"factor", {1}}});
}

OwnWeights with_factor() {
  OwnWeights parameters;
  parameters.set("factor", {1});
  return parameters;
}

class Chain : public testing::Test {
 protected:
  Chain() {
    memory_.reserve(sizes(3), 2);
    memory_.bind(program_.input("x"), x_);
    memory_.bind(program_.input("keys"), keys_);
  }
  const float* place(const std::string& name) const {
    const auto& values = program_.parts().values;
    for (std::size_t id = 0; id < values.size(); ++id) {
      if (values[id].name == name) return memory_.frame(sizes(3)).numbers(static_cast<ValueId>(id));
    }
    return nullptr;
  }
  Sizes sizes(int64_t rows) const { return program_.axes().sizes({{"rows", rows}}); }
  float y(std::size_t i) const { return memory_.frame(sizes(3)).numbers(program_.output("y"))[i]; }

  float x_[6] = {1, 2, 3, 4, 5, 6}, keys_[4] = {10, 20, 30, 40};
  OwnWeights parameters_ = with_factor();
  float factor_ = parameters_.get("factor").data[0];
  Graph graph_ = chain();
  Program program_ = Builder(graph_, parameters_).build();
  ProgramMemory memory_{program_};
};

TEST_F(Chain, ValuesWhoseLivesDoNotOverlapShareAPlace) {
  EXPECT_EQ(place("%0"), place("%2"));
  EXPECT_EQ(place("%1"), place("%3"));
  EXPECT_NE(place("%0"), place("%1"));
}

TEST_F(Chain, WhatBelongsToSentencesIsMadeOnceAndFirst) {
  EXPECT_EQ(program_.parts().prepared, 1U);  // the fifth node of the graph
  memory_.prepare(sizes(2));
  keys_[0] = 1000;  // too late to be seen
  for (int runs = 0; runs < 3; ++runs) {
    memory_.run(sizes(3), std::vector<int32_t>{0, 1, 0});
    EXPECT_FLOAT_EQ(y(0), 1 + 3 + 10 * factor_);
  }
}

TEST_F(Chain, RowsLookAtTheirSentence) {
  memory_.prepare(sizes(2));
  memory_.run(sizes(3), std::vector<int32_t>{1, 0, 1});
  for (std::size_t r = 0; r < 3; ++r) {
    const float* looked_at = keys_ + 2 * (r == 1 ? 0 : 1);
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_FLOAT_EQ(y(2 * r + i), x_[2 * r + i] + 3 + looked_at[i] * factor_);
  }
}

TEST_F(Chain, RunsFewerRowsThanItHasRoomFor) {
  memory_.prepare(sizes(2));
  memory_.run(sizes(1), std::vector<int32_t>{1});
  EXPECT_FLOAT_EQ(y(1), 2 + 3 + 40 * factor_);
}

class Planned : public testing::TestWithParam<bool> {
 protected:
  HandMade model_ = GetParam() ? windowed_model() : attention_model();
  OwnWeights parameters_ = model_.parameters();
  Programs programs_ = Programs::of(model_.graphs, parameters_);
};

bool is_planned(const Program& program, std::size_t storage) {
  return program.parts().first_use[storage] != Program::kAlways;
}

// Where each storage lies, in bytes.
std::map<std::size_t, std::pair<const char*, const char*>> places(const ProgramMemory& memory, int64_t rows) {
  std::map<std::size_t, std::pair<const char*, const char*>> found;
  const auto& values = memory.program().parts().values;
  for (std::size_t id = 0; id < values.size(); ++id) {
    auto storage = static_cast<std::size_t>(values[id].storage);
    if (!is_planned(memory.program(), storage)) continue;
    Sizes sizes = kSources.sizes(memory.program(), values[id].of_sentence ? kSources.sentences : rows);
    auto begin = reinterpret_cast<const char*>(memory.frame(sizes).numbers(static_cast<ValueId>(id)));
    const char* end = begin + count(values[id].extents, sizes) * (values[id].type == Type::flag ? 1 : 4);
    auto& place = found.try_emplace(storage, begin, end).first->second;
    place.second = std::max(place.second, end);
  }
  return found;
}

TEST_P(Planned, ValuesThatLiveAtOnceNeverShareAPlace) {
  for (const Program* program : {&programs_.encode, &programs_.step}) {
    ProgramMemory memory(*program);
    memory.reserve(kSources.sizes(*program, kBeam), kSources.sentences);
    const auto &first = program->parts().first_use, &last = program->parts().last_use;
    auto all = places(memory, kBeam);
    std::size_t shared = 0;
    for (const auto& [a, at_a] : all) {
      for (const auto& [b, at_b] : all) {
        if (a == b) continue;
        bool overlap = at_a.first < at_b.second && at_b.first < at_a.second;
        bool at_once = first[a] <= last[b] && first[b] <= last[a];
        EXPECT_FALSE(overlap && at_once) << a << " and " << b;
        shared += overlap ? 1 : 0;
      }
    }
    EXPECT_GT(shared, 0U);
  }
}

// All that a program puts out, as bytes.
std::string outputs(const ProgramMemory& memory, int64_t rows) {
  std::string bytes;
  for (const auto& [name, id] : memory.program().parts().outputs) {
    const Value& value = memory.program().value(id);
    Sizes sizes = kSources.sizes(memory.program(), value.of_sentence ? kSources.sentences : rows);
    bytes.append(reinterpret_cast<const char*>(memory.frame(sizes).numbers(id)),
                 static_cast<std::size_t>(count(value.extents, sizes) * (value.type == Type::flag ? 1 : 4)));
  }
  return bytes;
}

struct Made {
  std::string encode, step;
  bool operator==(const Made&) const = default;
};

Made run(ProgramMemory& encode, ProgramMemory& step) {
  RandomInputs inputs(kSources, kBeam);
  inputs.bind(encode);
  inputs.bind(step);
  encode.run(kSources.sizes(encode.program(), kSources.sentences));
  Handed handed(encode, step, kSources, kLookAt);
  step.prepare(kSources.sizes(step.program(), kSources.sentences));
  Made made;
  for (int steps = 0; steps < 2; ++steps) {
    step.run(kSources.sizes(step.program(), kBeam), kLookAt, handed.slots());
    made.step += outputs(step, kBeam);
  }
  made.encode = outputs(encode, kSources.sentences);
  return made;
}

TEST_P(Planned, MakesTheSameInSharedPlacesAsApart) {
  Apart encode_apart(programs_.encode, kSources, kSources.sentences),
      step_apart(programs_.step, kSources, kBeam);
  Made expected = run(encode_apart.memory, step_apart.memory);
  ProgramMemory encode(programs_.encode), step(programs_.step);
  encode.reserve(kSources.sizes(programs_.encode, kSources.sentences), 0);
  step.reserve(kSources.sizes(programs_.step, kBeam), kSources.sentences);
  EXPECT_TRUE(run(encode, step) == expected);
}

TEST_P(Planned, ReadsNothingThatItHasNotWritten) {
  ProgramMemory encode(programs_.encode), step(programs_.step);
  encode.reserve(kSources.sizes(programs_.encode, kSources.sentences), 0);
  step.reserve(kSources.sizes(programs_.step, kBeam), kSources.sentences);
  Made expected = run(encode, step);
  for (int poison : {0x00, 0x01, 0x7F}) {  // the last is nearly the greatest number
    for (const auto& [storage, place] : places(encode, kSources.sentences))
      std::memset(const_cast<char*>(place.first), poison,
                  static_cast<std::size_t>(place.second - place.first));
    for (const auto& [storage, place] : places(step, kBeam))
      std::memset(const_cast<char*>(place.first), poison,
                  static_cast<std::size_t>(place.second - place.first));
    EXPECT_TRUE(run(encode, step) == expected) << poison;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Planned, testing::Bool(),
                         [](const auto& one) { return one.param ? "Windowed" : "Attention"; });

}  // namespace
}  // namespace heed::engine
