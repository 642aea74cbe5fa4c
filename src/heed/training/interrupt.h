// Turns Ctrl-C, kill and a closed terminal into a request to stop. While an Interrupt lives, the first
// SIGINT, SIGTERM or SIGHUP is only noted, so that the work can be saved; a second one ends the program as
// usual. A signal that was ignored before (nohup) stays ignored.
#pragma once

namespace heed {

class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool wished() const;
  // The exit code that shells give: 128 plus the number of the signal, so 130 for Ctrl-C.
  int exit_code() const;
};

}  // namespace heed
