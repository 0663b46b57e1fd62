#!/bin/sh
# Usage: scenarios.sh BUILD
# Every scenario, exercise and solution compiles as CUDA: with nvcc where there is one, and with
# clang, which needs no CUDA, against a header of ours made from the call list. What we refuse as C++
# (tests/bad/cxx) they refuse as well. An experiment that says "Native only" in its first lines uses
# calls that are not in the list, and what outsiders wrote mathematics of the device: nvcc alone
# tries them. C++17, or C++20 where a scenario says so in its first lines.
set -u
build=$1
files=$(git ls-files 'lessons/*.cu' 'traces/*.cu' 'sim/profiles/*.cu' 'tests/*.cu' ':!tests/bad/' ':!tests/fuzz/')
refused=$(git ls-files 'tests/bad/cxx/*.cu')
[ -n "$files" ] || { echo 'there are no scenarios'; exit 77; }
nvcc=$(sh gpu/find.sh cc | sed -n 's/^NVCC = //p')
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0 with=
workers=$(nproc)
standard() { # standard FILE
    head -5 "$1" | grep -q 'C++20' && echo c++20 || echo c++17
}
with_nvcc() { # with_nvcc FILE OBJECT
    "$nvcc" -arch=sm_90 -std="$(standard "$1")" -Ilessons -diag-suppress 161 -Xcompiler -Wall,-Wno-unknown-pragmas \
        -c -o "$2" "$1"
}
with_clang() {
    clang++ -x cuda --cuda-host-only -nocudainc -nocudalib -std="$(standard "$1")" -include "$tmp/clang.h" \
        -I"$tmp" -Ilessons -Wno-unknown-pragmas -Wno-unknown-cuda-version -fsyntax-only "$1"
}
part() { # part COMPILER WORKER: of all files each workers-th; prints those that are not as they should be
    n=0
    for file in $files $refused; do
        n=$((n + 1))
        [ $((n % workers)) -eq "$2" ] || continue
        case $file in
        tests/bad/*)
            "with_$1" "$file" "$tmp/$2.o" 2>"$tmp/$2.err" || continue
            echo "$file compiles with $1, but we refuse it"
            ;;
        *)
            case $1$file in
            clangtests/outside/*) continue ;;
            esac
            [ "$1" = nvcc ] || ! head -5 "$file" | grep -q 'Native only' || continue
            "with_$1" "$file" "$tmp/$2.o" || echo "$file does not compile with $1"
            ;;
        esac
    done
}
try() { # try COMPILER
    worker=0
    while [ $worker -lt "$workers" ]; do
        part "$1" $worker >"$tmp/$worker.found" &
        worker=$((worker + 1))
    done
    wait
    cat "$tmp"/*.found
    bad=$((bad + $(cat "$tmp"/*.found | wc -l)))
    with="$with $1"
}
[ -z "$nvcc" ] || try nvcc
if command -v clang++ >/dev/null; then
    make -s BUILD="$build" "$build/nullstream" &&
        "$build/nullstream" --generate cuda-header >"$tmp/clang.h" || exit 1
    # What the headers of CUDA declare stands in that one header.
    mkdir "$tmp/nvtx3"
    for header in cuda_runtime.h cuda_runtime_api.h; do
        : >"$tmp/$header"
    done
    cp sim/script/headers/nvtx.txt "$tmp/nvToolsExt.h"
    cp sim/script/headers/nvtx.txt "$tmp/nvtx3/nvToolsExt.h"
    try clang
fi
[ -n "$with" ] || { echo 'neither nvcc nor clang++ is installed'; exit 77; }
echo "$(echo "$files" | wc -l) scenarios and $(echo "$refused" | wc -l) refusals with$with, $bad fail"
[ $bad -eq 0 ]
