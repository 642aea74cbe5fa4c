// Whole models, damaged and forged: opened and run by the engine, or refused with what is wrong.
#include <gtest/gtest.h>

#include <cstring>

#include "damage.h"
#include "engine/attention_model.h"
#include "engine/forward_models.h"
#include "engine/windowed_model.h"
#include "forged_model.h"
#include "heed/base/options.h"
#include "heed/engine/export.h"
#include "heed/engine/model.h"
#include "heed/graph/model_directory.h"
#include "heed/graph/packed_model.h"
#include "heed/graph/safetensors.h"
#include "heed/tasks/registry.h"
#include "temporary_directory.h"

namespace heed::engine {
namespace {

// A model made by hand, and the task that it is for: one that writes what it reads about the letters a … f,
// or one that tells two labels apart.
struct Whole {
  const char* name;
  HandMade (*model)();
  const char* task;                  // the section of the recipe
  std::vector<std::string> tables;   // parameters with a row for each token that is read
  std::vector<std::string> outputs;  // and for each token that is written
};

const Whole kWholes[] = {
    {"Attention",
     [] { return attention_model(); },
     "  type: translate\n  source: characters\n  target: characters\n",
     {"source.table"},
     {"target.table", "output", "output.bias"}},
    {"Windowed",
     &windowed_model,
     "  type: translate\n  source: characters\n  target: characters\n  copy: true\n",
     {"source.table"},
     {"target.table", "output", "output.bias"}},
    {"Label", &label_model, "  type: classify\n  text: characters\n", {"table"}, {}},
};

struct TaskOfRecipe {
  TaskOptions task;
  static void fields(auto& o, auto&& f) { f("task", o.task, ""); }
};

// The model as a directory.
std::map<std::string, std::string> files_of(const Whole& whole) {
  HandMade model = whole.model();
  const std::string section = "task:\n" + std::string(whole.task);
  std::unique_ptr<Task> task = make_task(read_options<TaskOfRecipe>(section, "test").task);
  std::vector<Record> records = {
      {{"abcd", "bcd"}, "test", 1}, {{"bade", "def"}, "test", 2}, {{"x", "bade"}, "test", 3}};
  task->learn(records);
  const Schema schema = task->schema();
  for (const std::string& name : whole.tables) model.shapes[name][0] = schema[schema.inputs()[0]].size;
  for (const std::string& name : whole.outputs) model.shapes[name][0] = schema[written_column(schema)].size;
  for (Graph& graph : model.graphs)
    declare_outputs(graph, [&](const std::string& name) { return model.shapes.at(name); });
  OwnWeights parameters = model.parameters();
  std::vector<TensorView> tensors;
  for (const std::string& name : parameters.names()) {
    Parameter own = parameters.get(name);
    auto size = static_cast<std::size_t>(
        std::accumulate(own.shape.begin(), own.shape.end(), int64_t{1}, std::multiplies<int64_t>()));
    tensors.push_back({name, "F32", own.shape, {reinterpret_cast<const char*>(own.data), 4 * size}});
  }
  std::map<std::string, std::string> files = task->files();
  files["recipe.yml"] = section + "search:\n  beam: 2\n";
  files["model.graph.json"] = graphs_to_json(model.graphs);
  files["model.safetensors"] = write_safetensors(tensors, {});
  return files;
}

class DamagedEngineModel : public testing::TestWithParam<Whole> {
 protected:
  DamagedEngineModel() { write_model(folder_.path(), files_, {"test", 1, 1}); }

  bool runs(const std::string& what) const { return runs(folder_.path(), what); }

  // Opens and runs it; true if neither was refused.
  static bool runs(const fs::path& path, const std::string& what) {
    PredictOptions options;
    options.search.max_length = 6;
    const std::vector<Record> records = {{{"abz", "dbz"}, "test", 1}, {{"fedcba", "f"}, "test", 2}};
    try {
      EngineModel model(path);
      if (model.searches()) options.search.beam = options.search.n_best = 3;
      EXPECT_EQ(model.predict(records, options).size(), records.size());
      return true;
    } catch (const Error& error) {
      EXPECT_STRNE(error.what(), "");
    } catch (const std::exception& error) {
      ADD_FAILURE() << what << ": " << error.what();
    }
    return false;
  }

