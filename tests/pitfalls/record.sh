#!/bin/sh
# Usage: record.sh NULLSTREAM FOLDER [OPTION...]
# Measures the scenarios of tests/pitfalls and tests/hazards on this machine's GPU and writes
# FOLDER/NAME.json (hazards: FOLDER/hazard-NAME.json), without what the program says as well. One that
# sets a variable for CUDA is measured by itself; those that use freed memory come last, in processes
# of their own, as an error there could end them. What cannot be measured (a kernel that fails) is
# named, and the rest goes on. Options are those of measure.
set -u
program=$1 folder=$2
shift 2
here=$(dirname "$0") status=0
lists=$(mktemp -d)
trap 'rm -rf "$lists"' EXIT
record() { # record LIST [OPTION...]
    sh "$here/../validation/record.sh" "$program" - "$@" || status=$?
}
for file in "$here"/*.cu "$here"/../hazards/*.cu; do
    [ -f "$file" ] || continue
    name=$(basename "$file" .cu)
    [ "${file%/hazards/*}" = "$file" ] || name=hazard-$name
    case $name in
    hazard-*free* | hazard-*allocation* | hazard-pool*) list=$lists/3-freed ;;
    hazard-*) list=$lists/2-hazards ;;
    *) list=$lists/1-pitfalls ;;
    esac
    ! grep -q 'setenv(' "$file" || list=$lists/1-pitfalls-$name
    echo "$name $(realpath "$file" --relative-to="$lists")" >>"$list"
done
for list in "$lists"/*; do
    record "$list" "$folder" "$@"
done
# Scenarios go by their paths in the repository, wherever they were measured.
sed -i 's,"[^"]*/tests/\(pitfalls\|hazards\)/,"tests/\1/,g' "$folder"/*.json
exit $status
