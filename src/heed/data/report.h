// Statistics of the data for each corpus and each column, which a user checks before a long training.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "heed/data/index.h"

namespace heed {

// Statistics of one column of a corpus.
struct ColumnReport {
  double unknown = 0;  // share of unknown tokens
  // minimum, 50%, 90%, 99%, maximum, in elements, including the end token
  std::array<int64_t, 5> lengths = {};
};

struct CorpusReport {
  IndexedCorpus corpus;
  std::vector<ColumnReport> columns;  // in the order of the schema
};

struct DataReport {
  std::vector<CorpusReport> train;
  CorpusReport dev;
  Schema schema;
  std::vector<std::string> classes;  // the names of the classes, if a column has classes
};

// `sizes` must be the sizes of this corpus's examples.
CorpusReport report_of(const IndexedCorpus& corpus, const ExampleSizes& sizes);

// The report as text for people, and as one JSON object for programs.
std::vector<std::string> report_lines(const DataReport& report);
std::string report_json(const DataReport& report);

}  // namespace heed
