#!/bin/sh
# Usage: claims.sh BUILD
# Runs every row of tests/claims/TABLE, which says what is held against what. Every scenario in
# tests/claims stands in the table. The last line counts.
set -u
program=$1/nullstream folder=tests/claims
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0 rows=0 waived=0
complain() {
    echo "$what: $1"
    bad=$((bad + 1))
}
trim() {
    echo "$1" | sed 's/^ *//; s/ *$//'
}
# with_gpu RUN: its words, with the textbook's profile or the h200 where none is named
with_gpu() {
    words=$(echo "$1" | sed 's|TEXTBOOK|--gpu tests/worked/textbook.ini|')
    case $words in
    *--gpu*) echo "$words" ;;
    *) echo "$words --gpu h200" ;;
    esac
}
# finds COMMAND RULE RUN: whether the command reports the rule; its report is in $tmp/out
finds() {
    # shellcheck disable=SC2046 # words
    "$program" "$1" -q $(with_gpu "$3") >"$tmp/out" 2>"$tmp/messages" </dev/null
    status=$?
    [ $status -le 1 ] || complain "$1 $3 fails: $(cat "$tmp/messages")"
    case $1 in
    explain) grep -qE "^  [0-9]+\. $2:" "$tmp/out" ;;
    check) grep -q "\[$2\]" "$tmp/out" ;;
    esac
}

sed 's/ *$//' $folder/TABLE | grep -v '^#' | grep . >"$tmp/rows"
while IFS='|' read -r what lesson how run against why rest; do
    what=$(trim "$what") lesson=$(trim "$lesson") run=$(trim "$run") against=$(trim "$against")
    why=$(trim "$why") rule=
    # shellcheck disable=SC2086 # words
    set -- $how
    how=$1 rule=${2-}
    rows=$((rows + 1))
    [ -z "$rest" ] || complain 'the row has too many columns'
    case $how in
    explain | check)
        if [ "$rule" = none ]; then
            finds check '' "$run" # the status: 0 if there is nothing
            [ $status -eq 0 ] && grep -q '^no hazard' "$tmp/out" || complain "check finds: $(cat "$tmp/out")"
            continue
        fi
        if ! finds "$how" "$rule" "$run"; then
            complain "$how does not find $rule in $run"
        elif [ "$how" = explain ] && ! sed -n "/^  [0-9]*\. $rule:/,/lesson:/p" "$tmp/out" |
            grep -Eq "lesson: $lesson( \(not written yet\))?\$"; then
            complain "$rule teaches another lesson than $lesson"
        fi
        ! finds "$how" "$rule" "$against" || complain "$how finds $rule in $against too"
        ;;
    wall)
        # shellcheck disable=SC2046 # words
        wall=$("$program" predict -q $(with_gpu "$run") --format json 2>&1 </dev/null |
            sed -n 's/.*"wall_us": \([0-9.]*\).*/\1/p')
        echo "$wall $against" | awk '{
            within = $4 == "%" ? $3 / 100 * $2 : 0
            exit !($1 != "" && NF >= 2 && (within ? ($1 - $2) ^ 2 <= within ^ 2 : $1 == $2))
        }' || complain "$run takes $wall us, the table says $against"
        ;;
    output)
        # shellcheck disable=SC2046 # words
        "$program" predict $(with_gpu "$run") 2>/dev/null </dev/null | grep -qF -e "$against" ||
            complain "$run does not print '$against'"
        ;;
    waived)
        waived=$((waived + 1))
        [ -n "$why" ] || complain 'waived without a reason'
        ;;
    *) complain "there is no way '$how'" ;;
    esac
done <"$tmp/rows"
for file in "$folder"/*.cu; do
    what=$file
    grep -qE "\| $file( |\$)" "$tmp/rows" || complain "is not in $folder/TABLE"
done
echo "$rows rows, $waived of them waived; $bad wrong"
[ $bad -eq 0 ] && [ $rows -gt 0 ]
