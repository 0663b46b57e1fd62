#!/bin/sh
# Usage: validation.sh NULLSTREAM
# Every scenario of tests/validation/LIST is predicted without a word of complaint, and the list says
# what it should: no name twice, no file forgotten.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=tests/validation
bad=0
complain() {
    echo "$1"
    bad=$((bad + 1))
}
rows=$(mktemp) messages=$(mktemp)
trap 'rm -f "$rows" "$messages"' EXIT
grep -v -e '^#' -e '^$' $folder/LIST >"$rows"
for name in $(cut -d' ' -f1 "$rows" | sort | uniq -d); do
    complain "$name stands in $folder/LIST twice"
done
for file in "$folder"/*.cu; do
    grep -q " $(basename "$file")" "$rows" || complain "$file is not in $folder/LIST"
done
while read -r name file options; do
    # shellcheck disable=SC2086 # words
    "$program" predict --gpu h200 --strict $options $folder/"$file" -o /dev/null --format json \
        >"$messages" 2>&1 </dev/null || complain "$name is not predicted"
    [ -s "$messages" ] && complain "$name: $(head -1 "$messages")"
done <"$rows"
echo "$(wc -l <"$rows") scenarios of $(ls $folder/*.cu | wc -l) files predicted"
[ $bad -eq 0 ]
