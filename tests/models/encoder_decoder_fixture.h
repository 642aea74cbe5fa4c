// A small model of each kind, over a made-up vocabulary, with sources of unequal length. Where the task
// copies, the last example has words that are in no vocabulary. Every test of the fixture runs once a kind.
#pragma once

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "heed/models/registry.h"
#include "models/graph_on_torch.h"
#include "models/kinds.h"

namespace heed {

enum : std::size_t { kSource, kTarget, kAlignment };  // the columns of translation

class EncoderDecoderTest : public testing::TestWithParam<Kind> {
 protected:
  EncoderDecoderTest() {
    std::vector<Record> records;
    for (const char* pair : {"abcdefg xyz", "gfe zyxzy", "b x", "cde yzx"}) {
      std::string text = pair;
      std::size_t space = text.find(' ');
      records.push_back({{text.substr(0, space), text.substr(space + 1)}, "test", 1, ""});
    }
    TranslateOptions task;
    task.copy = GetParam().copies;
    task_ = make_task(task);
    task_->learn(std::span(records).first(GetParam().copies ? 2 : 4));  // w and v can only be copied
    if (GetParam().copies) records.push_back({{"bwcv", "xwvy"}, "test", 1, ""});
    for (const Record& record : records) examples_.push_back(task_->encode(record));
  }

  EncoderDecoderOptions options() const {
    EncoderDecoderOptions options;
    options.embedding.width = 3;
    std::get<RecurrentEncoderOptions>(options.encoder).width = 2;
    GetParam().choose(options);
    std::visit(
        [](auto& o) {
          if constexpr (requires { o.radius; }) o.radius = 2;
        },
        options.attention.window);
    std::visit(
        [](auto& o) {
          if constexpr (requires { o.k; }) o.k = 2;
        },
        options.attention.normaliser);
    std::visit(
        [](auto& decoder) {
          decoder.width = 4;
          decoder.readout = 3;
        },
        options.decoder);
    std::visit(
        [](auto& o) {
          if constexpr (requires { o.width; }) o.width = 3;
        },
        options.attention.score);
    return options;
  }

  std::unique_ptr<Model> make(Parameters& parameters) const {
    return make_model(options(), *task_, Scope(parameters));
  }

  Batch batch(std::span<const Example> examples) const {
    std::vector<const Example*> pointers;
    for (const Example& example : examples) pointers.push_back(&example);
    return make_batch(pointers, task_->schema());
  }

  // What a graph reads of the source, all of a batch.
  Values inputs(const Parameters& parameters, const Batch& all) const {
    Values values;
    for (const auto& [name, tensor] : parameters.all()) values[name] = tensor;
    const BatchColumn& source = all[kSource];
    values["source"] = at::tensor(source.ids, at::kLong).view({all.rows, source.length});
    Tensor limits = at::tensor(source.lengths, at::kLong).unsqueeze(1);
    values["mask"] = at::arange(source.length, at::kLong).unsqueeze(0) < limits;
    if (!source.copies.empty())
      values["copies"] = at::tensor(source.copies, at::kLong).view({all.rows, source.length});
    return values;
  }

  std::unique_ptr<Task> task_;
  std::vector<Example> examples_;
};

}  // namespace heed
