#!/bin/sh
# cppcheck over all C of ours. Warnings and portability faults are errors. What it does not understand
# is left out by name: the interpreter's table of labels (computed goto), the parser's functions that
# do not return and its setjmp, a pointer to a variable of the same declaration.
set -u
command -v cppcheck >/dev/null || { echo 'cppcheck is not installed'; exit 77; }
# shellcheck disable=SC2046
cppcheck --quiet --std=c11 --language=c -j 2 --enable=warning,portability --inline-suppr \
    --error-exitcode=1 --suppress=missingInclude --suppress=duplicateAssignExpression --suppress=unknownMacro --suppress=syntaxError:sim/script/vm.c \
    --suppress=autoVariables:sim/script/parse.c --suppress=autoVariables:sim/script/function.c \
    --suppress='nullPointerRedundantCheck:sim/script/*' -D_GNU_SOURCE -I. \
    -DVERSION='"x"' $(git ls-files 'sim/*.c' 'tui/*.c' 'gpu/*.c') || exit 1
echo "$(cppcheck --version)"
