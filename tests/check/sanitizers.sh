#!/bin/sh
# Usage: sanitizers.sh BUILD
# Unit tests and transcripts once more under AddressSanitizer, UBSan and the leak check.
set -u
build=$1/sanitized
printf 'int main(void) { return 0; }\n' >"$1/empty.c"
cc -fsanitize=address,undefined -o "$1/empty" "$1/empty.c" 2>/dev/null && "$1/empty" ||
    { echo 'the compiler has no sanitizers here'; exit 77; }
# In the environment, for a test that runs make on this build too (install.sh).
export SANITIZE=address,undefined CUDA=0 CFLAGS='-O1 -g'
make --no-print-directory -j"$(nproc)" BUILD="$build" test-build || exit 1
tests=$(for t in tests/unit/*_test.c; do echo "$build/tests/$(basename "$t" .c)"; done)
# The sanitizers make everything several times slower: tests that measure time are left out.
# shellcheck disable=SC2086
SANITIZED=1 CK_TIMEOUT_MULTIPLIER=20 sh tests/run.sh "$build" $tests || exit 1
