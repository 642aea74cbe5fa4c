#include "heed/data/input_line.h"

#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "message.h"

namespace heed {
namespace {

using Texts = std::vector<std::string>;

const Columns kPair = {2, {"source", "target"}, true};
const Columns kLabelled = {2, {"label", "text"}, false, {1}};
const Columns kInference = {3, {"label", "premise", "hypothesis"}, false, {1, 2}};

TEST(InputLine, OfOneInputIsTakenAsItIs) {
  EXPECT_EQ(read_inputs("a\tb", kPair, "in:1").columns, (Texts{"a\tb"}));
  EXPECT_EQ(read_inputs("a", kLabelled, "in:1").columns, (Texts{"", "a"}));
}

TEST(InputLine, OfSeveralInputsHasATabBetweenTwo) {
  EXPECT_EQ(read_inputs("a\tb", kInference, "in:1").columns, (Texts{"", "a", "b"}));
  EXPECT_EQ(read_inputs("\t", kInference, "in:1").columns, (Texts{"", "", ""}));
  EXPECT_EQ(message_of<InputError>([] { read_inputs("a", kInference, "in:1"); }),
            "in:1: expected premise TAB hypothesis, found no tab");
  EXPECT_EQ(message_of<InputError>([] { read_inputs("a\tb\tc", kInference, "in:1"); }),
            "in:1: expected premise TAB hypothesis, found 3 columns");
}

TEST(InputLine, MayHaveTheAnswerBehindTheInputs) {
  EXPECT_EQ(read_inputs_and_answers("a\tb", kPair, "in:1").columns, (Texts{"a", "b"}));
  EXPECT_EQ(read_inputs_and_answers("a\tyes", kLabelled, "in:1").columns, (Texts{"yes", "a"}));
  EXPECT_EQ(read_inputs_and_answers("a\tb\tyes", kInference, "in:1").columns, (Texts{"yes", "a", "b"}));
  EXPECT_EQ(message_of<InputError>([] { read_inputs_and_answers("a", kLabelled, "in:7"); }),
            "in:7: expected text TAB label, found no tab");
  EXPECT_EQ(message_of<InputError>([] { read_inputs_and_answers("a\tb", kInference, "in:7"); }),
            "in:7: expected premise TAB hypothesis TAB label, found 2 columns");
}

TEST(InputLine, GetsItsAnswersLater) {
  Record record = read_inputs("a", kPair, "in");
  set_answers(record, "b\tc", kPair);
  EXPECT_EQ(record.columns, (Texts{"a", "b\tc"})) << "one answer is taken as it is";
  Columns two = {3, {"text", "start", "end"}, false};
  record = read_inputs("a", two, "in");
  set_answers(record, "3\t5", two);
  EXPECT_EQ(record.columns, (Texts{"a", "3", "5"}));
  EXPECT_EQ(message_of<InputError>([&] { set_answers(record, "3", two); }),
            "in: expected start TAB end, found no tab");
}

}  // namespace
}  // namespace heed
