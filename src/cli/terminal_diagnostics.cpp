#include "cli/terminal_diagnostics.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string_view>

#include "heed/base/diagnostics.h"
#include "heed/base/progress.h"
#include "heed/base/quoted.h"

namespace heed::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kClearLine = "\r\033[K";

// The first `width` code points; each is assumed to be one column wide.
std::string cut(const std::string& text, std::size_t width) {
  std::size_t at = 0, seen = 0;
  for (; at < text.size(); ++at) {
    bool begins = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
    if (begins && seen++ == width) break;
  }
  return text.substr(0, at);
}

std::size_t terminal_width() {
  winsize size{};
  bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col - 1U : 79U;  // A character in the last column makes some terminals wrap.
}

// True if standard error is a terminal that understands cursor movement.
bool stderr_is_terminal() {
  const char* term = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && term != nullptr && std::string_view(term) != "dumb";
}

std::string bar(double share) {
  constexpr int kWidth = 24;
  int filled = static_cast<int>(kWidth * share);
  std::string text;
  for (int i = 0; i < kWidth; ++i) text += i < filled ? "█" : "░";
  return text;
}

std::string time_text(const ProgressState& state, bool finished) {
  double elapsed = std::chrono::duration<double>(Clock::now() - state.start).count();
  double before = static_cast<double>(state.before) / static_cast<double>(state.total);
  bool foreseen = !finished && state.share > before && state.share < 1;
  if (!foreseen) return duration(elapsed);
  return duration(elapsed * (1 - state.share) / (state.share - before)) + " left";
}

// Work may end before all its steps are made; then only the number of steps made is shown.
std::string count_text(const ProgressState& state, bool finished) {
  std::string done = std::to_string(state.done);
  return finished && state.done != state.total ? done : done + "/" + std::to_string(state.total);
}

class TerminalDiagnostics : public Diagnostics {
 public:
  void message(const std::string& text) override { print_line(printable(text)); }
  void warning(const std::string& text) override { print_line(printable("heed: warning: " + text)); }
  void progress(const ProgressState& state) override;
  void progress_finished(const ProgressState& state) override;
  void progress_abandoned(const ProgressState& state) override;
  void set_status(const std::string& line);

 private:
  bool is_due(const ProgressState& state);
  // Removes the work from what is shown; returns false if nothing of it was shown.
  bool was_shown(const ProgressState& state);
  std::string text_of(const ProgressState& state, bool finished) const;
  void print_line(const std::string& line);

  const bool terminal_ = stderr_is_terminal();
  std::mutex guard_;
  std::string status_;                                       // As it stands on the terminal.
  std::map<const ProgressState*, Clock::time_point> shown_;  // When unfinished work was last shown.
};

void TerminalDiagnostics::print_line(const std::string& line) {
  std::lock_guard lock(guard_);
  if (status_.empty())
    std::fprintf(stderr, "%s\n", line.c_str());
  else
    std::fprintf(stderr, "%s%s\n%s", kClearLine, line.c_str(), status_.c_str());
  std::fflush(stderr);
}

void TerminalDiagnostics::set_status(const std::string& line) {
  if (!terminal_) return;
  std::lock_guard lock(guard_);
  bool stands = !status_.empty();
  status_ = cut(printable(line), terminal_width());
  if (stands || !status_.empty()) std::fprintf(stderr, "%s%s", kClearLine, status_.c_str());
  std::fflush(stderr);
}

bool TerminalDiagnostics::is_due(const ProgressState& state) {
  auto interval = terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(10'000);
  std::lock_guard lock(guard_);
  auto last = shown_.find(&state);
  auto now = Clock::now();
  if (now - (last == shown_.end() ? state.start : last->second) < interval) return false;
  shown_[&state] = now;
  return true;
}

bool TerminalDiagnostics::was_shown(const ProgressState& state) {
  std::lock_guard lock(guard_);
  return shown_.erase(&state) > 0;
}

void TerminalDiagnostics::progress(const ProgressState& state) {
  if (!is_due(state)) return;
  std::string text = text_of(state, false);
  if (terminal_)
    set_status(text);
  else
    message(text);
}

void TerminalDiagnostics::progress_finished(const ProgressState& state) {
  if (!was_shown(state)) return;
  set_status("");
  message(text_of(state, true));
}

void TerminalDiagnostics::progress_abandoned(const ProgressState& state) {
  if (was_shown(state)) set_status("");
}

std::string TerminalDiagnostics::text_of(const ProgressState& state, bool finished) const {
  std::string shape = terminal_ ? bar(finished ? 1 : state.share) + " " : "";
  return state.title + " " + shape + count_text(state, finished) + ", " + state.note + ", " +
         time_text(state, finished);
}

TerminalDiagnostics& terminal_diagnostics() {
  static TerminalDiagnostics sink;
  return sink;
}

}  // namespace

void install_terminal_diagnostics() {
  set_diagnostics(&terminal_diagnostics());
}

void set_status(const std::string& line) {
  terminal_diagnostics().set_status(line);
}

}  // namespace heed::cli
