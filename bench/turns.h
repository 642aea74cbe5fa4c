// How a benchmark takes turns with others: it says that it is ready, then answers each line of standard input
// with one line of JSON.
#pragma once

#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>

namespace heed::bench {

// "go 1.5", "answers"
struct Command {
  std::string name;
  double seconds = 1;
};

inline std::optional<Command> next_command() {
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  std::istringstream words(line);
  Command command;
  words >> command.name >> command.seconds;
  return command;
}

inline void answer(const std::string& json) {
  std::puts(json.c_str());
  std::fflush(stdout);
}

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

inline int64_t peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

}  // namespace heed::bench
