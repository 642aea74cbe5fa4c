// The numbers of gates and states of each kind of recurrent cell.
#pragma once

#include <string>

namespace heed {

struct GraphCell {
  std::string kind;
  int64_t gates;
  std::size_t states;
  bool peephole;
};

const GraphCell& graph_cell(const std::string& kind);  // `kind` must be one of the table

}  // namespace heed
