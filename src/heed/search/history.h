// Records every step of a search. Hypotheses share their beginnings, so they are stored as a tree with one
// link for each token and read from the leaves. The attention of a step is stored once, so that a hypothesis
// has its own attention even if the beam was reordered later.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "heed/search/hypothesis.h"
#include "heed/search/penalty.h"
#include "heed/search/stepper.h"

namespace heed {

constexpr int32_t kRoot = -1;  // the link before the first token

class History {
 public:
  History() = default;
  // Records the attention of these blocks, which are those of the stepper.
  explicit History(std::span<const AttentionBlock> blocks);
  // Reserves memory for the longest outputs of `width` rows for each sentence, so that adding links does not
  // allocate. For very long outputs only a part is reserved, and memory grows later.
  void reserve(std::span<const Sentence> sentences, int64_t width);
  // Records the step that the next links are chosen from.
  void record(const StepOut& out);
  // Adds a link: row `row` of the recorded step, which continued link `parent`, took `token`.
  int32_t add(int32_t parent, int32_t row, int32_t token);

  double total(int32_t link) const { return link < 0 ? 0 : at(link).total; }  // log-probability
  int32_t length(int32_t link) const { return link < 0 ? 0 : at(link).length; }
  // Replaces `tokens` by the tokens up to a link.
  void read_tokens(int32_t link, std::vector<int32_t>& tokens) const;

  double score(int32_t leaf, const Sentence& sentence, const Ranking& ranking) const;
  Hypothesis read(int32_t leaf, const Sentence& sentence, const Ranking& ranking, int32_t end) const;

 private:
  struct Link {
    int32_t parent = kRoot, row = 0, token = 0, length = 0;
    float log_prob = 0;
    double total = 0;
  };
  // Where the attention of one block in one step is stored.
  struct Recorded {
    int32_t heads = 0, width = 0;
    std::size_t begin = 0, weights = 0;  // offsets of the first row in begins_ and weights_
  };

  const Link& at(int32_t link) const { return links_[static_cast<std::size_t>(link)]; }
  const Recorded& recorded(const Link& link, std::size_t block) const {
    return recorded_[static_cast<std::size_t>(link.length - 1) * blocks_ + block];
  }
  const float* weights(const Link& link, std::size_t block) const;  // [heads, width]
  int32_t begin(const Link& link, std::size_t block) const {
    return begins_[recorded(link, block).begin + static_cast<std::size_t>(link.row)];
  }
  AttentionRows rows_of(std::span<const Link* const> path, std::size_t block) const;
  // The coverage of each source column by the steps up to `leaf`; valid until the next call.
  std::span<const double> coverage(int32_t leaf, int32_t columns) const;

  StepOut out_;
  std::vector<Link> links_;
  std::size_t blocks_ = 0;
  std::optional<std::size_t> alignment_;  // the block that the coverage is taken from
  std::vector<Recorded> recorded_;        // [steps, blocks_]; a link's step is the one of its length
  std::vector<int32_t> begins_;           // of all steps, [rows] each
  std::vector<float> weights_;            // [rows, heads, width] each
  mutable std::vector<double> coverage_;
};

}  // namespace heed
