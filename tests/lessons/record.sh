#!/bin/sh
# Usage: record.sh NULLSTREAM FOLDER [OPTION...]
# Measures what the lessons of lessons/ORDER show, their exercises' starts and solutions among it, on
# this machine's GPU and writes FOLDER/LESSON/NAME.json: NAME as lessons/README.md says, with the
# options that the lesson's text gives the program. Without a program (-) it prints what would be
# measured. Options are those of measure.
set -u
program=$1 folder=${2-}
[ $# -lt 2 ] || shift 2
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# LESSON/NAME FILE OPTIONS; a file that the text always gives options is not measured without
for lesson in $(grep -v '^#' lessons/ORDER); do
    for file in "lessons/$lesson"/*.cu; do
        name=$(basename "$file" .cu)
        grep -ohE "\b$name\.cu( -D[A-Z]+=[0-9]+)+" "lessons/$lesson/text.md" \
            "lessons/$lesson/lesson.ini" | sed "s/^$name\.cu //" | sort -u >"$tmp/options"
        [ -s "$tmp/options" ] || echo >"$tmp/options"
        while read -r options; do
            suffix=$(echo "$options" | sed 's/^-D/-/; s/ *-D/-/g; s/[^A-Za-z0-9_-]/-/g')
            echo "$lesson--$name$suffix $file $options"
        done <"$tmp/options"
    done
done >"$tmp/rows"
[ "$program" != - ] || { cat "$tmp/rows"; exit 0; }
mkdir "$tmp/traces"
status=0
# at most 16 in a process: calls under CUPTI get slower in one that has run more
split -l 16 "$tmp/rows" "$tmp/batch."
for batch in "$tmp"/batch.*; do
    "$program" measure --batch "$batch" -o "$tmp/traces" --gpu h200 "$@" || status=$?
done
for trace in "$tmp"/traces/*.json; do
    [ -f "$trace" ] || continue
    name=$(basename "$trace")
    mkdir -p "$folder/${name%%--*}"
    # What the program says of a launch is left out: the program is at hand.
    sed -e 's/"\(grid\|block\)": \[[^]]*\], //g' -e 's/"\(shared_bytes\|registers\|device\)": [0-9]*, //g' \
        -e 's/, "\(start\|end\)_spread_us": \[0.000, 0.000\]//g' -e '/^ *$/d' -e 's/^  *//' \
        "$trace" >"$folder/${name%%--*}/${name#*--}"
done
exit $status
