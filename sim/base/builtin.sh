#!/bin/sh
# Usage: builtin.sh FILE... > table.c
# Writes the table behind sim/base/builtin.h: each file's bytes, with a NUL after them.
echo '#include "sim/base/builtin.h"'
i=0
for file in "$@"; do
    [ -f "$file" ] || continue
    echo "__asm__(\".section .rodata\\n.balign 16\\nbuiltin_$i:\\n.incbin \\\"$file\\\"\\n\""
    echo "        \"builtin_end_$i:\\n.byte 0\\n.previous\\n\");"
    echo "extern const char builtin_${i}[], builtin_end_${i}[];"
    i=$((i + 1))
done
echo 'const struct builtin_file builtin_table[] = {'
i=0
for file in "$@"; do
    [ -f "$file" ] || continue
    echo "    {\"$file\", builtin_$i, builtin_end_$i},"
    i=$((i + 1))
done
echo '    {0, 0, 0},'
echo '};'
