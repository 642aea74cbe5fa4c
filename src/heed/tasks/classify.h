// The task of classifying a text: columns `label` and `text`, in this order in files without names (`label
// TAB text`).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heed/base/options.h"
#include "heed/tasks/class_metrics.h"
#include "heed/tasks/task.h"
#include "heed/text/tokenisers.h"

namespace heed {

struct ClassifyOptions {
  static constexpr const char* kType = "classify";
  TokeniserOptions text = default_tokeniser();
  int64_t max_length = 1000;
  std::vector<std::string> metrics = {"accuracy", "macro_f1"};
  static void fields(auto& o, auto&& f) {
    f("text", o.text, "how text is cut into tokens");
    f("max_length", o.max_length, "longest text, in tokens; longer ones are cut off, with a warning",
      between(1, 1'000'000));
    f("metrics", o.metrics, "metrics of predictions, the main one first", one_of(class_metric_names()));
  }
  std::unique_ptr<Task> make() const;

  static TokeniserOptions default_tokeniser() {
    WordsOptions words;
    words.lowercase = true;
    words.punctuation = "separate";
    return words;
  }
};

}  // namespace heed
