#!/bin/sh
# Usage: agree.sh WITHIN PERCENT NAME [OPTION...]
#
# What traces/experiments/NAME.cu prints under nullstream with these options, beside what it printed
# on hardware (NAME.txt, or NAME-VARIANT.txt for NAME:VARIANT): lines with a number that is more than
# WITHIN and PERCENT apart, and how many agree.
within=$1 percent=$2 name=${3%:*} variant=${3#*:}
shift 3
measured=traces/experiments/$name
[ "$variant" = "$name" ] || measured=$measured-$variant
nullstream predict --gpu h200 --format json -o /dev/null "$@" "traces/experiments/$name.cu" 2>&1 |
    awk -v within="$within" -v percent="$percent" -f tests/agree.awk "$measured.txt" -
