Threads that share a stream: against itself a prediction is one run; against a measurement, whose figures are
medians of runs, it is the medians of runs too.
$ nullstream compare -D STREAM=3 tests/validation/threads.cu tests/validation/threads.cu | grep -E '^(wall|predicted|several)'
> wall time                            1448 us       1448 us        0.00 %
> predicted                             0.00 %        0.00 %        0.00 %        0.00 %          none
$ nullstream compare -D STREAM=3 tests/validation/threads.cu traces/h200/validation/threads-one-stream.json | grep -E '^(wall|predicted|several)'
> several threads call, and who is first is chance: a has the medians of 101 runs
> wall time                            1454 us       1454 us       -0.04 %
> predicted                            -0.04 %             -             -             -          none
$ nullstream validate --gpu h200 --measured-calls tests/validation/threads.cu -D STREAM=3 --against traces/h200/validation/threads-one-stream.json | grep -E '^(wall|predicted|several)'
> several threads call, and who is first is chance: the medians of 101 runs
> wall time                            1454 us       1454 us       -0.04 %
> predicted                            -0.04 %             -             -             -          none
