// Files that change while they are in use: by another process, or because the program is told to write over
// what it reads.
#include <sys/stat.h>

#include <functional>

#include "program.h"

namespace heed {
namespace {

// Changes a file as `cp` or a download does, in place: under whoever has it open.
void overwrite(const fs::path& file, const std::string& bytes) {
  put(file, bytes);  // which cuts the file first
}

class ChangedFiles : public Program {
 protected:
  // A process that answers a line, and goes on when the next one is typed.
  Ran run_over_change(const std::string& model, const std::function<void()>& change) {
    std::string pipe = (folder_ / "pipe").string(), out = (folder_ / "out").string();
    if (mkfifo(pipe.c_str(), 0600) != 0) throw std::runtime_error("cannot make a pipe");
    int keyboard = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
    Process program({"run", model}, {.folder = folder_.path(), .input_file = pipe, .output_file = out});
    auto type = [&](const std::string& line) {
      EXPECT_EQ(::write(keyboard, line.data(), line.size()), static_cast<ssize_t>(line.size()));
    };
    type("3 May\n");
    EXPECT_TRUE(program.wait_until([&] { return fs::exists(out) && !read_file(out).empty(); }));
    first_ = read_file(out);
    change();
    type("3 May\n");
    program.wait_until([&] { return read_file(out).size() > first_.size(); });
    ::close(keyboard);
    Ran ran = program.wait();
    ran.out = read_file(out);
    fs::remove(pipe);
    fs::remove(out);
    return ran;
  }

  void expect_noticed(const Ran& ran, const std::string& file) {
    EXPECT_EQ(ran.out, first_);
    Ran rest = ran;
    rest.out = "";
    expect_refusal(rest, 1, {file, "was changed while it was in use", "mv"});
  }

  // Trains until there is a checkpoint, and goes on while the index is changed.
  void expect_noticed_in_training(const std::function<void(const fs::path&)>& change) {
    Words words = Words{"train", kRecipe, "--out", "m"} + tiny(100'000) +
                  Words{"--set", "training.checkpoint_every=5", "--set", "data.generator.lines=20000"};
    Process process(words, {.folder = folder_.path()});
    ASSERT_TRUE(
        process.wait_until([&] { return fs::exists(folder_ / "m/training/checkpoint.safetensors"); }));
    change(folder_ / "m/training/examples.idx");
    Ran ran = process.wait(20);
    EXPECT_FALSE(ran.late);
    EXPECT_EQ(ran.signal, 0);
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.err.find("heed: m/training/examples.idx was changed while it was in use"),
              std::string::npos)
        << ran.err;
    EXPECT_FALSE(fs::exists(folder_ / "m/model.json"));
  }

  std::string first_;
};

TEST_F(ChangedFiles, APackedFileThatIsCutOrOverwrittenIsNamedAndAnswersNothingWrong) {
  ASSERT_EQ(heed({"export", tiny_model().string(), "packed"}).code, 0);
  std::string bytes = read_file(folder_ / "packed"), other = bytes;
  for (std::size_t i = other.size() / 2; i < other.size(); ++i) other[i] = static_cast<char>(i * 7);
  expect_noticed(run_over_change("packed", [&] { overwrite(folder_ / "packed", ""); }), "packed");
  overwrite(folder_ / "packed", bytes);
  expect_noticed(run_over_change("packed", [&] { overwrite(folder_ / "packed", other); }), "packed");
}

TEST_F(ChangedFiles, APackedFileThatIsReplacedByAnotherIsUsedToTheEnd) {
  ASSERT_EQ(heed({"export", tiny_model().string(), "packed"}).code, 0);
  write("new", "something else");
  Ran ran = run_over_change("packed", [&] { fs::rename(folder_ / "new", folder_ / "packed"); });
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, first_ + first_);
}

TEST_F(ChangedFiles, WeightsOfAModelDirectoryThatAreOverwrittenAreNamed) {
  copy_of_model("model");
  fs::path weights = folder_ / "model/model.safetensors";
  expect_noticed(run_over_change("model", [&] { overwrite(weights, ""); }), "model.safetensors");
}

TEST_F(ChangedFiles, AnIndexThatIsCutOrOverwrittenUnderATrainingIsNamed) {
  expect_noticed_in_training([](const fs::path& index) { overwrite(index, ""); });
  fs::remove_all(folder_ / "m");
  expect_noticed_in_training([](const fs::path& index) {
    std::fstream file(index, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(1000);
    file << std::string(100'000, '\xFF');
  });
}

TEST_F(ChangedFiles, AnOutputDirectoryThatIsDeletedUnderATrainingIsNamed) {
  Words words =
      Words{"train", kRecipe, "--out", "m"} + tiny(100'000) + Words{"--set", "training.checkpoint_every=5"};
  Process process(words, {.folder = folder_.path()});
  ASSERT_TRUE(process.wait_until([&] { return fs::exists(folder_ / "m/training/checkpoint.safetensors"); }));
  for (std::error_code failed; fs::exists(folder_ / "m");) fs::remove_all(folder_ / "m", failed);
  Ran ran = process.wait(20);
  EXPECT_FALSE(ran.late);
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.err.find("internal error"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("heed: cannot "), std::string::npos) << ran.err;
}

TEST_F(ChangedFiles, NothingIsWrittenOverTheModelThatIsRead) {
  copy_of_model("model");
  ASSERT_EQ(heed({"export", "model", "packed"}).code, 0);
  fs::create_directory_symlink("model", folder_ / "link");
  fs::create_symlink("packed", folder_ / "packed-link");
  fs::create_hard_link(folder_ / "model/model.json", folder_ / "second-name.json");
  write("dev.tsv", "3 May\t05-03\n");
  Words all = {"lies in model", "which is read"};
  expect_refused(2, {"export", "model", "model/model.json"}, all);
  expect_refused(2, {"export", "model", "model/packed"}, all);
  expect_refused(2, {"export", "model", "link/model.json"}, all);
  expect_refused(2, {"export", "link", "model/model.json"}, {"lies in link"});
  expect_refused(2, {"export", "model", "second-name.json"}, all);
  expect_refused(2, {"eval", "model", "--outputs", "model/model.safetensors"}, all);
  expect_refused(2, {"eval", "model", "--outputs", "./model/../link/new"}, all);
  expect_refused(2, {"eval", "packed", "--outputs", "packed"}, {"is packed", "which is read"});
  expect_refused(2, {"eval", "packed-link", "--outputs", "packed"}, {"is packed-link"});
  expect_refused(2, {"eval", "packed", "--ensemble", "model", "--outputs", "model/x"}, all);
  expect_refused(2, {"eval", "packed", "--data", "dev.tsv", "--outputs", "dev.tsv"}, {"is dev.tsv"});
  expect_refused(2, {"run", "model", "--attention", "model/model.json"}, all);
  expect_refused(2, {"run", "packed", "--ensemble", "model", "--attention", "model/model.json"}, all);
  expect_refused(2, {"look", "model", "3 May", "--attention", "link/model.json"}, all);
  EXPECT_EQ(heed({"eval", "model", "--data", "dev.tsv", "--outputs", "model-outputs"}).code, 0);
}

}  // namespace
}  // namespace heed
