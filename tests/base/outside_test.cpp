// What comes from outside: texts in messages, files that are read by name or mapped, and JSON to be parsed.
#include <gtest/gtest.h>

#include <fstream>

#include "heed/base/error.h"
#include "heed/base/files.h"
#include "heed/base/json_depth.h"
#include "heed/base/quoted.h"
#include "heed/base/yaml.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

TEST(Printable, ShowsControlCharactersAndKeepsTheRest) {
  EXPECT_EQ(printable("Käse 猫 \xff"), "Käse 猫 \xff");
  EXPECT_EQ(printable("\x1b[31m\a\n\x7f"), "␛[31m␇␊␡");
  EXPECT_EQ(printable(std::string("\0", 1)), "␀");
  EXPECT_EQ(printable("\xC2\x9B\xC2\xA0"), "\uFFFD\u00A0");
}

TEST(Quoted, IsShortAndEndsBetweenCharacters) {
  EXPECT_EQ(in_quotes("a\tb"), "'a␉b'");
  EXPECT_EQ(in_quotes(std::string(60, 'a')), "'" + std::string(60, 'a') + "'");
  EXPECT_EQ(in_quotes(std::string(61, 'a')), "'" + std::string(60, 'a') + "…'");
  EXPECT_EQ(in_quotes(std::string(58, 'a') + "猫猫"), "'" + std::string(58, 'a') + "…'");
  EXPECT_EQ(shortened("猫", 3), "猫");
  EXPECT_EQ(shortened("猫", 2), "…");
}

TEST(JsonDepth, CountsWhatAParserWouldFollow) {
  auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_FALSE(is_nested_too_deeply(nested(kDeepestJson)));
  EXPECT_TRUE(is_nested_too_deeply(nested(kDeepestJson + 1)));
  EXPECT_TRUE(is_nested_too_deeply("{\"a\\\\\": " + nested(kDeepestJson)));
  EXPECT_FALSE(is_nested_too_deeply("\"\\\"" + nested(kDeepestJson + 1) + "\""));
  EXPECT_FALSE(is_nested_too_deeply("[1],[2]" + std::string(1000, ']')));
}

TEST(Yaml, HasOneDocument) {
  EXPECT_EQ(parse_yaml("---\na: 1\n", "f")["a"].as<int>(), 1);
  EXPECT_TRUE(parse_yaml("", "f").IsNull());
  EXPECT_CONTAINS(message_of<OptionError>([] { parse_yaml("a: 1\n---\n\nb: 1\n", "f"); }),
                  "f:4: expected one document");
}

TEST(Files, ThatAreSmallAreReadAndOthersAreNot) {
  TemporaryDirectory folder;
  write_file(folder / "small", std::string(1 << 20, 'x'));
  EXPECT_EQ(read_small_file(folder / "small", "a recipe").size(), std::size_t{1} << 20);
  write_file(folder / "large", std::string(2'000'000, 'x'));
  EXPECT_CONTAINS(message_of<FileError>([&] { read_small_file(folder / "large", "a recipe"); }),
                  "large: expected a recipe, of 1 MB at the most, found a file of 2 MB");
  EXPECT_CONTAINS(message_of<FileError>([] { read_small_file("/dev/zero", "a recipe"); }), "more than 1 MB");
}

TEST(MappedFile, KnowsThatItWasChangedAndNotThatItsNameWasTaken) {
  TemporaryDirectory folder;
  write_file(folder / "f", std::string(10'000, 'a'));
  MappedFile mapped(folder / "f");
  mapped.require_unchanged();
  EXPECT_EQ(mapped_file_at(mapped.bytes().data() + 9999), (folder / "f").string());
  EXPECT_EQ(mapped_file_at(&folder), nullptr);
  write_file(folder / "f", "another");
  mapped.require_unchanged();
  MappedFile other(folder / "f");
  std::ofstream(folder / "f") << "another size";
  EXPECT_CONTAINS(message_of<FileError>([&] { other.require_unchanged(); }),
                  "f was changed while it was in use");
}

TEST(MappedFile, IsForgottenWhenItIsGone) {
  TemporaryDirectory folder;
  write_file(folder / "f", "abc");
  const char* data = nullptr;
  for (int i = 0; i < 1000; ++i) data = MappedFile(folder / "f").bytes().data();
  EXPECT_EQ(mapped_file_at(data), nullptr);
  MappedFile mapped(folder / "f");
  EXPECT_NE(mapped_file_at(mapped.bytes().data()), nullptr);
}

}  // namespace
}  // namespace heed
