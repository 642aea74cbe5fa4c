// A model that classifies texts in one pass without any weights: of a text of n words the class n mod 2 is
// likelier, by `share`, and all its tokens are looked at alike by each of two heads.
#pragma once

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "heed/run/runnable.h"
#include "heed/tasks/registry.h"

namespace heed {

struct ParityPass : Pass {
  explicit ParityPass(float share) : share_(share) {}
  std::vector<RawOutput> run(std::span<const Example* const> examples, bool attention) const override {
    batches.push_back(examples.size());
    std::vector<RawOutput> outputs;
    for (const Example* example : examples) {
      std::size_t tokens = (*example)[0].ids.size(), right = (tokens - 1) % 2;
      outputs.emplace_back();
      outputs.back().arrays["log_probs"] = {{2}, {std::log(1 - share_), std::log(1 - share_)}, {}};
      outputs.back().arrays["log_probs"].numbers[right] = std::log(share_);
      if (!attention) continue;
      auto width = static_cast<int32_t>(tokens);
      std::vector<float> weights(2 * tokens, 1.0F / static_cast<float>(tokens));
      outputs.back().attention = {{{"pooling", 0, "label", "text"}, {2, width, {0}, std::move(weights)}}};
    }
    return outputs;
  }
  bool attends() const override { return true; }
  float share_;
  mutable std::vector<std::size_t> batches;
};

struct FilesInMemory : ModelFiles {
  explicit FilesInMemory(std::map<std::string, std::string> bytes)
      : ModelFiles("made"), bytes_(std::move(bytes)) {}
  std::string read(const std::string& name) const override { return bytes_.at(name); }
  std::map<std::string, std::string> bytes_;
};

class ParityModel : public Runnable {
 public:
  explicit ParityModel(float share = 0.75F, std::vector<std::unique_ptr<Runnable>> others = {})
      : Runnable(files()), pass_(share) {
    run_by(pass_, std::move(others));
  }

 private:
  static FilesInMemory files() {
    TaskOptions options = ClassifyOptions{};
    std::unique_ptr<Task> task = make_task(options);
    std::vector<Record> records = {{{"even", "a b"}, "f", 1}, {{"odd", "a"}, "f", 2}};
    task->learn(records);
    std::map<std::string, std::string> bytes = task->files();
    bytes["recipe.yml"] = "task: {type: classify}\n";
    return FilesInMemory(std::move(bytes));
  }

  ParityPass pass_;
};

}  // namespace heed
