#!/bin/sh
# Usage: hold.sh BUILD FOLDER DECIDED PLACED [OPTION...]
# Predictions of the recordings in FOLDER, which are none of tests/validation, are right in DECIDED
# percent of the relations that the hardware decides, and 95 % of the operations are placed within
# PLACED percent of the span. OPTIONs are those of validate. Wall times, which nothing is asked of here,
# are one run's where several threads call.
set -u
build=$1 recorded=$2 decided=$3 placed=$4
shift 4
sh tests/accuracy.sh "$build/nullstream" "$recorded" --one-run walls "$@" | awk -v what="$recorded $*" \
    -v decided="$decided" -v placed="$placed" '
    / 95 % are placed within/ { place = $(NF - 4) }
    / Of the .* others .* are \(/ { share = $(NF - 1); sub(/\(/, "", share) }
    END {
        if (share == "" || share + 0 < decided)
            far(share " % of what is decided is right, limit " decided)
        if (place == "" || place + 0 > placed)
            far("placed within " place " %, limit " placed)
        if (bad)
            exit 1
        print share " % of what is decided is right, limit " decided "; placed within " place \
            " %, limit " placed
    }
    function far(text) {
        print what ": " text
        bad = 1
    }'
