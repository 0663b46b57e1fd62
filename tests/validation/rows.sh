#!/bin/sh
# Usage: rows.sh LIST RANDOM FOLDER
# Prints the rows of LIST as "name path options". What is "seed:N" in LIST is a random scenario,
# written to FOLDER by the program RANDOM (built from tests/validation/random.c).
set -eu
grep -v -e '^#' -e '^$' "$1" | while read -r name file options; do
    case $file in
    seed:*)
        "$2" "${file#seed:}" >"$3/$name.cu"
        echo "$name $3/$name.cu $options"
        ;;
    *) echo "$name $(dirname "$1")/$file $options" ;;
    esac
done
