#!/bin/sh
# Usage: install.sh BUILD
# After `make install` the program runs from anywhere and finds lessons and measurements beside it.
set -eu
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
make -s BUILD="$1" DESTDIR="$root" PREFIX=/usr install >/dev/null
for file in bin/nullstream share/man/man1/nullstream.1 share/nullstream/lessons/nullstream.cuh \
    share/bash-completion/completions/nullstream; do
    [ -s "$root/usr/$file" ] || { echo "$file is not installed"; exit 1; }
done
cd /
"$root/usr/bin/nullstream" predict --gpu h200 lessons/legacy-fence/fence.cu >"$root/out"
grep -q 'Nothing overlapped' "$root/out" || { cat "$root/out"; exit 1; }
# The lessons, their exercises and their recordings are there as well.
"$root/usr/bin/nullstream" learn --lint "$root/usr/share/nullstream/lessons/queue" >"$root/out" || :
grep -q '^0 faults, 0 notes' "$root/out" || { cat "$root/out"; exit 1; }
echo "$(find "$root/usr" -type f | wc -l) files; a lesson is predicted from another folder"
