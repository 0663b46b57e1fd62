#!/bin/sh
# Usage: run.sh BUILD
# Speed and memory of the predictor at 1,000,000 and 10,000,000 operations, beside their limits;
# fails when one is exceeded. SimGrid, where installed, is shown for context. Best of three runs at a
# million, of two at ten millions.
set -u
build=$1 bench=$1/bench
folder=$(mktemp -d)
program=$folder/program keys=$folder/keys timeline=$folder/many.json
trap 'rm -rf "$folder"' EXIT
bad=0

# best PHASE ARGUMENT...: fewest seconds of the runs, with that run's other figures
best() {
    i=0
    while [ $i -lt "$runs" ]; do
        "$bench" "$@" || echo failed
        i=$((i + 1))
    done | sort -n | head -1
}
# row NAME SECONDS-ALLOWED FIGURES
row() {
    set -- "$1" "$2" $3
    if [ $# -ne 5 ]; then
        echo "$1: failed"
        bad=1
        return
    fi
    verdict=$(awk "BEGIN { print ($3 <= $2) ? \"ok\" : \"TOO SLOW\" }")
    [ "$verdict" = ok ] || bad=1
    printf '%-28s %10d ops %8.3f s (limit %g) %7.0f bytes an operation  %s\n' "$1" "$4" "$3" "$2" \
        "$(awk "BEGIN { print $5 / $4 }")" "$verdict"
}
# within NAME BYTES-ALLOWED FIGURES
within() {
    set -- "$1" "$2" $3
    [ $# -eq 5 ] && awk "BEGIN { per = $5 / $4; printf \"%-28s %.0f bytes an operation (limit %d)  %s\n\",
        \"$1\", per, $2, per <= $2 ? \"ok\" : \"TOO MUCH\"; exit per > $2 }" || bad=1
}
runs=3
row 'turns of a host loop' 10 "$(best turns 50000000 tests/bench/turns.cu)" # 5 million a second
for n in ${BENCH_OPS-1000000 10000000}; do
    runs=3
    [ "$n" -le 1000000 ] || runs=2
    scale=$(awk "BEGIN { print $n / 1000000 }")
    limit() { awk "BEGIN { print $1 * $scale }"; }
    row 'predicted from source' "$(limit 1.5)" "$(best source "$n" tests/bench/many.cu "$program")"
    row 'program file loaded' "$(limit 0.5)" "$(best load "$program")"
    replay=$(best replay "$program")
    row 'predicted when loaded' "$(limit 0.25)" "$replay"
    within 'memory, program and timeline' 250 "$replay"
    explained=$(best explain "$program")
    row 'predicted and explained' "$(limit 3)" "$explained"
    within 'memory, all of it' 400 "$explained"
    "$build/nullstream" predict -q --gpu h200 -D N="$n" --format program -o "$program" \
        tests/bench/fences.cu
    explained=$(best explain "$program")
    row 'likewise, fences' "$(limit 3)" "$explained"
    within 'memory, all of it' 400 "$explained"
    for races in 0 1; do
        "$build/nullstream" predict -q --gpu h200 -D RACES=$races -D N="$n" --format program \
            -o "$program" tests/bench/hazards.cu
        checked=$(best check "$program")
        row "checked, races: $races" "$(limit 3)" "$checked"
        within 'memory, check' 400 "$checked"
    done
done
# seconds COMMAND FILE: processor time, the least of three runs
seconds() {
    for i in 1 2 3; do
        sh -c "'$build/nullstream' $1 -q --gpu h200 $2 >/dev/null; times" |
            awk 'NR == 2 { gsub(/[ms]/, " "); print 60 * $1 + $2 + 60 * $3 + $4 }'
    done | sort -n | head -1
}
# explained MOST FILE: explain takes at most so many times what predict does, or a third of a second
explained() {
    file=tests/outside/$2.cu
    awk "BEGIN { of = $(seconds explain $file); one = $(seconds predict $file); most = $1 * one
        most = most < 0.3 ? 0.3 : most
        printf \"%-28s %8.2f s, predicted in %.2f s (limit %.2f)  %s\n\", \"explained, $2\", of, one,
            most, of <= most ? \"ok\" : \"TOO SLOW\"; exit of > most }" || bad=1
}
explained 6 i01
explained 3 i03
explained 25 i10
explained 6 i16
# view WHAT N OPEN-MS OPERAND: the terminal, opening and each key; processor time, as above
view() {
    sed "s|@WHAT@|$1|; s|@N@|$2|; s|@OPEN@|$3|; s|@OPERAND@|$4|" tests/bench/view.keys >"$keys"
    "$build/keys" "$build/nullstream" "$keys" || [ $? -eq 77 ] || bad=1
}
# follow MS-ALLOWED N: what a new version of the file that is shown costs between two keys
follow() {
    "$build/bench-follow" "$2" tests/bench/many.cu >"$keys" || bad=1
    while read -r _ what ms; do
        verdict=$(awk "BEGIN { print ($ms <= $1) ? \"ok\" : \"TOO SLOW\" }")
        [ "$verdict" = ok ] || bad=1
        printf '%-44s %9.2f ms (limit %d)  %s\n' "$what of $2 operations taken over" "$ms" "$1" \
            "$verdict"
    done <"$keys"
}
for n in ${VIEW_OPS-100000 1000000}; do
    limit() { awk "BEGIN { print $1 * $n / 1000000 }"; }
    view 'scenario' "$n" "$(limit 2500)" "-q -D N=$n tests/bench/many.cu"
    "$build/nullstream" predict -q --gpu h200 -D N="$n" --format json -o "$timeline" \
        tests/bench/many.cu
    view 'timeline file' "$n" "$(limit 3000)" "$timeline"
    follow 16 "$n"
done
if command -v g++ >/dev/null && [ -f /usr/include/simgrid/s4u.hpp ]; then
    g++ -O2 -o "$build/simgrid" tests/bench/simgrid.cpp -lsimgrid &&
        echo "for context, SimGrid: seconds and plain activities: $("$build/simgrid" 1000000)"
else
    echo 'waived: SimGrid beside it (libsimgrid is not installed)'
fi
exit $bad
