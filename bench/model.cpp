// Writes a model to measure inference with, made of nothing: RNNsearch over two vocabularies of made-up
// words, its weights drawn, some of them larger than training begins with, so that the likeliest token stands
// out as it does in a model that has learnt. Its search options make every output LENGTH tokens long.
//   heed-bench-model OUT VOCABULARY LENGTH
#include <ATen/ATen.h>

#include <cstdio>

#include "heed/base/error.h"
#include "heed/models/saved_model.h"
#include "models.h"

namespace heed::bench {
namespace {

ModelRecipe recipe(int64_t length) {
  TranslateOptions task;
  task.source = task.target = WordsOptions{};
  ModelRecipe made{task, model_options("rnnsearch"), {}};
  made.search.min_length = made.search.max_length = length;
  return made;
}

void learn_words(Task& task, int64_t vocabulary) {
  constexpr int64_t kSpecial = 4;  // padding, unknown, start, end
  std::vector<Record> records;
  for (int64_t i = 0; i < vocabulary - kSpecial; ++i) {
    std::string number = std::to_string(i);
    records.push_back({{"s" + number, "t" + number}, "made-up words", i + 1});
  }
  task.learn(records);
}

// So that outputs differ from source to source and from step to step, and the likeliest token by several
// nats.
double stretch(const std::string& name) {
  if (name.ends_with("embedding.table")) return 10;
  if (name == "output.weight") return 25;
  if (name.ends_with(".input") || name.ends_with(".v")) return 4;
  if (name.starts_with("decoder.bridge")) return 2;
  return 1;
}

void write(const fs::path& out, int64_t vocabulary, int64_t length) {
  ModelRecipe options = recipe(length);
  std::unique_ptr<Task> task = make_task(options.task);
  learn_words(*task, vocabulary);
  Parameters parameters = Parameters::draw(1);
  std::unique_ptr<Model> model = make_model(options.model, *task, Scope(parameters));
  at::NoGradGuard no_gradient;
  for (const auto& [name, tensor] : parameters.all()) tensor.mul_(stretch(name));
  std::map<std::string, std::string> files = task->files();
  files["recipe.yml"] = write_options(options);
  files["model.safetensors"] = tensors_to_bytes(parameters.all());
  files["model.graph.json"] = graphs_to_json(recorded_graphs(*model));
  make_directories(out);
  write_model(out, files, {task->name(), parameters.count(), 0});
}

}  // namespace
}  // namespace heed::bench

int main(int count, char** words) {
  if (count != 4) return std::fprintf(stderr, "usage: heed-bench-model OUT VOCABULARY LENGTH\n"), 2;
  try {
    heed::bench::write(words[1], std::stol(words[2]), std::stol(words[3]));
  } catch (const heed::Error& error) {
    std::fprintf(stderr, "heed-bench-model: %s\n", error.what());
    return error.exit_code;
  }
}
