What programs printed on an H200 (traces/experiments/NAME.txt) beside what they print here: where a
number differs by more than 100 us and 5 %, both lines are shown.
Barriers in the legacy stream; what is missing is how late the driver begins some things that are none of the queues.
$ sh tests/agree.sh 100 5 legacy-stream
> measured:  callback                             call      5.1  b done    729.8
> predicted: callback                             call      3.9  b done    611.3
> measured:  malloc                               call     93.1  b done    134.0
> predicted: malloc                               call     47.9  b done    498.1
> measured:  prefetch                             call      8.2  b done    757.4
> predicted: prefetch                             call      5.7  b done    525.3
> measured:  attach                               call      4.4  b done    738.2
> predicted: attach                               call      1.0  b done    498.1
> 18 of 22 lines agree
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
> predicted: launches                               0 streams: call    -1 blocks, after    8502 us
> 13 of 14 lines agree
$ sh tests/agree.sh 1000 15 launch-queue:0.25x --env CUDA_SCALE_LAUNCH_QUEUES=0.25x
> measured:  launches                               0 streams: call    -1 blocks, after    6731 us
> predicted: launches                               0 streams: call    -1 blocks, after    8502 us
> 13 of 14 lines agree
$ sh tests/agree.sh 1000 15 launch-queue:2x --env CUDA_SCALE_LAUNCH_QUEUES=2x
> measured:  launches and copies of 4 KiB in turn   1 streams: call    -1 blocks, after    5205 us
> predicted: launches and copies of 4 KiB in turn   1 streams: call    -1 blocks, after    7089 us
> measured:  launches                               4 streams: call    -1 blocks, after    7346 us
> predicted: launches                               4 streams: call    -1 blocks, after    8501 us
> measured:  copies of 1 MiB                        2 streams: call    -1 blocks, after    2855 us
> predicted: copies of 1 MiB                        2 streams: call    -1 blocks, after    4358 us
> measured:  launches and copies of 4 KiB in turn   2 streams: call    -1 blocks, after    4960 us
> predicted: launches and copies of 4 KiB in turn   2 streams: call    -1 blocks, after    7083 us
> 10 of 14 lines agree
Copies on the device and memsets wait for room on the SMs.
$ nullstream compare traces/experiments/device-copies.cu traces/experiments/device-copies.json | grep -E '^(wall|predicted)'
> wall time                           10.72 ms      10.69 ms       +0.31 %
> predicted                            +0.31 %        0.12 %        0.22 %        0.28 %      49 of 49
$ nullstream compare --set rules.device_copies=beside traces/experiments/device-copies.cu traces/experiments/device-copies.json | grep -E '^(wall|predicted)'
> wall time                           10.05 ms      10.69 ms        -5.9 %
> predicted                             -5.9 %         4.4 %         6.1 %         6.7 %      50 of 50
Small copies behind a kernel go stream by stream, like large ones.
$ nullstream predict --gpu h200 -D BYTES=4096 --format json traces/experiments/copy-queues.cu | grep -o '"machine": "[a-z0-9 ]*"' | sort | uniq -c
>      24 "machine": "copy0"
>       3 "machine": "sm"
Copies of pageable memory: sizes that wait, and what holds the staging buffers.
$ sh tests/agree.sh 5 20 pageable
> measured:  pageable in, async       1572864 bytes: idle     69.9  other     72.3  same     76.2
> predicted: pageable in, async       1572864 bytes: idle     86.6  other     86.6  same     86.6
> measured:  pageable in              4194304 bytes: idle    207.6  other   1210.9  same   1203.9
> predicted: pageable in              4194304 bytes: idle    256.6  other   1241.7  same   1241.7
> measured:  pageable out, async      1048576 bytes: idle     83.2  other     77.2  same   1061.9
> predicted: pageable out, async      1048576 bytes: idle     95.3  other     95.3  same   1078.6
> measured:  managed out, async       1048576 bytes: idle     76.3  other     79.2  same   1063.7
> predicted: managed out, async       1048576 bytes: idle     95.3  other     95.3  same   1078.6
> measured:  managed out, async       4194304 bytes: idle    239.5  other    236.8  same   1220.7
> predicted: managed out, async       4194304 bytes: idle    285.3  other    285.3  same   1268.6
> measured:  series of 32 x 65536 bytes, 1 streams: first that waits -1, longest     19.2
> predicted: series of 32 x 65536 bytes, 1 streams: first that waits -1, longest     12.5
> measured:  4194304 bytes in an idle stream:    208.9, while 65536 wait in another one    217.7
> predicted: 4194304 bytes in an idle stream:    256.6, while 65536 wait in another one    256.6
> 63 of 70 lines agree
What a kernel's first launch waits for.
$ sh tests/agree.sh 100 5 lazy-loading --cold
> 10 of 10 lines agree
$ sh tests/agree.sh 100 5 lazy-loading:eager --cold --env CUDA_MODULE_LOADING=EAGER
> 10 of 10 lines agree
Which copy of one direction goes next.
$ cd traces/experiments; compare() { trace=$1; shift; nullstream compare "$@" copy-queues.cu $trace.json | grep -E '^wall|copies run'; }; compare copy-queues-4m; compare copy-queues-64k-long -D BYTES=65536 -D COPIES=32; compare copy-queues-16m-long -D BYTES=16777216 -D STREAMS=2 -D COPIES=32; compare copy-queues-128m -D BYTES=134217728 -D COPIES=4; compare copy-queues-depth -D BREADTH=0; compare copy-queues-out -D OUT=1
> wall time                            2199 us       2192 us       +0.30 %
> The 24 copies run in the same order.
> wall time                             681 us        663 us        +2.8 %
> The 96 copies run in the same order.
> wall time                           19.83 ms      19.82 ms       +0.08 %
> The 64 copies run in the same order.
> wall time                           29.35 ms      29.33 ms       +0.08 %
> The 12 copies run in the same order.
> wall time                            2199 us       2193 us       +0.28 %
> The 24 copies run in the same order.
> wall time                            2177 us       2167 us       +0.42 %
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
> wall time                            1107 us       1112 us       -0.39 %
> predicted                            -0.39 %        0.47 %        0.72 %        0.72 %      75 of 75
> wall time                            1237 us       1238 us       -0.07 %
> predicted                            -0.07 %             -             -             -    100 of 100
How many queues there are for copies.
$ cd traces/experiments; compare() { trace=copy-queues-12$1; shift; nullstream compare -D BYTES=1048576 -D STREAMS=12 -D COPIES=4 "$@" copy-queues.cu $trace.json | grep -E '^wall|copies run'; }; compare ''; compare -out -D OUT=1; compare -copy1 --env CUDA_DEVICE_MAX_COPY_CONNECTIONS=1; compare -copy2 --env CUDA_DEVICE_MAX_COPY_CONNECTIONS=2; compare -copy16 --env CUDA_DEVICE_MAX_COPY_CONNECTIONS=16; compare -c2 --connections 2; compare -c16 --connections 16
> wall time                            1356 us       1349 us       +0.48 %
> The 48 copies run in the same order.
> wall time                            1311 us       1307 us       +0.29 %
> The 48 copies run in the same order.
> wall time                            1353 us       1346 us       +0.58 %
> The 48 copies run in the same order.
> wall time                            1354 us       1348 us       +0.46 %
> The 48 copies run in the same order.
> wall time                            1363 us       1352 us       +0.81 %
> The 48 copies run in the same order.
> wall time                            1354 us       1348 us       +0.44 %
> The 48 copies run in the same order.
> wall time                            1363 us       1355 us       +0.59 %
> The 48 copies run in the same order.
What is held back; carveouts; priorities; grids, with two urgent ones and without; small copies; kernels behind copies on the device; host functions.
$ cd traces/experiments; compare() { trace=$1; shift; nullstream compare "$@" $trace.json | grep -E '^wall|^predicted'; }; compare held-back-1 --connections 1 held-back.cu; compare held-back-2 --connections 2 held-back.cu; compare held-back-8 held-back.cu; compare carveouts carveouts.cu; compare priorities priorities.cu; compare priorities-1 --connections 1 priorities.cu; compare grids --connections 32 grids.cu; compare grids-132 --connections 32 -D URGENT=0 -D GRIDS=132 grids.cu; compare grids-short-1 --connections 32 -D URGENT=0 -D SHORT=1 grids.cu; compare small-copies small-copies.cu; compare device-copies-first device-copies-first.cu; compare device-cache device-cache.cu; compare host-functions host-functions.cu
> wall time                            4916 us       5349 us        -8.1 %
> predicted                             -8.1 %        0.07 %         1.9 %         7.8 %      24 of 24
> wall time                            4692 us       4791 us        -2.1 %
> predicted                             -2.1 %        0.03 %         1.7 %         5.5 %      22 of 25
> wall time                            4692 us       4757 us        -1.4 %
> predicted                             -1.4 %             -             -             -      23 of 23
> wall time                            5621 us       5621 us       -0.01 %
> predicted                            -0.01 %        0.13 %        0.20 %        0.23 %      49 of 49
> wall time                            3706 us       3717 us       -0.31 %
> predicted                            -0.31 %             -             -             -    123 of 123
> wall time                            3709 us       3711 us       -0.04 %
> predicted                            -0.04 %             -             -             -    107 of 107
> wall time                            4051 us       4497 us        -9.9 %
> predicted                             -9.9 %             -             -             -  8285 of 9730
> wall time                            4022 us       4022 us       +0.01 %
> predicted                            +0.01 %        0.22 %        0.37 %        0.40 %  8646 of 8646
> wall time                            4051 us       4048 us       +0.08 %
> predicted                            +0.08 %        0.30 %        0.50 %        0.54 %  9730 of 9730
> wall time                             826 us        828 us       -0.20 %
> predicted                            -0.20 %             -             -             -        1 of 1
> wall time                            2151 us       2145 us       +0.25 %
> predicted                            +0.25 %             -             -             -      22 of 22
> wall time                           11.84 ms      11.91 ms       -0.58 %
> predicted                            -0.58 %        0.41 %        0.70 %        0.78 %          none
> wall time                            4949 us       4855 us        +1.9 %
> predicted                             +1.9 %             -             -             -          none
Threads that launch at once; events; calls that wait for the device.
$ sh tests/agree.sh 0.3 20 host-threads
> measured:  4 threads, queries:   1.32 us each
> predicted: 4 threads, queries:   1.82 us each
> 18 of 19 lines agree
$ sh tests/agree.sh 100 20 device-waits
> 41 of 41 lines agree

