// What a training shows while it runs, on a terminal and in a file.
#include <sys/ioctl.h>

#include <sstream>

#include "program.h"

namespace heed {
namespace {

// A pseudo-terminal of 60 columns for a program's standard error, and the lines that a person would see
// there.
class Terminal {
 public:
  Terminal() : master_(::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)) {
    winsize size{};
    size.ws_row = 24;
    size.ws_col = kColumns;
    works_ = master_ >= 0 && ::grantpt(master_) == 0 && ::unlockpt(master_) == 0 &&
             ::ioctl(master_, TIOCSWINSZ, &size) == 0;
    if (works_) held_ = ::open(name().c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);
  }
  ~Terminal() {
    ::close(held_);
    ::close(master_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  bool works() const { return works_; }
  std::string name() const { return ::ptsname(master_); }
  // Takes what was written by now; to be called often, for a terminal holds little.
  void take() {
    char bytes[4096];
    for (ssize_t count; (count = ::read(master_, bytes, sizeof bytes)) > 0;)
      written_.append(bytes, static_cast<std::size_t>(count));
  }
  // Carriage return, clearing of a line, line feed and wrapping at the last column are all that is used.
  Words lines() const {
    Words lines = {""};
    std::size_t column = 0;
    for (std::size_t i = 0; i < written_.size(); ++i) {
      auto c = static_cast<unsigned char>(written_[i]);
      if (c == '\n') {
        lines.emplace_back();
        column = 0;
      } else if (c == '\r') {
        column = 0;
      } else if (written_.compare(i, 3, "\033[K") == 0) {
        EXPECT_EQ(column, 0U);
        lines.back().clear();
        i += 2;
      } else {
        bool begins = (c & 0xC0) != 0x80;
        if (begins && column++ == kColumns) {  // it wraps: the rest can never be cleared
          lines.emplace_back();
          column = 1;
        }
        lines.back() += written_[i];
      }
    }
    return lines;
  }

 private:
  static constexpr unsigned short kColumns = 60;
  int master_, held_ = -1;
  bool works_ = false;
  std::string written_;
};

class ProgressOf : public Program {
 protected:
  static Words training(int64_t updates) {
    return Words{"train", kRecipe, "--out", "m"} + tiny(updates) +
           Words{"--set", "training.validation.every=" + std::to_string(updates / 3), "--set",
                 "training.validation.by=metric"};
  }
};

TEST_F(ProgressOf, AFileHasALineForEachValidation) {
  Ran ran = heed(training(30));
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const char* update : {"update 10: dev loss ", "update 20: dev loss ", "update 30: dev loss "})
    EXPECT_NE(ran.err.find(update), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("accuracy "), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("best so far\n"), std::string::npos) << ran.err;
}

TEST_F(ProgressOf, ATerminalHasValidationsAboveABarThatEndsFullAndLeavesNoStaleLine) {
  Terminal terminal;
  if (!terminal.works()) GTEST_SKIP() << "no pseudo-terminals here";
  ::setenv("TERM", "xterm", 1);
  Surroundings around{.folder = folder_.path()};
  around.error_file = terminal.name();
  Process process(training(300), around);
  process.wait_until([&] { return terminal.take(), false; });
  Ran ran = process.wait();
  terminal.take();
  ASSERT_EQ(ran.code, 0);
  std::string all;
  int bars = 0, validations = 0;
  bool full = false;
  for (const std::string& line : terminal.lines()) {
    all += line + "\n";
    bool bar = line.find("█") != std::string::npos || line.find("░") != std::string::npos;
    if (line.starts_with("update ")) validations += line.find("dev loss") != std::string::npos ? 1 : 0;
    if (!bar) continue;
    ++bars;
    full = line.find("░") == std::string::npos && line.find("300/300") != std::string::npos;
  }
  EXPECT_EQ(validations, 3) << all;
  EXPECT_EQ(bars, 1) << all;
  EXPECT_TRUE(full) << all;
}

}  // namespace
}  // namespace heed
