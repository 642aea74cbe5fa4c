// The direction of includes is the table of docs/design.md, as src/heed/CMakeLists.txt declares it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Folders = std::map<std::string, std::set<std::string>>;

Folders allowed_folders() {
  Folders folders;
  std::ifstream file(HEED_FOLDERS_FILE);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name, used;
    words >> name;
    name.pop_back();  // the colon
    folders[name] = {name};
    while (words >> used) folders[name].insert(used);
  }
  return folders;
}

std::set<std::string> included_folders(const fs::path& file) {
  static const std::regex kInclude(R"re(^\s*#include\s*"heed/([a-z_]+)/)re");
  std::set<std::string> folders;
  std::ifstream in(file);
  std::smatch match;
  for (std::string line; std::getline(in, line);) {
    if (std::regex_search(line, match, kInclude)) folders.insert(match[1]);
  }
  return folders;
}

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

bool is_source(const fs::path& file) {
  return file.extension() == ".h" || file.extension() == ".cpp";
}

TEST(Design, IncludesFollowTheTable) {
  Folders allowed = allowed_folders();
  ASSERT_GE(allowed.size(), 12U);
  int checked = 0;
  for (const auto& entry : fs::recursive_directory_iterator(HEED_SOURCES)) {
    if (!is_source(entry.path())) continue;
    std::string folder = *fs::relative(entry.path(), HEED_SOURCES).begin();
    ASSERT_TRUE(allowed.contains(folder)) << entry.path() << " lies in a folder that is no target";
    for (const std::string& used : included_folders(entry.path())) {
      EXPECT_TRUE(allowed[folder].contains(used))
          << entry.path() << " includes heed/" << used << "/, which " << folder << "/ may not use";
    }
    ++checked;
  }
  EXPECT_GT(checked, 80);
}

TEST(Design, FoldersThatOnlyRunNeverSeeLibtorch) {
  static const std::regex kTorch(R"(#include\s*<(torch|ATen|c10)/)");
  const std::set<std::string> torch = {"ops", "nn", "models", "training"};
  for (const auto& entry : fs::recursive_directory_iterator(HEED_SOURCES)) {
    if (!is_source(entry.path())) continue;
    if (torch.contains(*fs::relative(entry.path(), HEED_SOURCES).begin())) continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);)
      EXPECT_FALSE(std::regex_search(line, kTorch)) << entry.path();
  }
}

// Libraries report through diagnostics (base/diagnostics.h); only programs write to the standard streams.
TEST(Design, LibrariesNeverPrint) {
  static const std::regex kPrints(
      R"(\b(v?f?printf|puts|fputs|putchar|putc|fputc|perror|psignal)\s*\(|std::w?(cout|cerr|clog)\b|)"
      R"(\b(stdout|stderr)\b|\bwrite\(STD(OUT|ERR)_FILENO)");
  for (const auto& entry : fs::recursive_directory_iterator(HEED_SOURCES)) {
    if (!is_source(entry.path())) continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);)
      EXPECT_FALSE(std::regex_search(line, kPrints)) << entry.path() << ": " << line;
  }
}

// What names one task: the name in recipes, the header, the options. A task's header says all three.
std::vector<std::string> names_of_tasks() {
  static const std::regex kTask(R"re(struct (\w+) \{\n  static constexpr const char\* kType = ("\w+");)re");
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(HEED_SOURCES) / "tasks")) {
    std::string text = text_of(entry.path());
    std::smatch match;
    if (entry.path().extension() != ".h" || !std::regex_search(text, match, kTask)) continue;
    names.insert(names.end(), {match[1], match[2], "heed/tasks/" + entry.path().filename().string()});
  }
  return names;
}

// Training, running, evaluation and the programs ask a Task, so that a new one is a file and a line of the
// registry.
TEST(Design, OnlyTheTasksKnowATaskByName) {
  std::vector<std::string> names = names_of_tasks();
  ASSERT_GE(names.size(), 6U);
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(HEED_SOURCES) / "..")) {
    if (!is_source(entry.path())) continue;
    if (*fs::relative(entry.path(), HEED_SOURCES).begin() == "tasks") continue;
    std::string text = text_of(entry.path());
    for (const std::string& name : names)
      EXPECT_EQ(text.find(name), std::string::npos) << entry.path() << " names the task of " << name;
  }
}

// The qualified names of the types that a source file defines, those of nameless namespaces left out: two
// files may have those of one name. Source files open a namespace on a line of its own and close it with its
// name.
std::vector<std::string> defined_types(const fs::path& file) {
  static const std::regex kOpen(R"(^namespace ?([\w:]*) ?\{$)"), kClose(R"(^\}  // namespace)");
  static const std::regex kType(R"(^(struct|class|enum class|enum|union) (\w+)( final)?( : [^;]*)?$|)"
                                R"(^(struct|class|enum class|enum|union) (\w+)( final)?( : [^;{]*)? \{)");
  std::vector<std::string> spaces, types;
  std::ifstream in(file);
  std::smatch match;
  for (std::string line; std::getline(in, line);) {
    if (std::regex_search(line, match, kOpen)) {
      spaces.push_back(match[1]);
    } else if (std::regex_search(line, kClose) && !spaces.empty()) {
      spaces.pop_back();
    } else if (std::regex_search(line, match, kType)) {
      std::string name;
      for (const std::string& space : spaces) name += space + "::";
      bool nameless = std::find(spaces.begin(), spaces.end(), "") != spaces.end();
      if (!nameless) types.push_back(name + (match[2].matched ? match[2].str() : match[6].str()));
    }
  }
  return types;
}

// Two types of one name in one program are undefined behaviour, which no compiler or linker reports.
TEST(Design, NoTwoTypesHaveOneName) {
  std::map<std::string, fs::path> places;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(HEED_SOURCES) / "..")) {
    if (!is_source(entry.path())) continue;
    for (const std::string& type : defined_types(entry.path())) {
      auto [place, is_new] = places.emplace(type, entry.path());
      EXPECT_TRUE(is_new) << type << " is defined in " << place->second << " and in " << entry.path();
    }
  }
  EXPECT_GT(places.size(), 200U);
}

TEST(Readme, ShowsTheExampleThatIsBuilt) {
  fs::path root = fs::path(HEED_SOURCES) / "../..";
  std::string example = text_of(root / "examples/look.cpp");
  example.erase(0, example.find('\n') + 1);  // the comment on top
  ASSERT_GT(example.size(), 300U);
  EXPECT_NE(text_of(root / "README.md").find("```cpp\n" + example + "```"), std::string::npos);
}

TEST(Design, TheProgramThatRunsModelsLinksNoLibtorch) {
  std::string command = "ldd " + std::string(HEED_PROGRAM), output;
  FILE* pipe = popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  char buffer[4096];
  while (fgets(buffer, sizeof buffer, pipe)) output += buffer;
  ASSERT_EQ(pclose(pipe), 0);
  EXPECT_NE(output.find("libc.so"), std::string::npos) << output;
  EXPECT_EQ(output.find("torch"), std::string::npos) << output;
}

}  // namespace
