#!/bin/sh
# Usage: golden.sh [--rewrite] NULLSTREAM FILE.t...
#
# Transcripts of the command line. In a .t file a line "$ command" is run by sh in the root of the
# repository; what follows is what it must do: "> text" a line of standard output, "2> text" one of
# standard error, "! N" its exit status when it is not 0. Other lines are comments. The program is
# `nullstream`; $TMP is an empty folder, written TMP in the expectations. A difference is shown as a
# diff; --rewrite makes what happened the new expectation, to be reviewed with git diff.
set -u
rewrite=
[ "$1" = --rewrite ] && rewrite=1 && shift
program=$(cd "$(dirname "$1")" && pwd)
shift
PATH=$program:$PATH
TMP=$(mktemp -d)
actual=$(mktemp -d)
trap 'rm -rf "$TMP" "$actual"' EXIT
LC_ALL=C.UTF-8 NO_COLOR=1 TERM=dumb XDG_DATA_HOME=$TMP/data XDG_STATE_HOME=$TMP/state
export XDG_DATA_HOME XDG_STATE_HOME PATH TMP LC_ALL NO_COLOR TERM

# One file's transcript with what the commands do now.
transcript() {
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        '$ '*)
            printf '%s\n' "$line"
            timeout 120 sh -c "${line#\$ }" >"$actual/out" 2>"$actual/err" </dev/null
            status=$?
            # A line without its newline at the end is shown as one that has it.
            sed "s|$TMP|TMP|g; s/^/> /" "$actual/out" | sed -e '$a\'
            sed "s|$TMP|TMP|g; s/^/2> /" "$actual/err" | sed -e '$a\'
            [ $status -eq 0 ] || echo "! $status"
            ;;
        '> '* | '>' | '2> '* | '2>' | '! '*) ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <"$1"
}

passed=0 failed=0
for file in "$@"; do
    transcript "$file" >"$actual/transcript"
    if cmp -s "$file" "$actual/transcript"; then
        passed=$((passed + 1))
    elif [ -n "$rewrite" ]; then
        cp "$actual/transcript" "$file"
        echo "rewritten: $file"
    else
        failed=$((failed + 1))
        echo "FAILED: $file"
        diff -u "$file" "$actual/transcript"
    fi
    rm -rf "$TMP"
    mkdir "$TMP"
done
echo "goldens: $passed passed, $failed failed"
[ $failed -eq 0 ]
