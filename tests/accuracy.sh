#!/bin/sh
# Usage: accuracy.sh NULLSTREAM FOLDER [OPTION...]
# What `validate` says of the timelines in FOLDER. Their random scenarios, which are not kept, are
# written anew from tests/validation/LIST, RANDOM and RANDOM-2 by the program random_scenario beside NULLSTREAM.
set -eu
program=$1 folder=$2
shift 2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for list in LIST RANDOM RANDOM-2 RANDOM-3; do
    sh tests/validation/rows.sh tests/validation/$list "$(dirname "$program")/random_scenario" \
        "$tmp" >/dev/null
done
# 1: operations are unmatched, which the summary says
"$program" validate -q --gpu h200 --scenarios "$tmp" --summary "$folder" "$@" || [ $? -eq 1 ]
