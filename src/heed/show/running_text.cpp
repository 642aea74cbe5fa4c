#include "heed/show/running_text.h"

#include <algorithm>

#include "heed/show/characters.h"

namespace heed::show {

namespace {

constexpr char32_t kSpaceMark = U'▁', kJoinMark = U'\uFFED';
// Signs that no line of Chinese or Japanese begins with.
constexpr std::u32string_view kClosing = U"、。，．！？：；）」』】》〉";

bool is_blank(std::u32string_view text) {
  return text.find_first_not_of(U' ') == text.npos;
}

bool has_bytes(const Label& label) {
  return label.end > label.begin;
}

bool touch(const Label& left, const Label& right) {
  return !left.special && !right.special && has_bytes(left) && has_bytes(right) && right.begin <= left.end;
}

// Wide characters are written without spaces, so that lines may break before and behind each of them.
bool breaks_between(std::u32string_view left, std::u32string_view right) {
  if (left.empty() || right.empty() || kClosing.find(right.front()) != kClosing.npos) return false;
  return is_blank(left) || terminal_width(left.back()) > 1 || terminal_width(right.front()) > 1;
}

// The text of a token that is not special, with the space before it if the token has one.
std::u32string unmarked(const std::string& bytes) {
  std::u32string text = decode(bytes);
  std::replace(text.begin(), text.end(), kSpaceMark, U' ');
  if (text.size() > 1 && text.front() == kJoinMark) text.erase(0, 1);
  if (text.size() > 1 && text.back() == kJoinMark) text.pop_back();
  return text;
}

TextPiece piece_of(const Label& label) {
  if (label.special) return {.text = visible(label.text), .space = true};
  TextPiece piece{.text = unmarked(label.text)};
  if (is_blank(piece.text)) return piece;
  piece.space = piece.text.front() == U' ';
  if (piece.space) piece.text.erase(0, 1);
  piece.text = visible(encode(piece.text));
  return piece;
}

}  // namespace

std::vector<TextPiece> running_text(const Axis& axis) {
  std::vector<TextPiece> pieces;
  for (std::size_t i = 0; i < axis.labels.size(); ++i) {
    TextPiece piece = piece_of(axis.labels[i]);
    if (i == 0)
      piece.space = false;
    else if (!touch(axis.labels[i - 1], axis.labels[i]))
      piece.space = true;
    piece.breaks = i == 0 || piece.space || breaks_between(pieces.back().text, piece.text);
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

std::u32string name_of(const TextPiece& piece) {
  return is_blank(piece.text) ? std::u32string(piece.text.size(), U'␣') : piece.text;
}

std::vector<TextPlace> fill_lines(std::span<const TextPiece> pieces, std::span<const double> widths,
                                  const LineWidths& lines) {
  std::vector<TextPlace> places;
  std::size_t line = 0;
  double x = 0;
  const auto end_line = [&] { ++line, x = 0; };
  for (std::size_t first = 0, last = 0; first < pieces.size(); first = last) {
    double word = 0;  // the width of what must not be broken
    do word += widths[last++];
    while (last < pieces.size() && !pieces[last].breaks);
    const double space = x > 0 && pieces[first].space ? lines.space : 0;
    if (x > 0 && x + space + word > lines.line)
      end_line();
    else
      x += space;
    for (std::size_t i = first; i < last; ++i) {
      if (x > 0 && x + widths[i] > lines.line) end_line();
      places.push_back({line, x});
      x += widths[i];
    }
  }
  return places;
}

}  // namespace heed::show
