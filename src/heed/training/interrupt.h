// Ctrl-C, kill and a closed terminal, taken as a wish: while an Interrupt lives, the first SIGINT, SIGTERM or
// SIGHUP is noted, so that the work can be saved; a second one ends the program as usual. What was ignored
// before (nohup) stays ignored.
#pragma once

namespace heed {

class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool wished() const;
  // 128 and the signal's number, as shells have it: 130 for Ctrl-C.
  int exit_code() const;
};

}  // namespace heed