  // Some tries of one file, each put right again.
  template <class Harm>
  void forge(const std::string& name, int tries, Harm harm) {
    for (int i = 0; i < tries; ++i) {
      forge_file(folder_.path(), name, harm(files_[name]));
      runs(name + ", try " + std::to_string(i));
    }
    forge_file(folder_.path(), name, files_[name]);
    EXPECT_TRUE(runs("whole"));
  }

  std::map<std::string, std::string> files_ = files_of(GetParam());
  TemporaryDirectory folder_;
};

TEST_P(DamagedEngineModel, RunsWhileItIsWhole) {
  EXPECT_TRUE(runs("whole"));
}

TEST_P(DamagedEngineModel, IsRefusedWhenAnyByteIsAnother) {
  Damage damage("a file");
  for (const auto& [name, bytes] : files_) {
    for (int i = 0; i < 30; ++i) {
      std::string changed = damage.to_bytes(bytes);
      if (changed == bytes) continue;
      write_anew(folder_ / name, changed);
      EXPECT_FALSE(runs(name)) << name;
    }
    write_anew(folder_ / name, bytes);
  }
  EXPECT_TRUE(runs("whole again"));
}

TEST_P(DamagedEngineModel, IsRefusedOrRunsWhenAFileIsForged) {
  Damage damage("forged bytes");
  for (const auto& [name, bytes] : files_)
    forge(name, 100, [&](const std::string& whole) { return damage.to_bytes(whole); });
}

TEST_P(DamagedEngineModel, IsRefusedOrRunsWhenItsGraphsAreForged) {
  Damage damage("forged graphs");
  forge("model.graph.json", 600, [&](const std::string& whole) { return damage.to_json(whole); });
}

std::size_t header_length(const std::string& tensors) {
  uint64_t length = 0;
  std::memcpy(&length, tensors.data(), sizeof length);
  return static_cast<std::size_t>(length);
}

TEST_P(DamagedEngineModel, IsRefusedOrRunsWhenItsTensorsAreForged) {
  Damage damage("forged tensors");
  forge("model.safetensors", 300, [&](const std::string& whole) {
    std::size_t data = 8 + header_length(whole);
    std::string header = damage.to_json(whole.substr(8, data - 8));
    uint64_t length = header.size();
    return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header + whole.substr(data);
  });
}

// Any bits at all as numbers: infinite ones, ones that are none.
TEST_P(DamagedEngineModel, RunsWithAnyNumbers) {
  Damage damage("numbers");
  forge("model.safetensors", 300, [&](std::string whole) {
    std::size_t data = 8 + header_length(whole);
    for (int i = 0; i < 8; ++i)
      whole[data + damage.below(whole.size() - data)] = static_cast<char>(damage.below(2) == 0 ? 0x7F : 0xFF);
    return whole;
  });
}

// One packed file, of which each piece in turn is damaged, and its checksum right again.
TEST_P(DamagedEngineModel, IsRefusedOrRunsWhenAPieceOfThePackedFileIsForged) {
  Damage damage("forged pieces");
  for (Precision precision : {Precision::fp32, Precision::bf16, Precision::int8}) {
    fs::path file = folder_ / "packed";
    export_model(EngineModel(folder_.path()), file, precision, nullptr);
    ASSERT_TRUE(runs(file, "whole"));
    std::map<std::string, std::string> pieces;
    PackedModel whole(file);
    for (const auto& [name, bytes] : whole.files()) pieces[name] = whole.read(name);
    for (const auto& [name, bytes] : pieces) {
      for (int i = 0; i < 10; ++i) {
        bool json = name.ends_with(".json") && i % 2 == 0;
        std::map<std::string, std::string> forged = pieces;
        forged[name] = json ? damage.to_json(bytes) : damage.to_bytes(bytes);
        PackedModelWriter writer(whole.facts());
        for (const auto& [own, piece] : forged) writer.add(own, piece);
        writer.write(folder_ / "forged");
        runs(folder_ / "forged", name);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, DamagedEngineModel, testing::ValuesIn(kWholes),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace heed::engine
