#include <algorithm>

#include "heed/search/choose.h"
#include "heed/search/history.h"
#include "heed/search/search.h"

namespace heed {
namespace {

struct Ended {
  int32_t link = kRoot;
  double score = 0;
};

// The hypotheses of one sentence: the links that are still open, and those that have ended, each best first.
struct Beam {
  std::vector<int32_t> open;
  std::vector<Ended> ended;
};

class BeamSearch {
 public:
  BeamSearch(Stepper& stepper, std::span<const Sentence> sentences, const SearchTokens& tokens,
             const SearchOptions& options)
      : stepper_(stepper),
        sentences_(sentences),
        tokens_(tokens),
        options_(options),
        ranking_(options),
        constraints_(tokens, options),
        history_(stepper.step_blocks()),
        beams_(sentences.size()) {
    auto width = static_cast<std::size_t>(options.beam);
    for (Beam& beam : beams_) {
      beam.open.reserve(width);
      beam.ended.reserve(width);
      beam.open.push_back(kRoot);
    }
    last_open_.reserve(width);
    for (auto* rows : {&parents_, &inputs_}) rows->reserve(sentences.size() * width);
    int32_t longest = 0;
    for (const Sentence& sentence : sentences) longest = std::max(longest, sentence.limit);
    produced_.reserve(static_cast<std::size_t>(longest));
    history_.reserve(sentences, options.beam);
  }

  FoundHypotheses run() {
    for (std::size_t s = 0; s < beams_.size(); ++s) {
      parents_.push_back(static_cast<int32_t>(s));
      inputs_.push_back(tokens_.start);
    }
    while (!parents_.empty()) {
      StepOut out = stepper_.step(parents_, inputs_);
      history_.record(out);
      parents_.clear();
      inputs_.clear();
      int32_t row = 0;
      for (std::size_t s = 0; s < beams_.size(); ++s) {
        auto rows = static_cast<int32_t>(beams_[s].open.size());
        if (rows > 0) advance(out, s, row);
        row += rows;
      }
    }
    return results();
  }

 private:
  // Makes one step of one sentence, whose open links have the rows first, first + 1, …
  void advance(const StepOut& out, std::size_t s, int32_t first) {
    Beam& beam = beams_[s];
    const Sentence& sentence = sentences_[s];
    int32_t length = history_.length(beam.open.front()) + 1;
    chooser_.begin(static_cast<std::size_t>(options_.beam) - beam.ended.size());
    for (std::size_t i = 0; i < beam.open.size(); ++i) {
      history_.read_tokens(beam.open[i], produced_);
      chooser_.offer(out, first + static_cast<int32_t>(i), history_.total(beam.open[i]),
                     constraints_.next(sentence, produced_));
    }
    std::swap(beam.open, last_open_);
    beam.open.clear();
    std::size_t before = parents_.size();
    for (const Candidate& c : chooser_.chosen()) {
      int32_t parent = last_open_[static_cast<std::size_t>(c.row - first)];
      int32_t link = c.token == kNone ? parent : history_.add(parent, c.row, c.token);
      if (c.token == kNone || c.token == tokens_.end || length >= sentence.limit) {
        add(beam.ended, {link, history_.score(link, sentence, ranking_)});
      } else {
        beam.open.push_back(link);
        parents_.push_back(c.row);
        inputs_.push_back(c.token);
      }
    }
    if (beam.open.empty() || !settled(beam, {length + 1, sentence.limit})) return;
    beam.open.clear();
    parents_.resize(before);
    inputs_.resize(before);
  }

  // Whether no open hypothesis can still be among the n best. The first open one has the highest
  // log-probability, and so the highest bound.
  bool settled(const Beam& beam, const Reach& reach) const {
    auto wanted = static_cast<std::size_t>(options_.n_best);
    if (beam.ended.size() < wanted) return false;
    return ranking_.bound(history_.total(beam.open.front()), reach) <= beam.ended[wanted - 1].score;
  }

  // Best first; of equal ones, the first that ended comes first.
  static void add(std::vector<Ended>& ended, const Ended& one) {
    auto at = std::upper_bound(ended.begin(), ended.end(), one,
                               [](const Ended& a, const Ended& b) { return a.score > b.score; });
    ended.insert(at, one);
  }

  FoundHypotheses results() {
    FoundHypotheses found(beams_.size());
    for (std::size_t s = 0; s < beams_.size(); ++s) {
      std::vector<Ended>& ended = beams_[s].ended;
      ended.resize(std::min(ended.size(), static_cast<std::size_t>(options_.n_best)));
      for (const Ended& one : ended)
        found[s].push_back(history_.read(one.link, sentences_[s], ranking_, tokens_.end));
    }
    return found;
  }

  Stepper& stepper_;
  std::span<const Sentence> sentences_;
  const SearchTokens& tokens_;
  const SearchOptions& options_;
  Ranking ranking_;
  Constraints constraints_;
  Chooser chooser_;
  History history_;
  std::vector<Beam> beams_;
  std::vector<int32_t> parents_, inputs_, produced_, last_open_;
};

}  // namespace

FoundHypotheses beam_search(Stepper& stepper, std::span<const Sentence> sentences, const SearchTokens& tokens,
                            const SearchOptions& options) {
  require_valid(options);
  return BeamSearch(stepper, sentences, tokens, options).run();
}

FoundHypotheses search(Stepper& stepper, std::span<const Sentence> sentences, const SearchTokens& tokens,
                       const SearchOptions& options) {
  return (options.samples > 0 ? sample : beam_search)(stepper, sentences, tokens, options);
}

}  // namespace heed
