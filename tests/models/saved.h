// Saves a model as a directory, and compares what is predicted by what runs it.
#pragma once

#include <gtest/gtest.h>

#include "heed/models/saved_model.h"

namespace heed {

inline void save(const fs::path& path, const Task& task, const ModelRecipe& recipe, Model& model,
                 const Parameters& parameters) {
  std::map<std::string, std::string> files = task.files();
  files["recipe.yml"] = write_options(recipe);
  files["model.safetensors"] = tensors_to_bytes(parameters.all());
  files["model.graph.json"] = graphs_to_json(recorded_graphs(model));
  make_directories(path);
  write_model(path, files, {task.name(), parameters.count(), 0});
}

inline void expect_near(const std::vector<AttentionMap>& found, const std::vector<AttentionMap>& expected,
                        double within) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    AttentionMap same = found[i];
    same.weights = expected[i].weights;
    EXPECT_EQ(same, expected[i]);
    EXPECT_NO_THROW(require_valid(found[i]));
    ASSERT_EQ(found[i].weights.size(), expected[i].weights.size());
    for (std::size_t w = 0; w < found[i].weights.size(); ++w)
      ASSERT_NEAR(found[i].weights[w], expected[i].weights[w], within) << found[i].part << " " << w;
  }
}

// Classes with their probabilities and maps.
inline void expect_near(const Prediction& found, const Prediction& expected, double within) {
  ASSERT_EQ(found.probabilities.size(), expected.probabilities.size());
  double sum = 0;
  for (std::size_t i = 0; i < found.probabilities.size(); ++i) {
    EXPECT_EQ(found.probabilities[i].first, expected.probabilities[i].first);
    EXPECT_NEAR(found.probabilities[i].second, expected.probabilities[i].second, within);
    sum += found.probabilities[i].second;
  }
  EXPECT_NEAR(sum, 1, 1e-5);
  if (found.text == expected.text) expect_near(found.maps, expected.maps, within);
  expect_near(found.source_maps, expected.source_maps, within);
}

}  // namespace heed
