#include "heed/training/standing.h"

#include <algorithm>
#include <sstream>

#include "heed/base/error.h"

namespace heed {

Standing::Standing(const TrainingOptions& options)
    : capacity_(options.final.average),
      patience_(options.validation.patience),
      last_(options.final.from == "last") {
  if (const auto* plateau = std::get_if<PlateauOptions>(&options.schedule)) plateau_ = plateau->patience;
}

Standing::Verdict Standing::add(int64_t update, double value) {
  Verdict verdict;
  verdict.best = best_.empty() || value > best_[0].value;
  without_better_ = verdict.best ? 0 : without_better_ + 1;
  since_drop_ = verdict.best ? 0 : since_drop_ + 1;
  if (verdict.best) best_ = {{update, value}};
  if (plateau_ > 0 && since_drop_ >= plateau_) {
    verdict.plateau = true;
    since_drop_ = 0;
  }
  // Of equal ones the earlier stands before the later.
  auto place = last_ ? kept_.begin() : std::find_if(kept_.begin(), kept_.end(), [&](const Kept& other) {
    return other.value < value;
  });
  kept_.insert(place, {update, value});
  if (kept_.size() > static_cast<std::size_t>(capacity_)) kept_.pop_back();
  verdict.keep = std::any_of(kept_.begin(), kept_.end(), [&](const Kept& k) { return k.update == update; });
  return verdict;
}

bool Standing::enough() const {
  return patience_ > 0 && without_better_ >= patience_;
}

std::string Standing::to_text() const {
  std::ostringstream out;
  out << std::hexfloat << without_better_ << ' ' << since_drop_ << ' ' << best_.size() << ' ' << kept_.size();
  for (const auto* list : {&best_, &kept_}) {
    for (const Kept& kept : *list) out << ' ' << kept.update << ' ' << kept.value;
  }
  return out.str();
}

void Standing::from_text(const std::string& text) {
  std::istringstream in(text);
  std::size_t best = 0, kept = 0;
  in >> without_better_ >> since_drop_ >> best >> kept;
  best_.assign(std::min<std::size_t>(best, 1), {});
  kept_.assign(std::min<std::size_t>(kept, 1000), {});
  for (auto* list : {&best_, &kept_}) {
    for (Kept& one : *list) {
      std::string value;  // streams do not read back the hexadecimal numbers that they write
      in >> one.update >> value;
      one.value = std::strtod(value.c_str(), nullptr);
    }
  }
  if (!in) throw FileError("a checkpoint's 'standing' is damaged: '" + text + "'");
}

}  // namespace heed
