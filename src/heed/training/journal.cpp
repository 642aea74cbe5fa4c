#include "heed/training/journal.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "heed/base/error.h"

namespace heed {
namespace {

// Rounds seconds to thousandths: more digits are useless and logs are long.
double rounded(double seconds) {
  return std::round(seconds * 1000) / 1000;
}

void add_judgement(nlohmann::ordered_json& entry, const Judgement& judgement) {
  entry["dev_loss"] = judgement.loss;
  for (const Score& score : judgement.scores) entry["dev_" + score.name] = score.score;
}

}  // namespace

void Tally::add(const UpdateOutcome& outcome) {
  if (outcome.skipped) {
    ++skipped;
    return;
  }
  loss += outcome.loss * static_cast<double>(outcome.tokens);
  tokens += outcome.tokens;
}

double Tally::mean() const {
  return tokens > 0 ? loss / static_cast<double>(tokens) : std::numeric_limits<double>::quiet_NaN();
}

Journal::Journal(const fs::path& log, const fs::path& events, const JournalMark& from)
    : log_(log), events_(events, from.events) {
  if (fs::exists(log))
    truncate_file(log, std::min<std::size_t>(static_cast<std::size_t>(from.log), fs::file_size(log)));
  out_.open(log, std::ios::app | std::ios::binary);
}

void Journal::line(const std::string& json) {
  out_ << json << "\n";
  out_.flush();
  if (!out_) throw FileError("cannot write " + log_.string() + "; is the disk full?");
}

void Journal::training(const TrainingState& state, const UpdateOutcome& last, const Tally& tally,
                       double tokens_per_second) {
  nlohmann::ordered_json entry = {{"update", state.update},
                                  {"epoch", state.position.epoch},
                                  {"loss", tally.mean()},
                                  {"gradient_norm", last.gradient_norm},
                                  {"rate", last.rate},
                                  {"tokens", tally.tokens},
                                  {"tokens_per_second", std::round(tokens_per_second)},
                                  {"seconds", rounded(state.seconds)}};
  if (tally.skipped > 0) entry["skipped"] = tally.skipped;
  line(entry.dump());
  if (tally.tokens == 0) return;  // everything was skipped
  events_.write(state.update, "train/loss", tally.mean());
  events_.write(state.update, "train/gradient_norm", last.gradient_norm);
  events_.write(state.update, "train/rate", last.rate);
  events_.write(state.update, "train/tokens_per_second", tokens_per_second);
}

void Journal::validation(const TrainingState& state, const Judgement& judgement, bool best) {
  int64_t update = state.update;
  nlohmann::ordered_json entry = {{"update", update}, {"seconds", rounded(state.seconds)}};
  add_judgement(entry, judgement);
  entry["best"] = best;
  line(entry.dump());
  events_.write(update, "dev/loss", judgement.loss);
  for (const Score& score : judgement.scores) events_.write(update, "dev/" + score.name, score.score);
}

void Journal::final(const TrainingState& state, const Judgement& judgement) {
  nlohmann::ordered_json entry = {{"model", "final"},
                                  {"updates", state.update},
                                  {"tokens", state.tokens},
                                  {"seconds", rounded(state.seconds)}};
  add_judgement(entry, judgement);
  line(entry.dump());
}

JournalMark Journal::mark() {
  return {static_cast<int64_t>(fs::file_size(log_)), events_.bytes()};
}

}  // namespace heed
