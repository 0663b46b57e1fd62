The program itself.
$ nullstream --version
> nullstream 0.1
$ nullstream --help
> nullstream predicts how a CUDA program's copies and kernels overlap.
> 
> usage: nullstream COMMAND [OPTION...] [OPERAND...]
>        nullstream FILE      predicts it; shows it if it is a timeline, or
>                             explains it if that was measured
> 
> commands:
>   predict FILE [-- ARGUMENT...]
>                             simulates; verdict, Gantt chart and summary
>   explain FILE [-- ARGUMENT...]
>                             why each operation waited, critical path, what would
>                             help
>   check FILE [-- ARGUMENT...]
>                             hazards and misuse: what CUDA does not order
>   sweep FILE -D NAME=VALUES [-- ARGUMENT...]
>                             predicts over a range of values; table and plot
>   measure FILE [-- ARGUMENT...]
>                             runs it on the GPU, writes a measured timeline
>   validate FILE...          predictions against measurements, how good they are
>   compare A B               two timelines, operation by operation
>   calibrate                 measures this GPU, stores and writes a device
>                             profile
>   gpus [NAME|FILE] [OTHER]  device profiles and where their numbers come from
>   rules [NAME|pitfalls|hazards]
>                             what a call blocks and fences; why things wait;
>                             pitfalls, hazards
>   convert IN OUT            any reader to any writer
>   view FILE [FILE...] [-- ARGUMENT...]
>                             the timeline in the terminal
>   learn [LESSON]            the lessons, with questions and exercises
> 
> options:
>   -h, --help                show this help
>   --version                 show the version
>   --cflags                  nvcc's flags that find nullstream.cuh and silence
>                             warnings about our pragmas
> 
> Wall time is from the entry of the first call that asks the device for work in
> the timed part to the return of the last call that waited for it: set-up before
> does not count. The timed part is the whole run, or from
> nvtxRangePush("nullstream") to its nvtxRangePop(). The span is from the first
> start of such work to its last end.
> 
> `nullstream COMMAND --help` shows a command's options.
> Exit status: 0 done, 1 found what it was asked to look for, 2 bad usage or input,
> 3 not available here, 4 the run itself failed.
$ nullstream ruls
2> nullstream: error: no command and no file is named 'ruls'
2>   hint: did you mean 'rules'?
! 2
$ nullstream run lessons/legacy-fence/fence.cu
2> nullstream: error: no command and no file is named 'run'
2>   hint: did you mean 'predict'?
! 2
$ nullstream nothing-like-it
2> nullstream: error: no command and no file is named 'nothing-like-it'
2>   hint: nullstream --help lists the commands
! 2
$ nullstream --help >$TMP/asked; nullstream help | diff $TMP/asked -; nullstream help learn | head -1; nullstream help learn view
> usage: nullstream learn [OPTION...] [LESSON]
2> nullstream: error: help takes the name of one command
2>   hint: as in 'nullstream help predict'; nullstream help lists them, and what a scenario may say is in docs/scenarios.md
! 2
$ nullstream --help >/dev/full
2> nullstream: error: cannot write standard output: No space left on device
! 4
$ nullstream predict a.cu b.cu
2> nullstream: error: 'b.cu' is one operand too many
2>   hint: usage: nullstream predict [OPTION...] FILE [-- ARGUMENT...]
! 2
$ nullstream sweep --help | grep -A1 -e '^  --format'; nullstream explain --help | grep -A1 -e '^  --format'; nullstream check --help | grep -A1 -e '^  --format'
>   --format FORMAT           table, json, csv (both in docs/sweep-json.md) or svg
>   -o, --output FILE         write there; the suffix implies the format
>   --format FORMAT           table or json (docs/explain-json.md); with --what-if
>                             table, json, csv or svg
>   --format FORMAT           text or json (docs/check-json.md)
>   -o, --output FILE         write there; the suffix implies the format
$ nullstream predict --version
> nullstream 0.1
$ nullstream predict lessons/legacy-fence/fence.cu -o $TMP/x.png
2> nullstream: error: TMP/x.png: its suffix names no format
2>   hint: --format says which; suffixes are .txt, .json, .csv, .svg, .trace, .nsp
! 2
A named pipe is opened once, so who writes into it is not cut off: twenty times.
$ mkfifo $TMP/pipe; for i in $(seq 20); do (cat lessons/legacy-fence/fence.cu >$TMP/pipe &); timeout 10 nullstream predict $TMP/pipe | grep -c '^wall'; done | sort | uniq -c | sed 's/^ *//'
> 20 1

Help about what is no command.
$ nullstream help scenarios
2> nullstream: error: help takes the name of one command
2>   hint: as in 'nullstream help predict'; nullstream help lists them, and what a scenario may say is in docs/scenarios.md
! 2
