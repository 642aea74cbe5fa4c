// Runs a saved model and shows what it looked at: build/examples/look demo/model "the first of May, 2011"
#include <iostream>

#include "heed/engine/model.h"
#include "heed/show/terminal.h"

int main(int count, char** words) {
  if (count != 3) return std::cerr << "usage: look MODEL TEXT\n", 2;
  heed::engine::EngineModel model(words[1]);
  heed::Prediction prediction = model.predict(words[2]);
  std::cout << prediction.text << "\n\n";
  for (const heed::AttentionMap& map : prediction.maps)
    std::cout << heed::to_terminal(map, {.colour = false});
}
