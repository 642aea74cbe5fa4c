#include "cli/predicting.h"
#include "heed/base/error.h"
#include "heed/models/saved_model.h"

namespace heed::cli {

std::unique_ptr<Runnable> open_model(const std::string& path, const SearchFlags& flags) {
  if (flags.precision == "bf16" || flags.precision == "int8")
    throw OptionError("--precision " + flags.precision +
                      ": libtorch runs the weights as they were trained; leave out --engine torch");
  return std::make_unique<SavedModel>(path, flags.ensemble);
}

std::string engine_name() {
  return "torch";
}

}  // namespace heed::cli
