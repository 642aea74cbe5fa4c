#!/bin/sh
# Follows docs/add-a-task.md to the letter in a copy of the sources, builds the test and the two programs as the build
# does, compiling only what depends on the files that the page changes, and runs the page's commands.
#   task_walk_test.sh BUILD SOURCE
set -eu
build=$1 source=$2
[ -e "$build/build.ninja" ] || { echo "skipped: expected a build by Ninja"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$source/src" "$source/tests" "$folder"
. "$(dirname "$0")/follow_page.sh"
follow "$source/docs/add-a-task.md"
[ "$(grep -c '^src/' "$folder/changed")" -eq 8 ] && [ "$(grep '^src/' "$folder/changed" | sort -u | wc -l)" -eq 6 ] ||
  { echo "expected the page to touch six files of src/, as it says"; exit 1; }

# What the programs have that reads a registry, and the new sources, which are compiled as their neighbours are.
objects=$(ninja -C "$build" -t deps | awk '
  /: #deps/ { sub(/:.*/, ""); object = $0 }
  /src\/heed\/(tasks|models)\/registry\.h$/ { print object }' | grep '^src/' | sort -u)
compiled=""
compile() { # OBJECT [FROM_NAME TO_NAME]
  object=$1
  [ $# -eq 1 ] || object=$(dirname "$1")/$3.o
  mkdir -p "$folder/$(dirname "$object")"
  command_of "$1" "$folder/$object" ${2:-} ${3:-} >"$folder/$object.sh"
  compiled="$compiled $object"
}
for object in $objects; do compile "$object"; done
compile src/heed/CMakeFiles/heed_tasks.dir/tasks/classify.cpp.o classify.cpp rate.cpp
compile src/heed/CMakeFiles/heed_models.dir/models/classifier.cpp.o classifier.cpp regressor.cpp
compile tests/CMakeFiles/tasks_test.dir/tasks/classify_test.cpp.o classify_test.cpp rate_test.cpp
echo "compiling $(echo "$compiled" | wc -w) files"
for object in $compiled; do echo "$folder/$object.sh"; done |
  (cd "$build" && xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 1 sh)

# link TARGET FILE: the build's own command, with the new objects in place of, or in front of, those of the libraries.
link() {
  ninja -C "$build" -t commands "$1" | tail -n 1 >"$folder/link"
  command=$(cat "$folder/link") new=""
  for object in $compiled; do
    library=$(echo "$object" | sed 's#.*CMakeFiles/\([^/]*\)\.dir/.*#lib\1.a#')
    case $command in
      *" $object "*) command=$(echo "$command" | sed "s# $object # $folder/$object #") ;;
      *"/$library"*) new="$new $folder/$object" ;;
    esac
  done
  mkdir -p "$(dirname "$2")"
  (cd "$build" && sh -c "$(echo "$command" | sed "s# -o $1 #$new -o $2 #")")
}
link heed "$folder/bin/heed"
link libexec/heed/heed-train "$folder/bin/libexec/heed/heed-train"
ninja -C "$build" -t commands tests/tasks_test | tail -n 1 |
  sed "s#tests/CMakeFiles/tasks_test.dir/[^ ]*\.o##g; s# -o tests/tasks_test # $folder/tests/CMakeFiles/tasks_test.dir/tasks/rate_test.cpp.o $folder/src/heed/CMakeFiles/heed_tasks.dir/tasks/rate.cpp.o $folder/src/heed/CMakeFiles/heed_tasks.dir/tasks/registry.cpp.o -o $folder/rate_test #" >"$folder/link"
(cd "$build" && sh "$folder/link")
"$folder/rate_test" --gtest_brief=1

# The page's own commands.
cd "$folder"
export PATH="$folder/bin:$PATH"
sh data.sh
sh -e commands >output 2>log || { cat output log; exit 1; }
cat output
answer=$(sed -n 1p output)
awk -v answer="$answer" 'BEGIN { exit !(answer > 0.6 && answer < 1.4) }' || { echo "expected about 1: 2 + 1 - 2"; exit 1; }
awk '/^MAE/ { ++scores; if ($2 > 0.3) exit 1 } END { exit scores != 2 }' output || { echo "expected two errors below 0.3"; exit 1; }
