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

. "$(dirname "$0")/follow_page.sh"
follow "$source/docs/add-an-operation.md"

# compile OBJECT NAME: as the build compiles it, but from the copy.
compile() {
  command_of "$1" "$folder/$2.o" >"$folder/$2.sh"
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
