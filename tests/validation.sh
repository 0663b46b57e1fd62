#!/bin/sh
# Usage: validation.sh BUILD
# Every scenario of tests/validation/LIST and RANDOM is predicted without a word of complaint, and the
# lists say what they should: no name twice, no file forgotten.
set -u
program=$1/nullstream
folder=tests/validation
bad=0
complain() {
    echo "$1"
    bad=$((bad + 1))
}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for list in LIST RANDOM; do
    sh $folder/rows.sh $folder/$list "$1/random_scenario" "$tmp" || exit 1
done >"$tmp/rows"
for name in $(cut -d' ' -f1 "$tmp/rows" | sort | uniq -d); do
    complain "$name stands in $folder twice"
done
for file in "$folder"/*.cu; do
    grep -q " $file" "$tmp/rows" || complain "$file is not in $folder/LIST"
done
while read -r name file options; do
    # shellcheck disable=SC2086 # words
    "$program" predict --gpu h200 --strict $options "$file" -o "$tmp/out.json" >"$tmp/messages" 2>&1 \
        </dev/null || complain "$name is not predicted"
    [ -s "$tmp/messages" ] && complain "$name: $(head -1 "$tmp/messages")"
done <"$tmp/rows"
echo "$(wc -l <"$tmp/rows") scenarios predicted"
[ $bad -eq 0 ]
