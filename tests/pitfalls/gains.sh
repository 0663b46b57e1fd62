#!/bin/sh
# Usage: gains.sh NULLSTREAM FOLDER
# For each rewrite that promises time: what changing the faulty scenario into the fixed one is predicted
# to gain (fix_pairs_test holds the gain that a finding names against that), what it gained in the
# recordings in FOLDER, how far apart the two are in percent of the faulty scenario's wall time, and how
# far apart separate processes are that measured (the noise of both recordings, added). What is farther
# apart than 2 % and than the noise stands in APART with its reason, which is printed; exit status 1 if
# APART has too many or too few.
set -eu
program=$1 folder=$2
figure() { # figure NAME FILE
    sed -n "s/.*\"$1\": \([-0-9.]*\).*/\1/p" "$2" | head -1
}
predict() { # predict NAME
    "$program" predict -q --gpu h200 --format json "tests/pitfalls/$1.cu" >"$tmp"
    figure wall_us "$tmp"
}
tmp=$(mktemp)
trap 'rm -f "$tmp"' EXIT
for file in tests/pitfalls/*[-_]fixed.cu; do
    fixed=$(basename "$file" .cu)
    faulty=${fixed%?fixed}
    case $faulty in
    # bounds, and figures that are wrong: no rewrite
    blind-events | distant-error | early-elapsed | freed-elsewhere | full-kernel | head-of-line | \
        host-bound | host-timer | one-copy-engine | self-wait | small-copies | staged-copy | \
        tail-wave) continue ;;
    esac
    echo "$faulty $(predict "$faulty") $(predict "$fixed")" \
        "$(figure wall_us "$folder/$faulty.json") $(figure wall_us "$folder/$fixed.json")" \
        "$(figure noise_wall_ppm "$folder/$faulty.json")" \
        "$(figure noise_wall_ppm "$folder/$fixed.json")"
done | awk '
FILENAME == "tests/pitfalls/APART" {
    if ($0 !~ /^#/ && NF) {
        name = $1
        sub(/^[^ ]+ +/, "")
        reasons[name] = $0
    }
    next
}
FNR == 1 {
    printf "%-28s %11s %11s %11s %9s %8s\n", "", "faulty wall", "gain", "gain", "apart, %", "noise,"
    printf "%-28s %11s %11s %11s %9s %8s\n", "scenario", "measured", "predicted", "measured",
        "of wall", "% of it"
}
function abs(x) { return x < 0 ? -x : x }
{
    predicted = $2 - $3
    measured = $4 - $5
    apart = (predicted - measured) / $4 * 100
    noise = ($6 * $4 + $7 * $5) / $4 / 10000
    far = abs(apart) > 2 && abs(apart) > noise
    count++
    if (far)
        list[++apart_count] = $1
    wrong += far != ($1 in reasons)
    printf "%-28s %8.0f us %8.0f us %8.0f us %+9.2f %8.2f%s\n", $1, $4, predicted, measured, apart,
        noise, far ? "  *" : ""
}
END {
    printf "\n%d rewrites, %d of them farther apart than 2 %% and than the noise%s\n", count,
        apart_count, apart_count ? " (*):" : ""
    for (i = 1; i <= apart_count; i++)
        printf "%s: %s\n", list[i], reasons[list[i]]
    exit wrong > 0
}' tests/pitfalls/APART -
