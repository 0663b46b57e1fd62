#!/bin/sh
# Usage: reproducible.sh BUILD
# The same input gives the same bytes from gcc and clang, without and with optimization, and from
# one run to the next: every scenario in every format.
set -eu
build=$1/reproducible
scenarios=$(git ls-files 'lessons/*.cu' 'traces/*.cu' 'tests/*.cu' ':!tests/bad/' ':!tests/bench/' ':!tests/fuzz/')
compilers=
for cc in gcc clang; do
    if command -v $cc >/dev/null; then compilers="$compilers $cc"; else echo "without $cc: it is not installed"; fi
done
predict() { # predict PROGRAM FOLDER
    mkdir -p "$2"
    for scenario in $scenarios; do
        for format in gantt table json chrome svg csv program; do
            out=$2/$(echo "$scenario" | tr / _).$format
            "$1" predict --gpu h200 --format $format "$scenario" >"$out" 2>"$out.err" ||
                echo "status $?" >>"$out"
        done
    done
}
first=
for cc in $compilers; do
    for level in O0 O3; do
        make -s -j2 CUDA=0 CC="$cc" CFLAGS=-$level BUILD="$build/$cc-$level" "$build/$cc-$level/nullstream"
        predict "$build/$cc-$level/nullstream" "$build/$cc-$level/out"
        if [ -z "$first" ]; then
            first=$build/$cc-$level
            predict "$first/nullstream" "$first/again"
            diff -r "$first/out" "$first/again"
        else
            diff -r "$first/out" "$build/$cc-$level/out"
        fi
    done
done
echo "$(find "$first/out" -type f ! -name '*.err' | wc -l) outputs are equal, byte for byte, from$compilers at -O0 and -O3"
