#include "heed/text/line_sample.h"

#include <algorithm>

#include "heed/text/utf8.h"

namespace heed {
namespace {

void append_parts(std::string_view line, int64_t bytes, std::vector<std::string>& parts) {
  while (static_cast<int64_t>(line.size()) > bytes) {
    std::size_t space = line.rfind(' ', static_cast<std::size_t>(bytes));
    bool found = space != std::string_view::npos && space > 0;
    std::size_t end = found ? space : static_cast<std::size_t>(code_point_start(line, bytes));
    parts.emplace_back(line.substr(0, end));
    line.remove_prefix(found ? end + 1 : end);
  }
  if (!line.empty()) parts.emplace_back(line);
}

}  // namespace

void LineSample::offer(std::string_view line) {
  Drawn drawn{random_.bits(static_cast<uint64_t>(seen_)), seen_, {}};
  ++seen_;
  if (kept_.size() == size_) {
    if (drawn.draw >= kept_.top().draw) return;
    kept_.pop();
  }
  drawn.line = line;
  kept_.push(std::move(drawn));
}

std::vector<std::string> LineSample::take(int64_t bytes) {
  std::vector<std::pair<int64_t, std::string>> lines;
  for (; !kept_.empty(); kept_.pop()) lines.emplace_back(kept_.top().number, kept_.top().line);
  std::sort(lines.begin(), lines.end());
  std::vector<std::string> parts;
  for (const auto& [number, line] : lines) append_parts(line, bytes, parts);
  return parts;
}

}  // namespace heed
