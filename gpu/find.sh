#!/bin/sh
# Usage: find.sh CC [NVCC]
# Prints the Makefile variables NVCC and CUDA_DIR when the GPU part can be built: an nvcc that
# compiles, with its headers, those of CUPTI and the static runtime. Otherwise prints
# CUDA_MISSING, the reason. An nvcc on the path may be a link or a wrapper, so nvcc itself is asked
# where it lives, and the answer is tried out.
set -u
cc=$1
nvcc=${2:-$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)}
[ -n "$nvcc" ] || { echo 'CUDA_MISSING = nvcc is not installed'; exit 0; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

cat >"$tmp/host.c" <<'END'
#include <cuda_runtime_api.h>
#include <cupti.h>
int main(void) { return cudaGetLastError(); }
END
echo '__global__ void k(void) {}' >"$tmp/kernel.cu"
asked=$("$nvcc" --dryrun -c "$tmp/kernel.cu" 2>&1 | sed -n 's/^#\$ TOP=//p')
for dir in ${asked:+"$asked"} "$(dirname "$(readlink -f "$nvcc")")/.." /usr/local/cuda /usr; do
    dir=$(cd "$dir" 2>/dev/null && pwd -P) || continue
    $cc -isystem "$dir/include" -isystem "$dir/extras/CUPTI/include" -o "$tmp/host" "$tmp/host.c" \
        -L"$dir/lib64" -lcudart_static -lstdc++ -lpthread -ldl -lrt >/dev/null 2>&1 || continue
    if "$nvcc" -c -o "$tmp/kernel.o" "$tmp/kernel.cu" >/dev/null 2>&1; then
        echo "NVCC = $nvcc"
        echo "CUDA_DIR = $dir"
        exit 0
    fi
    break
done
echo "CUDA_MISSING = $nvcc is there, but its headers, those of CUPTI or its libraries are not"
