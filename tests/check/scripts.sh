#!/bin/sh
# Our shell scripts, by shellcheck.
set -u
command -v shellcheck >/dev/null || { echo 'shellcheck is not installed'; exit 77; }
# shellcheck disable=SC2046
shellcheck --severity=warning -s sh $(git ls-files '*.sh') .ci/run .ci/packages .ci/show || exit 1
echo "$(git ls-files '*.sh' | wc -l) scripts and .ci"
