// Models that were torn, changed, forged or never finished: every verb refuses them with the file's name,
// none crashes.
#include <nlohmann/json.hpp>

#include "heed/graph/model_directory.h"
#include "program.h"

namespace heed {
namespace {

const Words kFiles = {"model.safetensors", "recipe.yml", "model.graph.json", "source.vocab.txt",
                      "model.json"};

class DamagedModel : public Program {
 protected:
  void SetUp() override { copy_of_model("m"); }

  static std::vector<Words> verbs(const std::string& model) {
    return {{"run", model}, {"eval", model}, {"look", model, "3 May"}, {"info", model}};
  }
  void expect_refused_by_all(const std::string& model, const Words& parts) {
    for (const Words& words : verbs(model)) expect_refused(1, words, parts, "3 May\n");
  }
  // All verbs open a model in one way, and libtorch is slow to start: `info` always, the others in turn.
  void expect_refused_in_turn(const std::string& model, const Words& parts) {
    expect_refused(1, {"info", model}, parts);
    expect_refused(1, verbs(model)[turn_++ % 3], parts, "3 May\n");
  }
  std::string whole(const std::string& file) const { return read_file(tiny_model() / file); }
  // What a stranger can send: a changed file, and a model.json that says it is right.
  void forge(const std::string& name, const std::string& bytes) {
    std::map<std::string, std::string> files;
    for (const std::string& file : Words{"model.safetensors", "recipe.yml", "model.graph.json",
                                         "source.vocab.txt", "target.vocab.txt"}) {
      files[file] = whole(file);
    }
    files[name] = bytes;
    write_model(folder_ / "m", files, {"translate", 1, 20});
  }

 private:
  std::size_t turn_ = 0;
};

TEST_F(DamagedModel, WhatIsNoModelIsRefusedWithTheReason) {
  expect_refused_by_all("nowhere", {"nowhere", "there is no model", "heed train"});
  expect_refused_in_turn("m/recipe.yml", {"m/recipe.yml is a file", "directory"});
  fs::create_directory(folder_ / "empty");
  expect_refused_in_turn("empty", {"empty is not a model", "model.json"});
  fs::remove(folder_ / "m/model.json");  // the last file that a training writes
  expect_refused_by_all("m", {"m is not trained to its end", "heed train"});
}

TEST_F(DamagedModel, AFileCutShortChangedOrLostIsNamed) {
  for (const std::string& file : kFiles) {
    std::string bytes = whole(file);
    write("m/" + file, bytes.substr(0, bytes.size() / 2));
    expect_refused_in_turn("m", {"m/" + file, "damaged"});
    if (file == "model.json") continue;  // its bytes are tried below, its loss above
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    write("m/" + file, bytes);
    expect_refused_in_turn("m", {"m/" + file, "changed"});
    fs::remove(folder_ / "m" / file);
    expect_refused_in_turn("m", {"m/" + file, "missing"});
    write("m/" + file, whole(file));
  }
}

// `info` starts in milliseconds, so that it can be tried at every length and at every byte.
TEST_F(DamagedModel, NoLengthAndNoFlippedByteIsTakenForAWholeModel) {
  for (const std::string& file : kFiles) {
    std::string bytes = whole(file);
    std::size_t stride = file == "model.json" ? 1 : 1 + bytes.size() / 20;
    for (std::size_t at = 0; at < bytes.size(); at += stride) {
      for (bool cut : {true, false}) {
        if (cut && at + 1 == bytes.size() && file == "model.json") continue;  // the last newline says nothing
        if (cut && stride == 1 && at % 3 != 0) continue;
        std::string damaged = cut ? bytes.substr(0, at) : bytes;
        if (!cut) damaged[at] = static_cast<char>(damaged[at] ^ 1);
        write("m/" + file, damaged);
        Ran ran = heed({"info", "m"});
        ASSERT_EQ(ran.signal, 0) << file << (cut ? " cut at " : " flipped at ") << at;
        EXPECT_EQ(ran.code, 1) << file << (cut ? " cut at " : " flipped at ") << at << " '"
                               << damaged.substr(at, 12) << "'";
        EXPECT_TRUE(ran.code == 0 || ran.err.starts_with("heed: m")) << ran.err;
        EXPECT_EQ(ran.err.find("internal error"), std::string::npos) << ran.err;
      }
    }
    write("m/" + file, bytes);
  }
}

TEST_F(DamagedModel, ANewerFormatIsRefusedByItsNumber) {
  auto manifest = nlohmann::ordered_json::parse(whole("model.json"));
  manifest["format_version"] = 999;
  write("m/model.json", manifest.dump());
  expect_refused_in_turn("m", {"format 999", "newer heed"});
}

TEST_F(DamagedModel, AFileNamedOutsideTheModelIsRefused) {
  auto manifest = nlohmann::ordered_json::parse(whole("model.json"));
  manifest["files"]["../../etc/passwd"] = {{"bytes", 1}, {"xxh3", "0"}};
  write("m/model.json", manifest.dump());
  expect_refused(1, {"info", "m"}, {"m"});
}

TEST_F(DamagedModel, AForgedModelWhosePartsDoNotFitIsRefusedAndNeverCrashes) {
  forge("source.vocab.txt", whole("source.vocab.txt") + "one\ntoo many\n");
  expect_refused(1, {"run", "m"}, {"m/", "source_embedding"}, "3 May\n");
  forge("target.vocab.txt", "");
  expect_refused(1, {"run", "m"}, {"m/target.vocab.txt", "special tokens"}, "3 May\n");
  std::string recipe = whole("recipe.yml");
  forge("recipe.yml", recipe.replace(recipe.find("width: 16"), 9, "width: 17"));
  expect_refused(1, {"eval", "m", "--engine", "torch"},
                 {"m/", "decoder"});  // the engine reads the graph alone
  forge("recipe.yml", "task: [");
  expect_refused(2, {"look", "m", "3 May"}, {"m/recipe.yml:", "not valid YAML"});
}

TEST_F(DamagedModel, AForgedTensorFileOrGraphIsRefusedAndNeverCrashes) {
  std::string tensors = whole("model.safetensors");
  forge("model.safetensors", "\xff\xff\xff\xff\xff\xff\xff\xff{}");
  expect_refused(1, {"run", "m"}, {"m/model.safetensors", "header"}, "3 May\n");
  forge("model.safetensors", "");
  expect_refused(1, {"info", "m"}, {"m/model.safetensors", "0 bytes"});
  forge("model.safetensors", std::string(tensors).replace(tensors.find("F32"), 3, "F16"));
  expect_refused(1, {"info", "m"}, {"m/model.safetensors", "shape"});
  forge("model.graph.json", "[{\"name\": 5}]");
  expect_refused(1, {"info", "m"}, {"m/model.graph.json"});
  forge("model.graph.json", "null");
  expect_refused(1, {"info", "m"}, {"m/model.graph.json"});
}

}  // namespace
}  // namespace heed
