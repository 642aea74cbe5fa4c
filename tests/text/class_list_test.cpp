#include "heed/text/class_list.h"

#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "heed/text/name_lines.h"
#include "message.h"

namespace heed {
namespace {

using Texts = std::vector<std::string>;

Texts names_of(const ClassList& classes) {
  return {classes.names().begin(), classes.names().end()};
}

ClassList learnt(const Texts& names) {
  ClassList classes;
  for (const std::string& name : names) classes.observe(name);
  classes.settle("task.label");
  return classes;
}

TEST(ClassList, NumbersNamesByTheirBytesWhateverTheirOrder) {
  ClassList classes = learnt({"b", "é", "a", "b", "B", "a"});
  EXPECT_EQ(names_of(classes), (Texts{"B", "a", "b", "é"}));
  EXPECT_EQ(classes.size(), 4);
  EXPECT_EQ(classes.number("b"), 2);
  EXPECT_EQ(classes.name(2), "b");
  EXPECT_EQ(classes.number("c"), std::nullopt);
  EXPECT_EQ(names_of(learnt({"é", "B", "b", "a"})), names_of(classes));
}

TEST(ClassList, NeedsTwoClasses) {
  EXPECT_EQ(message_of<InputError>([] {
              learnt({"a", "a"});
            }),
            "task.label: expected at least two classes to tell apart, found 'a' alone");
  EXPECT_CONTAINS(message_of<InputError>([] { learnt({}); }), "found none");
}

TEST(ClassList, SurvivesItsFileWithOddNames) {
  ClassList classes = learnt({"a\tb", "c\nd", "\\n", "", " ", "\r"});
  ClassList read;
  read.load(classes.to_text(), "m/l");
  EXPECT_EQ(names_of(read), names_of(classes));
  EXPECT_EQ(read.number("c\nd"), classes.number("c\nd"));
  EXPECT_EQ(read.to_text(), classes.to_text());
}

TEST(ClassList, RefusesAFileThatIsNone) {
  auto refused = [](const char* text) {
    return message_of<FileError>([&] { ClassList().load(text, "m/l"); });
  };
  EXPECT_EQ(refused("a\nb\na\n"), "m/l: expected classes of different names, found one twice");
  EXPECT_CONTAINS(refused("a\nb"), "m/l:2: the last line has no end; the file was cut off");
  EXPECT_CONTAINS(refused("a\n\\x\n"), "m/l:2: expected \\\\, \\n, \\t or \\r after a backslash");
  EXPECT_CONTAINS(refused("a\\\n"), "m/l:1: expected \\\\");
}

TEST(NameLines, AreOneForEachNameWhateverIsInIt) {
  Texts names = {"plain", "", "\\", "\n\t\r", "\\n", "ü"};
  std::string text = write_name_lines(names);
  EXPECT_EQ(text, "plain\n\n\\\\\n\\n\\t\\r\n\\\\n\nü\n");
  Texts read, places;
  read_name_lines(text, "f", [&](std::string name, const std::string& at) {
    read.push_back(std::move(name));
    places.push_back(at);
  });
  EXPECT_EQ(read, names);
  EXPECT_EQ(places.back(), "f:6");
}

}  // namespace
}  // namespace heed
