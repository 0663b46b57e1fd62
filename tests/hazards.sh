#!/bin/sh
# Usage: hazards.sh NULLSTREAM
# No false alarm: what check says of all scenarios that are not about hazards is what
# tests/hazards/FOUND lists, with the reason for each. Native programs are left out,
# and so are the edits of exercises that are meant to be wrong.
set -u
program=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0 count=0 unread=
for file in $(git ls-files 'lessons/*.cu' ':!lessons/*/wrong/*' 'tests/validation/*.cu' 'tests/worked/*.cu' \
    'tests/pitfalls/*.cu' 'traces/experiments/*.cu' 'sim/profiles/calibrate/*.cu'); do
    ! head -5 "$file" | grep -qi 'native only' || continue
    "$program" check -q --gpu h200 "$file" >"$tmp/out" 2>"$tmp/err"
    [ $? -le 1 ] || { unread="$unread $file"; continue; }
    found=$(sed -n 's/^[^ ]*: warning: .* \[\([a-z-]*\)\]$/\1/p; s/^[^ ]*: possible: .* \[\([a-z-]*\)\]$/p:\1/p' \
        "$tmp/out" | LC_ALL=C sort | uniq -c | awk '{ printf " %s%s", $2, ($1 > 1 ? ":" $1 : "") }')
    expected=$(sed -n "s|^$file ||p" tests/hazards/FOUND | tr ' ' '\n' | LC_ALL=C sort |
        awk 'NF { printf " %s", $0 }')
    count=$((count + 1))
    [ "$found" = "$expected" ] && continue
    echo "$file: found:$found; expected:$expected"
    bad=$((bad + 1))
done
echo "$count scenarios, $bad not as listed${unread:+, not predicted:$unread}"
[ $bad -eq 0 ]
