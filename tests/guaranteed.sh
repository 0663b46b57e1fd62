#!/bin/sh
# Usage: guaranteed.sh BUILD
# No recording in traces/h200/validation has two near operations in another order than the one that
# CUDA guarantees by our reading of it (`check --orders`): what happens-before holds, hardware keeps.
# Recordings of random programs are left to validation.sh, as are those whose threads are free to call in
# another order than in the prediction, which `check --orders` takes: in random-27 a kernel in the default
# stream comes before another thread's copies.
set -u
build=$1 free='random-27'
program=$build/nullstream folder=tests/validation traces=traces/h200/validation
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0 recordings=0 pairs=0 ordered=0
complain() {
    echo "$1"
    bad=$((bad + 1))
}
mkdir "$tmp/scenarios"
sh $folder/rows.sh $folder/LIST "$build/random_scenario" "$tmp/scenarios" >"$tmp/rows" || exit 1
while read -r name file options; do
    # shellcheck disable=SC2086 # words
    "$program" check --gpu h200 --orders --against "$traces/$name.json" $options "$file" -q \
        >"$tmp/out" 2>"$tmp/messages" </dev/null
    status=$?
    if [ $status -gt 1 ]; then
        complain "$name: not predicted (status $status): $(head -1 "$tmp/messages")"
        continue
    fi
    near=$(sed -n 's/^orders of \([0-9]*\) near .*, \([0-9]*\) of them by CUDA$/\1 \2/p' "$tmp/out")
    if [ -z "$near" ]; then
        complain "$name: no orders"
        continue
    fi
    recordings=$((recordings + 1)) pairs=$((pairs + ${near% *})) ordered=$((ordered + ${near#* }))
    [ "$name" = "$free" ] || ! grep 'that CUDA orders' "$tmp/out" || complain "$name: see above"
done <"$tmp/rows"
echo "$recordings recordings: $pairs near pairs, $ordered of them ordered by CUDA; $bad wrong"
[ $bad -eq 0 ] && [ $ordered -gt 0 ]
