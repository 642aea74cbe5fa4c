// A task that only the tests have: a signal, which is a sequence of frames of numbers, rises, falls or stays.
// A record holds the frames as text, or names a .npy file in which they lie.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "heed/base/files.h"
#include "heed/data/packing.h"
#include "heed/tasks/class_metrics.h"
#include "heed/tasks/task.h"

namespace heed {

class Signals : public Task {
 public:
  enum : std::size_t { kFrames, kLabel };              // the columns of an example
  enum : std::size_t { kRecordLabel, kRecordFrames };  // those of a record
  static constexpr int64_t kWidth = 3;

  Signals() { metrics_.push_back(make_class_metric("accuracy", classes_, kRecordLabel)); }

  std::string name() const override { return "signals"; }
  Columns columns() const override { return {2, {"label", "frames"}, false, {kRecordFrames}}; }
  Schema schema() const override {
    return {{{.name = "frames", .kind = ColumnKind::numbers, .width = kWidth},
             {.name = "label",
              .kind = ColumnKind::classes,
              .input = false,
              .size = classes_->size(),
              .vocabulary = "label",
              .sequence = false}}};
  }

  void learn(RecordReader& records) override {
    for (Record record; records.next(record);) classes_->observe(record.columns.at(kRecordLabel));
    classes_->settle("the labels");
  }
  std::map<std::string, std::string> files() const override {
    return {{"label.classes.txt", classes_->to_text()}};
  }
  void load(const std::map<std::string, std::string>& files, const std::string& where) override {
    classes_->load(files.at("label.classes.txt"), where);
  }
  std::vector<std::string> file_names() const override { return {"label.classes.txt"}; }
  std::span<const std::string> class_names() const override { return classes_->names(); }

  Example encode(const Record& record) const override {
    Example example{std::vector<Column>(2), record.line};
    if (auto number = classes_->number(record.columns.at(kRecordLabel))) example[kLabel].ids = {*number};
    const std::string& frames = record.columns.at(kRecordFrames);
    if (frames.ends_with(".npy")) {
      example[kFrames].stored = find_npy(frames);
      return example;
    }
    std::istringstream text(frames);
    for (float number; text >> number;) example[kFrames].numbers.push_back(number);
    return example;
  }

  std::string unit() const override { return "signals"; }
  Prediction decode(const RawOutput& output, const Example&) const override {
    const std::vector<float>& log_probs = output.arrays.at("log_probs").numbers;
    Prediction prediction;
    for (std::size_t i = 0; i < log_probs.size(); ++i)
      prediction.probabilities.emplace_back(class_names()[i], std::exp(log_probs[i]));
    auto best = std::max_element(log_probs.begin(), log_probs.end());
    prediction.text = class_names()[static_cast<std::size_t>(best - log_probs.begin())];
    return prediction;
  }
  std::span<const std::unique_ptr<TaskMetric>> metrics() const override { return metrics_; }

 private:
  std::shared_ptr<ClassList> classes_ = std::make_shared<ClassList>();
  TaskMetrics metrics_;
};

// The frames of a made-up signal, 4 to 12 of them, of which the first number rises or falls beneath noise.
struct Signal {
  std::string label;
  std::vector<float> numbers;

  static Signal made(uint64_t seed, int64_t line) {
    Random random(seed, std::to_string(line));
    uint64_t frames = 4 + random.below(0, 9), kind = random.below(1, 3);
    const char* labels[] = {"falls", "stays", "rises"};
    Signal signal{labels[kind], {}};
    for (uint64_t t = 0; t < frames; ++t) {
      double slope = 0.3 * (static_cast<double>(kind) - 1) *
                     (2 * static_cast<double>(t) - static_cast<double>(frames) + 1);
      for (uint64_t i = 0; i < Signals::kWidth; ++i) {
        double noise = random.uniform(2 + t * Signals::kWidth + i) - 0.5;
        signal.numbers.push_back(static_cast<float>((i == 0 ? slope : 0) + noise));
      }
    }
    return signal;
  }

  // So that the same floats are read.
  std::string text() const {
    std::string text;
    for (float number : numbers) {
      char digits[32];
      std::snprintf(digits, sizeof digits, "%s%.9g", text.empty() ? "" : " ", static_cast<double>(number));
      text += digits;
    }
    return text;
  }

  std::string npy() const {
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" +
                         std::to_string(static_cast<int64_t>(numbers.size()) / Signals::kWidth) + ", " +
                         std::to_string(Signals::kWidth) + "), }";
    constexpr std::size_t kBefore = 10, kAligned = 64;
    header.resize((kBefore + header.size() + kAligned) / kAligned * kAligned - kBefore - 1, ' ');
    header += '\n';
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += bytes_of(static_cast<uint16_t>(header.size()));
    return bytes + header + std::string(bytes_of(numbers));
  }
};

}  // namespace heed
