// Words that no verb understands: exit code 2, and a message that gives the right ones.
#include "program.h"

namespace heed {
namespace {

using BadUse = Program;

struct Mistake {
  Words words, parts;
};

TEST_F(BadUse, AnUnknownVerbIsAnsweredWithTheNearestOne) {
  expect_refused(2, {"trian"}, {"unknown verb 'trian'", "did you mean 'heed train'?"});
  expect_refused(2, {"Run", "model"}, {"did you mean 'heed run'?"});
  expect_refused(2, {"--verson"}, {"did you mean 'heed --version'?"});
  expect_refused(2, {"xyzzy-plugh"}, {"unknown verb 'xyzzy-plugh'", "heed --help"});
}

TEST_F(BadUse, NoVerbAtAllIsAnErrorThatNamesTheHelp) {
  Ran ran = heed({});
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(ran.err.starts_with("heed: ")) << "standard error: '" << ran.err << "'";
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1);
  EXPECT_NE(ran.err.find("--help"), std::string::npos);
}

TEST_F(BadUse, HelpPrintsTheUsageOfTheProgramAndOfEachVerb) {
  for (const char* verb : {"demo", "train", "compare", "run", "eval", "score", "look", "info"}) {
    Ran ran = heed({verb, "--help"});
    EXPECT_EQ(ran.code, 0) << verb;
    EXPECT_EQ(ran.err, "");
    EXPECT_NE(ran.out.find(std::string("usage: heed ") + verb), std::string::npos) << ran.out;
    EXPECT_NE(heed({"--help"}).out.find(std::string("\n  ") + verb), std::string::npos);
  }
  // Asked for anywhere, also behind what would be refused.
  EXPECT_EQ(heed({"info", "--nonsense", "--help"}).code, 0);
}

TEST_F(BadUse, TheVersionIsOneLine) {
  Ran ran = heed({"--version"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(ran.out.starts_with("heed ")) << ran.out;
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 1);
}

TEST_F(BadUse, AnUnknownFlagIsAnsweredWithTheNearestOne) {
  for (const auto& [words, parts] : std::vector<Mistake>{
           {{"demo", "--ouy", "x"}, {"heed demo", "'--ouy'", "did you mean '--out'?"}},
           {{"train", kRecipe, "--overwite"}, {"heed train", "did you mean '--overwrite'?"}},
           {{"run", "model", "--bean=4"}, {"heed run", "'--bean'", "did you mean '--beam'?"}},
           {{"eval", "model", "--jsn"}, {"heed eval", "did you mean '--json'?"}},
           {{"look", "model", "x", "--tarket", "y"}, {"heed look", "did you mean '--target'?"}},
           {{"info", "model", "--jsom"}, {"heed info", "did you mean '--json'?"}},
           {{"info", "model", "-q"}, {"heed info", "'-q'", "usage: heed info MODEL"}}}) {
    expect_refused(2, words, parts);
  }
}

TEST_F(BadUse, AMissingArgumentIsNamedWithTheUsage) {
  for (const auto& [words, parts] :
       std::vector<Mistake>{{{"train"}, {"RECIPE is missing", "usage: heed train RECIPE"}},
                            {{"run"}, {"MODEL is missing", "usage: heed run MODEL"}},
                            {{"eval", "--json"}, {"MODEL is missing", "usage: heed eval MODEL"}},
                            {{"look", "model"}, {"TEXT is missing", "usage: heed look MODEL TEXT"}},
                            {{"look", "model", ""}, {"TEXT is empty"}},
                            {{"info"}, {"MODEL is missing", "usage: heed info MODEL"}},
                            {{"train", kRecipe}, {"--out", "missing"}}}) {
    expect_refused(2, words, parts);
  }
}

TEST_F(BadUse, AnArgumentTooManyIsNamedWithTheUsage) {
  for (const auto& [words, parts] : std::vector<Mistake>{
           {{"demo", "surplus"}, {"'surplus'", "usage: heed demo"}},
           {{"train", kRecipe, "surplus"}, {"'surplus'", "usage: heed train RECIPE"}},
           {{"run", "model", "surplus"}, {"'surplus'", "usage: heed run MODEL"}},
           {{"eval", "model", "surplus"}, {"'surplus'", "usage: heed eval MODEL"}},
           {{"look", "model", "3 May", "surplus"}, {"'surplus'", "usage: heed look MODEL TEXT"}},
           {{"info", "model", "surplus"}, {"'surplus'", "usage: heed info MODEL"}}}) {
    expect_refused(2, words, parts);
  }
}

TEST_F(BadUse, AFlagWithoutItsValueIsNamed) {
  for (const auto& [words, parts] :
       std::vector<Mistake>{{{"train", kRecipe, "--set"}, {"heed train: --set"}},
                            {{"run", "model", "--beam"}, {"heed run: --beam"}},
                            {{"eval", "model", "--data", "--json"}, {"heed eval: --data"}},
                            {{"look", "model", "3 May", "--target"}, {"heed look: --target"}}}) {
    expect_refused(2, words, parts + Words{"found nothing"});
  }
}

TEST_F(BadUse, AValueOfTheWrongKindIsShownWithWhatWasExpected) {
  for (const auto& [words, parts] :
       std::vector<Mistake>{{{"run", "model", "--beam", "four"}, {"--beam", "a whole number", "'four'"}},
                            {{"eval", "model", "--beam", "1.5"}, {"--beam", "a whole number", "'1.5'"}},
                            {{"info", "model", "--json=yes"}, {"--json", "takes no value"}}}) {
    expect_refused(2, words, parts);
  }
}

TEST_F(BadUse, AValueOutOfRangeIsNamedAsItWasTyped) {
  for (const auto& [words, parts] :
       std::vector<Mistake>{{{"run", "model", "--beam", "-1"}, {"heed run: --beam", "0 to 1000", "-1"}},
                            {{"eval", "model", "--beam=1001"}, {"heed eval: --beam", "0 to 1000", "1001"}}}) {
    expect_refused(2, words, parts);
  }
}

TEST_F(BadUse, AProgramTornFromItsTrainerSaysWhereItLooked) {
  fs::copy_file(HEED_PROGRAM, folder_ / "heed");
  Ran ran = Process({"train", kRecipe}, {.program = (folder_ / "heed").string()}).wait();
  expect_refusal(ran, 1, {"libexec/heed/heed-train", "install"});
}

}  // namespace
}  // namespace heed
