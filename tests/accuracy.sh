#!/bin/sh
# Usage: accuracy.sh NULLSTREAM FOLDER [OPTION...]
# What `validate` says of the timelines in FOLDER, by the profile of the machine that recorded them,
# FOLDER/profile.ini, where there is one (a --gpu among the OPTIONs comes after it and counts). The
# programs of traces/outside are those of tests/outside; random scenarios, which are not kept, are
# written anew from the lists in tests/validation by the program random_scenario beside NULLSTREAM.
set -eu
program=$1 folder=${2%/}
shift 2
gpu=h200
[ ! -f "$folder/profile.ini" ] || gpu=$folder/profile.ini
random=$(dirname "$program")/random_scenario
[ -x "$random" ] || { echo "no $random: make scenarios" >&2 && exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
case $folder in
*/validation) list=LIST ;;
*/random-*) list=RANDOM-${folder##*-} ;;
*) list= ;; # all
esac
if [ "${folder##*/}" = outside ]; then
    cp tests/outside/*.cu "$tmp"
else
    # shellcheck disable=SC2086 # none or one
    sh tests/validation/lists.sh "$random" "$tmp" $list
fi
# 1: operations are unmatched, which the summary says
"$program" validate -q --gpu "$gpu" --scenarios "$tmp" --summary "$folder" "$@" || [ $? -eq 1 ]
