#include "heed/training/interrupt.h"

#include <csignal>
#include <initializer_list>

namespace heed {
namespace {

volatile std::sig_atomic_t g_wished = 0;

constexpr std::initializer_list<int> kSignals = {SIGINT, SIGTERM, SIGHUP};

}  // namespace

Interrupt::Interrupt() {
  g_wished = 0;
  for (int signal : kSignals) {
    struct sigaction action = {}, before = {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;  // nohup, or a shell's background job
    action.sa_handler = [](int number) { g_wished = number; };
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;  // the next one has its usual effect
    sigaction(signal, &action, nullptr);
  }
}

Interrupt::~Interrupt() {
  for (int signal : kSignals) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) std::signal(signal, SIG_DFL);
  }
}

bool Interrupt::wished() const {
  return g_wished != 0;
}

int Interrupt::exit_code() const {
  return 128 + g_wished;
}

}  // namespace heed
