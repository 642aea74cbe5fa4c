#include "heed/base/options.h"

#include <gtest/gtest.h>

#include "message.h"

namespace heed {
namespace {

struct Small {
  static constexpr const char* kType = "small";
  int64_t width = 4;
  static void fields(auto& o, auto&& f) { f("width", o.width, "how wide", at_least(1)); }
};

struct Large {
  static constexpr const char* kType = "large";
  double rate = 0.5;
  int64_t depth = 1;
  static void fields(auto& o, auto&& f) {
    f("rate", o.rate, "how fast", between(0.0, 1.0));
    f("depth", o.depth, "how deep", at_least(1));
  }
};

struct Deep {
  static constexpr const char* kType = "deep";
  double rate = 0.25;
  int64_t depth = 9;
  static void fields(auto& o, auto&& f) {
    f("rate", o.rate, "how fast", between(0.0, 1.0));
    f("depth", o.depth, "how deep", between(1, 5));
  }
};

struct Inner {
  std::variant<Small, Large, Deep> part;
  bool on = false;
  static void fields(auto& o, auto&& f) {
    f("part", o.part, "which part");
    f("on", o.on, "whether");
  }
};

struct Part {
  static constexpr const char* kShort = "files";
  std::vector<std::string> files;
  double weight = 1;
  static void fields(auto& o, auto&& f) {
    f("files", o.files, "some files");
    f("weight", o.weight, "how much", at_least(0.0));
  }
};

struct Outer {
  Inner inner;
  std::vector<Part> parts = {{{"default"}}};
  Part single;
  std::string name = "n";
  std::vector<std::string> list, sizes = {"small"};
  std::string mode = "fast";
  int64_t updates = 10;
  static void fields(auto& o, auto&& f) {
    f("inner", o.inner, "the inner one");
    f("parts", o.parts, "several parts");
    f("single", o.single, "one part");
    f("name", o.name, "a name");
    f("list", o.list, "a list");
    f("sizes", o.sizes, "some sizes", one_of({"small", "large"}));
    f("mode", o.mode, "a mode", one_of({"fast", "slow"}));
    f("updates", o.updates, "how many", at_least(1));
  }
};

Outer read(const std::string& text, std::vector<std::string> set = {}) {
  return read_options<Outer>(text, "r.yml", set);
}

TEST(Options, AreReadOverTheirDefaults) {
  Outer o = read("inner:\n  part: {type: large, rate: 0.25}\nlist: [a, b]\n");
  EXPECT_EQ(std::get<Large>(o.inner.part).rate, 0.25);
  EXPECT_EQ(o.list, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(o.name, "n");
}

TEST(Options, HoldEveryNameOfAListToItsRule) {
  EXPECT_EQ(read("sizes: [large, small]").sizes, (std::vector<std::string>{"large", "small"}));
  EXPECT_CONTAINS(message_of<OptionError>([] { read("\nsizes: [small, lage]"); }),
                  "r.yml:2: sizes: expected one of small, large, found 'lage'; did you mean 'large'?");
}

TEST(Options, TakeABareNameAsAChoice) {
  EXPECT_TRUE(std::holds_alternative<Large>(read("inner: {part: large}").inner.part));
}

TEST(Options, KeepWhatAChoiceHadWhenItsTypeIsNotGivenAgain) {
  Outer o = read("inner: {part: {type: small, width: 7}}", {"inner.on=true"});
  EXPECT_EQ(std::get<Small>(o.inner.part).width, 7);
  EXPECT_TRUE(o.inner.on);
}

// Whatever was said stays said, in whichever order; what was not said is the new type's own.
TEST(Options, KeepWhatWasSaidWhenTheTypeChanges) {
  Outer o = read("inner: {part: {type: large, depth: 3}}", {"inner.part.type=deep"});
  EXPECT_EQ(std::get<Deep>(o.inner.part).depth, 3);
  EXPECT_EQ(std::get<Deep>(o.inner.part).rate, 0.25);
  o = read("inner: {part: {type: deep, depth: 2}}", {"inner.part.rate=0.75", "inner.part.type=large"});
  EXPECT_EQ(std::get<Large>(o.inner.part).rate, 0.75);
  EXPECT_EQ(std::get<Large>(o.inner.part).depth, 2);
  o = read("inner: {part: {type: large, depth: 3}}", {"inner.part.type=small"});
  EXPECT_EQ(std::get<Small>(o.inner.part).width, 4);
  EXPECT_CONTAINS(message_of<OptionError>(
                      [] { read("\ninner: {part: {type: large, depth: 7}}", {"inner.part.type=deep"}); }),
                  "r.yml:2: inner.part.depth");
}

TEST(Options, AreOverriddenDownTheSamePath) {
  Outer o = read("name: x", {"inner.part.type=large", "inner.part.rate=0.75", "name=y z", "list=[p, q]"});
  EXPECT_EQ(std::get<Large>(o.inner.part).rate, 0.75);
  EXPECT_EQ(o.name, "y z");
  EXPECT_EQ(o.list.size(), 2U);
}

TEST(Options, SurviveWritingAndReading) {
  Outer o = read("inner: {part: {type: large, rate: 0.1}, on: true}\nname: 'a: b'\nlist: [x]\nupdates: 99\n");
  std::string text = write_options(o);
  EXPECT_EQ(write_options(read(text)), text);
  EXPECT_EQ(std::get<Large>(read(text).inner.part).rate, 0.1);
  for (const char* name : {"", "null", "~", "12", "true", "a: b # c", "\"'\\", "中"}) {
    o.name = name;
    EXPECT_EQ(read(write_options(o)).name, name);
  }
}

TEST(Options, NameTheNearestKeyAndTheLine) {
  std::string message = message_of<OptionError>([] { read("name: a\nudpates: 3\n"); });
  EXPECT_EQ(message, "r.yml:2: unknown option 'udpates'; did you mean 'updates'?");
  message = message_of<OptionError>([] { read("inner:\n  part:\n    type: large\n    rates: 1\n"); });
  EXPECT_EQ(message, "r.yml:4: unknown option 'inner.part.rates'; did you mean 'inner.part.rate'?");
}

TEST(Options, PointToAKeyThatLivesElsewhere) {
  std::string message = message_of<OptionError>([] { read("", {"width=3"}); });
  EXPECT_EQ(message, "--set width=3: unknown option 'width'; did you mean 'inner.part.width'?");
}

TEST(Options, SayWhatTypeWasExpectedAndWhatWasFound) {
  EXPECT_EQ(message_of<OptionError>([] { read("\nupdates: many\n"); }),
            "r.yml:2: updates: expected a whole number, found 'many'");
  EXPECT_CONTAINS(message_of<OptionError>([] { read("inner: [1]"); }), "r.yml:1: inner: expected a mapping");
  EXPECT_CONTAINS(message_of<OptionError>([] { read("inner: {on: maybe}"); }), "expected true or false");
  EXPECT_CONTAINS(message_of<OptionError>([] { read("updates: {a: 1}"); }),
                  "expected one value, found a mapping");
  EXPECT_CONTAINS(message_of<OptionError>([] { read("inner: {part: smal}"); }), "did you mean 'small'?");
}

TEST(Options, CheckRangesOnceAfterAllOverrides) {
  EXPECT_EQ(message_of<OptionError>([] { read("updates: 0"); }),
            "r.yml:1: updates: expected a number of at least 1, found 0");
  EXPECT_EQ(read("updates: 0", {"updates=5"}).updates, 5);
  EXPECT_CONTAINS(message_of<OptionError>([] { read("mode: quick"); }),
                  "expected one of fast, slow, found 'quick'");
}

TEST(Options, SayWhereTheYamlBreaks) {
  EXPECT_CONTAINS(message_of<OptionError>([] { read("name: a\nlist: [a, b\n"); }), "r.yml:");
  EXPECT_CONTAINS(message_of<OptionError>([] { read("", {"name"}); }), "expected NAME=VALUE");
}

using Names = std::vector<std::string>;

TEST(ListsOfOptions, AreGivenWithAndWithoutBrackets) {
  EXPECT_EQ(read("").parts[0].files, Names{"default"});
  EXPECT_EQ(read("parts: a").parts[0].files, Names{"a"});
  EXPECT_EQ(read("parts: {files: [a, b]}").parts[0].files, (Names{"a", "b"}));
  EXPECT_EQ(read("parts: {weight: 2}").parts[0].files, Names{"default"});
  Outer o = read("parts: [a, {files: [b, c], weight: 0.5}]\nsingle: d\n");
  ASSERT_EQ(o.parts.size(), 2U);
  EXPECT_EQ(o.parts[0].files, Names{"a"});
  EXPECT_EQ(o.parts[0].weight, 1);
  EXPECT_EQ(o.parts[1].files, (Names{"b", "c"}));
  EXPECT_EQ(o.parts[1].weight, 0.5);
  EXPECT_EQ(o.single.files, Names{"d"});
  EXPECT_TRUE(read("parts: []").parts.empty());
}

TEST(ListsOfOptions, AreReachedIntoByNumber) {
  Outer o = read("parts: [a, b]", {"parts.1.weight=2", "parts.0=c", "single.files=[x, y]"});
  EXPECT_EQ(o.parts[1].weight, 2);
  EXPECT_EQ(o.parts[1].files, Names{"b"});
  EXPECT_EQ(o.parts[0].files, Names{"c"});
  EXPECT_EQ(o.single.files, (Names{"x", "y"}));
  EXPECT_EQ(read("parts: a", {"parts.weight=3"}).parts[0].weight, 3);
  EXPECT_EQ(read("parts: [a, b]", {"parts=c"}).parts.size(), 1U);
  EXPECT_EQ(message_of<OptionError>([] { read("parts: [a, b]", {"parts.2.weight=1"}); }),
            "--set parts.2.weight=1: parts has 2 elements, counted from 0; found '2'");
  EXPECT_CONTAINS(message_of<OptionError>([] { read("parts: [a, b]", {"parts.weight=1"}); }),
                  "say which, such as parts.0");
}

TEST(ListsOfOptions, SayWhatIsWrongAndWhere) {
  EXPECT_EQ(message_of<OptionError>([] { read("parts:\n  - a\n  - wieght: 1\n"); }),
            "r.yml:3: unknown option 'parts.1.wieght'; did you mean 'parts.1.weight'?");
  EXPECT_EQ(message_of<OptionError>([] { read("parts:\n  - a\n  - weight: -1\n"); }),
            "r.yml:3: parts.1.weight: expected a number of at least 0, found -1");
  EXPECT_CONTAINS(message_of<OptionError>([] { read("parts: [[a]]"); }), "parts.0: expected a mapping");
  EXPECT_CONTAINS(message_of<OptionError>([] { read("single: [a]"); }), "single: expected a mapping");
}

TEST(ListsOfOptions, SurviveWritingAndAreDescribed) {
  Outer o = read("parts: [null.tsv, {files: ['null', '~', 'a: b'], weight: 0.5}]");
  std::string text = write_options(o);
  EXPECT_EQ(write_options(read(text)), text);
  EXPECT_EQ(read(text).parts[1].files, (Names{"null", "~", "a: b"}));
  o.parts.clear();
  EXPECT_TRUE(read(write_options(o)).parts.empty());
  EXPECT_CONTAINS(describe_options(o), "parts = []    # several parts");
  EXPECT_CONTAINS(describe_options(Outer{}), "parts.0.weight = 1    # how much (a number of at least 0)");
}

TEST(Options, AreDescribedWithTheirRules) {
  EXPECT_CONTAINS(describe_options(Outer{}), "inner.part.width = 4    # how wide (a number of at least 1)");
}

}  // namespace
}  // namespace heed
