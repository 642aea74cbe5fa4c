#!/bin/sh
# Installs Heed into a folder, builds the example project against it with find_package(heed), and runs it.
#   install_test.sh BUILD SOURCE CXX
set -eu
build=$1 source=$2 compiler=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cmake --install "$build" --prefix "$folder/heed" >"$folder/install.log"
cmake -S "$source/examples/project" -B "$folder/build" -DCMAKE_PREFIX_PATH="$folder/heed" \
  -DCMAKE_CXX_COMPILER="$compiler" >"$folder/configure.log" 2>&1 || { cat "$folder/configure.log"; exit 1; }
cmake --build "$folder/build"

"$folder/heed/bin/heed" train "$source/recipes/dates.yml" --out "$folder/model" \
  --set training.updates=2 --set data.generator.lines=200 --set data.generator.dev_lines=10 \
  --set task.source.type=sentencepiece --set task.source.size=100
printf 'the first of May, 2011\n3 March 1998\n' | "$folder/build/translate" "$folder/model" "$folder/page.html" >"$folder/out"
[ "$(wc -l <"$folder/out")" -eq 2 ]
"$folder/heed/bin/heed" export "$folder/model" "$folder/model.heed" --precision fp32
printf 'the first of May, 2011\n3 March 1998\n' | "$folder/build/translate" "$folder/model.heed" "$folder/page.html" >"$folder/packed"
cmp "$folder/out" "$folder/packed"
if ldd "$folder/build/translate" | grep -q torch; then exit 1; fi
grep -q '<html' "$folder/page.html"
"$folder/build/translate" "$folder/nothing" "$folder/page.html" </dev/null 2>"$folder/error" && exit 1
grep -q "nothing" "$folder/error"
echo "installed, found, built and run"
