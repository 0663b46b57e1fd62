#!/bin/sh
# Usage: run.sh BUILD UNIT_TEST...
# Runs the unit tests, the command-line goldens, the fuzz corpus and, with SAMPLES=DIR in the
# environment, programs that we did not write. Prints what failed and a count of all.
set -u
build=$1
shift
passed=0 failed=0 waived=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# libcheck's limit for one test is 4 s, too few on a busy machine.
CK_DEFAULT_TIMEOUT=${CK_DEFAULT_TIMEOUT:-60}
# No profile that somebody stored may change what tests predict.
XDG_DATA_HOME=/nonexistent
export CK_DEFAULT_TIMEOUT XDG_DATA_HOME

for t in "$@"; do
    name=$(basename "$t")
    start=$(date +%s)
    timeout 280 "$t" >"$log" 2>&1
    status=$?
    took=$(($(date +%s) - start))
    # libcheck: "100%: Checks: 7, Failures: 0, Errors: 0", once for each suite run
    checks=$(sed -n 's/^[0-9]*%: Checks: \([0-9]*\),.*/\1/p' "$log" | paste -sd+ | sed 's/^$/0/')
    bad=$(sed -n 's/^[0-9]*%: .*Failures: \([0-9]*\), Errors: \([0-9]*\)/\1+\2/p' "$log" |
        paste -sd+ | sed 's/^$/0/')
    checks=$(($checks)) bad=$(($bad)) # sums
    [ $status -eq 0 ] || [ $bad -gt 0 ] || bad=1
    [ $checks -gt 0 ] || checks=1
    [ $bad -le $checks ] || checks=$bad
    passed=$((passed + checks - bad)) failed=$((failed + bad))
    if [ $bad -gt 0 ]; then
        echo "FAILED: $name (status $status)"
        tail -40 "$log"
    else
        echo "ok: $name, $checks checks, $took s"
    fi
done

# part NAME COMMAND...: one more test by its exit status; 77 means waived, the last line says why.
part() {
    name=$1
    shift
    "$@" >"$log" 2>&1
    case $? in
    0) passed=$((passed + 1)) && echo "ok: $name ($(tail -1 "$log"))" ;;
    77) waived=$((waived + 1)) && echo "waived: $name ($(tail -1 "$log"))" ;;
    *) failed=$((failed + 1)) && echo "FAILED: $name" && tail -60 "$log" ;;
    esac
}

for t in tests/golden/cli/*.t; do
    part "$(basename "$t")" sh tests/golden.sh "$build/nullstream" "$t"
done
for t in tests/term/*.keys; do
    part "$(basename "$t")" "$build/keys" "$build/nullstream" "$t"
done
part 'random keys' "$build/keys-random" "$build/nullstream" tests/term/VIEWS 1 6 150
part 'inside tmux' sh tests/term/tmux.sh "$build/nullstream"
part 'an exercise inside tmux' sh tests/term/learn-tmux.sh "$build/nullstream"
for target in tests/fuzz/*_fuzz.c; do
    name=$(basename "$target" .c)
    # shellcheck disable=SC2046 # names without spaces
    part "$name corpus" "$build/fuzz/$name" $(find tests/fuzz/corpus/"${name%_fuzz}" -type f | sort)
done
part 'manual and completions' sh tests/generated.sh "$build/nullstream"
part 'README' sh tests/readme.sh "$build/nullstream"
part 'predictions held against hardware' sh tests/validation.sh "$build"
part 'no false alarms' sh tests/hazards.sh "$build/nullstream"
part 'guaranteed orders in recordings' sh tests/guaranteed.sh "$build"
part 'cases of other race detectors' sh tests/ported.sh "$build"
part 'claims of the curriculum' sh tests/claims.sh "$build"
part 'injection library' sh tests/inject.sh "$build"
part 'lessons' sh tests/lessons.sh "$build/nullstream"
part 'what native programs print' sh tests/printed.sh "$build/nullstream"
part 'native programs' sh tests/native.sh "$build/nullstream"
part 'installation' sh tests/install.sh "$build"
part 'programs that we did not write' sh tests/samples.sh "$build/nullstream" "${SAMPLES:-}"

echo "tests: $passed passed, $failed failed, $waived waived"
[ $failed -eq 0 ]
