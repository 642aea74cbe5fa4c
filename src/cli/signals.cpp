#include "cli/signals.h"

#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "heed/base/error.h"
#include "heed/base/files.h"

namespace heed::cli {
namespace {

// In a signal handler nothing may allocate or lock.
void put(const char* text) {
  [[maybe_unused]] ssize_t written = ::write(STDERR_FILENO, text, std::strlen(text));
}

void on_bus_error(int number, siginfo_t* info, void*) {
  const char* file = mapped_file_at(info->si_addr);
  if (file == nullptr) {
    std::signal(number, SIG_DFL);  // and the same instruction ends the program
    return;
  }
  put("heed: ");
  put(file);
  put(kChangedInUse);
  put("\n");
  ::_exit(1);
}

bool reader_is_gone() {
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}

}  // namespace

void set_up_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

void require_written() {
  if (std::ferror(stdout) == 0 && std::cout) return;
  if (reader_is_gone()) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  throw FileError("cannot write to standard output; is the disk full?");
}

}  // namespace heed::cli
