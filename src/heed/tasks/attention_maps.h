// Turns blocks of attention weights, whose axes are named after columns, into maps with labels that can be
// drawn.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "heed/search/stepper.h"
#include "heed/show/attention_map.h"

namespace heed {

// The labels of the rows and columns of blocks, by the name of the column of data that an axis stands for.
struct BlockAxes {
  std::map<std::string, Axis> rows, columns;

  // Adds an axis that has the same labels as rows and as columns.
  void add(const std::string& name, const Axis& axis) { rows[name] = columns[name] = axis; }
};

// Adds one map for each head. Throws InputError if the block names a column without an axis, as a damaged
// model may.
void add_maps(std::vector<AttentionMap>& maps, const AttentionBlock& block, const AttentionRows& attention,
              const BlockAxes& axes);

}  // namespace heed
