#include "heed/search/search.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

// One token of a hypothesis. Hypotheses share their beginnings, so they are kept as a tree and read from the
// leaves.
struct Link {
  int32_t parent = -1;  // link of the token before; -1 = first
  int32_t token = 0;
  int32_t length = 0;
  float log_prob = 0;
  double total = 0;
  int32_t begin = 0, heads = 0, width = 0;
  std::vector<float> weights;
};

class Tree {
 public:
  // Row `row` of `out` took `token` after link `parent`.
  int32_t add(int32_t parent, int32_t token, const StepOut& out, std::size_t row) {
    Link link;
    link.parent = parent;
    link.token = token;
    link.log_prob =
        out.log_probs[row * static_cast<std::size_t>(out.columns) + static_cast<std::size_t>(token)];
    link.total = total(parent) + link.log_prob;
    link.length = parent < 0 ? 1 : links_[static_cast<std::size_t>(parent)].length + 1;
    link.heads = out.heads;
    link.width = out.width;
    if (!out.weights.empty()) {
      std::size_t size = static_cast<std::size_t>(out.heads) * static_cast<std::size_t>(out.width);
      auto from = out.weights.subspan(row * size, size);
      link.weights.assign(from.begin(), from.end());
      link.begin = out.begin[row];
    }
    links_.push_back(std::move(link));
    return static_cast<int32_t>(links_.size()) - 1;
  }

  double total(int32_t link) const { return link < 0 ? 0 : links_[static_cast<std::size_t>(link)].total; }

  Hypothesis read(int32_t leaf, const SearchOptions& options, int32_t end) const {
    const Link& last = links_[static_cast<std::size_t>(leaf)];
    std::vector<const Link*> path(static_cast<std::size_t>(last.length));
    for (int32_t at = leaf, i = last.length - 1; at >= 0; --i) {
      const Link& link = links_[static_cast<std::size_t>(at)];
      path[static_cast<std::size_t>(i)] = &link;
      at = link.parent;
    }
    Hypothesis hypothesis;
    for (const Link* link : path) {
      hypothesis.tokens.push_back(link->token);
      hypothesis.token_scores.push_back(link->log_prob);
      hypothesis.begin.push_back(link->begin);
      hypothesis.weights.insert(hypothesis.weights.end(), link->weights.begin(), link->weights.end());
    }
    hypothesis.heads = last.heads;
    hypothesis.width = last.width;
    hypothesis.log_probability = last.total;
    hypothesis.score = last.total / std::pow(static_cast<double>(last.length), options.length_penalty);
    hypothesis.ended = last.token == end;
    return hypothesis;
  }

 private:
  std::vector<Link> links_;
};

// One row of a step: which sentence it belongs to and which link it continues.
struct Row {
  int32_t sentence = 0, link = -1;
};

struct Candidate {
  double total = 0;
  int32_t row = 0, token = 0;
  // Best first; ties by row and token, so that the result never depends on the sort.
  bool operator<(const Candidate& other) const {
    if (total != other.total) return total > other.total;
    return row != other.row ? row < other.row : token < other.token;
  }
};

