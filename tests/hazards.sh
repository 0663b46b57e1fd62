#!/bin/sh
# Usage: hazards.sh NULLSTREAM
# No false alarm: what check says of all scenarios that are not about hazards is what
# tests/hazards/FOUND lists, with the reason for each. Native programs, which say "Native only" in
# their first lines, are left out, and so are the edits of exercises that are meant to be wrong.
# A scenario that cannot be read, and a row of FOUND for none of them, are wrong as well.
set -u
program=$1
least=200 # of about 240: fewer, and the files were not found
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0 count=0
complain() {
    echo "$1"
    bad=$((bad + 1))
}
git ls-files 'lessons/*.cu' ':!lessons/*/wrong/*' 'tests/validation/*.cu' 'tests/worked/*.cu' \
    'tests/pitfalls/*.cu' 'traces/experiments/*.cu' 'sim/profiles/calibrate/*.cu' >"$tmp/files" || exit 1
while read -r file; do
    ! head -5 "$file" | grep -qi 'native only' || continue
    count=$((count + 1))
    echo "$file" >>"$tmp/looked-at"
    "$program" check -q --gpu h200 "$file" >"$tmp/out" 2>"$tmp/err" </dev/null
    status=$?
    if [ $status -gt 1 ]; then
        complain "$file: not predicted (status $status): $(head -1 "$tmp/err")"
        continue
    fi
    found=$(sed -n 's/^[^ ]*: warning: .* \[\([a-z-]*\)\]$/\1/p; s/^[^ ]*: note: the same cause: .* \[\([a-z-]*\)\]$/\1/p; s/^[^ ]*: possible: .* \[\([a-z-]*\)\]$/p:\1/p' \
        "$tmp/out" | LC_ALL=C sort | uniq -c | awk '{ printf " %s%s", $2, ($1 > 1 ? ":" $1 : "") }')
    expected=$(sed -n "s|^$file ||p" tests/hazards/FOUND | tr ' ' '\n' | LC_ALL=C sort |
        awk 'NF { printf " %s", $0 }')
    [ "$found" = "$expected" ] || complain "$file: found:$found; expected:$expected"
done <"$tmp/files"
sed -n 's/^\([^# ][^ ]*\) .*/\1/p' tests/hazards/FOUND >"$tmp/listed"
while read -r file; do
    grep -qxF -e "$file" "$tmp/looked-at" || complain "$file stands in tests/hazards/FOUND, but is not looked at"
done <"$tmp/listed"
[ $count -ge $least ] || complain "fewer than $least scenarios"
echo "$count scenarios, $bad wrong"
[ $bad -eq 0 ]
