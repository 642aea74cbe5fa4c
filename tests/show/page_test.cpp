#include <gtest/gtest.h>

#include "examples.h"
#include "heed/base/error.h"
#include "heed/show/write.h"
#include "temporary_directory.h"

namespace heed {
namespace {

using namespace show_test;

std::string embedded_json(const std::string& page) {
  const std::string open = "id=\"data\">";
  const std::size_t begin = page.find(open) + open.size();
  return page.substr(begin, page.find("</script>", begin) - begin);
}

TEST(Page, CarriesTheWholeAttentionFile) {
  const std::vector<Shown> shown = shown_of(banded_map());
  EXPECT_EQ(from_json(embedded_json(to_html(shown))), shown);
}

TEST(Page, CannotBeBrokenOutOfByLabels) {
  std::vector<Shown> shown = shown_of(map_of({"</script><script>alert(1)</script>"}, {"<!--"}, {1}));
  shown[0].input = "/*script*/ /*data*/ ]]> </title>";
  const std::string page = to_html(shown);
  EXPECT_FALSE(contains(page, "alert(1)</script>"));
  EXPECT_FALSE(contains(page, "<!--"));
  EXPECT_EQ(from_json(embedded_json(page)), shown);
}

TEST(Page, FetchesNothing) {
  const std::string page = to_html(shown_of(small_map()));
  for (const char* way : {"<link", " src=", "@import", "url(", "fetch(", "https://"})
    EXPECT_FALSE(contains(page, way)) << way;
  EXPECT_TRUE(contains(page, "default-src 'none'"));
}

TEST(Page, HasBothColourSchemes) {
  const std::string page = to_html({});
  EXPECT_TRUE(contains(page, "prefers-color-scheme: dark"));
  EXPECT_TRUE(contains(page, "\"light\":[\"#"));
  EXPECT_TRUE(contains(page, "\"dark\":[\"#"));
}

TEST(WriteAttention, ChoosesTheFormatByTheEnding) {
  TemporaryDirectory folder;
  const std::vector<Shown> shown = shown_of(small_map());
  for (const char* name : {"a.json", "a.svg", "a.png", "a.html"}) {
    EXPECT_NO_THROW(require_attention_format(name));
    write_attention(folder / name, shown);
  }
  EXPECT_EQ(from_json(read_file(folder / "a.json")), shown);
  EXPECT_EQ(read_file(folder / "a.svg").substr(0, 4), "<svg");
  EXPECT_EQ(read_file(folder / "a.png").substr(1, 3), "PNG");
  EXPECT_EQ(read_file(folder / "a.html").substr(0, 15), "<!doctype html>");
}

TEST(WriteAttention, RefusesOtherEndingsAndListsTheFour) {
  TemporaryDirectory folder;
  for (const char* name : {"a.pdf", "a", "a.json.gz", ".svg"}) try {
      require_attention_format(name);
      FAIL() << name;
    } catch (const OptionError& error) {
      EXPECT_TRUE(contains(error.what(), ".json, .svg, .png or .html")) << error.what();
    }
  EXPECT_THROW(write_attention(folder / "a.pdf", {}), OptionError);
}

}  // namespace
}  // namespace heed
