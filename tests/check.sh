#!/bin/sh
# Usage: check.sh BUILD
# Static checks. Each is a script of tests/check/ that takes BUILD, ends with 0 when all is well, and
# with 77 when it could not run; its last line then says why. Prints a count as its last line.
set -u
passed=0 failed=0 waived=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for script in tests/check/*.sh; do
    name=$(basename "$script" .sh)
    sh "$script" "$1" >"$log" 2>&1
    case $? in
    0) passed=$((passed + 1)) && echo "passed: $name ($(tail -1 "$log"))" ;;
    77) waived=$((waived + 1)) && echo "waived: $name ($(tail -1 "$log"))" ;;
    *) failed=$((failed + 1)) && echo "FAILED: $name" && grep -v '^ok: ' "$log" | tail -60 ;;
    esac
done
echo "checks: $passed passed, $failed failed, $waived waived"
[ $failed -eq 0 ]
