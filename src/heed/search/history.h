// Every step that was taken. Hypotheses share their beginnings, so they are kept as a tree of links, one a
// token, and read from the leaves; the attention of a step is kept once for all that its rows became. A
// hypothesis so has its own attention, however the beam was reordered in between.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heed/search/hypothesis.h"
#include "heed/search/penalty.h"
#include "heed/search/stepper.h"

namespace heed {

constexpr int32_t kRoot = -1;  // the link before the first token

class History {
 public:
  // Room for as many steps of `width` rows a sentence as there may be, so that nothing is allocated on the
  // way; what would be a great deal is left to be asked for.
  void reserve(std::span<const Sentence> sentences, int64_t width);
  // What the links that are added next were chosen from.
  void record(const StepOut& out);
  // Row `row` of the recorded step, which continued link `parent`, took `token`.
  int32_t add(int32_t parent, int32_t row, int32_t token);

  double total(int32_t link) const { return link < 0 ? 0 : at(link).total; }  // log-probability
  int32_t length(int32_t link) const { return link < 0 ? 0 : at(link).length; }
  // The tokens up to a link, in place of what `tokens` held.
  void read_tokens(int32_t link, std::vector<int32_t>& tokens) const;

  double score(int32_t leaf, const Sentence& sentence, const Ranking& ranking) const;
  Hypothesis read(int32_t leaf, const Sentence& sentence, const Ranking& ranking, int32_t end) const;

 private:
  struct Link {
    int32_t parent = kRoot, row = 0, token = 0, length = 0;
    float log_prob = 0;
    double total = 0;
  };
  struct Glances {
    int32_t heads = 0, width = 0;        // no heads: none
    std::size_t begin = 0, weights = 0;  // where those of its first row lie
  };

  const Link& at(int32_t link) const { return links_[static_cast<std::size_t>(link)]; }
  const Glances& glances(const Link& link) const { return steps_[static_cast<std::size_t>(link.length - 1)]; }
  const float* weights(const Link& link) const;  // [heads, width]
  int32_t begin(const Link& link) const {
    return begins_[glances(link).begin + static_cast<std::size_t>(link.row)];
  }
  // Valid until the next call.
  std::span<const double> coverage(int32_t leaf, int32_t columns) const;

  StepOut out_;
  std::vector<Link> links_;
  std::vector<Glances> steps_;   // a link's own is the one of its length
  std::vector<int32_t> begins_;  // of all steps, [rows] each
  std::vector<float> weights_;   // [rows, heads, width] each
  mutable std::vector<double> coverage_;
};

}  // namespace heed
