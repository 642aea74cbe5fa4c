// A saved model, run by the engine: the directory that `heed train` wrote, or the file that `heed export`
// made of it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "heed/engine/engine.h"
#include "heed/graph/model_files.h"
#include "heed/tasks/runnable.h"

namespace heed::engine {

struct ModelOptions {
  std::optional<Precision> precision;  // none: as the model is stored, a directory's being fp32
  bool whole_vocabulary = false;       // also where there is a shortlist
};

class EngineModel : public Runnable {
 public:
  // Reads and checks; a damaged or newer model is refused with the reason. With others of the same
  // vocabularies it is an ensemble; task and search options are the first's.
  explicit EngineModel(const fs::path& path, std::span<const std::string> others = {},
                       const ModelOptions& options = {});

  void require_unchanged() const override { stored_.parameters->require_unchanged(); }

 private:
  struct Stored {
    std::unique_ptr<ModelFiles> files;
    std::unique_ptr<WeightStore> parameters;
    std::optional<Shortlist> shortlist;
  };
  static Stored open(const fs::path& path, const ModelOptions& options);
  EngineModel(Stored stored, std::span<const std::string> others, const ModelOptions& options);

  Stored stored_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace heed::engine
