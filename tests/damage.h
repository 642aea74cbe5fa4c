// What files come to: bytes flipped, lost, put in, doubled, the end cut off; and, in JSON, one number or text
// in the place of another, so that what is read still looks like what was written. The same damage every
// time: a function of what it is for and of how much was done before.
#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heed/base/random.h"

namespace heed {

class Damage {
 public:
  explicit Damage(std::string_view purpose) : random_(11, purpose) {}

  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_.below(draws_++, count)); }

  // One to four changes of any kind, anywhere.
  std::string to_bytes(std::string bytes) {
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) change(bytes);
    return bytes;
  }

  // One or two numbers or texts are others.
  std::string to_json(std::string text) {
    for (std::size_t changes = 1 + below(2); changes > 0; --changes) {
      std::vector<std::pair<std::size_t, std::size_t>> literals = literals_of(text);
      if (literals.empty()) break;
      auto [at, size] = literals[below(literals.size())];
      auto [other, other_size] = literals[below(literals.size())];
      std::string with = text.substr(other, other_size);
      if (below(2) == 0) with = kOthers[below(std::size(kOthers))];
      text.replace(at, size, with);
    }
    return text;
  }

 private:
  static constexpr const char* kOthers[] = {"0",
                                            "1",
                                            "-1",
                                            "2",
                                            "3",
                                            "7",
                                            "8",
                                            "100",
                                            "1e9",
                                            "0.5",
                                            "-0.0",
                                            "2147483648",
                                            "1e300",
                                            "null",
                                            "true",
                                            "[]",
                                            "{}",
                                            "9223372036854775807",
                                            "[[0]]",
                                            "\"\"",
                                            "\"x\"",
                                            "\"F64\"",
                                            "4611686018427387904",
                                            "18446744073709551615",
                                            "-9223372036854775808"};

  void change(std::string& bytes) {
    std::size_t at = below(bytes.size() + 1), size = 1 + below(16);
    switch (below(6)) {
      case 0:
        bytes.resize(at);
        break;
      case 1:
        bytes.erase(at, size);
        break;
      case 2:
        bytes.insert(at, std::string(size, static_cast<char>(below(256))));
        break;
      case 3:
        bytes.insert(at, bytes.substr(below(bytes.size() + 1), size));
        break;
      default:
        if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
    }
  }

  // Where numbers and texts stand.
  static std::vector<std::pair<std::size_t, std::size_t>> literals_of(const std::string& text) {
    std::vector<std::pair<std::size_t, std::size_t>> found;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at + 1;
      if (text[at] == '"') {
        while (end < text.size() && text[end] != '"') ++end;
        end = std::min(end + 1, text.size());
      } else if (text[at] == '-' || std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
        while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 ||
                                     text[end] == '.' || text[end] == '-' || text[end] == '+'))
          ++end;
      } else {
        ++at;
        continue;
      }
      found.emplace_back(at, end - at);
      at = end;
    }
    return found;
  }

  Random random_;
  uint64_t draws_ = 0;
};

}  // namespace heed
