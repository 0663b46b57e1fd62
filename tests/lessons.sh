#!/bin/sh
# Usage: lessons.sh NULLSTREAM
# Every lesson of lessons/ORDER is in order (learn --lint: its solution passes, its start does not,
# each wrong edit fails what lesson.ini names for it, recordings are of its programs), has an
# exercise with at least three wrong edits, two questions and a recording of all that it runs. It
# is graded as well: points are lost by the start, and by a wrong edit where lesson.ini says. Right
# answers that are not the solution (tests/lessons/right/LESSON-NAME.cu) pass. On time each verdict
# is that of an H200 (traces/h200/lessons/exercises.txt). The answers to the questions are those of
# the recordings as well: a time within 10 %, or 25 us where calls are timed that a profiler slows.
set -u
program=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0 lessons=0 wrongs=0 rights=0 judged=0
complain() {
    echo "$1"
    bad=$((bad + 1))
}
# grade LESSON FILE: the report in $tmp/out
grade() {
    "$program" learn --grade "$2" --width 200 "$1" >"$tmp/out" 2>"$tmp/err" </dev/null
}
# judge LESSON FILE: whether the H200 finds it as quick or slow as the report in $tmp/out
judge() {
    judged=$((judged + 1))
    recorded=$(sed -n "s|^$2 ||p" traces/h200/lessons/exercises.txt)
    hash=$("$program" predict -q --gpu h200 --format json "$2" 2>"$tmp/err" </dev/null |
        sed -n 's/.*"program_sha256": "\([0-9a-f]\{16\}\).*/\1/p')
    if [ -z "$recorded" ] || [ "$hash" != "${recorded#* }" ]; then
        complain "$2: not in traces/h200/lessons/exercises.txt, or as another program: $hash"
        return
    fi
    solution=$(sed -n "s|^lessons/$1/solution.cu \([0-9.]*\) .*|\1|p" traces/h200/lessons/exercises.txt)
    said=$(sed -n 's/^  \(yes\|no\) .* time: .*/\1/p' "$tmp/out")
    found=$(echo "${recorded% *} $solution" | awk '{ print $1 <= 1.05 * $2 ? "yes" : "no" }')
    [ "$said" = "$found" ] || complain "$2: on an H200 ${recorded% *} us, the solution $solution; yet: time: $said"
}
grep -v -e '^#' -e '^$' lessons/ORDER >"$tmp/order"
while read -r lesson; do
    lessons=$((lessons + 1)) folder=lessons/$lesson
    "$program" learn --lint "$folder" >"$tmp/out" 2>&1 || complain "$folder: $(cat "$tmp/out")"
    # a note is a recording that is missing: a lesson of ours has all
    grep -q ', 0 notes: ' "$tmp/out" || complain "$folder: $(cat "$tmp/out")"
    [ "$(grep -c '^\[question ' "$folder/lesson.ini")" -ge 2 ] || complain "$folder: too few questions"
    grep -q '^# The same in PyTorch$' "$folder/text.md" || complain "$folder: nothing on PyTorch"

    "$program" learn --answers --width 200 "$lesson" >"$tmp/out" 2>"$tmp/err" </dev/null ||
        complain "$folder cannot be read as text: $(cat "$tmp/err")"
    grep '^ *nullstream  ' "$tmp/out" >"$tmp/board"
    [ "$(grep -c . "$tmp/board")" -eq "$(grep -c '^\[question ' "$folder/lesson.ini")" ] ||
        complain "$folder: a question has no scoreboard: $(cat "$tmp/out")"
    awk '{
        off = $4 < 0 ? -$4 : $4
        us = $2 * ($3 == "ms" ? 1000 : $3 == "s" ? 1000000 : 1)
        good = $3 == "right" || ($5 ~ /^%/ && (off <= 10 || off / 100 * us / (1 + $4 / 100) <= 25))
        if (!good)
            print
    }' "$tmp/board" >"$tmp/apart"
    if grep -q "^$lesson " tests/lessons/APART; then
        [ -s "$tmp/apart" ] || complain "$folder no longer belongs in tests/lessons/APART"
    elif [ -s "$tmp/apart" ]; then
        complain "$folder: otherwise on the H200: $(cat "$tmp/apart")"
    fi

    grade "$lesson" "$folder/start.cu" && complain "$folder/start.cu passes"
    grade "$lesson" "$folder/solution.cu" || complain "$folder/solution.cu fails: $(cat "$tmp/out" "$tmp/err")"
    count=0
    for file in "$folder"/wrong/*.cu; do
        name=$(basename "$file" .cu) count=$((count + 1))
        must=$(sed -n "/^\[wrong $name\]/,/^$/s/^must-fail = //p" "$folder/lesson.ini")
        [ -n "$must" ] || complain "$file: lesson.ini does not say what it must fail"
        grade "$lesson" "$file" && complain "$file passes"
        grep -q "^  no .* $must: " "$tmp/out" || complain "$file does not fail '$must': $(cat "$tmp/out" "$tmp/err")"
        judge "$lesson" "$file"
    done
    [ $count -ge 3 ] || complain "$folder: $count wrong edits"
    wrongs=$((wrongs + count)) count=0
    for file in "tests/lessons/right/$lesson"-*.cu; do
        [ -f "$file" ] || continue
        count=$((count + 1))
        grade "$lesson" "$file" || complain "$file does not pass: $(cat "$tmp/out" "$tmp/err")"
        judge "$lesson" "$file"
    done
    [ $count -ge 2 ] || complain "$lesson: $count other right answers"
    rights=$((rights + count))
done <"$tmp/order"
[ $rights -eq "$(find tests/lessons/right -name '*.cu' | wc -l)" ] ||
    complain 'a file in tests/lessons/right is of no lesson'
echo "$lessons lessons, $wrongs wrong edits, $rights other right answers, $judged verdicts on time as on an H200; $bad faults"
[ $bad -eq 0 ] && [ $lessons -ge 8 ]
