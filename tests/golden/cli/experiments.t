What programs printed on an H200 (traces/experiments/NAME.txt) beside what they print here: where a
number differs by more than 100 us and 5 %, both lines are shown.
Barriers in the legacy stream; what is missing is the time that a host function takes to begin.
$ sh tests/agree.sh 100 5 legacy-stream
> measured:  host function                        call      4.2  b done    765.8
> predicted: host function                        call      1.0  b done    560.7
> measured:  callback                             call      5.1  b done    729.8
> predicted: callback                             call      1.0  b done    560.7
> measured:  prefetch                             call      8.2  b done    757.4
> predicted: prefetch                             call      5.0  b done    525.0
> measured:  attach                               call      4.4  b done    738.2
> predicted: attach                               call      1.0  b done    499.5
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
> predicted: launches                               0 streams: call    -1 blocks, after    8503 us
> 13 of 14 lines agree
$ sh tests/agree.sh 1000 15 launch-queue:0.25x --env CUDA_SCALE_LAUNCH_QUEUES=0.25x
> measured:  launches                               0 streams: call    -1 blocks, after    6731 us
> predicted: launches                               0 streams: call    -1 blocks, after    8503 us
> 13 of 14 lines agree
$ sh tests/agree.sh 1000 15 launch-queue:2x --env CUDA_SCALE_LAUNCH_QUEUES=2x
> measured:  launches                               4 streams: call    -1 blocks, after    7346 us
> predicted: launches                               4 streams: call    -1 blocks, after    8503 us
> 13 of 14 lines agree
Copies on the device and memsets wait for room on the SMs.
$ nullstream compare traces/experiments/device-copies.cu traces/experiments/device-copies.json | grep -E '^(wall|predicted)'
> wall time                           10.68 ms      10.69 ms       -0.12 %
> predicted                            -0.12 %        0.21 %        0.41 %        0.42 %      49 of 49
$ nullstream compare --set rules.device_copies=beside traces/experiments/device-copies.cu traces/experiments/device-copies.json | grep -E '^(wall|predicted)'
> wall time                           10.03 ms      10.69 ms        -6.2 %
> predicted                             -6.2 %         4.7 %         6.4 %         6.9 %      50 of 50
Small copies behind a kernel go stream by stream, like large ones.
$ nullstream predict --gpu h200 -D BYTES=4096 --format json traces/experiments/copy-queues.cu | grep -o '"machine": "[a-z0-9 ]*"' | sort | uniq -c
>      24 "machine": "copy0"
>       3 "machine": "sm"
Copies of pageable memory: sizes that wait, and what holds the staging buffers.
$ sh tests/agree.sh 5 20 pageable
> measured:  series of 32 x 65536 bytes, 1 streams: first that waits -1, longest     19.2
> predicted: series of 32 x 65536 bytes, 1 streams: first that waits -1, longest     10.2
> measured:  4194304 bytes in an idle stream:    308.8, while 1048576 wait in another one   1171.0
> predicted: 4194304 bytes in an idle stream:    220.0, while 1048576 wait in another one   1140.2
> 68 of 70 lines agree
What a kernel's first launch waits for.
$ sh tests/agree.sh 100 5 lazy-loading --cold
> 10 of 10 lines agree
$ sh tests/agree.sh 100 5 lazy-loading:eager --cold --env CUDA_MODULE_LOADING=EAGER
> 10 of 10 lines agree
