// A text with replaced characters that knows the original bytes of each of its bytes. It supports lower case
// (İ becomes two code points), Unicode's compatibility composition NFKC (ﬁ becomes two letters), and single
// spaces for runs of white space. If one character becomes several, each of them has the bytes of the
// original.
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
  // Replaces runs of white space by one space, and removes them at both ends.
  void fold_spaces();

  const std::string& text() const { return text_; }
  // The original bytes of the bytes [begin, end).
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
  std::vector<Range> ranges_;  // for each byte of text_; empty while nothing has changed
};

}  // namespace heed
