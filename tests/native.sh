#!/bin/sh
# Usage: native.sh [--rewrite] NULLSTREAM
# The table of traces/h200/native/README.md, between "<!-- table -->" and "<!-- end -->": wall times
# as predicted today, of the executor and of native programs (the medians of their processes). It
# must be current (--rewrite makes it so), and the executor within 2 % of the native program except
# where a paragraph of that file says why not: "**NAME**: ...".
set -eu
rewrite=
[ "$1" = --rewrite ] && rewrite=1 && shift
program=$1
folder=traces/h200/native
[ -f $folder/README.md ] || { echo 'no native program was recorded'; exit 77; }
new=$(mktemp)
trap 'rm -f "$new"' EXIT

# field KEY <TIMELINE: its value at the top
field() {
    sed -n "/^  /!s/.*\"$1\": \"\{0,1\}\([^,\"]*\).*/\1/p" | head -1
}

table() {
    echo '| scenario | predicted | executor (its processes) | native (its) | executor - native | predicted - native |'
    echo '|---|---|---|---|---|---|'
    while read -r name walls; do
        file=$(field scenario <$folder/"$name".json)
        options=$(sed -n 's/^ *"options": \[\(.*\)\],$/\1/p' $folder/"$name".json | tr -d '",')
        # shellcheck disable=SC2086 # words
        predicted=$("$program" predict $options -q --format json "$file" 2>/dev/null | field wall_us)
        executor=$(sed -n "s/^$name //p" $folder/executors.txt)
        # shellcheck disable=SC2086 # words
        echo "$name|$predicted|$(printf '%s\n' $executor | sort -n | paste -sd' ')|$(printf '%s\n' $walls |
            sort -n | paste -sd' ')"
    done <$folder/processes.txt | awk -F'|' '
    function said(list,   n, w) {
        n = split(list, w, " ")
        middle = w[1 + int((n - 1) / 2)]
        return sprintf("%.0f (%d: %.0f to %.0f)", middle, n, w[1], w[n])
    }
    {
        executor = said($3)
        performed = middle
        native = said($4)
        printf "| %s | %.0f | %s | %s | %+.1f %% | %+.1f %% |\n", $1, $2, executor, native,
            100 * (performed - middle) / middle, 100 * ($2 - middle) / middle
    }'
}

inside=
while IFS= read -r line; do
    case $line in
    '<!-- table -->')
        printf '%s\n\n' "$line"
        table
        inside=1
        ;;
    '<!-- end -->') inside= && printf '\n%s\n' "$line" ;;
    *) [ -n "$inside" ] || printf '%s\n' "$line" ;;
    esac
done <$folder/README.md >"$new"
[ -z "$rewrite" ] || cp "$new" $folder/README.md
diff -u $folder/README.md "$new" || { echo 'make golden rewrites it'; exit 1; }
rows=$(grep -c ' % |$' "$new")
bad=0
# The fifth column beyond 2 %, without a reason.
# shellcheck disable=SC2013 # names have no spaces
for name in $(sed -n 's/^| \([a-z0-9-]*\) |.* | [+-]\([0-9.]*\) % | [^|]* |$/\2 \1/p' "$new" |
    awk '$1 > 2 { print $2 }'); do
    grep -q "^\*\*$name\*\*: " $folder/README.md || { echo "$name: the executor is off, and why is not said"; bad=1; }
done
[ "$rows" -ge 10 ]
echo "$rows native programs"
exit $bad
