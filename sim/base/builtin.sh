#!/bin/sh
# Usage: builtin.sh FILE... > table.c
# Writes the table behind sim/base/builtin.h: each file's bytes, with a NUL after them.
echo '#include "sim/base/builtin.h"'
i=0
for file in "$@"; do
    [ -f "$file" ] || continue
    printf '__asm__(".section .rodata\\n.balign 16\\nbuiltin_%d:\\n.incbin \\"%s\\"\\n"\n' $i "$file"
    printf '        "builtin_end_%d:\\n.byte 0\\n.previous\\n");\n' $i
    printf 'extern const char builtin_%d[], builtin_end_%d[];\n' $i $i
    i=$((i + 1))
done
echo 'const struct builtin_file builtin_table[] = {'
i=0
for file in "$@"; do
    [ -f "$file" ] || continue
    printf '    {"%s", builtin_%d, builtin_end_%d},\n' "$file" $i $i
    i=$((i + 1))
done
echo '    {0, 0, 0},'
echo '};'
