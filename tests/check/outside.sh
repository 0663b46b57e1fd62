#!/bin/sh
# Usage: outside.sh BUILD
# What outsiders wrote, with the host's calls as they were measured there: what is left is the device.
# (`make test` holds the same recordings with the calls as predicted.)
make -s BUILD="$1" "$1/nullstream" "$1/random_scenario" || exit 1
sh tests/hold.sh "$1" traces/outside 97 4 --measured-calls
