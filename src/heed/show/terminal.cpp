#include "heed/show/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "heed/show/characters.h"
#include "heed/show/colour.h"
#include "heed/show/labels.h"
#include "heed/show/terminal_parts.h"
#include "heed/show/terminal_text.h"

namespace heed {

namespace {

using namespace show;

constexpr std::size_t kTallest = 14;  // letters in a vertical label

// Combining marks stay with their letter, so that a vertical label has one letter on each line.
std::vector<std::u32string> letters_of(const std::u32string& text) {
  std::vector<std::u32string> letters;
  for (const char32_t c : text)
    if (!letters.empty() && terminal_width(c) == 0)
      letters.back() += c;
    else
      letters.emplace_back(1, c);
  if (letters.size() > kTallest) {
    letters.resize(kTallest - 1);
    letters.emplace_back(U"⋮");
  }
  return letters;
}

class Drawing {
 public:
  Drawing(const AttentionMap& map, const TerminalStyle& style)
      : map_(map), shades_(style.colour), top_(scale_top(map)) {
    const int columns = std::max(style.columns, kFewestColumns);
    for (std::size_t r = 0; r < map.rows.labels.size(); ++r) {
      names_.push_back(fit(label_text(map.rows, r), columns / 3));
      names_width_ = std::max(names_width_, terminal_width(names_.back()));
    }
    bool wide = false;
    for (std::size_t c = 0; c < map.columns.labels.size(); ++c) {
      heads_.push_back(letters_of(label_text(map.columns, c)));
      head_height_ = std::max(head_height_, heads_.back().size());
      for (const auto& letter : heads_.back()) wide = wide || terminal_width(letter) > 1;
    }
    const int room = columns - names_width_ - 1;
    // Two columns for each cell make squares, and are needed for Chinese; one column is better than a second
    // panel.
    cell_ = wide || static_cast<int>(heads_.size()) * 2 <= room ? 2 : 1;
    panel_ = static_cast<std::size_t>(std::max(1, room / cell_));
  }

  std::string draw() const {
    std::string out;
    for (std::size_t first = 0; first < heads_.size(); first += panel_) {
      const std::size_t last = std::min(first + panel_, heads_.size());
      if (first > 0) out += '\n';
      if (panel_ < heads_.size()) out += shades_.muted(panel_title(first, last)) + '\n';
      for (std::size_t line = 0; line < head_height_; ++line) out += head_line(line, first, last);
      for (std::size_t row = 0; row < names_.size(); ++row) out += row_line(row, first, last);
    }
    return out + shades_.legend(top_, names_width_ + 1);
  }

 private:
  std::string panel_title(std::size_t first, std::size_t last) const {
    std::string title = "inputs ";
    return title.append(std::to_string(first + 1))
        .append("–")
        .append(std::to_string(last))
        .append(" of ")
        .append(std::to_string(heads_.size()));
  }

  // Labels reach down to the matrix: the last letter of each is on the last line.
  std::string head_line(std::size_t line, std::size_t first, std::size_t last) const {
    std::string out = spaces(names_width_ + 1);
    for (std::size_t c = first; c < last; ++c) {
      const auto& letters = heads_[c];
      const std::size_t skipped = head_height_ - letters.size();
      const std::u32string letter = line < skipped ? U"" : letters[line - skipped];
      const std::string text = encode(letter) + spaces(cell_ - terminal_width(letter));
      out += map_.columns.labels[c].special && !letter.empty() ? shades_.muted(text) : text;
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out + "\n";
  }

  std::string row_line(std::size_t row, std::size_t first, std::size_t last) const {
    const std::string name = encode(names_[row]);
    std::string out = spaces(names_width_ - terminal_width(names_[row])) +
                      (map_.rows.labels[row].special ? shades_.muted(name) : name) + " ";
    for (std::size_t c = first; c < last; ++c) {
      const auto r = static_cast<int64_t>(row), column = static_cast<int64_t>(c);
      out += map_.covers(r, column) ? shades_.cell(map_.at(r, column) / top_, cell_) : spaces(cell_);
    }
    return out + "\n";
  }

  const AttentionMap& map_;
  Shades shades_;
  double top_;
  std::vector<std::u32string> names_;               // of the rows
  std::vector<std::vector<std::u32string>> heads_;  // of the columns, letter by letter
  std::size_t head_height_ = 0, panel_ = 1;
  int names_width_ = 0, cell_ = 1;
};

const char* environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

int32_t terminal_columns() {
  if (const int columns = std::atoi(environment("COLUMNS")); columns > 0) return columns;
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

TerminalStyle TerminalStyle::detect() {
  const std::string_view term = environment("TERM"), no_colour = environment("NO_COLOR");
  const bool able = !term.empty() && term != "dumb";
  return {isatty(STDOUT_FILENO) == 1 && able && no_colour.empty(), terminal_columns()};
}

std::string to_terminal(const AttentionMap& map, const TerminalStyle& style) {
  require_valid(map);
  const std::string title = map_title(map, {AttentionMap{}});
  const std::string head = title.empty() ? "" : title + "\n";
  if (map.rows.labels.empty() || map.columns.labels.empty()) return head + "(an empty map)\n";
  return head + (map.is_over_text() ? text_to_terminal(map, style) : Drawing(map, style).draw());
}

}  // namespace heed
