#!/bin/sh
# Usage: validation.sh BUILD [--known]
# Every scenario of tests/validation/LIST, RANDOM and RANDOM-32 is predicted without a word of complaint
# (the lists between are kept for what experiments say of their scenarios), the lists say what they
# should, and predictions, with the profile of the machine that recorded, are as
# near to the recordings in traces/h200/validation as LIMITS says; a scenario that is farther stands in
# tests/validation/KNOWN with its own limits and the reason. --known prints what would have to stand
# there, without reasons.
set -u
build=$1
program=$build/nullstream folder=tests/validation traces=traces/h200/validation
# Percent: wall error beyond the noise, placement of 95 % of the operations, relations right.
LIMITS='2.0 2.0 97.0'
bad=0
complain() {
    echo "$1"
    bad=$((bad + 1))
}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/scenarios"
sh $folder/lists.sh "$build/random_scenario" "$tmp/scenarios" LIST RANDOM RANDOM-32 || exit 1
cat "$tmp"/scenarios/LIST "$tmp"/scenarios/RANDOM* >"$tmp/rows"
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
while read -r name rest; do
    [ -f "$traces/$name.json" ] || complain "$name has no recording in $traces"
done <"$tmp/scenarios/LIST"

"$program" validate -q --gpu $traces/profile.ini --scenarios "$tmp/scenarios" "$traces" --format json \
    >"$tmp/validation.json" 2>"$tmp/messages"
[ $? -le 1 ] || complain "validate: $(head -1 "$tmp/messages")" # 1: operations are unmatched
# One line a scenario: name, then wall, placement and relations in percent ("-": none, or disturbed).
sed '1,/^ "scenarios"/d; /^ "/,$d' "$tmp/validation.json" | tr -d '\n' |
    sed 's/{"name": /\n&/g' | awk '
    function value(key, fallback) {
        if (!match($0, "\"" key "\": -?[0-9]+"))
            return fallback
        return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4)
    }
    /^{"name"/ {
        split($0, words, "\"")
        sub(/"null_serial".*"disturbance/, "\"disturbance")
        # What the instrument disturbs by more than 1 % is scored by its wall time alone.
        relations = value("relations", 0)
        if ($0 ~ /"disturbed": true/)
            relations = 0
        print words[4], value("beyond_noise_ppm", "-"), value("placement_p95_ppm", "-"),
            (relations + 0 ? int(1000000 * value("relations_right", 0) / relations) : "-")
    }' >"$tmp/figures"
awk -v limits="$LIMITS" -v known="$folder/KNOWN" -v show="${2:-}" '
    # A share in ppm against a limit in percent; relations (the third) are to be above theirs.
    function is_far(i, ppm, limit) {
        if (ppm == "-")
            return 0
        if (i == 3)
            return ppm < limit * 10000 - 0.5
        return ppm > limit * 10000 + 0.5
    }
    # With a tenth to spare.
    function roomy(i, ppm) {
        if (i == 3)
            return sprintf("%.1f", ppm / 10000 * 0.97 - 0.5)
        return sprintf("%.1f", ppm / 10000 * 1.1 + 0.2)
    }
    BEGIN {
        what[1] = "wall error beyond the noise"
        what[2] = "placement of 95 % of the operations"
        what[3] = "relations right"
        split(limits, usual, " ")
        while ((getline line < known) > 0) {
            if (line ~ /^#/ || line == "")
                continue
            split(line, word, " ")
            listed[word[1]] = 1
            for (i = 1; i <= 3; i++)
                limit[word[1], i] = word[i + 1] == "-" ? usual[i] : word[i + 1]
        }
    }
    {
        seen[$1] = 1
        known_here = ($1 in listed)
        far = $2 == "-"
        if (far && !known_here && !show) {
            print $1 ": too many operations are unmatched to give figures"
            bad++
        }
        needed = ""
        for (i = 1; i <= 3; i++) {
            own = known_here ? limit[$1, i] : usual[i]
            if (is_far(i, $(i + 1), own) && !show) {
                printf "%s: %s %.1f %%, limit %s %%\n", $1, what[i], $(i + 1) / 10000, own
                bad++
            }
            if (is_far(i, $(i + 1), usual[i])) {
                far = 1
                needed = needed " " roomy(i, $(i + 1))
            } else {
                needed = needed " -"
            }
        }
        if (far && show)
            print $1 needed
        if (!far && known_here && !show)
            print "note: " $1 " is within the usual limits, it no longer belongs in KNOWN"
        count++
        differ += known_here
    }
    END {
        for (name in listed)
            if (!(name in seen)) {
                print name " of KNOWN has no recording"
                bad++
            }
        printf "%d recordings, %d known to differ\n", count, differ
        exit bad > 0
    }' "$tmp/figures" >"$tmp/said" || bad=$((bad + 1))
cat "$tmp/said"
echo "$(wc -l <"$tmp/rows") scenarios predicted; $(tail -1 "$tmp/said")"
[ $bad -eq 0 ]
