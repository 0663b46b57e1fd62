What programs printed on an H200 (traces/experiments/NAME.txt) beside what they print here: where a
number differs by more than 100 us and 5 %, both lines are shown.
Barriers in the legacy stream; what is missing is how late the driver begins some things that are none of the queues.
$ sh tests/agree.sh 100 5 legacy-stream
> measured:  host function                        call      4.2  b done    765.8
> predicted: host function                        call      8.1  b done    601.3
> measured:  callback                             call      5.1  b done    729.8
> predicted: callback                             call      4.5  b done    566.3
> measured:  malloc                               call     93.1  b done    134.0
> predicted: malloc                               call     59.1  b done    498.4
> measured:  prefetch                             call      8.2  b done    757.4
> predicted: prefetch                             call      5.1  b done    504.7
> measured:  attach                               call      4.4  b done    738.2
> predicted: attach                               call      1.0  b done    498.4
> 17 of 22 lines agree
What CUDA_LAUNCH_BLOCKING makes wait.
$ sh tests/agree.sh 100 5 launch-blocking
> 6 of 6 lines agree
$ sh tests/agree.sh 100 5 launch-blocking:1 --env CUDA_LAUNCH_BLOCKING=1
> 6 of 6 lines agree
How many commands a queue takes: the first call that blocks is exact, what the calls cost the host is not.
$ sh tests/agree.sh 1000 15 launch-queue
> 14 of 14 lines agree
$ sh tests/agree.sh 1000 15 launch-queue:1 --connections 1
> measured:  launches                               0 streams: call    -1 blocks, after    6712 us
> predicted: launches                               0 streams: call    -1 blocks, after    8504 us
> 13 of 14 lines agree
$ sh tests/agree.sh 1000 15 launch-queue:0.25x --env CUDA_SCALE_LAUNCH_QUEUES=0.25x
> measured:  launches                               0 streams: call    -1 blocks, after    6731 us
> predicted: launches                               0 streams: call    -1 blocks, after    8504 us
> 13 of 14 lines agree
$ sh tests/agree.sh 1000 15 launch-queue:2x --env CUDA_SCALE_LAUNCH_QUEUES=2x
> measured:  launches and copies of 4 KiB in turn   1 streams: call    -1 blocks, after    5205 us
> predicted: launches and copies of 4 KiB in turn   1 streams: call    -1 blocks, after    7573 us
> measured:  launches                               4 streams: call    -1 blocks, after    7346 us
> predicted: launches                               4 streams: call    -1 blocks, after    8503 us
> measured:  copies of 1 MiB                        2 streams: call    -1 blocks, after    2855 us
> predicted: copies of 1 MiB                        2 streams: call    -1 blocks, after    4886 us
> measured:  launches and copies of 4 KiB in turn   2 streams: call    -1 blocks, after    4960 us
> predicted: launches and copies of 4 KiB in turn   2 streams: call    -1 blocks, after    7690 us
> 10 of 14 lines agree
Copies on the device and memsets wait for room on the SMs.
$ nullstream compare traces/experiments/device-copies.cu traces/experiments/device-copies.json | grep -E '^(wall|predicted)'
> wall time                           10.74 ms      10.69 ms       +0.49 %
> predicted                            +0.49 %        0.37 %        0.50 %        0.52 %      49 of 49
$ nullstream compare --set rules.device_copies=beside traces/experiments/device-copies.cu traces/experiments/device-copies.json | grep -E '^(wall|predicted)'
> wall time                           10.07 ms      10.69 ms        -5.8 %
> predicted                             -5.8 %         4.1 %         5.7 %         6.6 %      50 of 50
Of kernels by work of two priorities the blocks that were placed first go first.
$ nullstream compare traces/experiments/priority-work.cu traces/experiments/priority-work.json --operations | grep -E '^(wall|predicted|by_)'
> wall time                             914 us        902 us        +1.3 %
> predicted                             +1.3 %             -             -             -      10 of 10
> by_flops (priority-work.cu:23)          0.000         0.000        44.290        44.191
> by_flops (priority-work.cu:24)          6.032         7.715        33.439        35.075
> by_flops (priority-work.cu:23)         54.304        55.112       147.473       147.080
> by_flops (priority-work.cu:24)         60.336        61.259       114.898       115.211
> by_flops (priority-work.cu:23)        157.487       157.259       204.487       203.675
> by_flops (priority-work.cu:24)        163.514       168.043       196.347       195.618
> by_flops (priority-work.cu:23)        214.501       215.176       307.656       306.855
> by_flops (priority-work.cu:24)        220.528       227.580       275.081       276.237
> by_flops (priority-work.cu:23)        317.670       317.954       410.199       409.153
> by_flops (priority-work.cu:24)        323.604       328.427       378.777       379.222
> by_bytes (priority-work.cu:27)        420.213       420.758       595.454       594.581
> by_bytes (priority-work.cu:28)        442.619       438.317       547.210       541.077
> by_flops (priority-work.cu:30)        605.877       606.042       701.185       701.146
> by_time (priority-work.cu:31)        611.909       612.181       674.195       674.069
> by_time (priority-work.cu:33)        711.199       710.848       812.103       811.168
> by_flops (priority-work.cu:34)        722.596       722.432       772.317       771.488
> by_flops (priority-work.cu:37)        822.448       821.877       915.617       914.228
> by_flops (priority-work.cu:38)        828.480       828.928       855.887       856.383
> by_flops (priority-work.cu:39)        861.065       861.247       888.473       888.831
What polls by turns and sleeps in between ends with the query that finds the last one done.
$ nullstream compare --gpu h200 tests/scenarios/polled.cu traces/experiments/polled.json | grep -E '^(wall|predicted)'
> wall time                            1117 us       1117 us       -0.00 %
> predicted                            -0.00 %             -             -             -        2 of 2
For room in the queue of copies the host waits when it records behind one.
$ nullstream predict --gpu h200 --format json -o /dev/null traces/experiments/record-room.cu; nullstream predict --gpu h200 --connections 1 -D CASE=3 --format json -o /dev/null traces/experiments/record-room.cu
2> records behind a copy: the first that waits is 1021, the longest 18214 us, all 22303 us
2> full connection: the copy's call 7 us, the record's 1, written after 90
Small copies behind a kernel go stream by stream, like large ones.
$ nullstream predict --gpu h200 -D BYTES=4096 --format json traces/experiments/copy-queues.cu | grep -o '"machine": "[a-z0-9 ]*"' | sort | uniq -c
>      24 "machine": "copy0"
>       3 "machine": "sm"
Copies of pageable memory: sizes that wait, and what holds the staging buffers; with what that machine's
host took for such copies, since hosts differ by half.
$ sh tests/agree.sh 5 20 pageable --set "copy.h2d_pageable_host=65537:4.914us 256KiB:12.8us 1MiB:46us 4MiB:222us 16MiB:940us" --set "copy.d2h_pageable_host=4:7.135us 4KiB:7.74us 16KiB:8.417us 64KiB:12us 65537:12us 256KiB:26us 1MiB:80us 4MiB:243us 16MiB:960us"
> measured:  series of 32 x 65536 bytes, 1 streams: first that waits -1, longest     19.2
> predicted: series of 32 x 65536 bytes, 1 streams: first that waits -1, longest     14.0
> 69 of 70 lines agree
What a kernel's first launch waits for.
$ sh tests/agree.sh 100 5 lazy-loading --cold
> 10 of 10 lines agree
$ sh tests/agree.sh 100 5 lazy-loading:eager --cold --env CUDA_MODULE_LOADING=EAGER
> 10 of 10 lines agree
Which copy of one direction goes next.
$ cd traces/experiments; compare() { trace=$1; shift; nullstream compare "$@" copy-queues.cu $trace.json | grep -E '^wall|copies run'; }; compare copy-queues-4m; compare copy-queues-64k-long -D BYTES=65536 -D COPIES=32; compare copy-queues-16m-long -D BYTES=16777216 -D STREAMS=2 -D COPIES=32; compare copy-queues-128m -D BYTES=134217728 -D COPIES=4; compare copy-queues-depth -D BREADTH=0; compare copy-queues-out -D OUT=1
> wall time                            2198 us       2192 us       +0.24 %
> The 24 copies run in the same order.
> wall time                             671 us        663 us        +1.2 %
> The 96 copies run in the same order.
> wall time                           19.84 ms      19.82 ms       +0.10 %
> The 64 copies run in the same order.
> wall time                           29.37 ms      29.33 ms       +0.14 %
> The 12 copies run in the same order.
> wall time                            2198 us       2193 us       +0.23 %
> The 24 copies run in the same order.
> wall time                            2178 us       2167 us       +0.49 %
> The 24 copies run in the same order.
Which of several copies that wait goes next (the first round is another: it makes the connections); who shares
a connection with whom.
$ agree() { sh tests/agree.sh 0 0 "$@" | tail -1; }; agree next-copy:4; agree next-copy:4-out -D OUT=1; agree next-copy:8 -D STREAMS=8; agree next-copy:8-of-8 -D STREAMS=8 --env CUDA_DEVICE_MAX_COPY_CONNECTIONS=8; agree next-copy:4-of-2 --env CUDA_DEVICE_MAX_COPY_CONNECTIONS=2
> 199 of 200 lines agree
> 199 of 200 lines agree
> 199 of 200 lines agree
> 199 of 200 lines agree
> 199 of 200 lines agree
$ nullstream compare --connections 2 traces/experiments/connection-users.cu traces/experiments/connection-users.json | grep -E '^wall|^predicted'; nullstream compare --connections 2 traces/experiments/connection-copies.cu traces/experiments/connection-copies.json | grep -E '^wall|^predicted'
> wall time                            1107 us       1112 us       -0.41 %
> predicted                            -0.41 %        0.16 %        0.63 %        0.63 %      72 of 73
> wall time                            1245 us       1238 us       +0.54 %
> predicted                            +0.54 %             -             -             -     98 of 111
How many queues there are for copies.
$ cd traces/experiments; compare() { trace=copy-queues-12$1; shift; nullstream compare -D BYTES=1048576 -D STREAMS=12 -D COPIES=4 "$@" copy-queues.cu $trace.json | grep -E '^wall|copies run'; }; compare ''; compare -out -D OUT=1; compare -copy1 --env CUDA_DEVICE_MAX_COPY_CONNECTIONS=1; compare -copy2 --env CUDA_DEVICE_MAX_COPY_CONNECTIONS=2; compare -copy16 --env CUDA_DEVICE_MAX_COPY_CONNECTIONS=16; compare -c2 --connections 2; compare -c16 --connections 16
> wall time                            1358 us       1349 us       +0.63 %
> The 48 copies run in the same order.
> wall time                            1315 us       1307 us       +0.60 %
> The 48 copies run in the same order.
> wall time                            1355 us       1346 us       +0.73 %
> The 48 copies run in the same order.
> wall time                            1356 us       1348 us       +0.61 %
> The 48 copies run in the same order.
> wall time                            1359 us       1352 us       +0.55 %
> The 48 copies run in the same order.
> wall time                            1356 us       1348 us       +0.59 %
> The 48 copies run in the same order.
> wall time                            1359 us       1355 us       +0.32 %
> The 48 copies run in the same order.
What is held back; carveouts; priorities; grids, with two urgent ones and without; small copies; kernels behind copies on the device; host functions.
$ cd traces/experiments; compare() { trace=$1; shift; nullstream compare "$@" $trace.json | grep -E '^wall|^predicted'; }; compare held-back-1 --connections 1 held-back.cu; compare held-back-2 --connections 2 held-back.cu; compare held-back-8 held-back.cu; compare carveouts carveouts.cu; compare priorities priorities.cu; compare priorities-1 --connections 1 priorities.cu; compare grids --connections 32 grids.cu; compare grids-132 --connections 32 -D URGENT=0 -D GRIDS=132 grids.cu; compare grids-short-1 --connections 32 -D URGENT=0 -D SHORT=1 grids.cu; compare small-copies small-copies.cu; compare device-copies-first device-copies-first.cu; compare device-cache device-cache.cu; compare host-functions host-functions.cu
> wall time                            4716 us       5349 us       -11.8 %
> predicted                            -11.8 %        0.06 %         4.9 %        11.3 %      24 of 24
> wall time                            4493 us       4483 us       +0.22 %
> predicted                            +0.22 %             -             -             -          none
> wall time                            4493 us       4757 us        -5.6 %
> predicted                             -5.6 %             -             -             -      23 of 23
> wall time                            5640 us       5621 us       +0.32 %
> predicted                            +0.32 %        0.35 %        0.73 %        0.75 %      49 of 49
> wall time                            3711 us       3717 us       -0.17 %
> predicted                            -0.17 %             -             -             -    123 of 123
> wall time                            3714 us       3711 us       +0.10 %
> predicted                            +0.10 %             -             -             -    107 of 107
> wall time                            4056 us       4497 us        -9.8 %
> predicted                             -9.8 %             -             -             -  8285 of 9730
> wall time                            4023 us       4022 us       +0.03 %
> predicted                            +0.03 %         2.8 %         5.4 %         5.7 %  8646 of 8646
> wall time                            4056 us       4048 us       +0.20 %
> predicted                            +0.20 %         2.8 %         5.3 %         5.7 %  9730 of 9730
> wall time                             824 us        828 us       -0.50 %
> predicted                            -0.50 %             -             -             -        1 of 1
> wall time                            2180 us       2145 us        +1.6 %
> predicted                             +1.6 %             -             -             -      22 of 22
> wall time                           11.86 ms      11.91 ms       -0.35 %
> predicted                            -0.35 %        0.02 %        0.36 %        0.41 %          none
> wall time                            4747 us       4855 us        -2.2 %
> predicted                             -2.2 %             -             -             -          none
Threads that launch at once, on a host as quick as that one; events; calls that wait for the device.
$ sh tests/agree.sh 0.3 20 host-threads --set host.cudaLaunchKernel=3.1us --set host.launch_pending=3.1us --set host.cudaStreamQuery=240ns --set host.cudaEventQuery=240ns
> measured:  1 threads, records:   0.15 us each
> predicted: 1 threads, records:   0.48 us each
> measured:  2 threads, records:   0.27 us each
> predicted: 2 threads, records:   0.59 us each
> measured:  4 threads, queries:   1.32 us each
> predicted: 4 threads, queries:   1.78 us each
> 16 of 19 lines agree
$ sh tests/agree.sh 100 20 device-waits
> measured:  pool destroy                   idle     12.9  busy    210.6
> predicted: pool destroy                   idle     13.0  busy     13.0
> 40 of 41 lines agree

