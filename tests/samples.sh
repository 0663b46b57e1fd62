#!/bin/sh
# Usage: samples.sh NULLSTREAM [DIR]
# Predicts every .cu, .c and .cpp program of DIR that nobody of us wrote. Each must be predicted, or
# refused in one message at a line of its source with status 2; at least 80 % must be predicted.
# Where there is nvcc it must accept what we accept. DIR/samples.options, if there is one, holds
# "NAME OPTION..." lines.
set -u
program=$1
dir=${2:-}
if [ -z "$dir" ]; then
    echo 'SAMPLES=DIR names no folder of programs'
    exit 77
fi
[ -d "$dir" ] || { echo "$dir is no folder"; exit 1; }
nvcc=$(sh gpu/find.sh cc | sed -n 's/^NVCC = //p')
tmp=$(mktemp -d)
out=$tmp/out err=$tmp/err list=$tmp/list
trap 'rm -rf "$tmp"' EXIT
# CUDA 13 has it under nvtx3/ only.
mkdir "$tmp/include" && echo '#include <nvtx3/nvToolsExt.h>' >"$tmp/include/nvToolsExt.h"
find "$dir" -name '*.cu' -o -name '*.c' -o -name '*.cpp' | LC_ALL=C sort >"$list"
predicted=0 refused=0 wrong=0 neither=0 several=0
while IFS= read -r file; do
    grep -qE '\bmain *\(' "$file" || continue # a part of another program
    if grep -qE '# *include.*mpi' "$file"; then
        several=$((several + 1)) # several processes
        continue
    fi
    base=$(basename "$file")
    options=$(sed -n "s/^$base //p" "$dir/samples.options" 2>/dev/null)
    # shellcheck disable=SC2086 # options are words
    timeout 60 "$program" predict -q $options "$file" >"$out" 2>"$err" </dev/null
    status=$?
    errors=$(grep -cE ': error: ' "$err")
    if [ $status -eq 0 ] && [ "$errors" -eq 0 ]; then
        predicted=$((predicted + 1))
        if [ -n "$nvcc" ] && ! "$nvcc" -x cu -arch=sm_90 -std=c++17 --extended-lambda -w \
            -I"$tmp/include" -I"$dir/Common" -Ilessons -c -o "$tmp/object" "$file" >"$err" 2>&1; then
            wrong=$((wrong + 1))
            echo "WRONG: nvcc refuses ${file#"$dir"/}"
            head -5 "$err"
        fi
        echo "predicted: ${file#"$dir"/}: $(sed -n 2p "$out")"
    elif [ $status -eq 2 ] && [ "$errors" -eq 1 ] && grep -qE '^[^ ]+:[0-9]+:([0-9]+:)? error: ' "$err"; then
        refused=$((refused + 1))
        echo "refused: $(grep -E ': error: ' "$err")"
    else
        wrong=$((wrong + 1)) neither=$((neither + 1))
        echo "WRONG: ${file#"$dir"/}: status $status, $errors errors"
        head -5 "$err"
    fi
done <"$list"
total=$((predicted + refused + neither))
[ $total -gt 0 ] || { echo "$dir holds no program"; exit 1; }
percent=$((100 * predicted / total))
[ -n "$nvcc" ] || echo 'waived: nvcc accepts what we accept (nvcc is not installed)'
echo "$predicted of $total predicted ($percent %), $refused refused, $wrong wrong;" \
    "$several of several processes (MPI) left out"
[ $wrong -eq 0 ] && [ $percent -ge 80 ]
