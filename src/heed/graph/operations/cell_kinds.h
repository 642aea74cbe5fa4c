// How many gates and states each kind of recurrent cell has.
#pragma once

#include <string>

namespace heed {

struct GraphCell {
  std::string kind;
  int64_t gates;
  std::size_t states;
  bool peephole;
};

const GraphCell& graph_cell(const std::string& kind);  // one of the table's kinds

}  // namespace heed
