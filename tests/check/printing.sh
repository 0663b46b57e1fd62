#!/bin/sh
# Usage: printing.sh BUILD
# Only tui/ prints, and no file grows beyond 700 lines (500 is the aim; longer ones are listed).
set -u
bad=0
prints='(^|[^a-z_])(printf|puts|putchar|vprintf|perror) *\(|(fprintf|fputs|fputc|fwrite) *\(.*(stdout|stderr)'
# Comments and texts do not count.
for file in $(git ls-files 'sim/*.c' 'sim/*.h' 'gpu/*.c' ':!gpu/inject/'); do
    sed -e 's|/\*.*\*/||; s|/\*.*||; s|^ \*.*||; s|"[^"]*"|""|g' "$file" | grep -nE "$prints" | sed "s|^|$file:|"
done >"$1/printing"
if [ -s "$1/printing" ]; then
    cat "$1/printing"
    echo 'only tui/ prints'
    bad=1
fi
long=0 count=0
for file in $(git ls-files '*.c' '*.h'); do
    count=$((count + 1))
    lines=$(wc -l <"$file")
    case $file in tests/*) continue ;; esac # long lists of cases
    if [ "$lines" -gt 700 ]; then
        echo "$file has $lines lines; 700 are the limit"
        bad=1
    elif [ "$lines" -gt 500 ]; then
        echo "$file has $lines lines"
        long=$((long + 1))
    fi
done
[ $count -gt 0 ] || { echo 'found no files at all'; exit 1; }
echo "nobody prints; $long of $count files above 500 lines"
exit $bad
