#!/bin/sh
# The executor's kernels take every number of registers that the hardware gives out, in units of 8 a
# thread: one instantiation for each of 16, 24, ... 256, and from 32 on one for brief blocks. None
# keeps values in local memory, which would be traffic that no program asked for. Compiled as by the
# Makefile: for 9.0, from PTX for 7.5.
set -u
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)
[ -n "$nvcc" ] || { echo 'nvcc is not installed'; exit 77; }
object=$(mktemp)
trap 'rm -f "$object"' EXIT
compile() {
    "$nvcc" -gencode arch=compute_75,code=sm_90 -O2 -std=c++17 -I. -Xptxas -v -c -o "$object" \
        -x cu "$1" 2>&1
}
compile /dev/null >/dev/null || { echo 'nvcc cannot compile for sm_90'; exit 77; }
log=$(compile gpu/cuda_kernel.cu) || { echo "$log"; exit 1; }
printf '%s\n' "$log" | awk '
/bytes stack frame/ { stack += $1 }
/Used [0-9]+ registers/ {
    for (i = 1; i < NF; i++)
        if ($i == "Used")
            found[int(($(i + 1) + 7) / 8) * 8]++
    count++
}
END {
    for (registers = 16; registers <= 256; registers += 8)
        if (found[registers] != (registers < 32 ? 1 : 2)) {
            print registers " registers: " found[registers] + 0 " kernels"
            failed = 1
        }
    if (stack)
        print stack " bytes of local memory"
    print count " kernels, 16 to 256 registers"
    exit failed || stack
}'
