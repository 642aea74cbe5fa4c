#include <cstdio>

#include "cli/predicting.h"
#include "cli/verbs.h"
#include "heed/base/command_line.h"
#include "heed/base/error.h"
#include "heed/engine/export.h"

namespace heed::cli {
namespace {

struct ExportOptions {
  std::string model, file, precision = "auto";
  std::vector<std::string> shortlist;
  engine::ShortlistOptions lists;
  static void arguments(auto& o, auto&& f) {
    f("MODEL", o.model, "directory written by 'heed train'");
    f("FILE", o.file, "output file; 'heed run', 'eval' and 'look' accept it as MODEL");
  }
  static void fields(auto& o, auto&& f) {
    f("precision", o.precision, "precision of the weights; auto = int8, the fastest and smallest",
      one_of({"auto", "fp32", "bf16", "int8"}));
    f("shortlist", o.shortlist,
      "learn a shortlist from a file of source and target, or from parallel files: the model then only "
      "writes "
      "target tokens that are likely for its source tokens");
    engine::ShortlistOptions::fields(o.lists, f);
  }
};

}  // namespace

int export_model(Words words) {
  auto read = read_verb<ExportOptions>(kExport, words);
  if (!read) return 0;
  ExportOptions& options = *read;
  std::vector<std::string> inputs = options.shortlist;
  inputs.push_back(options.model);
  require_output(options.file, inputs);
  engine::Precision precision =
      options.precision == "auto" ? engine::Precision::int8 : engine::precision_of(options.precision);
  engine::EngineModel model(options.model);
  std::optional<engine::ShortlistArrays> shortlist;
  if (!options.shortlist.empty())
    shortlist = engine::make_shortlist(model, records_of(model, options.shortlist), options.lists);
  std::size_t bytes = engine::export_model(model, options.file, precision, shortlist ? &*shortlist : nullptr);
  std::printf("%s: %s, %.1f MB\n", options.file.c_str(), engine::name_of(precision).c_str(),
              static_cast<double>(bytes) / 1e6);
  return 0;
}

}  // namespace heed::cli
