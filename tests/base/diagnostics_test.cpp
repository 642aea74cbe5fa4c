#include "heed/base/diagnostics.h"

#include <gtest/gtest.h>

#include <mutex>
#include <string>
#include <vector>

#include "heed/base/progress.h"
#include "heed/base/thread_pool.h"

namespace heed {
namespace {

// Keeps what is reported while it lives, a text for each report.
class Recording : public Diagnostics {
 public:
  Recording() : before_(set_diagnostics(this)) {}
  ~Recording() override { set_diagnostics(before_); }

  void message(const std::string& text) override { add("message: " + text); }
  void warning(const std::string& text) override { add("warning: " + text); }
  void progress(const ProgressState& state) override { add("progress: " + text_of(state)); }
  void progress_finished(const ProgressState& state) override { add("finished: " + text_of(state)); }
  void progress_abandoned(const ProgressState& state) override { add("abandoned: " + text_of(state)); }

  std::vector<std::string> reports;

 private:
  static std::string text_of(const ProgressState& state) {
    return state.title + " " + std::to_string(state.before) + " " + std::to_string(state.done) + "/" +
           std::to_string(state.total) + " " + state.note + " " + std::to_string(state.share).substr(0, 4);
  }
  void add(const std::string& report) {
    std::lock_guard lock(guard_);
    reports.push_back(report);
  }

  Diagnostics* before_;
  std::mutex guard_;
};

using Reports = std::vector<std::string>;

TEST(Diagnostics, AreSilentUnlessAskedFor) {
  ASSERT_EQ(diagnostics(), nullptr);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  say("one");
  warn("two");
  {
    Progress progress("three", 2);
    progress.update(1, "note");
    progress.finish();
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Diagnostics, GoToTheSink) {
  Recording recording;
  say("one");
  warn("two");
  EXPECT_EQ(recording.reports, (Reports{"message: one", "warning: two"}));
  {
    Recording inner;
    say("three");
    EXPECT_EQ(inner.reports, (Reports{"message: three"}));
  }
  say("four");
  EXPECT_EQ(recording.reports.size(), 3U);
}

TEST(Diagnostics, ComeFromManyThreads) {
  Recording recording;
  for_each_in_parallel(100, 4, [](std::size_t i) { say(std::to_string(i)); });
  EXPECT_EQ(recording.reports.size(), 100U);
}

TEST(Progress, ReportsEachStepAndTheEnd) {
  Recording recording;
  {
    Progress progress("work", 4, 1);
    progress.update(2, "a");
    progress.update(3, "b", 0.9);
    progress.finish();
  }
  EXPECT_EQ(recording.reports, (Reports{"progress: work 1 2/4 a 0.50", "progress: work 1 3/4 b 0.90",
                                        "finished: work 1 3/4 b 0.90"}));
}

TEST(Progress, ReportsThatItWasAbandoned) {
  Recording recording;
  {
    Progress begun("begun", 4), unbegun("unbegun", 4);
    begun.update(1, "");
  }
  EXPECT_EQ(recording.reports, (Reports{"progress: begun 0 1/4  0.25", "abandoned: begun 0 1/4  0.25"}));
}

TEST(Progress, HasAShareFromZeroToOne) {
  Recording recording;
  Progress progress("work", 0);
  progress.update(3, "");
  EXPECT_EQ(recording.reports, (Reports{"progress: work 0 3/1  1.00"}));
}

}  // namespace
}  // namespace heed
