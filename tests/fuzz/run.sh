#!/bin/sh
# Usage: run.sh BUILD SECONDS
# Fuzzes every target of this folder for SECONDS, beginning with its corpus. A find (crash, hang of
# 10 s, leak, 2 GB of memory) is kept in BUILD/fuzz-found and makes it fail: mend it, then add the
# input to tests/fuzz/corpus/TARGET.
set -u
build=$1 seconds=$2
bad=0
for source in tests/fuzz/*_fuzz.c; do
    name=$(basename "$source" _fuzz.c)
    mkdir -p "$build/fuzz-found/$name" "$build/fuzz-corpus/$name" "tests/fuzz/corpus/$name"
    clang -std=c11 -D_GNU_SOURCE -ffp-contract=off -O1 -g -I. \
        -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
        -o "$build/fuzzing/$name" "$source" "$build/fuzzing/libsim.a" -lyajl -lmd -lm || exit 1
    dict='' words=$name
    [ "$name" = report ] && words=timeline # it reads those
    [ -f "tests/fuzz/$words.dict" ] && dict=-dict=tests/fuzz/$words.dict
    echo "fuzzing $name for $seconds s"
    "$build/fuzzing/$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
        -max_len=20000 -print_final_stats=1 -verbosity=0 $dict \
        -artifact_prefix="$build/fuzz-found/$name/" "$build/fuzz-corpus/$name" \
        "tests/fuzz/corpus/$name" || bad=$((bad + 1))
done
[ $bad -eq 0 ] || { echo "$bad targets found something: see $build/fuzz-found"; exit 1; }