Chains of operations that wait for each other: what differs is said in traces/experiments/README.md.
$ sh tests/agree.sh 3 8 event-hops
> measured:  copy, kernel, beside 3         479.3 us
> predicted: copy, kernel, beside 3         554.1 us
> 14 of 15 lines agree
$ sh tests/agree.sh 3 8 chains
> measured:  function                      1465.4 us
> predicted: function                      1308.9 us
> 29 of 30 lines agree
$ sh tests/agree.sh 3 8 host-chains
> measured:  copy, timed                    243.0 us
> predicted: copy, timed                    263.2 us
> measured:  memset                         228.8 us
> predicted: memset                         255.2 us
> measured:  function                       354.0 us
> predicted: function                       413.0 us
> 19 of 22 lines agree
$ sh tests/agree.sh 3 4 block-starts
> 17 of 17 lines agree
$ sh tests/agree.sh 3 8 stream-chains
> measured:  legacy, memset         380.9 us
> predicted: legacy, memset         411.6 us
> 18 of 19 lines agree
$ sh tests/agree.sh 3 8 call-chains
> measured:  copy in                261.5 us
> predicted: copy in                282.5 us
> measured:  copy out               192.3 us
> predicted: copy out               221.9 us
> measured:  pageable in            454.0 us
> predicted: pageable in            586.1 us
> measured:  memset                 233.5 us
> predicted: memset                 253.8 us
> measured:  idle                    17.2 us
> predicted: idle                    20.3 us
> 11 of 16 lines agree
Which freed blocks a pool reuses, and when it grows; the first calls of a process take longer.
$ sh tests/agree.sh 25 5 pool-order
> measured:  x has happened, z of 12 MiB pending                        new, 97.0 us, 64 MiB held
> predicted: x has happened, z of 12 MiB pending                        new, 52.0 us, 64 MiB held
> 29 of 30 lines agree
$ sh tests/agree.sh 30 5 pool-events
> measured:  lag 0,  5 us, 12 MiB, keep 12: 7.5/32/a 10.0/32/a 51.6/64/c 3.7/64/d 1.1/64/e 42.3/96/f 1.2/96/g 1.2/96/h 44.1/128/i 1.4/128/j 40.4/160/k 1.2/160/l
> predicted: lag 0,  5 us, 12 MiB, keep 12: 1.9/32/a 48.8/64/b 1.9/64/c 1.9/64/d 48.8/96/e 1.9/96/f 1.0/96/g 48.8/128/h 1.9/128/i 48.8/160/j 1.9/160/k 1.9/160/l
> measured:  lag 3,  5 us,  4 MiB, keep  0: 95.9/32/a 3.9/32/b 2.5/32/c 1.7/32/d 1.5/32/e 1.4/32/f 1.4/32/g 1.5/32/h 61.5/64/i 1.5/64/j 1.3/64/k 1.4/64/l
> predicted: lag 3,  5 us,  4 MiB, keep  0: 49.3/32/a 1.9/32/b 1.9/32/c 1.9/32/d 1.9/32/e 1.9/32/f 1.9/32/g 1.0/32/h 48.8/64/i 1.9/64/j 1.9/64/k 1.9/64/l
> 82 of 84 lines agree
