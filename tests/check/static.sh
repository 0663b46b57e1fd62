#!/bin/sh
# Usage: static.sh BUILD
# `make static` gives one file that needs nothing around it: no libraries, no folders, no variables.
set -u
build=$1
printf 'int main(void) { return 0; }\n' >"$build/empty.c"
cc -static -o "$build/empty" "$build/empty.c" 2>/dev/null || { echo 'no static C library here'; exit 77; }
make -s -j"$(nproc)" BUILD="$build" static >/dev/null || exit 1
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
cp "$build/nullstream-static" "$empty/nullstream" && cd "$empty" || exit 1
env -i ./nullstream predict --gpu h200 lessons/legacy-fence/fence.cu >out || exit 1
grep -q 'Nothing overlapped' out || exit 1
cd - >/dev/null || exit 1
if [ -x "$build/keys" ]; then
    "$build/keys" "$build/nullstream-static" tests/term/leave.keys || [ $? -eq 77 ] || exit 1
fi
cd "$empty" || exit 1
echo "$(wc -c <nullstream) bytes"
