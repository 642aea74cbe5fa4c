// Parses the lines that a model is run on: the input columns of a task with tabs between them, followed by
// the answers where these are given.
#pragma once

#include <string>
#include <vector>

#include "heed/data/reader.h"

namespace heed {

// The texts between the tabs of a line: at least one, and each may be empty.
std::vector<std::string> split_at_tabs(const std::string& line);

// Reads a line that has only the inputs. Throws InputError, with a message that begins with `where`, if the
// number of columns is wrong. If the task has one input, the whole line is that input, tabs included.
Record read_inputs(const std::string& line, const Columns& columns, const std::string& where);

// Reads a line that has the inputs followed by the answers.
Record read_inputs_and_answers(const std::string& line, const Columns& columns, const std::string& where);

// Stores the tab-separated texts of the answers in a record.
void set_answers(Record& record, const std::string& answers, const Columns& columns);

}  // namespace heed
