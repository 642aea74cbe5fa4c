// A saved model, run by the engine.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "heed/engine/engine.h"
#include "heed/graph/safetensors.h"
#include "heed/tasks/runnable.h"

namespace heed::engine {

class EngineModel : public Runnable {
 public:
  // Reads and checks the directory; a damaged or newer model is refused with the reason. With others of the
  // same vocabularies it is an ensemble; task and search options are the first's.
  explicit EngineModel(const fs::path& path, std::span<const std::string> others = {});

 private:
  class FileParameters;

  EngineModel(const ModelDirectory& directory, std::span<const std::string> others);

  Safetensors weights_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace heed::engine
