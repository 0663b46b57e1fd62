#!/bin/sh
# Usage: lists.sh RANDOM FOLDER [NAME...]
# The rows of LIST and of every RANDOM* beside this script, or of those lists, as rows.sh prints them,
# each list in a file of its name in FOLDER; there the program RANDOM writes the random scenarios too.
set -eu
here=$(dirname "$0")
random=$1 folder=$2
shift 2
# shellcheck disable=SC2046 # words
[ $# -gt 0 ] || set -- $(cd "$here" && echo LIST RANDOM*)
for list in "$@"; do
    sh "$here/rows.sh" "$here/$list" "$random" "$folder" >"$folder/$list"
done
