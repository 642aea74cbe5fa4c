#include "heed/search/ctc_prefix.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

double log_add(double a, double b) {
  double most = std::max(a, b);
  return most == kNever ? kNever : most + std::log(std::exp(a - most) + std::exp(b - most));
}

}  // namespace

CtcPrefix::CtcPrefix(std::span<const CtcFrames> sentences, int32_t vocabulary, int32_t blank, int32_t end)
    : sentences_(sentences.begin(), sentences.end()), vocabulary_(vocabulary), blank_(blank), end_(end) {}

double CtcPrefix::log_p(const Row& row, std::size_t t, int32_t label) const {
  return sentences_[row.sentence]
      .log_probs[t * static_cast<std::size_t>(vocabulary_) + static_cast<std::size_t>(label)];
}

std::size_t CtcPrefix::frames(const Row& row) const {
  return sentences_[row.sentence].log_probs.size() / static_cast<std::size_t>(vocabulary_);
}

CtcPrefix::Row CtcPrefix::first(std::size_t sentence) const {
  Row row;
  row.sentence = sentence;
  row.label.assign(frames(row), kNever);
  double all_blank = 0;
  for (std::size_t t = 0; t < row.label.size(); ++t) row.blank.push_back(all_blank += log_p(row, t, blank_));
  return row;
}

double CtcPrefix::before(const Row& row, std::size_t t, int32_t label) {
  if (t == 0) return row.last == kNothing ? 0 : kNever;
  return label == row.last ? row.blank[t - 1] : log_add(row.blank[t - 1], row.label[t - 1]);
}

CtcPrefix::Row CtcPrefix::continued(const Row& row, int32_t label) const {
  Row next;
  next.sentence = row.sentence;
  next.last = label;
  next.log_psi = kNever;
  double with_label = kNever, with_blank = kNever;
  for (std::size_t t = 0; t < row.label.size(); ++t) {
    double begins = before(row, t, label) + log_p(row, t, label);
    double stays = with_label + log_p(row, t, label);
    with_blank = log_add(with_label, with_blank) + log_p(row, t, blank_);
    with_label = log_add(stays, begins);
    next.log_psi = log_add(next.log_psi, begins);
    next.label.push_back(with_label);
    next.blank.push_back(with_blank);
  }
  return next;
}

void CtcPrefix::score(const Row& row, std::vector<double>& log_psi) const {
  log_psi.assign(static_cast<std::size_t>(vocabulary_), kNever);
  for (std::size_t t = 0; t < row.label.size(); ++t) {
    double other = before(row, t, kNothing - 1), same = before(row, t, row.last);
    for (int32_t label = 0; label < vocabulary_; ++label) {
      double& sum = log_psi[static_cast<std::size_t>(label)];
      sum = log_add(sum, (label == row.last ? same : other) + log_p(row, t, label));
    }
  }
  log_psi[static_cast<std::size_t>(blank_)] = kNever;
  log_psi[static_cast<std::size_t>(end_)] = log_add(row.label.back(), row.blank.back());
}

StepOut CtcPrefix::step(std::span<const int32_t> parents, std::span<const int32_t> tokens) {
  std::vector<Row> next;
  for (std::size_t r = 0; r < parents.size(); ++r) {
    auto parent = static_cast<std::size_t>(parents[r]);
    next.push_back(begun_ ? continued(rows_[parent], tokens[r]) : first(parent));
  }
  rows_ = std::move(next);
  begun_ = true;
  log_probs_.clear();
  std::vector<double> log_psi;
  for (const Row& row : rows_) {
    score(row, log_psi);
    // A continuation that is impossible for the frames keeps its probability of zero.
    for (double one : log_psi)
      log_probs_.push_back(static_cast<float>(one == kNever ? kNever : one - row.log_psi));
  }
  return {log_probs_, vocabulary_};
}

}  // namespace heed
