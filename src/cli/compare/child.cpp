#include "cli/compare/child.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "cli/programs.h"
#include "heed/base/error.h"

namespace heed::cli {
namespace {

using Clock = std::chrono::steady_clock;

// A file that the destructor closes. The child opens it again as one of its streams.
struct Descriptor {
  Descriptor(const fs::path& path, int flags) : number(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (number < 0) throw FileError("cannot open " + path.string() + ": " + std::strerror(errno));
  }
  ~Descriptor() { ::close(number); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number;
};

// Runs after the fork, so nothing here may allocate, because other threads may hold locks.
[[noreturn]] void become(char* const* words, int in, int out, int err, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(1);  // died before it could be asked for
  ::dup2(in, 0);
  ::dup2(out, 1);
  ::dup2(err, 2);
  ::execv(words[0], words);
  ::_exit(127);
}

pid_t start(const Child& child) {
  Descriptor in(child.input.empty() ? "/dev/null" : child.input, O_RDONLY);
  Descriptor out(child.output, O_WRONLY | O_CREAT | O_TRUNC), err(child.log, O_WRONLY | O_CREAT | O_APPEND);
  fs::path program = child.program == ChildProgram::heed ? find_heed() : fs::path("/proc/self/exe");
  std::vector<std::string> words = command_of(program, child.words);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t parent = ::getpid(), pid = ::fork();
  if (pid == 0) become(pointers.data(), in.number, out.number, err.number, parent);
  if (pid < 0) throw FileError(std::string("cannot start a process: ") + std::strerror(errno));
  return pid;
}

// A process that inherited "SIGCHLD is ignored" from its parent could not wait for its children: the system
// would forget them as they end.
void keep_ended_children() {
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  ::sigaction(SIGCHLD, &standard, nullptr);
}

// Whether the child has ended, and how.
bool has_ended(pid_t pid, int& status, rusage& usage) {
  pid_t found = ::wait4(pid, &status, WNOHANG, &usage);
  if (found < 0 && errno != EINTR)
    throw FileError("cannot wait for process " + std::to_string(pid) + ": " + std::strerror(errno));
  return found == pid;
}

// The last line that the program itself wrote, after what the log contained before.
std::string last_words(const fs::path& log, std::size_t before) {
  std::string text = read_file(log).substr(before), line;
  std::size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return "it said nothing";
  std::size_t begin = text.rfind('\n', end);
  line = text.substr(begin == std::string::npos ? 0 : begin + 1,
                     end - (begin == std::string::npos ? -1 : begin));
  return line.starts_with("heed: ") ? line.substr(6) : line;
}

}  // namespace

ChildResult run_child(const Child& child, const Watch& watch) {
  std::error_code none;
  std::size_t before = fs::exists(child.log) ? fs::file_size(child.log, none) : 0;
  keep_ended_children();
  auto began = Clock::now();
  pid_t pid = start(child);
  ChildResult ended;
  int status = 0;
  rusage usage{};
  while (!has_ended(pid, status, usage)) {
    if (watch.wished() && !ended.stopped) {
      ended.stopped = true;
      ::kill(pid, SIGTERM);
    }
    watch.tick();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ended.seconds = std::chrono::duration<double>(Clock::now() - began).count();
  ended.megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (WIFSIGNALED(status)) {
    ended.error = "ended by signal " + std::to_string(WTERMSIG(status)) +
                  (WTERMSIG(status) == SIGKILL ? "; out of memory?" : "");
  } else if (ended.code != 0) {
    ended.error = last_words(child.log, before);
  }
  return ended;
}

}  // namespace heed::cli