Chains of operations that wait for each other: what differs is said in traces/experiments/README.md.
$ sh tests/agree.sh 3 8 event-hops
> measured:  copy, kernel, beside 3         479.3 us
> predicted: copy, kernel, beside 3         538.7 us
> measured:  copy, kernel, hop, beside 3    543.5 us
> predicted: copy, kernel, hop, beside 3    497.2 us
> 13 of 15 lines agree
$ sh tests/agree.sh 3 8 chains
> measured:  smalls                          64.9 us
> predicted: smalls                          70.4 us
> measured:  function, hop                 1316.8 us
> predicted: function, hop                 1488.3 us
> 28 of 30 lines agree
$ sh tests/agree.sh 3 8 host-chains
> measured:  function                       354.0 us
> predicted: function                       526.9 us
> measured:  event only                      22.1 us
> predicted: event only                      17.8 us
> 20 of 22 lines agree
$ sh tests/agree.sh 3 4 block-starts
> 17 of 17 lines agree
$ sh tests/agree.sh 3 8 stream-chains
> measured:  legacy, memset         380.9 us
> predicted: legacy, memset         412.1 us
> measured:  memset, copy           375.0 us
> predicted: memset, copy           341.2 us
> measured:  device, out            356.2 us
> predicted: device, out            319.2 us
> 16 of 19 lines agree
$ sh tests/agree.sh 3 8 call-chains
> measured:  copy in                261.5 us
> predicted: copy in                223.7 us
> measured:  pageable in            454.0 us
> predicted: pageable in            547.8 us
> measured:  pageable out           386.9 us
> predicted: pageable out           325.6 us
> measured:  classic               1386.0 us
> predicted: classic               1235.0 us
> measured:  query, copy            212.4 us
> predicted: query, copy            229.6 us
> measured:  function              1529.0 us
> predicted: function              1708.9 us
> 10 of 16 lines agree
