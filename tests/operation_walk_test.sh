#!/bin/sh
# Follows docs/add-an-operation.md to the letter in a copy of the sources, compiles the files that it changes with the
# commands of the build, and runs the tests that know about operations.
#   operation_walk_test.sh BUILD SOURCE
set -eu
build=$1 source=$2
[ -e "$build/build.ninja" ] || { echo "skipped: expected a build by Ninja"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$source/src" "$source/tests" "$folder"

# Each block of the page has a comment above it: file=PATH, and before="TEXT" (that line, or the last one that begins so) or replace="TEXT".
awk -v folder="$folder" '
  function unescaped(text) { gsub(/\\"/, "\"", text); return text }
  function quoted(line, key,   at, rest, end) {
    at = index(line, key "=\""); if (!at) return ""
    rest = substr(line, at + length(key) + 2)
    for (end = 1; substr(rest, end, 1) != "\"" || substr(rest, end - 1, 1) == "\\"; ++end);
    return unescaped(substr(rest, 1, end - 1))
  }
  function apply(   path, lines, line, count, at, exact, i, place, done) {
    path = folder "/" file; count = 0; at = 0; exact = 0
    while ((getline line < path) > 0) {
      lines[++count] = line
      if (before != "" && line == before) at = exact = count
      if (before != "" && !exact && index(line, before) == 1) at = count
      if (replaced != "" && (place = index(line, replaced))) {
        sub(/\n$/, "", block)
        lines[count] = substr(line, 1, place - 1) block substr(line, place + length(replaced)); done = 1
      }
    }
    close(path)
    if (!at && !done) { print "add-an-operation.md: " file " has no line with " before replaced; exit 1 }
    printf "" > path
    for (i = 1; i <= count; ++i) { if (i == at) printf "%s", block > path; print lines[i] > path }
    close(path); print file > (folder "/changed")
  }
  /^<!-- file=/ { file = $2; sub(/^file=/, "", file); before = quoted($0, "before"); replaced = quoted($0, "replace"); next }
  /^```/ && inside { inside = 0; apply(); file = ""; next }
  /^```/ && file != "" { inside = 1; block = ""; next }
  inside { block = block $0 "\n" }
' "$source/docs/add-an-operation.md"
echo "files: $(sort -u "$folder/changed" | tr '\n' ' ')"

# compile OBJECT SOURCE: as the build compiles it, but from the copy.
compile() {
  ninja -C "$build" -t commands "$1" | grep -F -- "-o $1 " | tail -n 1 |
    sed -e "s#$source/src#$folder/src#g; s#$source/tests#$folder/tests#g; s# -o $1 # -o $folder/$2.o #; s# -MD -MT $1 -MF [^ ]*##" >"$folder/$2.sh"
  (cd "$build" && sh "$folder/$2.sh")
}
compile src/heed/CMakeFiles/heed_graph.dir/graph/operations/pointwise.cpp.o table
compile src/heed/CMakeFiles/heed_ops.dir/ops/ops.cpp.o ops
compile src/heed/CMakeFiles/heed_engine.dir/engine/operations/pointwise.cpp.o instructions
compile tests/CMakeFiles/engine_test.dir/engine/mutation_test.cpp.o mutation_test
compile tests/CMakeFiles/ops_test.dir/ops/ops_test.cpp.o ops_test
compile tests/CMakeFiles/models_test.dir/models/replay_test.cpp.o replay_test
ninja -C "$build" -t commands tests/models_test | tail -n 1 |
  sed -e "s#tests/CMakeFiles/models_test.dir/[^ ]*\.o##g; s# -o tests/models_test # $folder/*.o -o $folder/walk_test #" >"$folder/link.sh"
(cd "$build" && sh "$folder/link.sh")
"$folder/walk_test" --gtest_brief=1
"$folder/walk_test" --gtest_list_tests | grep -q HoldsNumbersBetweenItsBounds
