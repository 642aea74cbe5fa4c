#include "cli/predicting.h"
#include "heed/models/saved_model.h"

namespace heed::cli {

std::unique_ptr<Runnable> open_model(const std::string& path, std::span<const std::string> ensemble) {
  return std::make_unique<SavedModel>(path, ensemble);
}

}  // namespace heed::cli
