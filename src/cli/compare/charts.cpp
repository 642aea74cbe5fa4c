#include "cli/compare/charts.h"

#include <algorithm>
#include <cmath>

namespace heed::cli {
namespace {

using show::LineChart;
using show::ReportChart;

ReportChart quality_chart(const Findings& findings) {
  show::BarChart chart{findings.metric, findings.metric, {}};
  for (std::size_t i = 0; i < findings.variants.size(); ++i) {
    const VariantFindings& variant = findings.variants[i];
    const Estimate& quality = variant.quality.all;
    show::Bar bar{variant.name, quality.value, quality.low, quality.high};
    if (variant.runs > 1)
      for (const RunFindings& run : findings.runs)
        if (run.variant == i) bar.dots.push_back(run.quality.all.value);
    chart.bars.push_back(bar);
  }
  bool seeds =
      std::any_of(chart.bars.begin(), chart.bars.end(), [](const auto& bar) { return !bar.dots.empty(); });
  return {"quality",
          findings.metric + " with its 95% interval" + (seeds ? "; diamonds are single seeds." : "."),
          lay_out(chart)};
}

ReportChart length_chart(const Findings& findings, std::optional<int64_t> longest_in_training) {
  LineChart chart{.title = findings.metric + " by length of the source",
                  .x_title = "source, " + findings.unit,
                  .y_title = findings.metric,
                  .series = {},
                  .bands = findings.variants.size() <= 6};
  for (const VariantFindings& variant : findings.variants) {
    show::Series series{variant.name, {}};
    for (std::size_t g = 0; g < variant.quality.by_length.size(); ++g) {
      const Estimate& quality = variant.quality.by_length[g];
      series.points.push_back({findings.lengths[g].mean, quality.value, quality.low, quality.high});
    }
    chart.series.push_back(series);
  }
  if (longest_in_training && !findings.lengths.empty() &&
      *longest_in_training < findings.lengths.back().longest) {
    chart.mark = static_cast<double>(*longest_in_training);
    chart.mark_text = "longest in training";
  }
  return {"by-length",
          "Sentences grouped by the length of their source; a point stands at the mean length of its group" +
              std::string(chart.bands ? ", bands are 95% intervals." : "."),
          lay_out(chart)};
}

// Not finite where nothing was decoded.
bool every_validation_decoded(const Findings& findings) {
  return std::all_of(findings.runs.begin(), findings.runs.end(), [](const RunFindings& run) {
    return std::all_of(run.facts.curve.begin(), run.facts.curve.end(),
                       [](const Validation& one) { return std::isfinite(one.score); });
  });
}

// Uses the first successful run of each variant, because means of curves of different lengths mislead.
ReportChart learning_chart(const Findings& findings) {
  bool metric = every_validation_decoded(findings);
  std::string what = metric ? findings.metric + " on dev" : "loss on dev";
  LineChart chart{.title = "Learning", .x_title = "minutes of work", .y_title = what, .series = {}};
  for (std::size_t i = 0; i < findings.variants.size(); ++i) {
    show::Series series{findings.variants[i].name, {}};
    for (const RunFindings& run : findings.runs) {
      if (run.variant != i || !run.facts.error.empty() || !series.points.empty()) continue;
      for (const Validation& one : run.facts.curve)
        series.points.push_back({one.minutes, metric ? one.score : one.loss});
    }
    chart.series.push_back(series);
  }
  return {"learning", what + " as training went on, first seed of each.", lay_out(chart)};
}

ReportChart speed_chart(const Findings& findings) {
  LineChart chart{.title = findings.metric + " against training speed",
                  .x_title = "elements of the answers learnt from in a second",
                  .y_title = findings.metric,
                  .series = {},
                  .joined = false,
                  .bands = true};
  for (const VariantFindings& variant : findings.variants) {
    const Estimate& quality = variant.quality.all;
    chart.series.push_back({variant.name,
                            {{number_of(variant.numbers, "training_tokens_per_second"), quality.value,
                              quality.low, quality.high}}});
  }
  return {"speed", "Up is better trained, right is faster to train; bars are 95% intervals.", lay_out(chart)};
}

// Norms span many powers of ten, so their logarithms are drawn.
ReportChart gradient_chart(const Findings& findings) {
  LineChart chart{.title = "How far gradients reach",
                  .x_title = "steps between reading a token and writing one",
                  .y_title = "log₁₀ of the gradient's norm",
                  .series = {}};
  for (std::size_t i = 0; i < findings.variants.size(); ++i) {
    show::Series series{findings.variants[i].name, {}};
    for (const RunFindings& run : findings.runs) {
      if (run.variant != i || !series.points.empty()) continue;
      for (const NormAt& at : run.facts.gradients)
        series.points.push_back({at.distance, std::log10(std::max(at.norm, 1e-30))});
    }
    chart.series.push_back(series);
  }
  return {
      "gradients",
      "The norm of ∂ log p(output token) / ∂ (input token's vector), the mean over pairs of tokens, by the "
      "steps that lie between them along the recurrent states; first seed of each.",
      lay_out(chart)};
}

bool has_gradients(const Findings& findings) {
  return std::any_of(findings.runs.begin(), findings.runs.end(),
                     [](const RunFindings& run) { return !run.facts.gradients.empty(); });
}

}  // namespace

std::vector<ReportChart> charts_of(const Findings& findings, std::optional<int64_t> longest_in_training) {
  if (findings.sentences == 0) return {};
  std::vector<ReportChart> charts = {quality_chart(findings), length_chart(findings, longest_in_training),
                                     learning_chart(findings), speed_chart(findings)};
  if (has_gradients(findings)) charts.push_back(gradient_chart(findings));
  return charts;
}

}  // namespace heed::cli
