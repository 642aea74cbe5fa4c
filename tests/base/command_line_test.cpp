#include "heed/base/command_line.h"

#include <gtest/gtest.h>

#include "message.h"

namespace heed {
namespace {

const Verb kVerb{"test", "tests"};

struct TestOptions {
  std::string model, text;
  std::vector<std::string> data, set;
  int64_t beam = 1;
  bool json = false;
  static void arguments(auto& o, auto&& f) {
    f("MODEL", o.model, "a model");
    f("TEXT", o.text, "optional text");
  }
  static void fields(auto& o, auto&& f) {
    f("data", o.data, "files");
    f("set", o.set, "settings");
    f("beam", o.beam, "hypotheses", between(1, 100));
    f("json", o.json, "JSON");
  }
};

TestOptions parse(std::vector<std::string> words) {
  return read_verb_options<TestOptions>(kVerb, words);
}

TEST(CommandLine, ReadsFlagsListsSwitchesAndPositionals) {
  TestOptions o = parse({"m", "--data", "a", "b", "--beam=4", "--json", "--set", "x=1", "t", "--set", "y=2"});
  EXPECT_EQ(o.model, "m");
  EXPECT_EQ(o.text, "t");
  EXPECT_EQ(o.data, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(o.set, (std::vector<std::string>{"x=1", "y=2"}));
  EXPECT_EQ(o.beam, 4);
  EXPECT_TRUE(o.json);
}

TEST(CommandLine, TakesWordsThatLookLikeFlagsAfterTwoDashes) {
  EXPECT_EQ(parse({"m", "--", "--beam"}).text, "--beam");
}

struct ListOptions {
  std::string metric;
  std::vector<std::string> files;
  int64_t samples = 0;
  bool json = false;
  static void arguments(auto& o, auto&& f) {
    f("METRIC", o.metric, "a metric");
    f("REF", o.files, "files");
  }
  static void fields(auto& o, auto&& f) {
    f("bootstrap", o.samples, "samples", or_bare(between(0, 5000), "1000"));
    f("json", o.json, "JSON");
  }
};

ListOptions parse_list(std::vector<std::string> words) {
  return read_verb_options<ListOptions>(kVerb, words);
}

TEST(CommandLine, TheLastPositionalMayBeAListOfOneOrMore) {
  EXPECT_EQ(parse_list({"m", "a"}).files, (std::vector<std::string>{"a"}));
  EXPECT_EQ(parse_list({"m", "a", "--json", "b", "--", "--c"}).files,
            (std::vector<std::string>{"a", "b", "--c"}));
  EXPECT_CONTAINS(message_of<OptionError>([] { parse_list({"m"}); }),
                  "REF is missing; usage: heed test METRIC REF… [--bootstrap [N]] [--json]");
  EXPECT_CONTAINS(message_of<OptionError>([] { parse_list({}); }), "METRIC is missing");
}

TEST(CommandLine, ANumberMayBeLeftOutBehindAFlagThatSaysWhatItStandsForAlone) {
  EXPECT_EQ(parse_list({"m", "a"}).samples, 0);
  EXPECT_EQ(parse_list({"m", "a", "--bootstrap"}).samples, 1000);
  EXPECT_EQ(parse_list({"m", "a", "--bootstrap", "7"}).samples, 7);
  EXPECT_EQ(parse_list({"m", "a", "--bootstrap=8"}).samples, 8);
  ListOptions before_a_file = parse_list({"m", "--bootstrap", "a"});
  EXPECT_EQ(before_a_file.samples, 1000);
  EXPECT_EQ(before_a_file.files, (std::vector<std::string>{"a"}));
  EXPECT_CONTAINS(message_of<OptionError>([] {
                    parse_list({"m", "a", "--bootstrap=x"});
                  }),
                  "expected a whole number, found 'x'");
  EXPECT_CONTAINS(message_of<OptionError>([] {
                    parse_list({"m", "a", "--bootstrap", "6000"});
                  }),
                  "expected a number from 0 to 5000, found 6000");
}

TEST(CommandLine, NamesTheNearestFlag) {
  EXPECT_CONTAINS(message_of<OptionError>([] { parse({"m", "--bean", "3"}); }), "did you mean '--beam'?");
}

TEST(CommandLine, SaysWhatIsMissingOrTooMuch) {
  EXPECT_CONTAINS(message_of<OptionError>([] { parse({}); }),
                  "MODEL is missing; usage: heed test MODEL [TEXT]");
  EXPECT_CONTAINS(message_of<OptionError>([] { parse({"a", "b", "c"}); }), "unexpected argument 'c'");
  EXPECT_CONTAINS(message_of<OptionError>([] { parse({"a", "--beam"}); }), "--beam: expected N");
  EXPECT_CONTAINS(message_of<OptionError>([] {
                    parse({"a", "--beam", "x"});
                  }),
                  "expected a whole number, found 'x'");
  EXPECT_CONTAINS(message_of<OptionError>([] {
                    parse({"a", "--beam", "0"});
                  }),
                  "heed test: --beam: expected a number from 1 to 100, found 0");
  EXPECT_CONTAINS(message_of<OptionError>([] { parse({"a", "--json=1"}); }), "takes no value");
}

TEST(CommandLine, HelpListsEveryFlag) {
  std::string help = verb_help<TestOptions>(kVerb);
  for (const char* flag : {"--data", "--set", "--beam", "--json", "MODEL"}) EXPECT_CONTAINS(help, flag);
}

TEST(CommandLine, HelpIsAskedForByAFlagBeforeTwoDashes) {
  auto asks = [](std::vector<std::string> words) { return asks_for_help(words); };
  EXPECT_TRUE(asks({"a", "--help"}));
  EXPECT_TRUE(asks({"--beam", "-h"}));
  EXPECT_FALSE(asks({"a", "--", "--help"}));
  EXPECT_FALSE(asks({}));
}

}  // namespace
}  // namespace heed
