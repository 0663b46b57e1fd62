#!/bin/sh
# Usage: part.sh COUNTS KIND NAME COMMAND
# Runs one test and prints in one piece what came of it; appends "PASSED FAILED WAIVED" to the file
# COUNTS. KIND is `unit`, a libcheck program whose checks are counted, or `one`, a command that is one
# test by its exit status; 77 means waived, its last line says why.
counts=$1 kind=$2 name=$3
log=$(mktemp)
trap 'rm -f "$log"' EXIT
start=$(date +%s)
case $kind in
unit) timeout 280 sh -c "$4" >"$log" 2>&1 </dev/null ;;
*) sh -c "$4" >"$log" 2>&1 </dev/null ;;
esac
status=$?
took=$(($(date +%s) - start))
checks=1 bad=0 waived=0
if [ "$kind" = unit ]; then
    # libcheck: "100%: Checks: 7, Failures: 0, Errors: 0", once for each suite run
    checks=$(sed -n 's/^[0-9]*%: Checks: \([0-9]*\),.*/\1/p' "$log" | paste -sd+ | sed 's/^$/0/')
    bad=$(sed -n 's/^[0-9]*%: .*Failures: \([0-9]*\), Errors: \([0-9]*\)/\1+\2/p' "$log" |
        paste -sd+ | sed 's/^$/0/')
    checks=$(($checks)) bad=$(($bad)) # sums
    [ $status -eq 0 ] || [ $bad -gt 0 ] || bad=1
    [ $checks -gt 0 ] || checks=1
    [ $bad -le $checks ] || checks=$bad
    said="$checks checks"
else
    [ $status -eq 0 ] || [ $status -eq 77 ] || bad=1
    [ $status -ne 77 ] || waived=1
    said=$(tail -1 "$log")
fi
if [ $bad -gt 0 ]; then
    printf 'FAILED: %s (status %d)\n%s\n' "$name" $status "$(tail -60 "$log")"
elif [ $waived -gt 0 ]; then
    printf 'waived: %s (%s)\n' "$name" "$said"
else
    printf 'ok: %s, %s, %d s\n' "$name" "$said" $took
fi
echo "$((checks - bad - waived)) $bad $waived" >>"$counts"
