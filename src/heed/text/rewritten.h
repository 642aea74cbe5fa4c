// A text with characters replaced that still knows the original bytes of every byte it has: small letters for
// capitals (İ becomes two code points), Unicode's compatibility composition NFKC (ﬁ becomes two letters),
// single spaces for runs of white space. What becomes several characters keeps the one original's bytes in
// each of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

class Rewritten {
 public:
  explicit Rewritten(std::string_view original) : text_(original), original_size_(text_.size()) {}

  void lowercase();
  void nfkc();
  // Runs of white space become one space; none is left at either end.
  void fold_spaces();

  const std::string& text() const { return text_; }
  // The original bytes that bytes begin … end came from.
  std::pair<int64_t, int64_t> original(int64_t begin, int64_t end) const;

 private:
  struct Range {
    int64_t begin, end;
  };
  // `before` bytes of the old text became `after` bytes of the new one.
  struct Change {
    int64_t before, after;
    bool changed;
  };
  Range range_of(std::size_t begin, std::size_t end) const;
  void replace(std::string text, const std::vector<Change>& changes);

  std::string text_;
  std::size_t original_size_;
  std::vector<Range> ranges_;  // a byte of text_; empty while nothing has changed
};

}  // namespace heed
