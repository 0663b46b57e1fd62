#!/bin/sh
# Usage: readme.sh [--rewrite] NULLSTREAM
# What README.md shows between "<!-- nullstream ARGUMENTS -->" and "<!-- end -->" is what the program
# says today; likewise "<!-- accuracy FOLDER -->", which is accuracy.sh,
# and "<!-- gains FOLDER -->", which is pitfalls/gains.sh. --rewrite makes it so.
set -eu
rewrite=
[ "$1" = --rewrite ] && rewrite=1 && shift
program=$1
new=$(mktemp)
trap 'rm -f "$new"' EXIT
count=0 inside=
while IFS= read -r line; do
    case $line in
    '<!-- nullstream '*)
        printf '%s\n\n```\n' "$line"
        arguments=${line#<!-- nullstream }
        # shellcheck disable=SC2086 # words
        "$program" ${arguments% -->} || [ $? -eq 1 ] # it found something
        echo '```'
        inside=1 count=$((count + 1))
        ;;
    '<!-- accuracy '*)
        printf '%s\n\n```\n' "$line"
        folder=${line#<!-- accuracy }
        sh tests/accuracy.sh "$program" "${folder% -->}"
        echo '```'
        inside=1 count=$((count + 1))
        ;;
    '<!-- gains '*)
        printf '%s\n\n```\n' "$line"
        folder=${line#<!-- gains }
        sh tests/pitfalls/gains.sh "$program" "${folder% -->}"
        echo '```'
        inside=1 count=$((count + 1))
        ;;
    '<!-- end -->') inside= && printf '\n%s\n' "$line" ;;
    *) [ -n "$inside" ] || printf '%s\n' "$line" ;;
    esac
done <README.md >"$new"
[ -z "$rewrite" ] || cp "$new" README.md
diff -u README.md "$new"
[ "$(grep -c '<!-- nullstream' README.md)" -gt 0 ]
echo 'what README.md shows is current'
