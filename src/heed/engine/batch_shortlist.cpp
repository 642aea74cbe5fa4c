#include "heed/engine/batch_shortlist.h"

#include <algorithm>
#include <limits>

#include "heed/kernels/pointwise.h"

namespace heed::engine {

void BatchShortlist::clear() {
  tokens_.clear();
  columns_.clear();
  outside_.clear();
  begins_.assign(1, 0);
}

void BatchShortlist::add_tokens(const Shortlist& shortlist, std::span<const int32_t> source,
                                std::span<const int32_t> prefix) {
  named_.insert(named_.end(), shortlist.always.begin(), shortlist.always.end());
  for (int32_t token : source) shortlist.add(token, named_);
  named_.insert(named_.end(), prefix.begin(), prefix.end());
}

void BatchShortlist::unite(int32_t vocabulary) {
  column_of_.assign(static_cast<std::size_t>(vocabulary), -1);
  for (int32_t token : named_) column_of_[static_cast<std::size_t>(token)] = 0;
  for (int32_t token = 0; token < vocabulary; ++token) {
    int32_t& column = column_of_[static_cast<std::size_t>(token)];
    if (column < 0) continue;
    column = static_cast<int32_t>(tokens_.size());
    tokens_.push_back(token);
  }
}

void BatchShortlist::add_columns(std::span<const int32_t> named) {
  auto column_of = [&](int32_t token) {
    return static_cast<std::size_t>(column_of_[static_cast<std::size_t>(token)]);
  };
  if (!log_probabilities_) {
    std::size_t begin = outside_.size();
    outside_.resize(begin + tokens_.size(), -std::numeric_limits<float>::infinity());
    for (int32_t token : named) outside_[begin + column_of(token)] = 0;
    return;
  }
  is_own_.assign(tokens_.size(), 0);
  for (int32_t token : named) is_own_[column_of(token)] = 1;
  for (std::size_t column = 0; column < tokens_.size(); ++column) {
    if (is_own_[column] != 0) columns_.push_back(static_cast<int32_t>(column));
  }
  begins_.push_back(columns_.size());
}

void BatchShortlist::make(const Shortlist& shortlist, std::span<const Example* const> examples,
                          const Schema& schema, const StepNeeds& needs) {
  const std::size_t source = schema.inputs().at(0), written = written_column(schema);
  clear();
  log_probabilities_ = needs.log_probabilities;
  named_.clear();
  std::vector<std::size_t> ends;
  for (const Example* example : examples) {
    std::span<const int32_t> prefix = (*example)[written].ids;
    add_tokens(shortlist, (*example)[source].ids, needs.prefix ? prefix : prefix.first(0));
    ends.push_back(named_.size());
  }
  unite(static_cast<int32_t>(schema[written].size));
  std::size_t begin = 0;
  for (std::size_t end : ends) {
    add_columns(std::span(named_).subspan(begin, end - begin));
    begin = end;
  }
  own_.resize(tokens_.size());
}

void BatchShortlist::keep_own(int32_t sentence, float* row) {
  auto s = static_cast<std::size_t>(sentence);
  if (!log_probabilities_)
    return kernels::add(outside_.data() + s * tokens_.size(), static_cast<int64_t>(tokens_.size()), row);
  auto columns = std::span(columns_).subspan(begins_[s], begins_[s + 1] - begins_[s]);
  auto size = static_cast<int64_t>(columns.size());
  if (columns.size() == tokens_.size()) {
    kernels::log_softmax(row, 1, size, row);
    return;
  }
  for (std::size_t i = 0; i < columns.size(); ++i) own_[i] = row[columns[i]];
  if (size > 0) kernels::log_softmax(own_.data(), 1, size, own_.data());
  std::fill_n(row, tokens_.size(), -std::numeric_limits<float>::infinity());
  for (std::size_t i = 0; i < columns.size(); ++i) row[columns[i]] = own_[i];
}

}  // namespace heed::engine
