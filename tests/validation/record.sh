#!/bin/sh
# Usage: record.sh NULLSTREAM RANDOM LIST FOLDER [OPTION...]
# Measures all scenarios of LIST on this machine's GPU, all in one process of each after the other
# before any is measured again in the next, and writes FOLDER/NAME.json with what a comparison
# needs: times and their spreads. What the program says of an operation (its geometry, bytes, place)
# is left out, as the program is at hand: its hash is in the file.
# RANDOM is built from random.c; options are those of measure (--processes, --repetitions, ...).
set -eu
program=$1 random=$2 list=$3 folder=$4
shift 4
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
sh "$(dirname "$0")/rows.sh" "$list" "$random" "$tmp" >"$tmp/rows"
mkdir -p "$folder"
status=0
"$program" measure --batch "$tmp/rows" -o "$tmp/traces" --gpu h200 "$@" || status=$?
for trace in "$tmp"/traces/*.json; do
    [ -f "$trace" ] || continue
    # The order of the records of several threads is that of a prediction, so their operations may
    # have to be matched by their places.
    file='"file": "[^"]*", '
    [ "$(grep -c '"kind": "host"}' "$trace")" -le 1 ] || file='"file": " *", '
    sed -e "s,$tmp/,,g" -e 's/"\(grid\|block\)": \[[^]]*\], //g' \
        -e "s/$file//g" -e 's/"machine": "[^"]*",\? *//g' \
        -e 's/"\(shared_bytes\|registers\|device\|connection\)": [0-9]*, //g; s/"\(thread\|context\)": 0, //g' \
        -e 's/, "\(start\|end\)_spread_us": \[0.000, 0.000\]//g' \
        -e '/^ *$/d' -e 's/^  *//' \
        "$trace" >"$folder/$(basename "$trace")"
done
exit $status
