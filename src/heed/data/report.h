// What the data is like, corpus by corpus and side by side: what a user looks at before an hour of training.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "heed/data/index.h"

namespace heed {

struct SideReport {
  double unknown = 0;                   // share of the tokens
  std::array<int64_t, 5> lengths = {};  // min, 50%, 90%, 99%, max, in tokens, the end token counted
};

struct CorpusReport {
  IndexedCorpus corpus;
  SideReport source, target;
};

struct DataReport {
  std::vector<CorpusReport> train;
  CorpusReport dev;
  int64_t source_vocabulary = 0, target_vocabulary = 0;
  bool joint = false;
};

CorpusReport report_of(const IndexedCorpus& corpus, std::span<const Lengths> lengths);

// A few lines for people; one object for programs.
std::vector<std::string> report_lines(const DataReport& report);
std::string report_json(const DataReport& report);

}  // namespace heed
