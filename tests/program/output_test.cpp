// Where results may go: never over what is not the program's own, never half, and never lost without a word.
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace heed {
namespace {

class Output : public Program {
 protected:
  static Words train_to(const std::string& out, const Words& more = {}) {
    return Words{"train", kRecipe, "--out", out} + tiny(2) + more;
  }
  // What the shell's `> /dev/full` gives.
  Ran onto_a_full_disk(const Words& words, const std::string& input = "") {
    return Process(words, {.folder = folder_.path(), .input = input, .output_file = "/dev/full"}).wait();
  }
};

TEST_F(Output, AModelBelowAFileIsRefused) {
  write("file", "text");
  expect_refused(1, train_to("file/model"), {"file/model", "not a directory"});
  expect_refused(1, train_to("file"), {"file", "not a directory"});
}

TEST_F(Output, AFinishedModelIsRefusedAndKeptUnlessItMayBeReplaced) {
  copy_of_model("m");
  expect_refused(2, train_to("m"), {"m holds a finished model", "--overwrite"});
  Ran ran = heed(train_to("m", {"--overwrite"}));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(heed({"info", "m"}).out.find("updates          2\n"), std::string::npos);
  for (const std::string& name : names(contents(folder_.path())))
    EXPECT_FALSE(name.ends_with(".partial")) << name;
}

TEST_F(Output, FilesThatAreNotAModelsAreRefusedAndKept) {
  write("mine/notes.txt", "a year's work");
  expect_refused(2, train_to("mine"), {"mine", "choose another --out"});
  expect_refused(2, train_to("mine", {"--overwrite"}), {"mine", "choose another --out"});
}

TEST_F(Output, AFolderOfMyOwnCalledTrainingIsNotTakenForAnUnfinishedModel) {
  write("mine/notes.txt", "a year's work");
  write("mine/training/recipe.txt", "flour, water");
  expect_refused(2, train_to("mine"), {"mine", "choose another --out"});
}

TEST_F(Output, AnotherProgramsModelJsonIsNotOverwritten) {
  write("web/model.json", "{\"modelTopology\": {}, \"weightsManifest\": []}");
  expect_refused(2, train_to("web", {"--overwrite"}), {"web", "choose another --out"});
}

TEST_F(Output, AnAttentionFileThatCouldNotBeWrittenIsRefusedBeforeTheWork) {
  copy_of_model("m");
  fs::create_directory(folder_ / "d.json");
  for (const Words& verb : {Words{"run", "m"}, Words{"look", "m", "3 May"}}) {
    expect_refused(2, verb + Words{"--attention", "x.gif"}, {"x.gif", ".json, .svg, .png or .html"},
                   "3 May\n");
    expect_refused(1, verb + Words{"--attention", "nowhere/x.svg"}, {"nowhere/x.svg", "no directory nowhere"},
                   "3 May\n");
    expect_refused(1, verb + Words{"--attention", "d.json"}, {"d.json", "it is a directory"}, "3 May\n");
  }
}

TEST_F(Output, AFullDiskIsNoticedWhateverPrints) {
  std::string model = copy_of_model("m");
  for (const Words& words :
       {Words{"run", model}, {"eval", model}, {"look", model, "3 May"}, {"info", model}}) {
    SCOPED_TRACE(joined(words));
    expect_refusal(onto_a_full_disk(words, "3 May\n"), 1, {"standard output"});
  }
}

TEST_F(Output, ASymbolicLinkStaysAndWhatItNamesIsReplaced) {
  std::string model = copy_of_model("m");
  write("real/maps.json", "old");
  fs::create_symlink("real/maps.json", folder_ / "link.json");
  fs::create_symlink("real/exported.heed", folder_ / "link.heed");  // what it names is not there yet
  EXPECT_EQ(heed({"run", model, "--attention", "link.json"}, "3 May\n").code, 0);
  Ran ran = heed({"export", model, "link.heed"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.json"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.heed"));
  EXPECT_TRUE(nlohmann::json::accept(read_file(folder_ / "real/maps.json")));
  EXPECT_EQ(heed({"run", "real/exported.heed"}, "3 May\n").code, 0);
}

// A pipe with a reader at its other end.
TEST_F(Output, APipeIsWrittenToAndNotReplaced) {
  std::string model = copy_of_model("m");
  std::string pipe = (folder_ / "pipe.json").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  Ran ran = heed({"look", model, "3 May", "--attention", "pipe.json"});
  std::string bytes(1 << 16, ' ');
  ssize_t count = ::read(reader, bytes.data(), bytes.size());
  ::close(reader);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(fs::is_fifo(pipe)) << "it was replaced by a file";
  ASSERT_GT(count, 0);
  EXPECT_TRUE(nlohmann::json::accept(bytes.substr(0, static_cast<std::size_t>(count))));
}

// A node of the test's own, so that no device of the system is in danger. Not every system lets one be made,
// or opened: then there is nothing to see.
TEST_F(Output, ADeviceNodeIsWrittenToAndNotReplaced) {
  std::string model = copy_of_model("m"), node = (folder_ / "node").string();
  constexpr dev_t kNull = 0x103;  // character device 1:3
  if (::mknod(node.c_str(), S_IFCHR | 0600, kNull) != 0) GTEST_SKIP() << "mknod is not allowed here";
  int opened = ::open(node.c_str(), O_WRONLY | O_CLOEXEC);
  if (opened < 0) GTEST_SKIP() << "devices cannot be opened in the temporary directory";
  ::close(opened);
  Ran ran = heed({"export", model, "node"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(fs::is_character_file(node)) << "it was replaced by a file";
}

TEST_F(Output, ClosedStandardStreamsNeverBecomeTheFilesThatAreWritten) {
  std::string model = copy_of_model("m");
  auto without = [&](std::vector<int> closed, const Words& words, const std::string& input) {
    Surroundings around{.folder = folder_.path(), .input = input};
    around.closed = std::move(closed);
    return Process(words, around).wait();
  };
  for (const std::vector<int>& closed : {std::vector<int>{1}, {2}, {1, 2}, {0, 1, 2}}) {
    SCOPED_TRACE("closed: " + std::to_string(closed.front()) + " to " + std::to_string(closed.back()));
    Ran ran = without(closed, {"run", model, "--attention", "maps.json"}, "3 May\n\xff\n");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(nlohmann::json::accept(read_file(folder_ / "maps.json")));
    ran = without(closed, train_to("t", {"--overwrite"}), "");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(fs::file_size(folder_ / "t/training/lock"), 0U);
    std::istringstream log(read_file(folder_ / "t/log.jsonl"));
    for (std::string line; std::getline(log, line);) EXPECT_TRUE(nlohmann::json::accept(line)) << line;
  }
}

TEST_F(Output, TheDemoDoesTheMainJob) {
  Ran ran = heed(Words{"demo", "--out", "demo"} + tiny(5));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("Tue 3rd of March 1998"), std::string::npos) << ran.out;
  EXPECT_TRUE(read_file(folder_ / "demo/attention.png").starts_with("\x89PNG"));
  EXPECT_NE(read_file(folder_ / "demo/attention.html").find("</html>"), std::string::npos);
  EXPECT_EQ(heed({"info", "demo/model"}).code, 0);
}

TEST_F(Output, TheDemoRefusesAPlaceForItsPicturesBeforeItTrains) {
  fs::create_directories(folder_ / "demo/attention.png");
  Ran ran = heed(Words{"demo", "--out", "demo"} + tiny(5));
  EXPECT_EQ(ran.code, 1);
  EXPECT_FALSE(fs::exists(folder_ / "demo/model")) << "it trained first";
  EXPECT_NE(ran.err.find("attention.png"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace heed
