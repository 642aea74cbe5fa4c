#include "heed/training/validation_history.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "heed/base/error.h"

namespace heed {

ValidationHistory::ValidationHistory(const TrainingOptions& options)
    : capacity_(options.final.average),
      patience_(options.validation.patience),
      last_(options.final.from == "last") {
  if (const auto* plateau = std::get_if<PlateauOptions>(&options.schedule)) plateau_ = plateau->patience;
}

ValidationHistory::Verdict ValidationHistory::add(const ValidationResult& validation) {
  Verdict verdict;
  bool finite = std::isfinite(validation.value) && std::isfinite(validation.loss);
  verdict.best = finite && (best_.empty() || validation.better_than(best_[0]));
  without_better_ = verdict.best ? 0 : without_better_ + 1;
  since_drop_ = verdict.best ? 0 : since_drop_ + 1;
  if (verdict.best) best_ = {validation};
  if (plateau_ > 0 && since_drop_ >= plateau_) {
    verdict.plateau = true;
    since_drop_ = 0;
  }
  if (!finite) return verdict;
  // If two results are equal, the earlier one comes first.
  auto place =
      last_ ? kept_.begin() : std::find_if(kept_.begin(), kept_.end(), [&](const ValidationResult& other) {
        return validation.better_than(other);
      });
  kept_.insert(place, validation);
  if (kept_.size() > static_cast<std::size_t>(capacity_)) kept_.pop_back();
  verdict.keep = std::any_of(kept_.begin(), kept_.end(),
                             [&](const ValidationResult& kept) { return kept.update == validation.update; });
  return verdict;
}

bool ValidationHistory::enough() const {
  return patience_ > 0 && without_better_ >= patience_;
}

std::string ValidationHistory::to_text() const {
  std::ostringstream out;
  out << std::hexfloat << without_better_ << ' ' << since_drop_ << ' ' << best_.size() << ' ' << kept_.size();
  for (const auto* list : {&best_, &kept_}) {
    for (const ValidationResult& kept : *list)
      out << ' ' << kept.update << ' ' << kept.value << ' ' << kept.loss;
  }
  return out.str();
}

void ValidationHistory::from_text(const std::string& text) {
  std::istringstream in(text);
  std::size_t best = 0, kept = 0;
  in >> without_better_ >> since_drop_ >> best >> kept;
  best_.assign(std::min<std::size_t>(best, 1), {});
  kept_.assign(std::min<std::size_t>(kept, 1000), {});
  for (auto* list : {&best_, &kept_}) {
    for (ValidationResult& one : *list) {
      std::string value, loss;  // streams do not read back the hexadecimal numbers that they write
      in >> one.update >> value >> loss;
      one.value = std::strtod(value.c_str(), nullptr);
      one.loss = std::strtod(loss.c_str(), nullptr);
    }
  }
  if (!in) throw FileError("a checkpoint's 'standing' is damaged: '" + text + "'");
}

}  // namespace heed
