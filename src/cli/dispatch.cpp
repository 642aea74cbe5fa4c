#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <system_error>

#include "cli/signals.h"
#include "cli/verbs.h"
#include "heed/base/edit_distance.h"
#include "heed/base/error.h"
#include "heed/base/files.h"
#include "heed/base/quoted.h"
#include "heed/base/version.h"

namespace heed::cli {
namespace {

int fail(const std::string& message, int code) {
  std::string line = message;
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::fprintf(stderr, "heed: %s\n", printable(line).c_str());
  return code;
}

int fail_for_memory() {
  return fail("out of memory; use smaller batches or a smaller model", 1);
}

// Whether an error is about memory: libtorch and the standard library report this in many ways.
bool is_about_memory(const std::string& message) {
  for (const char* part : {"can't allocate memory", "Storage size calculation overflowed",
                           "integer multiplication overflow", "negative dimension"}) {
    if (message.find(part) != std::string::npos) return true;
  }
  return false;
}

// Whether an error means that the system has refused another thread.
bool is_about_threads(const std::exception& error) {
  const auto* system = dynamic_cast<const std::system_error*>(&error);
  return system != nullptr && system->code() == std::errc::resource_unavailable_try_again;
}

// Reports a file or directory that has disappeared or is inaccessible.
int fail_for_file(const fs::filesystem_error& error) {
  bool gone = error.code() == std::errc::no_such_file_or_directory;
  return fail("cannot use " + error.path1().string() + ": " + error.code().message() +
                  (gone ? "; was it removed in the meantime?" : ""),
              1);
}

void print_help(std::span<const VerbEntry> verbs) {
  std::printf(
      "heed %s: attention models of sequences, trained, run and seen\n\nusage: heed VERB … (heed VERB --help "
      "tells more)\n\n",
      version().c_str());
  for (const auto& [verb, run] : verbs) std::printf("  %-10s %s\n", verb.name.c_str(), verb.summary.c_str());
  std::printf("  %-10s %s\n", "--version", "which heed this is");
}

// Removes the build id, which the other program of the installation passes first. A program of another build
// is refused, because it may read files differently.
Words without_build_id(Words words) {
  if (words.size() < 2 || words[0] != "--build-id") return words;
  if (words[1] != build_id())
    throw FileError("heed and heed-train are of different builds, " + words[1] + " and " + build_id() +
                    "; build or install both again");
  return words.subspan(2);
}

int call(std::span<const VerbEntry> verbs, Words words) {
  if (words.empty()) {
    std::vector<std::string> names;
    for (const auto& [verb, run] : verbs) names.push_back(verb.name);
    throw OptionError("a verb is missing: " + join_names(names, ", ") + "; 'heed --help' tells more");
  }
  const std::string& name = words[0];
  if (name == "--help" || name == "-h" || name == "help") return print_help(verbs), 0;
  if (name == "--version")
    return std::printf("heed %s (build %s)\n", version().c_str(), build_id().c_str()), 0;
  std::vector<std::string> names = {"--help", "--version"};
  for (const auto& [verb, run] : verbs) {
    if (verb.name == name) return run(words.subspan(1));
    names.push_back(verb.name);
  }
  auto guess = nearest_name(name, names);
  throw OptionError("unknown verb '" + name + "'; " +
                    (guess ? "did you mean 'heed " + *guess + "'?" : "'heed --help' lists them"));
}

}  // namespace

int dispatch(std::span<const VerbEntry> verbs, Words words) {
  try {
    int code = call(verbs, without_build_id(words));
    std::fflush(stdout);
    require_written();
    return code;
  } catch (const Error& error) {
    return fail(error.what(), error.exit_code);
  } catch (const std::bad_alloc&) {
    return fail_for_memory();
  } catch (const std::length_error&) {
    return fail_for_memory();
  } catch (const fs::filesystem_error& error) {
    return fail_for_file(error);
  } catch (const std::exception& error) {
    if (is_about_threads(error))
      return fail(
          "cannot start another thread; use fewer workers or threads, or raise the limit of processes or of "
          "memory (ulimit -u, ulimit -v)",
          1);
    std::string message = error.what();  // libtorch's goes on with a stack trace
    if (is_about_memory(message)) return fail_for_memory();
    return fail("internal error, please report it: " + message.substr(0, message.find('\n')), 1);
  }
}

}  // namespace heed::cli
