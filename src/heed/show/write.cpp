#include "heed/show/write.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "heed/base/diagnostics.h"
#include "heed/base/error.h"
#include "heed/show/figure.h"
#include "heed/show/file_parts.h"

namespace heed {

using namespace show;

struct AttentionFile::Format {
  virtual ~Format() = default;
  virtual void begin(FileWriter&) {}
  virtual void add(FileWriter& file, const Shown& shown) = 0;
  virtual void end(FileWriter& file) = 0;
};

namespace {

struct Json : AttentionFile::Format {
  void begin(FileWriter& file) override { file.write(json_head()); }
  void add(FileWriter& file, const Shown& shown) override {
    file.write(between_ + json_prediction(shown));
    between_ = ",";
  }
  void end(FileWriter& file) override { file.write(kJsonTail); }
  std::string between_;
};

struct Html : AttentionFile::Format {
  void begin(FileWriter& file) override {
    file.write(frame_.before);
    file.write(without_markup(json_head()));
  }
  void add(FileWriter& file, const Shown& shown) override {
    file.write(between_ + without_markup(json_prediction(shown)));
    between_ = ",";
  }
  void end(FileWriter& file) override {
    file.write(kJsonTail);
    file.write(frame_.behind);
  }
  PageFrame frame_ = page_frame();
  std::string between_;
};

// A picture can only be drawn when it is complete, and a long one is useless. A picture that becomes too
// large for its format is refused at once.
struct Picture : AttentionFile::Format {
  struct Painter {
    std::string (*paint)(const Figure&);
    void (*require_size)(const Figure&);
  };
  explicit Picture(const Painter& painter) : painter_(painter) {}
  void add(FileWriter&, const Shown& shown) override {
    if (drawn_ < kMostDrawn) {
      ++drawn_;
      page_.add(shown);
      painter_.require_size(page_.figure());
    } else if (!std::exchange(warned_, true)) {
      warn("a picture holds the first " + std::to_string(kMostDrawn) +
           " predictions; .html and .json hold all");
    }
  }
  void end(FileWriter& file) override { file.write(painter_.paint(std::move(page_).finish())); }
  Painter painter_;
  Page page_;
  std::size_t drawn_ = 0;
  bool warned_ = false;
};

constexpr Picture::Painter kSvg = {[](const Figure& figure) { return paint_svg(figure, kAttentionTitle); },
                                   [](const Figure&) {}};
constexpr Picture::Painter kPng = {paint_png, require_png_size};

struct Named {
  std::string_view ending;
  std::unique_ptr<AttentionFile::Format> (*make)();
};

constexpr std::array<Named, 4> kFormats = {
    {{".json", []() -> std::unique_ptr<AttentionFile::Format> { return std::make_unique<Json>(); }},
     {".svg", []() -> std::unique_ptr<AttentionFile::Format> { return std::make_unique<Picture>(kSvg); }},
     {".png", []() -> std::unique_ptr<AttentionFile::Format> { return std::make_unique<Picture>(kPng); }},
     {".html", []() -> std::unique_ptr<AttentionFile::Format> { return std::make_unique<Html>(); }}}};

const Named& format_of(const fs::path& file) {
  const std::string ending = file.extension().string();
  const auto found =
      std::find_if(kFormats.begin(), kFormats.end(), [&](const Named& f) { return f.ending == ending; });
  if (found != kFormats.end()) return *found;
  throw OptionError("attention file \"" + file.string() +
                    "\": expected a name that ends in .json, .svg, .png or .html, found " +
                    (ending.empty() ? "no ending" : "\"" + ending + "\""));
}

}  // namespace

AttentionFile::AttentionFile(const fs::path& path) : format_(format_of(path).make()), file_(path) {
  format_->begin(file_);
}

AttentionFile::~AttentionFile() = default;

void AttentionFile::add(const Shown& shown) {
  format_->add(file_, shown);
}

void AttentionFile::finish() {
  format_->end(file_);
  file_.finish();
}

void write_attention(const fs::path& path, std::span<const Shown> shown) {
  AttentionFile file(path);
  for (const Shown& one : shown) file.add(one);
  file.finish();
}

void require_attention_format(const fs::path& file) {
  format_of(file);
}

}  // namespace heed
