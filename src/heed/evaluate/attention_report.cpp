#include "heed/evaluate/attention_report.h"

#include "heed/run/parts.h"
#include "heed/show/by_words.h"

namespace heed {

MeasuredAttention measure_attention(Runnable& model, std::span<const Record> records, PredictOptions options,
                                    const Gold& gold, const BootstrapOptions& bootstrap) {
  options.attention = true;
  options.given = !gold.lines.empty();
  const Columns columns = model.task().columns();
  std::vector<Statistics> weights(records.size()), links(gold.lines.size());
  auto measure = [&](std::size_t i, const Prediction& prediction) {
    std::span<const AttentionMap> heads = alignment_maps(prediction.maps);
    weights[i] = attention_statistics(heads);
    if (!options.given) return;
    AttentionMap words = by_words(mean_of_heads(heads), input_text(records[i], columns), prediction.text);
    links[i] = alignment_statistics(hard_alignment(words, gold.reading), gold.lines[i]);
  };
  std::vector<Prediction> predictions = predict_in_parts(model, records, options, measure);
  AttentionReport report;
  report.numbers = attention_numbers(weights, bootstrap);
  report.of = options.given ? "references" : "outputs";
  if (options.given) {
    report.reading = name_of(gold.reading);
    report.alignment =
        alignment_scores(links, "heads:mean|reading:" + report.reading + "|unit:word", bootstrap);
  }
  return {std::move(predictions), std::move(report)};
}

}  // namespace heed
