// What the tests of the program share: a folder to work in, one tiny trained model a process, and what a
// refusal must look like wherever it comes from.
#pragma once

#include <algorithm>
#include <map>

#include "process.h"

namespace heed {

inline const std::string kRecipe = HEED_RECIPES "/dates.yml";

inline Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// The recipe of the dates, made small enough to train in a second.
inline Words tiny(int64_t updates) {
  Words words;
  for (const char* setting :
       {"model.encoder.width=8", "model.embedding.width=8", "model.decoder.width=16",
        "model.decoder.readout=8", "model.attention.score.width=8", "data.generator.lines=200",
        "data.generator.dev_lines=10", "training.batch_tokens=400"}) {
    words.insert(words.end(), {"--set", setting});
  }
  return words + Words{"--set", "training.updates=" + std::to_string(updates)};
}

// Trained once a process, when first asked for. Tests copy it before they harm it.
inline fs::path tiny_model() {
  static TemporaryDirectory folder;
  static const fs::path model = [] {
    Ran ran = Process(Words{"train", kRecipe, "--out", (folder / "model").string()} + tiny(20)).wait();
    if (ran.code != 0) throw std::runtime_error("the tiny model could not be trained: " + ran.err);
    return folder / "model";
  }();
  return model;
}

// Every file below a folder with its bytes, every directory with "/".
inline std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    found[entry.path().lexically_relative(folder).string()] =
        entry.is_directory() ? "/" : read_file(entry.path());
  }
  return found;
}

inline std::string joined(const Words& words) {
  std::string text = "heed";
  for (const std::string& word : words) text += " " + word.substr(0, 200);
  return text;
}

// One line that begins "heed: ", names what the reader needs, and is no stack trace; nothing on standard
// output.
inline void expect_refusal(const Ran& ran, int code, const Words& parts) {
  EXPECT_FALSE(ran.late) << "it did not end";
  EXPECT_EQ(ran.signal, 0) << "it crashed";
  EXPECT_EQ(ran.code, code);
  EXPECT_EQ(ran.out, "");
  std::string err = ran.err.substr(0, 1000);
  EXPECT_TRUE(ran.err.starts_with("heed: ")) << err;
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << err;
  for (const std::string& part : parts)
    EXPECT_NE(ran.err.find(part), std::string::npos) << part << "\n" << err;
  for (const char* trace : {"internal error", "frame #", "terminate called", "what():"}) {
    EXPECT_EQ(ran.err.find(trace), std::string::npos) << err;
  }
}

// A folder of the test's own, in which the program is started.
class Program : public testing::Test {
 protected:
  Ran heed(const Words& words, const std::string& input = "") {
    return Process(words, {.folder = folder_.path(), .input = input}).wait();
  }

  // Refused, and the folder is what it was.
  void expect_refused(int code, const Words& words, const Words& parts, const std::string& input = "") {
    SCOPED_TRACE(joined(words));
    auto before = contents(folder_.path());
    expect_refusal(heed(words, input), code, parts);
    EXPECT_EQ(names(contents(folder_.path())), names(before));
    EXPECT_TRUE(contents(folder_.path()) == before) << "a file was changed";
  }

  std::string write(const std::string& name, const std::string& bytes) {
    fs::create_directories((folder_ / name).parent_path());
    put(folder_ / name, bytes);
    return name;
  }

  std::string copy_of_model(const std::string& name) {
    fs::copy(tiny_model(), folder_ / name, fs::copy_options::recursive);
    return name;
  }

  static Words names(const std::map<std::string, std::string>& files) {
    Words names;
    for (const auto& [name, bytes] : files) names.push_back(name);
    return names;
  }

  TemporaryDirectory folder_;
};

}  // namespace heed
