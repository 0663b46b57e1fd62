#!/bin/sh
# Usage: scenarios.sh BUILD
# Every scenario, exercise and solution compiles as CUDA: with nvcc where there is one, else with
# clang against a header of ours made from the call list.
set -u
build=$1
files=$(git ls-files 'lessons/*.cu' 'traces/*.cu' 'tests/*.cu' ':!tests/bad/')
[ -n "$files" ] || { echo 'there are no scenarios'; exit 77; }
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0 count=0
if [ -n "$nvcc" ]; then
    with="$($nvcc --version | grep -o 'release [0-9.]*')"
    compile() { "$nvcc" -arch=sm_90 -Ilessons -Xcompiler -Wall,-Wno-unknown-pragmas -c -o "$tmp/out.o" "$1"; }
elif command -v clang++ >/dev/null && "$build/nullstream" --generate cuda-header >"$tmp/cuda_runtime.h" 2>/dev/null; then
    with='clang and our header'
    compile() {
        clang++ -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 -include "$tmp/cuda_runtime.h" \
            -I"$tmp" -Ilessons -Wno-unknown-pragmas -fsyntax-only "$1"
    }
else
    echo 'neither nvcc nor clang++ is installed'
    exit 77
fi
for file in $files; do
    count=$((count + 1))
    compile "$file" || { echo "$file does not compile"; bad=$((bad + 1)); }
done
echo "$count scenarios with $with, $bad fail"
[ $bad -eq 0 ]
