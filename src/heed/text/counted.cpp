#include <unordered_map>

#include "heed/text/segmenter.h"

namespace heed {
namespace {

class Counted : public Tokeniser {
 public:
  Counted(std::unique_ptr<Segmenter> segmenter, const CountLimits& limits)
      : segmenter_(std::move(segmenter)), limits_(limits) {}

  void observe(std::string_view text, int64_t limit) override {
    for (const Token& token : segmenter_->split(text, limit)) ++counts_[token.text];
  }

  void settle(const std::string&) override {
    vocabulary_ = Vocabulary::from_counts(counts_, limits_.size, limits_.min_count);
    counts_ = {};
  }

  std::string extension() const override { return ".vocab.txt"; }
  std::string bytes() const override { return vocabulary_.to_text(); }
  void load(const std::string& bytes, const std::string& where) override {
    vocabulary_ = Vocabulary::from_text(bytes, where);
  }

  Sequence encode(std::string_view text, int64_t limit) const override {
    Sequence sequence;
    sequence.tokens = segmenter_->split(text, limit + 1);
    sequence.cut = static_cast<int64_t>(sequence.tokens.size()) > limit;
    if (sequence.cut) sequence.tokens.pop_back();
    for (const Token& token : sequence.tokens) sequence.ids.push_back(vocabulary_.id(token.text));
    return sequence;
  }

  Decoded join(std::span<const std::string> tokens) const override { return segmenter_->join(tokens); }

 private:
  std::unique_ptr<Segmenter> segmenter_;
  CountLimits limits_;
  std::unordered_map<std::string, int64_t> counts_;
};

}  // namespace

std::unique_ptr<Tokeniser> counted(std::unique_ptr<Segmenter> segmenter, const CountLimits& limits) {
  return std::make_unique<Counted>(std::move(segmenter), limits);
}

}  // namespace heed
