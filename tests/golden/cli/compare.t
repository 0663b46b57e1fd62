Threads that share a stream: against itself a prediction is one run; against a measurement, whose figures are
medians of runs, it is the medians of runs too.
$ nullstream compare -D STREAM=3 tests/validation/threads.cu tests/validation/threads.cu | grep -E '^(wall|a |several)'
> wall time                            1479 us       1479 us        0.00 %
> a                                     0.00 %        0.00 %        0.00 %        0.00 %          none
$ nullstream compare -D STREAM=3 tests/validation/threads.cu traces/h200/validation/threads-one-stream.json | grep -E '^(wall|predicted|several)'
> several threads call, and who is first is chance: a has the medians of 101 runs
> wall time                            1472 us       1454 us        +1.2 %
> predicted                             +1.2 %             -             -             -          none
$ nullstream validate --gpu h200 --measured-calls tests/validation/threads.cu -D STREAM=3 --against traces/h200/validation/threads-one-stream.json | grep -E '^(wall|predicted|several)'
> several threads call, and who is first is chance: the medians of 101 runs
> wall time                            1472 us       1454 us        +1.2 %
> predicted                             +1.2 %             -             -             -          none
Only the wall, or only the places, of many runs:
$ nullstream validate --gpu h200 --one-run places tests/validation/threads.cu -D STREAM=3 --against traces/h200/validation/threads-one-stream.json | grep -E '^(wall|predicted|several)'
> several threads call, and who is first is chance: the medians of 101 runs; places are one run's
> wall time                            1472 us       1454 us        +1.2 %
> predicted                             +1.2 %             -             -             -          none
$ nullstream validate --gpu h200 --one-run walls tests/validation/threads.cu -D STREAM=3 --against traces/h200/validation/threads-one-stream.json | grep -E '^(wall|predicted|several)'
> several threads call, and who is first is chance: the medians of 101 runs; walls are one run's
> wall time                            1479 us       1454 us        +1.7 %
> predicted                             +1.7 %             -             -             -          none
Two of one kind are called a and b; in the chart neither is measured more than the other.
$ nullstream compare traces/h200/pipeline-depth.json traces/h200/pipeline-breadth.json | grep -E -A1 '^ |^(a|wall) |^worst'
>                                            a             b         error
> wall time                            4482 us       5286 us       -15.2 %
> span with the instrument             4496 us       5295 us       -15.1 %
> --
> a                                    -15.2 %        17.3 %        43.3 %        57.5 %      38 of 65
> null: one after the other            +55.0 %        33.2 %        95.3 %        99.5 %      30 of 65
> --
> worst placed                        start us      start us        end us        end us         error
>                                            a             b             a             b
> d2h 16 MiB (pipeline-depth.cu:30)       1027.008      4070.767      1360.008      4375.727        57.5 %
$ nullstream compare traces/h200/legacy-fence.json traces/h200/legacy-fence.json --format gantt --width 60 | sed -n '/^host/,/^ /p'
> host       ─device sync─────────────────────────────────────
>   against  ─device sync─────────────────────────────────────
$ nullstream compare tests/scenarios/same_name.cu tests/scenarios/same_name.cu --format gantt --width 60 | grep -A1 '^stream'
> stream 1 s       █grow██████████████████████████████
>   against        █grow██████████████████████████████
> stream 2 s              █grow██████████████████████████████
>   against               █grow██████████████████████████████

What a loop does again and again is listed once, with how often.
$ nullstream predict --gpu tests/worked/textbook.ini tests/worked/pipeline.cu -D BATCHES=6 --cost process=1ms -o $TMP/quick.json; nullstream compare --gpu tests/worked/textbook.ini tests/worked/pipeline.cu -D BATCHES=6 --cost process=3ms $TMP/quick.json | grep -E '^wrong|^and .* more'
> wrong: d2h 976 KiB (pipeline.cu:29) in streams[1] runs beside h2d 976 KiB (pipeline.cu:27) in streams[0], not after it (2 times)
