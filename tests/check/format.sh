#!/bin/sh
# Layout by clang-format, version 14 and no other (versions differ).
set -u
tool=
for candidate in clang-format-14 clang-format; do
    if command -v $candidate >/dev/null && $candidate --version | grep -q 'version 14\.'; then
        tool=$candidate
        break
    fi
done
[ -n "$tool" ] || { echo 'clang-format 14 is not installed'; exit 77; }
files=$(git ls-files '*.c' '*.h')
[ -n "$files" ] || { echo 'found no files at all'; exit 1; }
# shellcheck disable=SC2086 # no file of ours has a space in its name
$tool --dry-run --Werror $files || { echo 'run clang-format -i'; exit 1; }
echo "$(echo "$files" | wc -l) files"
