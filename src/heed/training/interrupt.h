// Ctrl-C and kill, taken as a wish: while an Interrupt lives, the first SIGINT or SIGTERM is noted, so that
// the work can be saved; a second one ends the program as usual.
#pragma once

namespace heed {

class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool wished() const;
};

}  // namespace heed
