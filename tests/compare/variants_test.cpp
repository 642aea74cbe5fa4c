#include "cli/compare/variants.h"

#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "message.h"

namespace heed::cli {
namespace {

using Words = std::vector<std::string>;

Words names(const std::vector<Variant>& variants) {
  Words names;
  for (const Variant& variant : variants) names.push_back(variant.name);
  return names;
}

std::vector<Variant> over(const Words& texts) {
  return make_variants({texts, {}, ""});
}

TEST(Variants, AreCalledByTheValueThatMakesThemDifferent) {
  EXPECT_EQ(names(over({"model.attention.score.type=additive, dot"})), (Words{"additive", "dot"}));
  EXPECT_EQ(names(over({"model.encoder.width=64,128"})), (Words{"width=64", "width=128"}));
  EXPECT_EQ(names(over({"task.joint=true,false"})), (Words{"joint=true", "joint=false"}));
  EXPECT_EQ(names(over({"a.list=[x, y],[]"})), (Words{"list=[x, y]", "list=[]"}));
  EXPECT_EQ(over({"a.type=dot"})[0].settings, (Words{"a.type=dot"}));
}

TEST(Variants, CommasInsideBracketsAndQuotesDoNotSeparate) {
  std::vector<Variant> made = over({"a.window={type: local-p, radius: 5},global,\"x,y\""});
  EXPECT_EQ(names(made), (Words{"local-p radius=5", "global", "x,y"}));
  EXPECT_EQ(made[0].settings, (Words{"a.window={type: local-p, radius: 5}"}));
  EXPECT_EQ(made[0].slug, "local-p-radius=5");
}

TEST(Variants, AreTheProductOfAllAxesAndTheList) {
  std::vector<Variant> made =
      make_variants({{"s.type=additive,dot", "e.width=1,2"}, {"A: x=1 y={z: 2, w: 3}", "B:"}, ""});
  EXPECT_EQ(names(made),
            (Words{"A additive width=1", "A additive width=2", "A dot width=1", "A dot width=2",
                   "B additive width=1", "B additive width=2", "B dot width=1", "B dot width=2"}));
  EXPECT_EQ(made[0].settings, (Words{"x=1", "y={z: 2, w: 3}", "s.type=additive", "e.width=1"}));
  EXPECT_EQ(made[4].settings, (Words{"s.type=additive", "e.width=1"}));
}

TEST(Variants, OfAFileMayHaveSeedsOfTheirOwn) {
  std::vector<Variant> made = read_variants(
      "main: {model.attention.score.type: dot, seeds: 3}\nother:\n  a.b: {type: x, y: 2}\n  c: [1, "
      "2]\nplain:\n",
      "v.yml");
  ASSERT_EQ(made.size(), 3U);
  EXPECT_EQ(made[0].seeds, 3);
  EXPECT_EQ(made[0].settings, (Words{"model.attention.score.type=dot"}));
  EXPECT_EQ(made[1].settings, (Words{"a.b={type: x, y: 2}", "c=[1, 2]"}));
  EXPECT_TRUE(made[2].settings.empty());
}

TEST(Variants, AreToldApartInNamesAndDirectories) {
  std::vector<Variant> made = make_variants({{}, {"A b: x=1", "a/B: x=2", "A b: x=3", "…: x=4"}, ""});
  EXPECT_EQ(names(made), (Words{"A b", "a/B", "A b (2)", "…"}));
  Words slugs;
  for (const Variant& variant : made) slugs.push_back(variant.slug);
  EXPECT_EQ(slugs, (Words{"a-b", "a-b-2", "a-b-2-2", "variant"}));
  EXPECT_EQ(slug_of("../../etc/passwd"), "etc-passwd");
  EXPECT_EQ(slug_of(".."), "variant");
}

TEST(Variants, ThatCannotBeReadAreShownWithWhatWasExpected) {
  auto refusal = [](const VariantWords& words) {
    return message_of<OptionError>([&] { make_variants(words); });
  };
  EXPECT_CONTAINS(refusal({}), "nothing to compare");
  EXPECT_CONTAINS(refusal({{"model.type"}, {}, ""}), "expected KEY=VALUE");
  EXPECT_CONTAINS(refusal({{"a=1,,2"}, {}, ""}), "between commas, found nothing");
  EXPECT_CONTAINS(refusal({{"a={"}, {}, ""}), "not valid YAML");
  EXPECT_CONTAINS(refusal({{}, {"no settings"}, ""}), "expected NAME: KEY=VALUE");
  EXPECT_CONTAINS(refusal({{}, {"A: nonsense"}, ""}), "found 'nonsense'");
  EXPECT_CONTAINS(message_of<OptionError>([] { read_variants("- a\n", "v.yml"); }), "v.yml: expected a map");
  EXPECT_CONTAINS(message_of<OptionError>([] { read_variants("a: {seeds: none}\n", "v.yml"); }),
                  "v.yml:1: a.seeds: expected a number");
  EXPECT_CONTAINS(message_of<OptionError>([] { read_variants("a: 3\n", "v.yml"); }),
                  "expected a map of options");
}

}  // namespace
}  // namespace heed::cli
