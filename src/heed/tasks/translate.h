// The task of turning one sequence into another: columns `source` and `target`. The target is generated token
// by token.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heed/base/options.h"
#include "heed/metrics/registry.h"
#include "heed/tasks/task.h"
#include "heed/text/tokenisers.h"

namespace heed {

struct TranslateOptions {
  static constexpr const char* kType = "translate";
  TokeniserOptions source, target;
  bool joint = false, copy = false;
  int64_t max_length = 1000;
  std::vector<std::string> metrics = {"exact_match", "cer"};
  MetricOptions scoring;
  static void fields(auto& o, auto&& f) {
    f("source", o.source, "how source text is cut into tokens");
    f("target", o.target, "how target text is cut into tokens");
    f("joint", o.joint, "use one vocabulary for both sides, learnt from both");
    f("copy", o.copy, "let the decoder copy source tokens that are not in the target vocabulary");
    f("max_length", o.max_length,
      "longest source or target, in tokens; longer ones are cut off, with a warning", between(1, 1'000'000));
    f("metrics", o.metrics, "metrics of predictions, the main one first", one_of(metric_names()));
    f("scoring", o.scoring, "how the metrics are computed");
  }
  std::unique_ptr<Task> make() const;
};

}  // namespace heed
