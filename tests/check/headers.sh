#!/bin/sh
# Every header compiles alone, and twice.
set -u
cc=${CC:-cc}
bad=0 count=0
for header in $(git ls-files 'sim/*.h' 'gpu/*.h' 'tui/*.h' 'tests/*.h'); do
    case $header in gpu/cuda*) continue ;; esac # seen by gpu/ only, with CUDA
    count=$((count + 1))
    printf '#include "%s"\n#include "%s"\ntypedef int not_empty;\n' "$header" "$header" |
        $cc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Werror -I. -fsyntax-only -x c - ||
        bad=$((bad + 1))
done
echo "$count headers, $bad fail"
[ $bad -eq 0 ] && [ $count -gt 0 ]
