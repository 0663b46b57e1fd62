#!/bin/sh
# Usage: native.sh [--build-only] BUILD OUT [NAME...]
# Scenarios as native programs: compiled by nvcc as they are and recorded through CUPTI by
# BUILD/libnullstream-inject.so (gpu/inject), each process followed by one in which the executor performs
# the same (`nullstream measure`), so that a host that gets slower or quicker does so for both. Leaves
# OUT/NAME.json and OUT/NAME.executor.json, of the processes with the median wall time, and in
# OUT/processes.txt and OUT/executors.txt a line a scenario: its name and the wall time of each process.
# To be run in the repository's root on a machine with a GPU; --build-only stops after nvcc, and what it
# built is used where it is newer than its source. In the environment: RUNS=WARM,COUNT is how often
# (3,15), PROCESSES in how many processes (3) of each; EXECUTOR=0 leaves the executor out.
set -u
build_only=
[ "$1" != --build-only ] || { build_only=1; shift; }
build=$1 out=$2
shift 2
runs=${RUNS:-3,15} processes=${PROCESSES:-3}
bad=0

# NAME FILE CONNECTIONS
list='legacy-fence lessons/legacy-fence/fence.cu 8
one-connection tests/validation/one-connection.cu 1
streams-2 traces/experiments/streams.cu 2
copy-order traces/experiments/copy-order.cu 8
waves traces/experiments/waves.cu 8
duplex tests/validation/native/duplex.cu 8
event-dag tests/validation/native/event-dag.cu 8
host-bound tests/validation/native/host-bound.cu 8
device-memory tests/validation/native/device-memory.cu 8
priorities tests/validation/native/priorities.cu 8
two-threads tests/validation/native/two-threads.cu 8
host-work tests/validation/native/host-work.cu 8
blocking-copies tests/validation/native/blocking-copies.cu 8
range tests/validation/native/range.cu 8
own-clock tests/validation/native/own-clock.cu 8
pipeline-depth tests/validation/pipeline-depth.cu 8
pipeline-breadth tests/validation/pipeline-breadth.cu 8'
[ $# -eq 0 ] || list=$(for name; do echo "$list" | grep "^$name "; done)

compile() { # compile FILE PROGRAM
    [ -z "$(find "$2" -newer "$1" -newer lessons/nullstream.cuh 2>/dev/null)" ] || return 0
    "${NVCC:-nvcc}" -arch=sm_90 -O2 -Ilessons -diag-suppress 161 -o "$2" "$1"
}

record() { # record NAME FILE CONNECTIONS OPTIONS TO
    timeout 60 env CUDA_DEVICE_MAX_CONNECTIONS="$3" \
        CUDA_INJECTION64_PATH="$build/libnullstream-inject.so" \
        NVTX_INJECTION64_PATH="$build/libnullstream-inject.so" \
        LD_PRELOAD="$build/libnullstream-inject.so" NULLSTREAM_RUNS="$runs" \
        NULLSTREAM_RECORD="$5" NULLSTREAM_SCENARIO="$2" NULLSTREAM_OPTIONS="$4" \
        "$build/native/$1" >"$build/native/$1.out" </dev/null &&
        [ -s "$5" ]
}

# The wall time of a timeline, us.
wall() {
    sed -n '/^  /!s/.*"wall_us": \([0-9.]*\).*/\1/p' "$1"
}

perform() { # perform FILE OPTIONS TO
    # shellcheck disable=SC2086 # options are words
    timeout 60 "$build/nullstream" measure $2 --processes 1 --warm-ups "${runs%,*}" \
        --repetitions "${runs#*,}" -q -o "$3" "$1" </dev/null
}

# What is compared is times: what the program says of an operation is left out.
slim() {
    sed -e 's/"\(grid\|block\)": \[[^]]*\], //g' -e 's/"machine": "[^"]*",\? *//g' \
        -e 's/"\(shared_bytes\|registers\|device\|connection\)": [0-9]*, //g; s/"\(thread\|context\)": 0, //g' \
        -e 's/, "\(start\|end\)_spread_us": \[0.000, 0.000\]//g' \
        -e '/^ *$/d' -e 's/^  *//' "$1"
}

# keep KIND NAME LIST: a line of walls to LIST, and the timeline of the median one.
keep() {
    echo "$2 $(cut -d' ' -f1 "$tmp/$1" | paste -sd' ')" >>"$out/$3"
    median=$(sort -n "$tmp/$1" | sed -n "$(((processes + 1) / 2))s/.* //p")
    slim "$tmp/$median.$1.json" >"$out/$2${4:-}.json"
}

record_all() { # record_all NAME FILE CONNECTIONS OPTIONS
    : >"$tmp/native"
    : >"$tmp/executor"
    process=0
    while [ $process -lt "$processes" ]; do
        record "$1" "$2" "$3" "$4" "$tmp/$process.native.json" || return 1
        echo "$(wall "$tmp/$process.native.json") $process" >>"$tmp/native"
        if [ "${EXECUTOR:-1}" = 1 ]; then
            perform "$2" "$4" "$tmp/$process.executor.json" || return 1
            echo "$(wall "$tmp/$process.executor.json") $process" >>"$tmp/executor"
        fi
        process=$((process + 1))
    done
    keep native "$1" processes.txt
    [ ! -s "$tmp/executor" ] || keep executor "$1" executors.txt .executor
}

mkdir -p "$build/native" "$out"
build=$(cd "$build" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
[ -n "$build_only" ] || : >"$out/processes.txt"
[ -n "$build_only" ] || : >"$out/executors.txt"
while read -r name file connections; do
    compile "$file" "$build/native/$name" || { bad=$((bad + 1)); continue; }
    [ -z "$build_only" ] || continue
    options="--gpu h200"
    [ "$connections" = 8 ] || options="$options --connections $connections"
    [ "${runs%,*}" != 0 ] || options="$options --cold"
    record_all "$name" "$file" "$connections" "$options" ||
        { echo "$name: not recorded"; bad=$((bad + 1)); }
done <<END_OF_LIST
$list
END_OF_LIST
[ $bad -eq 0 ]
