#!/bin/sh
# cppcheck over all C of ours. Warnings and portability faults are errors. It cannot parse the table of
# labels in the interpreter's loop (computed goto).
set -u
command -v cppcheck >/dev/null || { echo 'cppcheck is not installed'; exit 77; }
# shellcheck disable=SC2046
cppcheck --quiet --std=c11 --language=c -j 2 --enable=warning,portability --inline-suppr \
    --error-exitcode=1 --suppress=missingInclude --suppress=unknownMacro --suppress=syntaxError:sim/script/vm.c -D_GNU_SOURCE -I. \
    -DVERSION='"x"' $(git ls-files 'sim/*.c' 'tui/*.c') || exit 1
echo "$(cppcheck --version)"
