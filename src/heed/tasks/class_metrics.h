// Metrics of predicted classes:
//
//   accuracy   share of the examples whose class is right
//   macro_f1   the mean over classes of F1 = 2 TP / (2 TP + FP + FN), over the classes that occur in the
//   answers or the
//              predictions; a class that training did not have counts as one that is never predicted
//
// Both are what scikit-learn's accuracy_score and f1_score(average="macro") give, times 100.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heed/tasks/task_metric.h"
#include "heed/text/class_list.h"

namespace heed {

std::vector<std::string> class_metric_names();

// `column` is the column of a record that holds the right class. The metric shares the list of classes, which
// may be learnt or loaded later.
std::unique_ptr<TaskMetric> make_class_metric(const std::string& name,
                                              std::shared_ptr<const ClassList> classes, std::size_t column);

}  // namespace heed
