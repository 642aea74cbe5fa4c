// One run of the program as its users start it: words, standard input, standard output and error, and how it
// ended. Output goes to files and not through pipes, so that a test can kill the program at any time and
// never blocks.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "heed/base/files.h"
#include "temporary_directory.h"

namespace heed {

using Words = std::vector<std::string>;
using Clock = std::chrono::steady_clock;

// Tests write thousands of files that need not outlive a power cut: no syncing.
inline void put(const fs::path& file, const std::string& bytes) {
  std::ofstream out(file, std::ios::binary);
  out << bytes;
}

struct Ran {
  int code = -1;      // the exit code, if no signal ended it
  int signal = 0;     // the signal that ended it
  bool late = false;  // it did not end in time and was killed
  std::string out, err;
  double seconds = 0;
  int64_t peak_megabytes = 0;
};

// The program under test: of this build, unless the environment's HEED_PROGRAM names another. With the
// program of an earlier commit, a new test shows that it fails there.
inline std::string program_under_test() {
  const char* other = std::getenv("HEED_PROGRAM");
  return other != nullptr ? other : HEED_PROGRAM;
}

#ifdef __SANITIZE_ADDRESS__  // which reserves terabytes
constexpr rlim_t kMostMemory = RLIM_INFINITY;
#else
constexpr rlim_t kMostMemory = rlim_t{8} << 30;
#endif

// Where the program starts and what its standard streams are, if not files of the test's.
struct Surroundings {
  fs::path folder = ".";
  std::string input = "";        // the text of standard input
  std::string input_file = "";   // or the file it is read from
  std::string output_file = "";  // or the file that standard output goes to
  std::string error_file = "";   // or the file that standard error goes to
  std::string program = program_under_test();
  std::vector<int> closed = {};  // standard streams that are not there at all, as the shell's `>&-` has it
  rlim_t memory = kMostMemory;   // the most address space it may have, in bytes
};

// The soft limit of this process's address space, lowered while it lives, for a child to inherit.
class LoweredLimit {
 public:
  explicit LoweredLimit(rlim_t bytes) {
    getrlimit(RLIMIT_AS, &before_);
    rlimit lowered{std::min(bytes, before_.rlim_max), before_.rlim_max};
    setrlimit(RLIMIT_AS, &lowered);
  }
  ~LoweredLimit() { setrlimit(RLIMIT_AS, &before_); }
  LoweredLimit(const LoweredLimit&) = delete;
  LoweredLimit& operator=(const LoweredLimit&) = delete;

 private:
  rlimit before_{};
};

class Process {
 public:
  explicit Process(const Words& words, const Surroundings& around = {}) : start_(Clock::now()) {
    put(files_ / "in", around.input);
    std::string in = around.input_file.empty() ? (files_ / "in").string() : around.input_file;
    std::string out = around.output_file.empty() ? (files_ / "out").string() : around.output_file;
    std::string err = around.error_file.empty() ? (files_ / "err").string() : around.error_file;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, in.c_str(), O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT, 0666);
    posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT | O_NOCTTY, 0666);
    for (int stream : around.closed) posix_spawn_file_actions_addclose(&actions, stream);
    posix_spawn_file_actions_addchdir_np(&actions, around.folder.c_str());
    Words arguments = words;
    arguments.insert(arguments.begin(), around.program);
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    // A program gone wild must not take the machine with it.
    LoweredLimit limit(around.memory);
    int error = posix_spawn(&pid_, around.program.c_str(), &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::runtime_error("cannot start " + around.program);
  }
  ~Process() { kill(); }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  bool running() {
    if (ended_) return false;
    rusage usage{};
    int status = 0;
    if (wait4(pid_, &status, WNOHANG, &usage) != pid_) return true;
    ended_ = true;
    if (WIFEXITED(status)) ran_.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) ran_.signal = WTERMSIG(status);
    ran_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    ran_.peak_megabytes = usage.ru_maxrss / 1024;
    return false;
  }

  // SIGKILL, as a power cut would have it. `heed` hands over to `heed-train` with execv: it is one process.
  void kill() {
    if (running()) ::kill(pid_, SIGKILL);
    while (running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  // SIGINT, as Ctrl-C sends it, unless another signal is given.
  void interrupt(int signal = SIGINT) { ::kill(pid_, signal); }

  // Waits until `condition`, the program's end or the limit; true if the condition came first.
  template <class F>
  bool wait_until(F condition, std::chrono::microseconds every = std::chrono::milliseconds(1),
                  int seconds = 60) {
    for (auto end = Clock::now() + std::chrono::seconds(seconds); Clock::now() < end && running();) {
      if (condition()) return true;
      std::this_thread::sleep_for(every);
    }
    return false;
  }

  Ran wait(int seconds = 60) {
    wait_until([] { return false; }, std::chrono::milliseconds(1), seconds);
    ran_.late = running();
    kill();
    if (fs::exists(files_ / "out")) ran_.out = read_file(files_ / "out");
    if (fs::exists(files_ / "err")) ran_.err = read_file(files_ / "err");
    return ran_;
  }

 private:
  TemporaryDirectory files_;
  Clock::time_point start_;
  pid_t pid_ = -1;
  bool ended_ = false;
  Ran ran_;
};

}  // namespace heed
