// Translates the lines of standard input and writes what the model looked at to one page: translate MODEL
// page.html
#include <iostream>

#include "heed/engine/model.h"
#include "heed/show/write.h"

int main(int count, char** words) {
  if (count != 3) return std::cerr << "usage: translate MODEL PAGE.html\n", 2;
  try {
    heed::engine::EngineModel model(words[1]);
    std::vector<heed::Shown> pictures;
    for (std::string line; std::getline(std::cin, line);) {
      heed::Prediction prediction = model.predict(line);
      std::cout << prediction.text << "\n";
      pictures.push_back({line, prediction.text, prediction.log_probability, prediction.maps});
    }
    heed::write_attention(words[2], pictures);
  } catch (const heed::Error& error) {
    std::cerr << "translate: " << error.what() << "\n";
    return error.exit_code;
  }
}
