#!/bin/sh
# Who may include whom: the table of the house, enforced for every quoted include, which must be
# relative to the root. The table is transitive: a folder may include what its neighbours may.
set -eu
git ls-files '*.c' '*.h' '*.cu' '*.cuh' | xargs grep -nE '^[[:space:]]*#[[:space:]]*include' |
awk -F: '
BEGIN {
    may["sim/base"] = ""
    may["sim/model"] = "sim/base"
    may["sim/engine"] = "sim/model"
    may["sim/runtime"] = "sim/model sim/engine"
    may["sim/script"] = "sim/runtime"
    may["sim/analysis"] = "sim/model"
    may["sim/draw"] = "sim/model sim/analysis"
    may["sim/io"] = "sim/model sim/analysis sim/draw"
    may["sim/study"] = "sim/script sim/runtime sim/analysis"
    may["sim/lesson"] = "sim/study sim/draw sim/io"
    may["sim/shim"] = "sim/runtime"
    may["gpu"] = "sim/model"
    may["tui"] = "sim/study sim/lesson sim/draw sim/io sim/analysis sim/script sim/runtime sim/engine"
    for (pass = 0; pass < 10; pass++)
        for (folder in may) {
            n = split(may[folder], parts, " ")
            for (i = 1; i <= n; i++) {
                m = split(may[parts[i]], more, " ")
                for (j = 1; j <= m; j++)
                    if (index(" " may[folder] " ", " " more[j] " ") == 0)
                        may[folder] = may[folder] " " more[j]
            }
        }
    # single headers that a folder may see of another
    extra["sim/shim sim/io/program_file.h"] = extra["gpu sim/io/timeline_json.h"] = 1
    extra["gpu sim/io/program_file.h"] = extra["tui gpu/gpu.h"] = 1
    extra["gpu sim/io/sink.h"] = extra["sim/shim sim/io/sink.h"] = 1
}
function house(path) {
    if (path ~ /^sim\/profiles\/.*\.cu$/) return "traces" # scenarios as well
    if (match(path, /^sim\/[a-z]+\//)) return substr(path, 1, RLENGTH - 1)
    if (path ~ /^gpu\//) return "gpu"
    if (path ~ /^tui\//) return "tui"
    if (path ~ /^tests\//) return "tests"
    if (path ~ /^lessons\//) return "lessons"
    if (path ~ /^traces\//) return "traces"
    return ""
}
function wrong(why) { print file ":" line ": " why; bad++ }
{
    file = $1; line = $2
    text = $0; sub(/^[^:]*:[^:]*:/, "", text)
    from = house(file)
    if (text ~ /</) {
        sub(/^[^<]*</, "", text); sub(/>.*/, "", text)
        if (text ~ /^(cuda|cupti|nv|cu[a-zA-Z]*\.h)/ && text !~ /curses/ && from !~ /^(gpu|sim\/shim|lessons|traces|tests)$/)
            wrong("only gpu/ and sim/shim include CUDA: <" text ">")
        if (text ~ /curses/ && file != "tui/term/screen.c")
            wrong("only tui/term/screen.c includes curses")
        next
    }
    if (!match(text, /"[^"]*"/)) { wrong("an include without a plain name"); next }
    count++
    path = substr(text, RSTART + 1, RLENGTH - 2)
    if (from == "lessons" || from == "traces") next # scenarios: relative to themselves
    if (from == "") { wrong("in no folder of the house"); next }
    if (from == "tests") next
    to = house(path)
    if (to == "" || path ~ /\.\./) { wrong("not relative to the root: \"" path "\""); next }
    if (to == from || ((from " " path) in extra)) next
    if (index(" " may[from] " ", " " to " ") == 0)
        wrong(from " may not include " to ": \"" path "\"")
}
END {
    if (bad) { print bad " forbidden includes"; exit 1 }
    if (!count) { print "found no includes at all"; exit 1 }
    print count " quoted includes"
}'
