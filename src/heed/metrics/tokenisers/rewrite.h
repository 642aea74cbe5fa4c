// The replacements that the tokenisers of mteval consist of. As in a global substitution with a regular
// expression, matches are found from the left and do not overlap: both symbols of a match are used up.
#pragma once

#include <cstddef>

namespace heed {

// (a)(b) → "\1 \2 "
template <class Text, class A, class B>
Text space_out_second(const Text& text, A a, B b) {
  Text result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (i + 1 == text.size() || !a(text[i]) || !b(text[i + 1])) continue;
    result += ' ';
    result += text[++i];
    result += ' ';
  }
  return result;
}

// (a)(b) → " \1 \2"
template <class Text, class A, class B>
Text space_out_first(const Text& text, A a, B b) {
  Text result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool match = i + 1 < text.size() && a(text[i]) && b(text[i + 1]);
    if (match) result += ' ';
    result += text[i];
    if (!match) continue;
    result += ' ';
    result += text[++i];
  }
  return result;
}

// (a) → " \1 "
template <class Text, class A>
Text space_out(const Text& text, A a) {
  Text result;
  for (auto symbol : text) {
    if (a(symbol)) result += ' ';
    result += symbol;
    if (a(symbol)) result += ' ';
  }
  return result;
}

}  // namespace heed
