#!/bin/sh
# Usage: run.sh BUILD UNIT_TEST...
# Runs the unit tests, the command-line goldens, the key scripts, the fuzz corpus and, with SAMPLES=DIR
# in the environment, programs that we did not write; as many at a time as there are processors, in
# JOBS another number. Prints what came of each and a count of all.
set -u
build=$1
shift
list=$(mktemp) counts=$(mktemp)
trap 'rm -f "$list" "$counts"' EXIT
# libcheck's limit for one test is 4 s, too few on a busy machine.
CK_DEFAULT_TIMEOUT=${CK_DEFAULT_TIMEOUT:-60}
# No profile that somebody stored may change what tests predict.
XDG_DATA_HOME=/nonexistent
SAMPLES=${SAMPLES:-}
export CK_DEFAULT_TIMEOUT XDG_DATA_HOME SAMPLES

part() { # part NAME COMMAND, see part.sh
    printf '%s\0' one "$1" "$2" >>"$list"
}
# Those that take longest begin first.
part 'predictions held against hardware' "sh tests/validation.sh $build"
# What outsiders wrote, on two hosts; where several threads call by the medians of a hundred runs. The
# sanitizers (check/sanitizers.sh) see enough with the scenarios above and another GPU.
[ -n "${SANITIZED:-}" ] || part 'outsiders against hardware' "sh tests/hold.sh $build traces/outside 94.5 5.5"
part 'random keys' "$build/keys-random $build/nullstream tests/term/VIEWS 1 4 100"
for t in "$@"; do
    printf '%s\0' unit "$(basename "$t")" "$t" >>"$list"
done
part 'README' "sh tests/readme.sh $build/nullstream"
part 'two calibrations' "sh tests/calibrations.sh $build/nullstream"
# The device alone: the calls as they were measured, whatever they took on the day of the recording.
[ -n "${SANITIZED:-}" ] || part 'random scenarios, measured calls' \
    "sh tests/hold.sh $build traces/h200/random-32 97.9 2.0 --measured-calls"
# Another GPU, which no rule was fitted on.
part 'another GPU against hardware' "sh tests/hold.sh $build traces/h100/validation 99.2 5.0"
part medians 'sh tests/medians.sh'
part 'no false alarms' "sh tests/hazards.sh $build/nullstream"
part 'guaranteed orders in recordings' "sh tests/guaranteed.sh $build"
part 'cases of other race detectors' "sh tests/ported.sh $build"
part 'claims of the curriculum' "sh tests/claims.sh $build"
part 'lessons' "sh tests/lessons.sh $build/nullstream"
part 'installation' "sh tests/install.sh $build"
for t in tests/golden/cli/*.t; do
    part "$(basename "$t")" "sh tests/golden.sh $build/nullstream $t"
done
for t in tests/term/*.keys; do
    alone= # a folder here, which their screens name, is theirs one after the other
    grep -q nullstream-lessons "$t" && alone='flock tests/term '
    part "$(basename "$t")" "$alone$build/keys $build/nullstream $t"
done
part 'inside tmux' "sh tests/term/tmux.sh $build/nullstream"
part 'an exercise inside tmux' "sh tests/term/learn-tmux.sh $build/nullstream"
for target in tests/fuzz/*_fuzz.c; do
    name=$(basename "$target" .c)
    part "$name corpus" \
        "find tests/fuzz/corpus/${name%_fuzz} -type f | sort | xargs $build/fuzz/$name"
done
part 'manual and completions' "sh tests/generated.sh $build/nullstream"
part 'injection library' "sh tests/inject.sh $build"
part 'what native programs print' "sh tests/printed.sh $build/nullstream"
part 'native programs' "sh tests/native.sh $build/nullstream"
part 'programs that we did not write' "sh tests/samples.sh $build/nullstream \"\$SAMPLES\""

xargs -0 -n 3 -P "${JOBS:-$(nproc)}" sh tests/part.sh "$counts" <"$list"

parts=$(tr -dc '\0' <"$list" | wc -c)
awk -v parts="$parts" '
    { passed += $1; failed += $2; waived += $3 }
    END {
        failed += parts / 3 - NR # ended without a word
        printf "tests: %d passed, %d failed, %d waived\n", passed, failed, waived
        exit failed > 0
    }' "$counts"