// The best `count` continuations of rows [first, last), which belong to one sentence.
std::vector<Candidate> best_candidates(const StepOut& out, std::span<const Row> rows, const Tree& tree,
                                       std::span<const char> forbidden, std::pair<int32_t, int32_t> range,
                                       std::size_t count) {
  std::vector<Candidate> kept;
  for (int32_t row = range.first; row < range.second; ++row) {
    double before = tree.total(rows[static_cast<std::size_t>(row)].link);
    const float* log_probs =
        out.log_probs.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(out.columns);
    for (int32_t token = 0; token < out.columns; ++token) {
      auto index = static_cast<std::size_t>(token);
      if (index < forbidden.size() && forbidden[index]) continue;
      Candidate candidate{before + log_probs[token], row, token};
      if (kept.size() == count && !(candidate < kept.front())) continue;
      if (kept.size() == count) {
        std::pop_heap(kept.begin(), kept.end());
        kept.pop_back();
      }
      kept.push_back(candidate);
      std::push_heap(kept.begin(), kept.end());  // the worst of the kept is in front
    }
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

std::vector<char> mark(std::span<const int32_t> tokens) {
  std::vector<char> marks;
  for (int32_t token : tokens) {
    if (static_cast<std::size_t>(token) >= marks.size()) marks.resize(static_cast<std::size_t>(token) + 1);
    marks[static_cast<std::size_t>(token)] = 1;
  }
  return marks;
}

}  // namespace

void keep_columns(Hypothesis& hypothesis, int32_t columns) {
  if (hypothesis.width <= columns) return;
  std::vector<float> kept;
  for (std::size_t row = 0; row < hypothesis.weights.size();
       row += static_cast<std::size_t>(hypothesis.width)) {
    auto from = hypothesis.weights.begin() + static_cast<std::ptrdiff_t>(row);
    kept.insert(kept.end(), from, from + columns);
  }
  hypothesis.weights = std::move(kept);
  hypothesis.width = columns;
}

int32_t length_limit(const SearchOptions& options, int64_t source_length) {
  double limit =
      options.max_ratio * static_cast<double>(source_length) + static_cast<double>(options.max_extra);
  return static_cast<int32_t>(std::min(limit, static_cast<double>(options.max_length)));
}

std::vector<std::vector<Hypothesis>> beam_search(Stepper& stepper, std::span<const int32_t> limits,
                                                 const SearchTokens& tokens, const SearchOptions& options) {
  Tree tree;
  std::vector<std::vector<int32_t>> finished(limits.size());  // leaves
  std::vector<Row> rows;
  std::vector<int32_t> parents, inputs;
  for (std::size_t s = 0; s < limits.size(); ++s) {
    rows.push_back({static_cast<int32_t>(s), -1});
    parents.push_back(static_cast<int32_t>(s));
    inputs.push_back(tokens.start);
  }
  std::vector<char> forbidden = mark(tokens.forbidden);
  for (int32_t length = 1; !rows.empty(); ++length) {
    StepOut out = stepper.step(parents, inputs);
    std::vector<Row> next;
    parents.clear();
    inputs.clear();
    for (int32_t first = 0; first < static_cast<int32_t>(rows.size());) {
      int32_t sentence = rows[static_cast<std::size_t>(first)].sentence, last = first;
      while (last < static_cast<int32_t>(rows.size()) &&
             rows[static_cast<std::size_t>(last)].sentence == sentence)
        ++last;
      auto& done = finished[static_cast<std::size_t>(sentence)];
      std::size_t open = static_cast<std::size_t>(options.beam) - done.size();
      for (const Candidate& c : best_candidates(out, rows, tree, forbidden, {first, last}, open)) {
        int32_t link = tree.add(rows[static_cast<std::size_t>(c.row)].link, c.token, out,
                                static_cast<std::size_t>(c.row));
        if (c.token == tokens.end || length >= limits[static_cast<std::size_t>(sentence)]) {
          done.push_back(link);
        } else {
          next.push_back({sentence, link});
          parents.push_back(c.row);
          inputs.push_back(c.token);
        }
      }
      first = last;
    }
    rows = std::move(next);
  }
  std::vector<std::vector<Hypothesis>> results(limits.size());
  for (std::size_t s = 0; s < limits.size(); ++s) {
    for (int32_t leaf : finished[s]) results[s].push_back(tree.read(leaf, options, tokens.end));
    std::stable_sort(results[s].begin(), results[s].end(),
                     [](const Hypothesis& a, const Hypothesis& b) { return a.score > b.score; });
  }
  return results;
}

std::vector<Hypothesis> score_given(Stepper& stepper, std::span<const std::vector<int32_t>> outputs,
                                    const SearchTokens& tokens, const SearchOptions& options) {
  Tree tree;
  std::vector<Row> rows;
  std::vector<int32_t> parents, inputs, leaves(outputs.size(), -1);
  for (std::size_t s = 0; s < outputs.size(); ++s) {
    if (outputs[s].empty()) continue;
    rows.push_back({static_cast<int32_t>(s), -1});
    parents.push_back(static_cast<int32_t>(s));
    inputs.push_back(tokens.start);
  }
  for (std::size_t step = 0; !rows.empty(); ++step) {
    StepOut out = stepper.step(parents, inputs);
    std::vector<Row> next;
    parents.clear();
    inputs.clear();
    for (std::size_t row = 0; row < rows.size(); ++row) {
      auto sentence = static_cast<std::size_t>(rows[row].sentence);
      leaves[sentence] = tree.add(rows[row].link, outputs[sentence][step], out, row);
      if (step + 1 == outputs[sentence].size()) continue;
      next.push_back({rows[row].sentence, leaves[sentence]});
      parents.push_back(static_cast<int32_t>(row));
      inputs.push_back(outputs[sentence][step]);
    }
    rows = std::move(next);
  }
  std::vector<Hypothesis> results;
  for (int32_t leaf : leaves)
    results.push_back(leaf < 0 ? Hypothesis{} : tree.read(leaf, options, tokens.end));
  return results;
}

}  // namespace heed
