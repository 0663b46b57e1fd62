#!/bin/sh
# Usage: ported.sh BUILD
# `nullstream check` says of every scenario in tests/ported what tests/ported/TABLE has for it; where
# that is not what the tests say that the case comes from, the table says why. Every scenario stands
# in the table. The last line counts.
set -u
program=$1/nullstream folder=tests/ported
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0 rows=0 agree=0 explained=0 own=0
complain() {
    echo "$1"
    bad=$((bad + 1))
}
trim() {
    echo "$1" | sed 's/^ *//; s/ *$//'
}
grep -v '^#' $folder/TABLE >"$tmp/rows"
while IFS='|' read -r file options _ theirs ours why rest; do
    file=$(trim "$file") theirs=$(trim "$theirs") ours=$(trim "$ours") why=$(trim "$why")
    options=$(trim "$options") name="$file $(trim "$options")"
    rows=$((rows + 1))
    [ -z "$rest" ] || complain "$name: the row has too many columns"
    # shellcheck disable=SC2086 # words
    "$program" check --gpu h200 $options "$folder/$file" >"$tmp/out" 2>"$tmp/messages" </dev/null
    case $? in
    0) grep -q 'possible' "$tmp/out" && verdict=possible || verdict=none ;;
    1) grep -qE '\[[a-z]+-race\]|\[host-(read|write)\]' "$tmp/out" && verdict=race || verdict=misuse ;;
    2) verdict=refused ;;
    *) verdict=failed ;;
    esac
    if [ "$verdict" != "$ours" ]; then
        complain "$name: check says $verdict, the table $ours"
        cat "$tmp/out" "$tmp/messages"
    fi
    case ${theirs%% *} in
    -) own=$((own + 1)) ;;
    "$ours") agree=$((agree + 1)) ;;
    race | none)
        explained=$((explained + 1))
        [ -n "$why" ] || complain "$name: theirs is $theirs, ours $ours, and nothing says why"
        ;;
    *) complain "$name: theirs is '$theirs', neither race nor none" ;;
    esac
done <"$tmp/rows"
for file in "$folder"/*/*.cu; do
    grep -q "^${file#"$folder"/} " "$tmp/rows" || complain "$file is not in $folder/TABLE"
done
echo "$rows verdicts: $agree as theirs, $explained differ and say why, $own of our own; $bad wrong"
[ $bad -eq 0 ] && [ $rows -gt 0 ]
