#!/bin/sh
# All C of ours is clean under clang's warnings too (the build uses gcc's).
set -u
command -v clang >/dev/null || { echo 'clang is not installed'; exit 77; }
git ls-files 'sim/*.c' 'tui/*.c' 'tests/*.c' 'gpu/*.c' ':!gpu/cuda_*' ':!gpu/inject/' |
    xargs -n 8 -P 2 clang -std=c11 -D_GNU_SOURCE -DVERSION='"x"' -Wall -Wextra -Wconversion -Werror \
        -I. -fsyntax-only || exit 1
echo "$(clang --version | head -1)"
