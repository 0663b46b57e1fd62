Threads that share a stream: against itself a prediction is one run; against a measurement, whose figures are
medians of runs, it is the medians of runs too.
$ nullstream compare -D STREAM=3 tests/validation/threads.cu tests/validation/threads.cu | grep -E '^(wall time|a |several)'
> wall time                            1479 us       1479 us        0.00 %
> a from b                              0.00 %        0.00 %        0.00 %        0.00 %          none
$ nullstream compare -D STREAM=3 tests/validation/threads.cu traces/h200/validation/threads-one-stream.json | grep -E '^(wall|predicted|several)'
> several threads call, and who is first is chance: a has the medians of 101 runs
> wall time                            1471 us       1454 us        +1.1 %
> predicted                             +1.1 %             -             -             -          none
$ nullstream validate --gpu h200 --measured-calls tests/validation/threads.cu -D STREAM=3 --against traces/h200/validation/threads-one-stream.json | grep -E '^(wall|predicted|several)'
> several threads call, and who is first is chance: the medians of 101 runs
> wall time                            1471 us       1454 us        +1.1 %
> predicted                             +1.1 %             -             -             -          none
Only the wall, or only the places, of many runs:
$ nullstream validate --gpu h200 --one-run places tests/validation/threads.cu -D STREAM=3 --against traces/h200/validation/threads-one-stream.json | grep -E '^(wall|predicted|several)'
> several threads call, and who is first is chance: the medians of 101 runs; places are one run's
> wall time                            1471 us       1454 us        +1.1 %
> predicted                             +1.1 %             -             -             -          none
$ nullstream validate --gpu h200 --one-run walls tests/validation/threads.cu -D STREAM=3 --against traces/h200/validation/threads-one-stream.json | grep -E '^(wall|predicted|several)'
> several threads call, and who is first is chance: the medians of 101 runs; walls are one run's
> wall time                            1479 us       1454 us        +1.7 %
> predicted                             +1.7 %             -             -             -          none
Two of one kind are called a and b; in the chart neither is measured more than the other.
$ nullstream compare --width 200 traces/h200/pipeline-depth.json traces/h200/pipeline-breadth.json | grep -E -A1 '^ |^(a|wall) |^worst'
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
> stream 1 s       █grow████████████████████████████
>   against        █grow████████████████████████████
> stream 2 s                 █grow████████████████████████████
>   against                  █grow████████████████████████████

What a loop does again and again is listed once, with how often.
$ nullstream predict --gpu tests/worked/textbook.ini tests/worked/pipeline.cu -D BATCHES=6 --cost process=1ms -o $TMP/quick.json; nullstream compare --width 200 --gpu tests/worked/textbook.ini tests/worked/pipeline.cu -D BATCHES=6 --cost process=3ms $TMP/quick.json | grep -E '^other|^and .* more'
> other: d2h 976 KiB (pipeline.cu:29) in streams[1] runs beside h2d 976 KiB (pipeline.cu:27) in streams[0] in b, after it in a (2 times)

Two predictions differ; neither is wrong, and nobody asks for the noise of one. Texts keep to the width.
$ nullstream compare --width 80 --gpu tests/worked/textbook.ini tests/worked/pipeline.cu -D BATCHES=6 --cost process=3ms $TMP/quick.json | sed -n '/difference/,$p'
>                                            a             b    difference
> wall time                           20.00 ms      10.00 ms      +100.0 %
> span                                20.00 ms      10.00 ms      +100.0 %
> 
> wall and placement differ by            wall        median          95 %         worst     relations
> a from b                            +100.0 %        50.0 %       100.0 %       100.0 %      24 of 26
> 
> largest difference of placement: process (pipeline.cu:28)
> 18 operations matched by source line and occurrence.
> The 12 copies run in the same order.
> other: d2h 976 KiB (pipeline.cu:29) in streams[1] runs beside h2d 976 KiB
>   (pipeline.cu:27) in streams[0] in b, after it in a (2 times)
> 
> farthest apart                      start us      start us        end us        end us    difference
>                                            a             b             a             b
> process (pipeline.cu:28)           16000.000      8000.000     19000.000      9000.000       100.0 %
> d2h 976 KiB (pipeline.cu:29)       19000.000      9000.000     20000.000     10000.000       100.0 %
> process (pipeline.cu:28)           13000.000      7000.000     16000.000      8000.000        80.0 %
> d2h 976 KiB (pipeline.cu:29)       16000.000      8000.000     17000.000      9000.000        80.0 %
> process (pipeline.cu:28)           10000.000      5000.000     13000.000      6000.000        70.0 %
> d2h 976 KiB (pipeline.cu:29)       13000.000      6000.000     14000.000      7000.000        70.0 %
> h2d 976 KiB (pipeline.cu:27)       14000.000      7000.000     15000.000      8000.000        70.0 %
> process (pipeline.cu:28)            7000.000      4000.000     10000.000      5000.000        50.0 %
> d2h 976 KiB (pipeline.cu:29)       10000.000      5000.000     11000.000      6000.000        50.0 %
> h2d 976 KiB (pipeline.cu:27)       11000.000      6000.000     12000.000      7000.000        50.0 %
