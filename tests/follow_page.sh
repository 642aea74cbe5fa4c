# For tests that follow a page of the documentation to the letter, in a copy of the sources. Sourced, not run.
#
# Each block of code of such a page has a comment above it that says where it goes:
#   <!-- file=PATH new -->            it is the whole of a new file
#   <!-- file=PATH before="TEXT" -->  in front of that line, or of the last one that begins so
#   <!-- file=PATH replace="TEXT" --> in place of that text
#   <!-- use=NAME -->                 it is a file of that name for whoever follows, beside the sources
#
# Expects $build, a build by Ninja; $source, its sources; and $folder, where the copy is.

# follow PAGE: changes the copy. $folder/changed lists the files.
follow() {
  awk -v folder="$folder" -v page="$1" '
    function unescaped(text) { gsub(/\\"/, "\"", text); return text }
    function quoted(line, key,   at, rest, end) {
      at = index(line, key "=\""); if (!at) return ""
      rest = substr(line, at + length(key) + 2)
      for (end = 1; substr(rest, end, 1) != "\"" || substr(rest, end - 1, 1) == "\\"; ++end);
      return unescaped(substr(rest, 1, end - 1))
    }
    function write(path) { printf "%s", block > path; close(path) }
    function apply(   path, lines, line, count, at, exact, i, place, done) {
      path = folder "/" file; count = 0; at = 0; exact = 0
      if (use != "") { write(folder "/" use); return }
      print file > (folder "/changed")
      if (whole) { write(path); return }
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
      if (!at && !done) { print page ": " file " has no line with " before replaced; exit 1 }
      printf "" > path
      for (i = 1; i <= count; ++i) { if (i == at) printf "%s", block > path; print lines[i] > path }
      close(path)
    }
    /^<!-- file=/ {
      file = $2; sub(/^file=/, "", file); before = quoted($0, "before"); replaced = quoted($0, "replace")
      whole = $3 == "new"; use = ""; next
    }
    /^<!-- use=/ { use = $2; sub(/^use=/, "", use); file = use; next }
    /^```/ && inside { inside = 0; apply(); file = ""; next }
    /^```/ && file != "" { inside = 1; block = ""; next }
    inside { block = block $0 "\n" }
  ' "$1"
  echo "files: $(sort -u "$folder/changed" | tr '\n' ' ')"
}

# command_of OBJECT TO [FROM_NAME TO_NAME]: how the build compiles an object, but from the copy and to the file TO; with
# one source's name replaced by another's.
command_of() {
  ninja -C "$build" -t commands "$1" | grep -F -- "-o $1 " | tail -n 1 |
    sed -e "s#$source/src#$folder/src#g; s#$source/tests#$folder/tests#g; s# -o $1 # -o $2 #; s# -MD -MT $1 -MF [^ ]*##" \
      -e "s#/${3:-.}\$#/${4:-.}#"
}
