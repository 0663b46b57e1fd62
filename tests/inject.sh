#!/bin/sh
# Usage: inject.sh BUILD
# What the injection library (gpu/inject) does without a GPU: it calls main as often as it is told,
# leaves a program alone that is not to be repeated, and follows NVTX ranges.
set -u
library=$(cd "$1" && pwd)/libnullstream-inject.so
[ -f "$library" ] || { echo 'build/libnullstream-inject.so was not built: there is no CUDA'; exit 77; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
unset NULLSTREAM_RUNS NULLSTREAM_RECORD
bad=0

expect() { # expect WHAT WANTED GOT
    [ "$2" = "$3" ] && return
    printf '%s: expected "%s", got "%s"\n' "$1" "$2" "$3"
    bad=1
}

cat >"$tmp/turns.c" <<'END_OF_C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int turns;
static void *turn(void *by)
{
    turns += *(int *)by;
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t thread;
    int by = argc;
    pthread_create(&thread, NULL, turn, &by);
    pthread_join(thread, NULL);
    printf("%d ", turns);
    return argc > 1 && turns >= atoi(argv[1]) ? 3 : 0;
}
END_OF_C
cc -pthread -o "$tmp/turns" "$tmp/turns.c" || exit 1
# 1 to warm up, 2 with the clock, 2 to warm up the trace, 2 traced
expect 'main called again' '1 2 3 4 5 6 7 0' \
    "$(LD_PRELOAD=$library NULLSTREAM_RUNS=1,2 "$tmp/turns"; echo $?)"
expect 'main that fails is called no more' '2 4 3' \
    "$(LD_PRELOAD=$library NULLSTREAM_RUNS=1,2 "$tmp/turns" 4; echo $?)"
expect 'no runs asked for' '1 0' "$(LD_PRELOAD=$library "$tmp/turns"; echo $?)"
expect 'runs that are none' '1 0' "$(LD_PRELOAD=$library NULLSTREAM_RUNS=x "$tmp/turns"; echo $?)"

cat >"$tmp/ranges.c" <<'END_OF_C'
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>
int main(void)
{
    int first = nvtxRangePushA("nullstream"), second = nvtxRangePushA("other");
    int third = nvtxRangePop(), fourth = nvtxRangePop(), fifth = nvtxRangePop();
    printf("%d %d %d %d %d\n", first, second, third, fourth, fifth);
    return 0;
}
END_OF_C
toolkit=$(sh "$(dirname "$0")/../gpu/find.sh" cc | sed -n 's/^CUDA_DIR = //p')
if [ -f "$toolkit/include/nvtx3/nvToolsExt.h" ]; then
    cc -isystem "$toolkit/include" -o "$tmp/ranges" "$tmp/ranges.c" -ldl || exit 1
    expect 'ranges' '0 1 1 0 -1' "$(NVTX_INJECTION64_PATH=$library "$tmp/ranges")"
fi
[ $bad -eq 0 ] && echo 'main is called as often as asked, ranges are followed'
exit $bad
