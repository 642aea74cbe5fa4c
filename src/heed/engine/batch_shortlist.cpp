#include "heed/engine/batch_shortlist.h"

#include <algorithm>
#include <limits>

#include "heed/kernels/pointwise.h"

namespace heed::engine {

void BatchShortlist::clear() {
  tokens_.clear();
  columns_.clear();
  begins_.assign(1, 0);
}

void BatchShortlist::add_list(const Shortlist& shortlist, const Example& example, bool prefix) {
  list_.assign(shortlist.always.begin(), shortlist.always.end());
  sources_.assign(example.source.ids.begin(), example.source.ids.end());
  make_unique(sources_);
  for (int32_t source : sources_) shortlist.add(source, list_);
  if (prefix) list_.insert(list_.end(), example.target.ids.begin(), example.target.ids.end());
  make_unique(list_);
  columns_.insert(columns_.end(), list_.begin(), list_.end());
  begins_.push_back(columns_.size());
}

void BatchShortlist::make(const Shortlist& shortlist, std::span<const Example* const> examples,
                          int32_t vocabulary, bool prefix) {
  clear();
  for (const Example* example : examples) add_list(shortlist, *example, prefix);
  column_of_.assign(static_cast<std::size_t>(vocabulary), -1);
  for (int32_t token : columns_) column_of_[static_cast<std::size_t>(token)] = 0;
  for (int32_t token = 0; token < vocabulary; ++token) {
    int32_t& column = column_of_[static_cast<std::size_t>(token)];
    if (column < 0) continue;
    column = static_cast<int32_t>(tokens_.size());
    tokens_.push_back(token);
  }
  for (int32_t& token : columns_) token = column_of_[static_cast<std::size_t>(token)];
  own_.resize(tokens_.size());
}

void BatchShortlist::keep_own(int32_t sentence, bool log_probabilities, float* row) {
  auto s = static_cast<std::size_t>(sentence);
  auto columns = std::span(columns_).subspan(begins_[s], begins_[s + 1] - begins_[s]);
  auto size = static_cast<int64_t>(columns.size());
  if (columns.size() == tokens_.size()) {
    if (log_probabilities) kernels::log_softmax(row, 1, size, row);
    return;
  }
  for (std::size_t i = 0; i < columns.size(); ++i) own_[i] = row[columns[i]];
  if (log_probabilities && size > 0) kernels::log_softmax(own_.data(), 1, size, own_.data());
  std::fill_n(row, tokens_.size(), -std::numeric_limits<float>::infinity());
  for (std::size_t i = 0; i < columns.size(); ++i) row[columns[i]] = own_[i];
}

}  // namespace heed::engine
