#!/bin/sh
# Usage: lists.sh RANDOM FOLDER
# The rows of LIST and of every RANDOM* beside this script, as rows.sh prints them, each list in a file
# of its name in FOLDER; there the program RANDOM writes the random scenarios too.
set -eu
here=$(dirname "$0")
for list in "$here"/LIST "$here"/RANDOM*; do
    sh "$here/rows.sh" "$list" "$1" "$2" >"$2/$(basename "$list")"
done
