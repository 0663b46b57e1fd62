Pitfalls: each has a scenario that has it and one that has it fixed (tests/pitfalls): the first is found
with what the change gains, the second is silent. Gains are checked against the fixed scenario: the wall
time there is the wall time here less the gain.

$ nullstream explain -q --gpu h200 tests/pitfalls/default-stream.cu | sed -n '/^What to change/,$p'
> What to change
>   1. default-stream: count (default-stream.cu:39) is in the default stream and holds back d2h 4 MiB
>         (default-stream.cu:40)
>       change: default-stream.cu:32: create stream[0] and stream[1] with
>         cudaStreamCreateWithFlags(..., cudaStreamNonBlocking)
>       gain: 441 us of 1544 us (28.5 %), simulated with the change made
>       lesson: legacy-fence
$ nullstream explain -q --gpu h200 tests/pitfalls/default-stream-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is one stream's own order. `--what-if` tries
>         more.
$ nullstream explain -q --gpu h200 tests/pitfalls/hidden-fence.cu | sed -n '/^What to change/,$p'
> What to change
>   1. hidden-fence: memset 16 KiB (hidden-fence.cu:32) is in the default stream and holds back
>         histogram (hidden-fence.cu:33)
>       change: hidden-fence.cu:32: cudaMemsetAsync instead of cudaMemset, in stream[0] and stream[1]
>       gain: 155 us of 3082 us (5.0 %), simulated with the change made
>       lesson: hidden-fences (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/hidden-fence-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the copy engine in. `--what-if` tries
>         more.
>   transfer-bound: the copy engine in needs 2440 us of the span of 2920 us: more streams or another
>         order can gain at most 479 us
>       what would help: move fewer bytes, keep data on the device, or a faster link
>       lesson: wire (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/hidden-fence-record.cu | sed -n '/^What to change/,$p'
> What to change
>   1. hidden-fence: record step[6] (hidden-fence-record.cu:41) is in the default stream and holds
>         back h2d 16 MiB (hidden-fence-record.cu:36)
>       change: hidden-fence-record.cu:41: put cudaEventRecord into stream[0] and stream[1]
>       and hidden-fence-record.cu:36: before it, cudaStreamWaitEvent in stream[0] for an event
>         recorded in stream[1] right after line 41, not in its last turn but 1 before that
>       and hidden-fence-record.cu:41: before it, cudaStreamWaitEvent in stream[1] for the event that
>         line 41 records in stream[0]
>       gain: 2418 us of 5352 us (45.2 %), simulated with the change made
>       lesson: hidden-fences (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/hidden-fence-record-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the copy engine in. `--what-if` tries
>         more.
>   transfer-bound: the copy engine in needs 2440 us of the span of 2926 us: more streams or another
>         order can gain at most 485 us
>       what would help: move fewer bytes, keep data on the device, or a faster link
>       lesson: wire (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/hidden-fence-host-function.cu | sed -n '/^What to change/,$p'
> What to change
>   1. hidden-fence: batch_done (hidden-fence-host-function.cu:43) is in the default stream and holds
>         back h2d 16 MiB (hidden-fence-host-function.cu:38)
>       change: hidden-fence-host-function.cu:33: create stream[0] and stream[1] with
>         cudaStreamCreateWithFlags(..., cudaStreamNonBlocking)
>       gain: 2869 us of 5796 us (49.5 %), simulated with the change made
>       lesson: hidden-fences (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/hidden-fence-host-function-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the copy engine in. `--what-if` tries
>         more.
>   transfer-bound: the copy engine in needs 2441 us of the span of 3163 us: more streams or another
>         order can gain at most 722 us
>       what would help: move fewer bytes, keep data on the device, or a faster link
>       lesson: wire (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/pageable-copy.cu | sed -n '/^What to change/,$p'
> What to change
>   1. pageable-copy: d2h 4 MiB (pageable-copy.cu:33, 6 times) copies to out, which is pageable
>         memory: the host is held in the calls for 2917 us
>       change: allocate out once with cudaMallocHost (and free it with cudaFreeHost)
>       gain: 2619 us of 5930 us (44.2 %), simulated with the change made; page-locking it takes 944
>         us with cudaHostRegister where it is, with cudaMallocHost 8506 us, more than it gains in one
>         run
>       lesson: pinned
>   2. pageable-copy: h2d 4 MiB (pageable-copy.cu:31, 6 times) copies from in, which is pageable
>         memory: the host is held in the calls for 2971 us
>       change: allocate in once with cudaMallocHost (and free it with cudaFreeHost)
>       gain: 2597 us of 5930 us (43.8 %), simulated with the change made; page-locking it takes 944
>         us with cudaHostRegister where it is, with cudaMallocHost 8506 us, more than it gains in one
>         run
>       lesson: pinned
>   All changes of calls and launches together gain 4966 us of 5930 us (83.7 %)
$ nullstream explain -q --gpu h200 tests/pitfalls/pageable-copy-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is one stream's own order. `--what-if` tries
>         more.
$ for i in staged-copy staged-copy-fixed; do nullstream explain -q --gpu h200 tests/pitfalls/$i.cu | sed -n '/^What to change/,$p'; done
> What to change
>   1. staged-copy: memcpy (staged-copy.cu:31, 7 times) takes the host 2516 us to bring 28 MiB into
>         staging[1], to be copied in from there in line 32
>       change: page-lock what it reads, 32 MiB, once (cudaHostRegister, or cudaMallocHost in place of
>         malloc or new), and copy from there in line 32, where that stays as it is until the copy is
>         done
>       gain: at most 2016 us of 2715 us (74.3 %), a bound: the run as if this cost nothing;
>         page-locking it takes 1236 us with cudaHostRegister where it is, with cudaMallocHost 11.58
>         ms, more than it gains in one run
>       lesson: pinned
> What to change
>   No change that these rules know gains 2 %; the bound is the copy engine in. `--what-if` tries
>         more.
>   transfer-bound: the copy engine in needs 627 us of the span of 691 us: more streams or another
>         order can gain at most 64.5 us
>       what would help: move fewer bytes, keep data on the device, or a faster link
>       lesson: wire (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/sync-in-loop.cu | sed -n '/^What to change/,$p'
> What to change
>   1. sync-in-loop: cudaDeviceSynchronize (sync-in-loop.cu:40, 7 times) holds the host for 1836 us
>         before it asks for more work
>       change: sync-in-loop.cu:40: move cudaDeviceSynchronize out of the loop, behind it: 1 call in
>         place of 8
>       and sync-in-loop.cu:19: before the host writes to the data, cudaEventSynchronize on an event
>         recorded in whichever of stream[0] and stream[1] has the data, right after line 37
>       gain: 1408 us of 2590 us (54.4 %), simulated with the change made
>       lesson: who-waits (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/sync-in-loop-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is one stream's own order. `--what-if` tries
>         more.
$ nullstream explain -q --gpu h200 tests/pitfalls/sync-all.cu | sed -n '/^What to change/,$p'
> What to change
>   1. sync-all: cudaDeviceSynchronize in line 48 waits 1853 us longer than for the one stream that
>         the host needs, up to simulate (sync-all.cu:43) of stream side
>       change: sync-all.cu:48: cudaStreamSynchronize instead of cudaDeviceSynchronize, of stream work
>       gain: 1068 us of 3079 us (34.7 %), simulated with the change made
>       lesson: who-waits (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/sync-all-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is one kernel. `--what-if` tries more.
$ nullstream explain -q --gpu h200 tests/pitfalls/small-copies.cu | sed -n '/^What to change/,$p'
> What to change
>   1. small-copies: 96 copies in line 33 of 4 KiB each on average follow each other: they take 245 us
>         longer than their bytes need
>       change: put the bytes side by side in one buffer on either side and copy them at once in line
>         33: 1 copy of 384 KiB
>       gain: at most 241 us of 302 us (79.8 %), a bound: the run as if this cost nothing
>       lesson: wire (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/small-copies-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is waiting. `--what-if` tries more.
>   Nothing runs at the same time. Where parts of the data can be worked on by themselves: divide the
>         work into chunks, each with its copies and kernels in a stream of its own; to run all
>         machines side by side gains at most 14.1 us of 61.2 us (23.0 %)
>       lesson: pipeline
$ nullstream explain -q --gpu h200 tests/pitfalls/sync-copy.cu | sed -n '/^What to change/,$p'
> What to change
>   1. sync-copy: cudaMemcpy (sync-copy.cu:31, 7 times) holds the host for 1313 us; likewise in 1 more
>         line, 1996 us in all
>       change: sync-copy.cu:29: cudaMemcpyAsync instead of cudaMemcpy, in stream[0] and stream[1]
>       and sync-copy.cu:31: cudaMemcpyAsync instead of cudaMemcpy, in stream[0] and stream[1]
>       and sync-copy.cu:31: after it, cudaDeviceSynchronize, as nothing else waits for all the work
>       gain: 1038 us of 2219 us (46.8 %), simulated with the change made
>       lesson: pinned
$ nullstream explain -q --gpu h200 tests/pitfalls/sync-copy-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is one stream's own order. `--what-if` tries
>         more.
$ nullstream explain -q --gpu h200 tests/scenarios/classes.cu | grep -A1 ' pageable-copy:'
>   1. pageable-copy: d2h 256 KiB (classes.cu:99) and 3 more copies use h, which is pageable memory:
>         the host is held in the calls for 166 us
$ nullstream predict -q --width 200 --gpu h200 tests/pitfalls/timed-allocation.cu | sed -n 2p
> Nothing overlapped: the host waits in cudaFree (timed-allocation.cu:44), 8 times, before it asks for h2d 4 MiB.
$ nullstream explain -q --gpu h200 tests/pitfalls/timed-allocation.cu | sed -n '/^What to change/,$p'
> What to change
>   1. timed-allocation: cudaFree (timed-allocation.cu:44, 8 times) holds the host for 2480 us;
>         likewise in 1 more line, 2712 us in all
>       change: timed-allocation.cu:39: call cudaMalloc before the timed part, a buffer for each of
>         stream[0] and stream[1], used again only there
>       and timed-allocation.cu:44: call cudaFree after the timed part
>       gain: 1509 us of 2816 us (53.6 %), simulated with the change made
>       lesson: hidden-fences (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/timed-allocation-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is one stream's own order. `--what-if` tries
>         more.
$ nullstream explain -q --gpu h200 tests/pitfalls/launch-blocking.cu | sed -n '/^What to change/,$p'
> What to change
>   1. launch-blocking: CUDA_LAUNCH_BLOCKING is on: the host waits for each of 8 operations, 5391 us
>         in all
>       change: unset CUDA_LAUNCH_BLOCKING
>       gain: 1510 us of 5739 us (26.3 %), simulated with the change made
>       lesson: debugging (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/launch-blocking-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is one stream's own order. `--what-if` tries
>         more.
$ nullstream explain -q --gpu h200 tests/pitfalls/shared-connection.cu | sed -n '/^What to change/,$p'
> What to change
>   1. issue-order: first (shared-connection.cu:34) of stream[15] stood 4412 us behind second
>         (shared-connection.cu:35) of stream[14] in a hardware connection; with 14 more such waits
>         35.31 ms in all
>       change: shared-connection.cu:34 and 35: issue one step of all streams, then the next step: a
>         loop over the streams for each of these lines
>       gain: 4466 us of 5140 us (86.9 %), simulated with the change made
>       lesson: issue-order (not written yet)
>   2. shared-connection: first (shared-connection.cu:34) of stream[15] waits in a hardware connection
>         behind second (shared-connection.cu:35) of stream[14]; 16 streams are in use
>       change: CUDA_DEVICE_MAX_CONNECTIONS=16 in the environment, or fewer streams
>       gain: 4410 us of 5140 us (85.8 %), simulated with the change made
>       lesson: connections (not written yet)
>   All changes of calls and launches together gain 4466 us of 5140 us (86.9 %)
Streams without names are called by their numbers.
$ nullstream predict -q --gpu h200 --format program -o $TMP/shared.nsp tests/pitfalls/shared-connection.cu; sed -i 's/ name=stream[[].*//' $TMP/shared.nsp; nullstream explain -q --gpu h200 $TMP/shared.nsp | sed -n '/shared-connection:/,/change:/p'
>   2. shared-connection: first (shared-connection.cu:34) of stream 16 waits in a hardware connection
>         behind second (shared-connection.cu:35) of stream 15; 16 streams are in use
>       change: CUDA_DEVICE_MAX_CONNECTIONS=16 in the environment, or fewer streams
$ nullstream explain -q --gpu h200 -D STREAMS=40 tests/pitfalls/shared-connection.cu | sed -n '/shared-connection: /,/gain:/p'
>   2. shared-connection: first (shared-connection.cu:34) of stream[39] waits in a hardware connection
>         behind second (shared-connection.cu:35) of stream[38]; 40 streams are in use
>       change: CUDA_DEVICE_MAX_CONNECTIONS=32 in the environment, the most that this device has, or
>         fewer streams
>       gain: 11.41 ms of 12.38 ms (92.1 %), simulated with the change made
$ nullstream explain -q --gpu h200 -D STREAMS=40 --connections 32 tests/pitfalls/shared-connection.cu | sed -n '/shared-connection: /,/gain:/p'
>   shared-connection: first (shared-connection.cu:34) of stream[32] waits in a hardware connection
>         behind second (shared-connection.cu:35) of stream[0]; 40 streams are in use
>       left as it is: changing it gains nothing
$ nullstream explain -q --gpu h200 tests/pitfalls/shared-connection-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is waiting. `--what-if` tries more.
$ nullstream explain -q --gpu h200 tests/pitfalls/timed-event.cu | sed -n '/^What to change/,$p'
> What to change
>   1. timed-event: there in line 25 and 1 other event are recorded 120 times with timing, and nobody
>         asks for a time
>       change: timed-event.cu:25: cudaEventCreateWithFlags(..., cudaEventDisableTiming) instead of
>         cudaEventCreate
>       and timed-event.cu:26: cudaEventCreateWithFlags(..., cudaEventDisableTiming) instead of
>         cudaEventCreate
>       gain: 216 us of 1034 us (20.9 %), simulated with the change made
>       lesson: events
$ nullstream explain -q --gpu h200 tests/pitfalls/timed-event-fixed.cu | sed -n '/^What to change/,$p' | head -3
> What to change
>   No change that these rules know gains 2 %; the bound is waiting. `--what-if` tries more.
>   Nothing runs at the same time. Copies take only 6.25 us, so that only kernels could run side by
$ nullstream explain -q --gpu h200 tests/pitfalls/order-too-much.cu | sed -n '/^What to change/,$p'
> What to change
>   1. order-too-much: report (order-too-much.cu:41) of stream side is held back by record ready
>         (order-too-much.cu:39), since cudaStreamWaitEvent in line 40 orders more than the data needs
>       change: order-too-much.cu:40: leave out cudaStreamWaitEvent
>       and order-too-much.cu:39: leave out cudaEventRecord
>       and order-too-much.cu:41: before it, cudaStreamWaitEvent in stream side for an event recorded
>         in stream work right after line 37
>       gain: 102 us of 1412 us (7.2 %), simulated with the change made
>       lesson: events
Kernels that add by atomic functions do not order each other: each keeps its own order behind what was there before.
$ nullstream explain -q --gpu h200 tests/scenarios/histograms.cu | sed -n '/^What to change/,$p'
> What to change
>   1. default-stream: sum (histograms.cu:35) is in the default stream and waits for add
>         (histograms.cu:33)
>       change: histograms.cu:23: create stream s[0] and s[1] with cudaStreamCreateWithFlags(...,
>         cudaStreamNonBlocking)
>       and histograms.cu:33: before it, cudaStreamWaitEvent in stream s[0] and s[1] for an event
>         recorded in the default stream right after line 30
>       and histograms.cu:35: before it, cudaStreamWaitEvent in the default stream for an event
>         recorded in stream s[0] and s[1] right after line 33
>       gain: 494 us of 1892 us (26.1 %), simulated with the change made
>       lesson: legacy-fence

What is brought in again and again is page-locked once: 4 MiB, where 28 are brought. cudaHostRegister takes 232 us
for as much by the profile. cudaMallocHost takes 545 for 2 MiB and 5611 for 16: 545 + 5066 / 7 = 1269 for 4, and 1269 - 2 *
545 = 179 more for the first 2 MiB, as the program's own two buffers of 4 MiB have emptied the core's list.
$ nullstream explain -q --gpu h200 tests/scenarios/staged_again.cu | sed -n '/^What to change/,$p'
> What to change
>   1. staged-copy: memcpy (staged_again.cu:31, 7 times) takes the host 2516 us to bring 28 MiB into
>         staging[1], to be copied in from there in line 32
>       change: page-lock what it reads, 4 MiB, once (cudaHostRegister, or cudaMallocHost in place of
>         malloc or new), and copy from there in line 32, where that stays as it is until the copy is
>         done
>       gain: at most 1576 us of 2758 us (57.1 %), a bound: the run as if this cost nothing;
>         page-locking it takes 232 us with cudaHostRegister where it is, with cudaMallocHost 1447 us
>       lesson: pinned

Buffers without a name of their own that one line copies are no other lines. All of them hold something at once: of
1 MiB two are cut from a chunk of 2 MiB, so that 32 chunks take 545 us and 31 of them 179 more: 22989, and 32 calls of 1.7.
$ nullstream explain -q --gpu h200 tests/scenarios/many_vectors.cu | sed -n '/^What to change/,$p'
> What to change
>   1. pageable-copy: h2d 1 MiB (many_vectors.cu:16) copies from pageable memory: the host is held in
>         the call for 123 us; likewise 63 more times in that line, 7870 us in all
>       change: copy to or from memory that cudaMallocHost allocates once, before the timed part (and
>         cudaFreeHost frees), in place of the vector, of which there are 64
>       gain: 6642 us of 8243 us (80.6 %), simulated with the change made; page-locking it takes 23.03
>         ms, more than it gains in one run
>       lesson: pinned

Where a thread of its own fills page-locked buffers, by memcpy, who waits until they are full waits less
without that: it gains what the program does that needs not fill them
$ nullstream explain -q --gpu h200 tests/scenarios/staged_in_thread.cu | sed -n '/^What to change/,$p'; nullstream predict -q --gpu h200 -D FILLED tests/scenarios/staged_in_thread.cu | grep ^wall
> What to change
>   1. staged-copy: memcpy (staged_in_thread.cu:35, 11 times) takes the host 4946 us to bring 44 MiB
>         into staging[1], to be copied in from there in line 43
>       change: page-lock what it reads, 48 MiB, once (cudaHostRegister, or cudaMallocHost in place of
>         malloc or new), and copy from there in line 43, where that stays as it is until the copy is
>         done
>       gain: at most 862 us of 5317 us (16.2 %), a bound: the run as if this cost nothing;
>         page-locking it takes 1820 us with cudaHostRegister where it is, with cudaMallocHost 17.37
>         ms, more than it gains in one run
>       lesson: pinned
> wall     4455 us, span 4448 us

A record that something still waits for stays, and with it the line; the records of its other turns are no work that
somebody has to wait for.
$ nullstream explain -q --gpu h200 tests/scenarios/shared_record.cu | sed -n '/^What to change/,$p'
> What to change
>   1. order-too-much: step (shared_record.cu:26) of stream s[1] is held back by record done[4]
>         (shared_record.cu:27), since cudaStreamWaitEvent in line 25 orders more than the data needs
>       change: shared_record.cu:25: leave out cudaStreamWaitEvent
>       gain: 155 us of 319 us (48.6 %), simulated with the change made
>       lesson: events
$ nullstream explain -q --gpu h200 tests/pitfalls/order-too-much-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is one stream's own order. `--what-if` tries
>         more.
$ nullstream explain -q --gpu h200 tests/pitfalls/full-kernel.cu | sed -n '/^What to change/,$p'
> What to change
>   1. full-kernel: simulate (full-kernel.cu:25) has 264 blocks where 264 fill the device; preview
>         (full-kernel.cu:26) of stream small waits for room, 1496 us
>       change: launch simulate in line 25 with fewer than 264 blocks that each do more, or give the
>         stream of preview a higher priority
>       gain: at most 711 us of 2223 us (32.0 %), a bound: the run as if this cost nothing
>       lesson: side-by-side (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/full-kernel-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the SM array. `--what-if` tries more.
>   compute-bound: the SM array needs 1650 us of the span of 1650 us: more streams or another order
>         can gain at most 0 ns
>       what would help: make the kernels themselves faster
>       lesson: no-help (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/head-of-line.cu | sed -n '/^What to change/,$p'
> What to change
>   1. head-of-line: third (head-of-line.cu:33) has room but stands behind second
>         (head-of-line.cu:32), which does not fit yet, for 592 us
>       change: launch third in line 33 before second, or create its stream with a higher priority
>       gain: at most 596 us of 1523 us (39.1 %), a bound: the run as if this cost nothing
>       lesson: side-by-side (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/head-of-line-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the SM array. `--what-if` tries more.
$ nullstream explain -q --gpu h200 tests/pitfalls/carveout.cu | sed -n '/^What to change/,$p'
> What to change
>   1. carveout: little (carveout.cu:21) waits 56.0 us until big (carveout.cu:20) has left the SMs, as
>         their shared memory must be divided anew; neither uses shared memory, but each block
>         reserves 1 KiB of it, and the driver divides an SM by how many blocks of a kernel fit
>       change: cudaFuncSetAttribute(little, cudaFuncAttributePreferredSharedMemoryCarveout, 100) and
>         likewise for big, before the first launch; or give little larger blocks, of which fewer fit
>       gain: 30.3 us of 101 us (30.0 %), simulated with the change made
>       lesson: side-by-side (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/carveout-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is one kernel. `--what-if` tries more.
$ nullstream explain -q --gpu h200 tests/pitfalls/tail-wave.cu | sed -n '/^What to change/,$p'
> What to change
>   1. tail-wave: relax (tail-wave.cu:17, 4 times) runs 280 blocks in 2 waves of 264; the last one has
>         only 16
>       change: launch it with 264 blocks, or a multiple of 264, that share the work evenly in line 17
>       gain: at most 753 us of 1617 us (46.5 %), a bound: the run as if this cost nothing
>       lesson: side-by-side (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/tail-wave-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the SM array. `--what-if` tries more.
>   compute-bound: the SM array needs 849 us of the span of 854 us: more streams or another order can
>         gain at most 4.54 us
>       what would help: make the kernels themselves faster
>       lesson: no-help (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/host-bound.cu | sed -n '/^What to change/,$p'
> What to change
>   1. host-bound: 400 calls take the host 1573 us, most of it to ask for step (host-bound.cu:19, 400
>         times); the device waits for them
>       change: capture the sequence in line 19 into a CUDA graph and launch that; to merge the short
>         kernels into one gains more still
>       gain: at most 890 us of 1583 us (56.2 %), a bound: the run as if this cost nothing
>       lesson: host-bound (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/host-bound-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is one stream's own order. `--what-if` tries
>         more.
$ nullstream explain -q --gpu c1060 tests/pitfalls/one-copy-engine.cu | sed -n '/^What to change/,$p'
> What to change
>   1. one-copy-engine: h2d 2 MiB (one-copy-engine.cu:26, 8 times) waits behind d2h 2 MiB
>         (one-copy-engine.cu:28) of the other direction: this device has one copy engine for both
>       change: no order of the calls overlaps them here; issue copies in and out so that kernels run
>         beside both, or use a device with two copy engines
>       gain: at most 3427 us of 7323 us (46.8 %), a bound: the run as if this cost nothing
>       lesson: wire (not written yet)
>   2. issue-order: h2d 2 MiB (one-copy-engine.cu:26) of streams[0] stood 1270 us behind d2h 2 MiB
>         (one-copy-engine.cu:28) of streams[2] in a hardware connection, while the SM array had
>         nothing to do for 1070 us; with 15 more such waits 12.17 ms in all
>       change: one-copy-engine.cu:26, 27 and 28: issue one step of all streams, then the next step: a
>         loop over the streams for each of these lines
>       gain: 982 us of 7323 us (13.4 %), simulated with the change made
>       lesson: issue-order (not written yet)
>   All changes of calls and launches together gain at most 3427 us of 7323 us (46.8 %)
$ nullstream explain -q --gpu c1060 tests/pitfalls/one-copy-engine-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the copy engine in. `--what-if` tries
>         more.
>   transfer-bound: the copy engine in needs 3172 us of the span of 3288 us: more streams or another
>         order can gain at most 116 us
>       what would help: move fewer bytes, keep data on the device, or a faster link
>       lesson: wire (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/host-timer.cu | sed -n '/^What to change/,$p'
> What to change
>   1. host-timer: the host clock is read in line 17 while work (host-timer.cu:16) still runs: since
>         line 15 it counts 8.27 us, the work takes 3011 us
>       change: to time the work, cudaDeviceSynchronize() before the clock is read in line 17, or
>         cudaEventRecord before and behind the work
>       lesson: timing (not written yet)
>   No other change that these rules know gains 2 %; the bound is waiting. `--what-if` tries more.
$ nullstream explain -q --gpu h200 tests/pitfalls/host-timer-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is waiting. `--what-if` tries more.
Whoever waits for an event waits for its stream alone: what runs in another one is no part of what is timed.
$ nullstream explain -q --gpu h200 tests/scenarios/timer_event.cu | grep -c host-timer
> 0
! 1
But what stood before that event is.
$ nullstream explain -q --gpu h200 -D AFTER tests/scenarios/timer_event.cu | grep -A1 host-timer
>   2. host-timer: the host clock is read in line 30 while other (timer_event.cu:27), asked for
>         before, still runs: of the 805 us until line 37, 297 us are its
Of a kernel without pointers nobody can tell which orders it needs: that is said of the waits that order it.
$ for D in N=1048576 BESIDE BEFORE BEHIND; do echo $D; nullstream explain -q --gpu h200 -D $D tests/scenarios/order_untold.cu | grep -A2 'order-too-much\|nobody can tell'; done
> N=1048576
>   1. order-too-much: fill (order_untold.cu:39) of stream b is held back by record filled
>         (order_untold.cu:37), since cudaStreamWaitEvent in line 38 orders more than the data needs
>       change: order_untold.cu:38: leave out cudaStreamWaitEvent
> BESIDE
>   1. order-too-much: fill (order_untold.cu:39) of stream b is held back by record filled
>         (order_untold.cu:37), since cudaStreamWaitEvent in line 38 orders more than the data needs
>       change: order_untold.cu:38: leave out cudaStreamWaitEvent
> BEFORE
>   Whether the data needs the order of cudaStreamWaitEvent in line 38 nobody can tell: the program
>         shows nothing that kernel spin reads or writes.
> BEHIND
>   Whether the data needs the order of cudaStreamWaitEvent in line 38 nobody can tell: the program
>         shows nothing that kernel spin reads or writes.
What a narrower wait gains is for the source to tell where its thread then looks for another one's flag:
with a lock or without, it gains what the changed program takes less.
$ for D in 'LOCKED=0 -D AFTER=1500' 'LOCKED=0 -D AFTER=2100' AFTER=1500 AFTER=2100; do nullstream predict -q --gpu h200 -D $D tests/scenarios/poll_locked.cu | grep wall; nullstream predict -q --gpu h200 -D FIXED=1 -D $D tests/scenarios/poll_locked.cu | grep wall; nullstream explain -q --gpu h200 -D $D tests/scenarios/poll_locked.cu | grep 'gain:\|together'; done
> wall     2923 us, span 2912 us
> wall     2436 us, span 2425 us
>       gain: 487 us of 2923 us (16.7 %), simulated with the change made
> wall     3037 us, span 3026 us
> wall     3037 us, span 3026 us
> wall     2923 us, span 2912 us
> wall     2442 us, span 2431 us
>       gain: 481 us of 2923 us (16.5 %), simulated with the change made
> wall     3042 us, span 3032 us
> wall     3042 us, span 3032 us
! 1
Nor does a loop go on that a change ends sooner.
$ for pinned in 0 1; do nullstream predict -q --gpu h200 -D PINNED=$pinned tests/scenarios/poll_sooner.cu | grep wall; done; nullstream explain -q --gpu h200 tests/scenarios/poll_sooner.cu | grep gain:; nullstream explain -q --gpu h200 --what-if tests/scenarios/poll_sooner.cu | grep MallocHost
> wall     984 us, span 973 us
> wall     720 us, span 710 us
>       gain: 263 us of 984 us (26.8 %), simulated with the change made; page-locking it takes 232 us
> allocate the host memory with cudaMallocHost               720 us   26.8 %  ██████████████ best
So does one that yields between its looks, or works. Under a lock only the source could tell.
$ for look in 1 2 3 4; do for pinned in 0 1; do nullstream predict -q --gpu h200 -D LOOK=$look -D PINNED=$pinned tests/scenarios/poll_sooner.cu | grep wall; done; nullstream explain -q --gpu h200 --width 200 -D LOOK=$look tests/scenarios/poll_sooner.cu | grep 'gain:\|no change is\|left as'; done
> wall     984 us, span 973 us
> wall     721 us, span 710 us
>       gain: 263 us of 984 us (26.8 %), simulated with the change made; page-locking it takes 232 us with cudaHostRegister where it is, with cudaMallocHost 1269 us, more than it gains in one run
> wall     985 us, span 974 us
> wall     725 us, span 714 us
>       gain: 265 us of 985 us (26.9 %), simulated with the change made; page-locking it takes 232 us with cudaHostRegister where it is, with cudaMallocHost 1269 us, more than it gains in one run
> wall     1001 us, span 990 us
> wall     737 us, span 727 us
>       no change is offered: a host thread looks under a lock, again and again, until another one gets on: only the source can tell how often
> wall     1013 us, span 1003 us
> wall     769 us, span 758 us
>       no change is offered: a host thread looks under a lock, again and again, until another one gets on: only the source can tell how often
Nor one that sleeps, whose turns are made again until it sees it: 1011 - 767 us. So are turns of several calls: six sleeps,
after which it is seen no sooner with pinned memory; three sleeps and works, 1132 - 736; six yields, 984 - 721. Of turns that
differ only the source could tell.
$ for look in 5 6 7 8 9; do for pinned in 0 1; do nullstream predict -q --gpu h200 -D LOOK=$look -D PINNED=$pinned tests/scenarios/poll_sooner.cu | grep wall; done; nullstream explain -q --gpu h200 --width 200 -D LOOK=$look tests/scenarios/poll_sooner.cu | grep -o 'gain:.*made\|no change is.*\|left as.*'; done
> wall     1011 us, span 1000 us
> wall     767 us, span 756 us
> gain: 244 us of 1011 us (24.1 %), simulated with the change made
> wall     1072 us, span 1061 us
> wall     1072 us, span 1061 us
> left as it is: changing it gains nothing
> wall     1132 us, span 1121 us
> wall     736 us, span 725 us
> gain: 396 us of 1132 us (35.0 %), simulated with the change made
> wall     984 us, span 973 us
> wall     721 us, span 710 us
> gain: 264 us of 984 us (26.8 %), simulated with the change made
> wall     1255 us, span 1244 us
> wall     950 us, span 939 us
> no change is offered: a host thread looks at an atomic until another one writes it, in turns that differ: only the source can tell how often
A loop that asks the device and works or sleeps meanwhile lasts as long as it takes in a changed program, too: 2760 - 959 us,
2805 - 964. One that asks for two streams in turn branches on each answer. A loop of so many turns goes on: 3486 - 3013.
$ for look in 0 1 2 3; do for fixed in 0 1; do nullstream predict -q --gpu h200 -D LOOK=$look -D FIXED=$fixed tests/scenarios/poll_works.cu | grep wall; done; nullstream explain -q --gpu h200 --width 200 -D LOOK=$look tests/scenarios/poll_works.cu | grep -o 'gain:.*made\|gain: not known'; done
> wall     2760 us, span 2744 us
> wall     959 us, span 947 us
> gain: 1801 us of 2760 us (65.2 %), simulated with the change made
> wall     2805 us, span 2775 us
> wall     964 us, span 950 us
> gain: 1842 us of 2805 us (65.6 %), simulated with the change made
> wall     2759 us, span 2746 us
> wall     966 us, span 954 us
> gain: not known
> wall     3486 us, span 3473 us
> wall     3013 us, span 2998 us
> gain: 472 us of 3486 us (13.6 %), simulated with the change made
What a thread counts, it counts from its own reading, not from the program's begin: it prints as much.
$ nullstream predict --gpu h200 tests/scenarios/thread_timer.cu | sed 1q; nullstream explain -q --gpu h200 tests/scenarios/thread_timer.cu | grep -A1 host-timer; nullstream explain -q --gpu h200 -D WAIT tests/scenarios/thread_timer.cu | grep -c host-timer
> 0: 27.5 us
>   1. host-timer: the host clock is read in line 36 while k (thread_timer.cu:32) still runs: since
>         line 30 it counts 27.5 us, the work takes 226 us
> 0
! 1
$ nullstream explain -q --gpu h200 tests/pitfalls/early-elapsed.cu | sed -n '/^What to change/,$p'
> What to change
>   1. early-elapsed: cudaEventElapsedTime in line 22 is called before stop is done: it returns
>         cudaErrorNotReady and gives no time
>       change: cudaEventSynchronize(stop) before it
>       lesson: timing (not written yet)
>   No other change that these rules know gains 2 %; the bound is the SM array. `--what-if` tries
>         more.
$ nullstream explain -q --gpu h200 tests/pitfalls/early-elapsed-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the SM array. `--what-if` tries more.
$ nullstream explain -q --gpu h200 tests/pitfalls/blind-events.cu | sed -n '/^What to change/,$p'
> What to change
>   1. blind-events: start and stop are recorded in the default stream, which does not wait for work
>         (blind-events.cu:20) of stream stream: they are 6.14 us apart, the work alone takes 3000 us
>       change: cudaEventRecord(start, stream) in line 19 and cudaEventRecord(stop, stream) in line 21
>       lesson: timing (not written yet)
>   No other change that these rules know gains 2 %; the bound is the SM array. `--what-if` tries
>         more.
$ nullstream explain -q --gpu h200 tests/pitfalls/blind-events-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the SM array. `--what-if` tries more.
$ nullstream explain -q --gpu h200 tests/pitfalls/distant-error.cu | sed -n '/^What to change/,$p'
> What to change
>   1. distant-error: gather in line 31 fails with cudaErrorIllegalAddress; the first to report it is
>         cudaMemcpy in line 34, 3 calls that enqueue work later
>       change: to find it, run with CUDA_LAUNCH_BLOCKING=1 or check cudaDeviceSynchronize() behind
>         the launch in line 31
>       lesson: debugging (not written yet)
>   No other change that these rules know gains 2 %; the bound is one kernel. `--what-if` tries more.
$ nullstream explain -q --gpu h200 tests/pitfalls/distant-error-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the SM array. `--what-if` tries more.
$ nullstream explain -q --gpu h200 tests/pitfalls/freed-elsewhere.cu | sed -n '/^What to change/,$p'
> What to change
>   1. freed-elsewhere: scratch is allocated in stream a and freed in stream b in line 19, which does
>         not wait for produce (freed-elsewhere.cu:18) of stream a
>       change: cudaFreeAsync(scratch, a) in line 19, or an event behind the last use for which stream
>         b waits first
>       lesson: pytorch-streams (not written yet)
>   No other change that these rules know gains 2 %; the bound is the SM array. `--what-if` tries
>         more.
$ nullstream explain -q --gpu h200 tests/pitfalls/freed-elsewhere-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the SM array. `--what-if` tries more.
$ nullstream explain -q --gpu h200 tests/pitfalls/transfer-bound.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the copy engine in. `--what-if` tries
>         more.
>   transfer-bound: the copy engine in needs 7397 us of the span of 7466 us: more streams or another
>         order can gain at most 69.1 us
>       what would help: move fewer bytes, keep data on the device, or a faster link
>       lesson: wire (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/compute-bound.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the SM array. `--what-if` tries more.
>   compute-bound: the SM array needs 3201 us of the span of 3203 us: more streams or another order
>         can gain at most 1.67 us
>       what would help: make the kernels themselves faster
>       lesson: no-help (not written yet)
Short operations with a way to the host and back in each turn are bound by that, and no chunks help.
$ nullstream explain -q --gpu h200 tests/scenarios/round_trips.cu | sed -n '/^  Bound/,$p'
>   Bound by latency: of the critical path 200 operations make up only 252 us, the latency before and
>   behind them makes up 61.0 %.
>   200 of 200 operations have no slack: if one ends later, so does the run.
> 
> What to change
>   sync-in-loop: cudaStreamSynchronize (round_trips.cu:21, 99 times) holds the host for 1046 us
>         before it asks for more work
>       left as it is: changing it gains nothing: in each turn the host reads the result in line 22,
>         and waits there all the same; to ask for the next turn before it takes two buffers by turns,
>         and a loop that ends by the result ends a turn later
>   No other change that these rules know gains 2 %; the bound is latency. `--what-if` tries more.
>   The operations are short, and the ways between them long: let each launch, copy and wait do more
>         (several turns for one wait, one kernel or copy in place of several, the test for the end on
>         the device), or capture the calls into a CUDA graph; without any way between them the run
>         gains at most 1376 us of 1628 us (84.5 %)
>       lesson: host-bound (not written yet)
$ nullstream explain -q --gpu h200 --format json tests/scenarios/round_trips.cu | grep -o "\"by\": \"[a-z]*\""
> "by": "latency"
$ nullstream sweep -q --gpu h200 tests/scenarios/round_trips.cu --cost step=1us,2us 2>&1 | tail -3
> step     wall    gain  bound by  |0               |500 us           |1 ms             |1.5 ms
>  1us  1628 us  0.00 %  latency   ███████████████████████████████████████████████████████████ best
>  2us  1728 us  -6.1 %  latency   ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
A stream that waits for its own event.
$ nullstream explain -q --gpu h200 tests/pitfalls/self-wait.cu | sed -n '/^What to change/,$p'
> What to change
>   1. self-wait: cudaStreamWaitEvent in line 21 makes stream load wait for event loaded, which it
>         recorded itself: that orders nothing
>       change: let the stream wait that needs the work, or leave the wait out
>       lesson: events
>   No other change that these rules know gains 2 %; the bound is waiting. `--what-if` tries more.
A stream that holds a copy behind a kernel of other data. Nothing is offered where the program times the copy by
events in that stream (i19), or several streams take turns at the line (g12).
$ for i in stream-order stream-order-fixed; do nullstream explain -q --gpu h200 tests/pitfalls/$i.cu | sed -n '/^What to change/,$p'; done
> What to change
>   1. stream-order: h2d 4 MiB (stream-order.cu:45, 7 times) waits 490 us behind filter
>         (stream-order.cu:46) of stream feed, which is about other data
>       change: create one more stream with cudaStreamCreateWithFlags(..., cudaStreamNonBlocking)
>       and stream-order.cu:45: put cudaMemcpyAsync into the new stream
>       and stream-order.cu:44: put cudaStreamWaitEvent into the new stream
>       and stream-order.cu:46: before it, cudaStreamWaitEvent in stream feed for an event recorded in
>         the new stream right after line 45
>       gain: 353 us of 1392 us (25.4 %), simulated with the change made
>       lesson: pipeline
> What to change
>   No change that these rules know gains 2 %; the bound is waiting. `--what-if` tries more.
$ for i in i19 g12 t18; do nullstream explain -q --gpu h200 --width 200 tests/outside/$i.cu | grep -A5 'stream-order'; done
>   2. stream-order: h2d 4 MiB (t18.cu:96, 5 times) waits 28.0 us behind ramp (t18.cu:98) of stream feed, which is about other data
>       change: create one more stream with cudaStreamCreateWithFlags(..., cudaStreamNonBlocking)
>       and t18.cu:96: put cudaMemcpyAsync into the new stream
>       and t18.cu:95: put cudaStreamWaitEvent into the new stream
>       and t18.cu:98: before it, cudaStreamWaitEvent in stream feed for an event recorded in the new stream right after line 96
>       gain: 72.3 us of 1247 us (5.8 %), simulated with the change made
Streams that are made and never used: s[0] where s[i] was meant.
$ nullstream predict -q --gpu h200 tests/pitfalls/unused-streams.cu | sed -n 2,3p
> Nothing overlapped: all work is in one stream, s[0]. The streams that are made and not used would
>   cut 697 to 305 us.
$ nullstream explain -q --gpu h200 tests/pitfalls/unused-streams.cu | sed -n '/^What to change/,$p'
> What to change
>   1. unused-streams: streams s[1] to s[3] are made in line 25 and never used: all work is put into
>         stream s[0]
>       change: unused-streams.cu:28: put cudaMemcpyAsync into stream s[0] to s[3], in each turn of
>         the loop into the next
>       and unused-streams.cu:29: put the launch into stream s[0] to s[3], in each turn of the loop
>         into the next
>       and unused-streams.cu:30: put cudaMemcpyAsync into stream s[0] to s[3], in each turn of the
>         loop into the next
>       and unused-streams.cu:32: cudaDeviceSynchronize instead of cudaStreamSynchronize
>       gain: 391 us of 697 us (56.2 %), simulated with the change made
>       lesson: pipeline
$ nullstream explain -q --gpu h200 tests/pitfalls/stream_count.cu | sed -n '/^What to change/,$p'
> What to change
>   1. stream-count: STREAMS, the number of streams, is 2; with 3 the run takes 4672 us
>       change: STREAMS = 3 in line 6, with which 480 MiB are allocated at once instead of 448 MiB
>       gain: 1257 us of 5929 us (21.2 %), simulated with the change made
>       lesson: how-many (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/stream_count_fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the copy engine in. `--what-if` tries
>         more.
>   transfer-bound: the copy engine in needs 4070 us of the span of 4665 us: more streams or another
>         order can gain at most 595 us
>       what would help: move fewer bytes, keep data on the device, or a faster link
>       lesson: wire (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/chunk_count.cu | sed -n '/^What to change/,$p'
> What to change
>   1. chunk-size: CHUNKS, which sizes the chunks, is 64; with 16 the run takes 1578 us
>       change: CHUNKS = 16 in line 6, if it is free to choose: nothing compares what other chunks
>         compute
>       gain: 150 us of 1728 us (8.7 %), simulated with the change made
>       lesson: how-many (not written yet)
>   2. stream-count: STREAMS, the number of streams, is 4; with 7 the run takes 1680 us
>       change: STREAMS = 7 in line 7
>       gain: 47.7 us of 1728 us (2.8 %), simulated with the change made
>       lesson: how-many (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/chunk_count_fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the copy engine out. `--what-if` tries
>         more.
>   transfer-bound: the copy engine out needs 1376 us of the span of 1571 us: more streams or another
>         order can gain at most 195 us
>       what would help: move fewer bytes, keep data on the device, or a faster link
>       lesson: wire (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/chunk_size.cu | sed -n '/^What to change/,$p'
> What to change
>   1. chunk-size: CHUNK, which sizes the chunks, is 4194304; with 1048576 the run takes 1568 us
>       change: CHUNK = 1048576 in line 6, if it is free to choose: nothing compares what other chunks
>         compute
>       gain: 321 us of 1888 us (17.0 %), simulated with the change made
>       lesson: how-many (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/chunk_size_fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the copy engine in. `--what-if` tries
>         more.
>   transfer-bound: the copy engine in needs 1407 us of the span of 1560 us: more streams or another
>         order can gain at most 154 us
>       what would help: move fewer bytes, keep data on the device, or a faster link
>       lesson: wire (not written yet)

One copy engine, worked out by hand (tests/worked: a step is 1 ms, all else free; three batches in three
streams). One engine for both directions: in 0-1, 1-2, 2-3, kernels 1-2, 2-3, 3-4, and out follows in
only behind the last copy in, 3-4, 4-5, 5-6. With an engine for each out 0 starts at 2, out 1 at 3, out
2 at 4: 5 ms, so at most 1 of 6 ms is gained.
$ nullstream explain -q tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --set copy.engines=1 --set rules.copy_streams=shared --set rules.copy_order=fifo --cost process=1ms -D BATCHES=3 -D STREAMS=3 | sed -n '/^What to change/,$p'
> What to change
>   1. one-copy-engine: d2h 976 KiB (pipeline.cu:29) waits behind h2d 976 KiB (pipeline.cu:27) of the
>         other direction: this device has one copy engine for both
>       change: no order of the calls overlaps them here; issue copies in and out so that kernels run
>         beside both, or use a device with two copy engines
>       gain: at most 1000 us of 6000 us (16.7 %), a bound: the run as if this cost nothing
>       lesson: wire (not written yet)
$ nullstream explain -q --gpu h200 tests/pitfalls/issue-order.cu | sed -n '/^What to change/,$p'
> What to change
>   1. issue-order: decode (issue-order.cu:38) of stream[18] stood 232 us behind encode
>         (issue-order.cu:40) of stream[10] in a hardware connection; with 11 more such waits 1863 us
>         in all
>       change: issue-order.cu:38, 39 and 40: issue one step of all streams, then the next step: a
>         loop over the streams for each of these lines
>       gain: 372 us of 766 us (48.6 %), simulated with the change made
>       lesson: issue-order (not written yet)
>   2. shared-connection: decode (issue-order.cu:38) of stream[18] waits in a hardware connection
>         behind encode (issue-order.cu:40) of stream[10]; 20 streams are in use
>       change: CUDA_DEVICE_MAX_CONNECTIONS=20 in the environment, or fewer streams
>       gain: 228 us of 766 us (29.8 %), simulated with the change made
>       lesson: connections (not written yet)
>   All changes of calls and launches together gain 372 us of 766 us (48.6 %)
$ nullstream explain -q --gpu h200 tests/pitfalls/issue-order-fixed.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is waiting. `--what-if` tries more.
What holds things up and is not to be changed is named with why: no change is proven right.
$ nullstream explain -q --gpu h200 tests/hazards/use-after-free.cu | sed -n '/^What to change/,$p'
> What to change
>   timed-allocation: cudaFree (use-after-free.cu:27) holds the host for 29.1 us
>       no change is offered: the memory there is allocated before the first work that is timed, and
>         freed behind the last
>   No other change that these rules know gains 2 %; the bound is waiting. `--what-if` tries more.
Of a call that another thread makes as the timed part begins it is what lies in that: of 1591 us 1040. It held the
driver's lock for most of the 1155 us that the copy waited.
$ nullstream explain -q --gpu h200 tests/scenarios/late_thread.cu | sed -n '/^  lock.*:26/,/held by/p;/^  timed-allocation: cudaMallocHost/,/behind the last/p'
>   lock, late_thread.cu:26: the host waited 1155 us in cudaMemcpyAsync
>      (it waits for the driver's lock, which is none of the program's)
>      the driver's lock is held by work in cudaMallocHost, line 21, which took 1591 us
>   timed-allocation: cudaMallocHost (late_thread.cu:21) holds the host for 1040 us, before the first
>         kernel; where that is set-up, nvtxRangePush("nullstream") behind it begins the timed part
>       no change is offered: the memory there is allocated before the first work that is timed, and
>         freed behind the last
Or the best one gains less than 2 % of the run.
$ nullstream explain -q --gpu h200 tests/pitfalls/multi-copy.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the copy engine out. `--what-if` tries
>         more.
>   transfer-bound: the copy engine out needs 3337 us of the span of 3495 us: more streams or another
>         order can gain at most 158 us
>       what would help: move fewer bytes, keep data on the device, or a faster link
>       lesson: wire (not written yet)
Synchronous copies from pageable memory: both buffers pinned gain the 3423 us and the 2088 us.
$ nullstream explain -q --gpu h200 tests/scenarios/pageable_sync.cu | sed -n '/^What to change/,$p'
> What to change
>   1. pageable-copy: h2d 4 MiB (pageable_sync.cu:21, 8 times) copies from input, which is pageable
>         memory: the host is held in the calls for 3962 us
>       change: page-lock the memory of input once, before the timed part, with
>         cudaHostRegister(input.data(), ...) (and cudaHostUnregister it at the end)
>       gain: 3399 us of 8539 us (39.8 %), simulated with the change made; page-locking it takes 1236
>         us
>       lesson: pinned
>   2. pageable-copy: d2h 4 MiB (pageable_sync.cu:23, 8 times) copies to output, which is pageable
>         memory: the host is held in the calls for 4520 us
>       change: page-lock the memory of output once, before the timed part, with
>         cudaHostRegister(output.data(), ...) (and cudaHostUnregister it at the end)
>       gain: 2087 us of 8539 us (24.4 %), simulated with the change made; page-locking it takes 1236
>         us
>       lesson: pinned
>   All changes of calls and launches together gain 5520 us of 8539 us (64.6 %)
>   sync-copy: cudaMemcpy (pageable_sync.cu:21, 8 times) holds the host for 3962 us
>       left as it is: changing it gains nothing
>   sync-copy: cudaMemcpy (pageable_sync.cu:23, 7 times) holds the host for 3956 us
>       left as it is: changing it gains nothing
Calls of several host threads: what each of them issues between two calls that hold it up is issued in
another order, but for streams that they share.
$ nullstream explain -q --gpu h200 tests/scenarios/two_issuers.cu | sed -n '/^What to change/,$p'
> What to change
>   1. issue-order: decode (two_issuers.cu:34) of stream[1][11] stood 296 us behind encode
>         (two_issuers.cu:36) of stream[1][7] in a hardware connection; with 5 more such waits 1187 us
>         in all
>       change: two_issuers.cu:34, 35 and 36: issue one step of all streams, then the next step: a
>         loop over the streams for each of these lines
>       gain: 407 us of 810 us (50.3 %), simulated with the change made
>       lesson: issue-order (not written yet)
>   2. shared-connection: decode (two_issuers.cu:34) of stream[0][11] waits in a hardware connection
>         behind encode (two_issuers.cu:36) of stream[1][6]; 24 streams are in use
>       change: CUDA_DEVICE_MAX_CONNECTIONS=24 in the environment, or fewer streams
>       gain: 293 us of 810 us (36.2 %), simulated with the change made
>       lesson: connections (not written yet)
>   All changes of calls and launches together gain 407 us of 810 us (50.3 %); 1 of them adds nothing
>         to the others
$ nullstream explain -q --gpu h200 -D SHARED tests/scenarios/two_issuers.cu | sed -n '/^What to change/,$p' | grep -E '^  [0-9]|gain:'
>   1. shared-connection: decode (two_issuers.cu:34) of stream[0][11] waits in a hardware connection
>       gain: 390 us of 1209 us (32.2 %), simulated with the change made
A program that branches on times: what flags change is interpreted again from the source (2277 to 1704 us:
the late stream is not late then), of a recorded program its calls are taken as they came.
$ nullstream explain -q --gpu h200 tests/scenarios/decides.cu | sed -n '/^What to change/,$p'; nullstream predict --gpu h200 --connections 16 tests/scenarios/decides.cu | grep ^wall
> What to change
>   1. shared-connection: scale (decides.cu:25) of stream s[8] waits in a hardware connection behind
>         scale (decides.cu:25) of stream s[0]; 16 streams are in use
>       change: CUDA_DEVICE_MAX_CONNECTIONS=16 in the environment, or fewer streams
>       gain: 552 us of 2338 us (23.6 %), simulated with the change made
>       lesson: connections (not written yet)
>   2. pageable-copy: h2d 4 MiB (decides.cu:22) copies from host, which is pageable memory: the host
>         is held in the call for 495 us
>       change: allocate host once with cudaMallocHost (and free it with cudaFreeHost)
>       gain: not known: the program branches on answers that depend on time, so that a change may
>         lead to other calls
>       lesson: pinned
>   The program branches on times. Other calls might come of a change of its calls, so no such change
>         is predicted; what flags alone change is interpreted again from the source, here and in
>         explain --what-if
> wall     1785 us, span 1459 us
$ nullstream predict --gpu h200 --format program -o $TMP/decides.nsp tests/scenarios/decides.cu; nullstream explain -q --gpu h200 $TMP/decides.nsp | grep -E 'gain: [0-9]|branches on times|^  +is predicted'
>       gain: 243 us of 2338 us (10.4 %), simulated with the change made
>   The program branches on times. Other calls might come of a change of its calls, so no such change
>         is predicted; the other figures take its calls as they came here
Memory of new has the name of what gets it.
$ nullstream predict --gpu h200 --format program -o - tests/scenarios/batches.cu | grep '^alloc.*pageable'; nullstream explain -q --gpu h200 tests/scenarios/batches.cu | grep change:
> alloc id=9 kind=pageable bytes=4194304 name=in
> alloc id=10 kind=pageable bytes=4194304 name=out
> alloc id=11 kind=pageable bytes=4194304 name=in
> alloc id=12 kind=pageable bytes=4194304 name=out
> alloc id=13 kind=pageable bytes=4194304 name=in
> alloc id=14 kind=pageable bytes=4194304 name=out
> alloc id=15 kind=pageable bytes=4194304 name=in
> alloc id=16 kind=pageable bytes=4194304 name=out
>       change: allocate out once with cudaMallocHost (and free it with cudaFreeHost)
>       change: allocate in once with cudaMallocHost (and free it with cudaFreeHost)
No rule divides the work: what its author can do. At most: the span less the copy engine's or the SMs' longest.
$ nullstream explain -q --gpu h200 tests/scenarios/undivided.cu | sed -n '/^What to change/,$p'
> What to change
>   sync-copy: cudaMemcpy (undivided.cu:17) holds the host for 615 us
>       left as it is: changing it gains 6.53 us of 1537 us (0.42 %)
>   No other change that these rules know gains 2 %; the bound is waiting. `--what-if` tries more.
>   Nothing runs at the same time. Where parts of the data can be worked on by themselves: divide the
>         work into chunks, each with its copies and kernels in a stream of its own; to run all
>         machines side by side gains at most 922 us of 1537 us (60.0 %)
>       lesson: pipeline

128 MiB at 426 GB/s are cleared in 315 us, from 7 us before cudaFree returns; 308 are left, less the copy's call.
$ nullstream explain --gpu h200 tests/scenarios/freed.cu | grep -E -A1 '^Nothing overlapped|  clearing|timed-allocation'
> Nothing overlapped: h2d 64 KiB (freed.cu:14) waits: the engine that copies in clears device memory
>   that was freed.
> --
>   clearing, freed.cu:14: h2d 64 KiB waited 306 us; 306 us of it on the critical path
>      (the engine that copies in clears device memory that was freed)
> --
>   clearing of freed memory    306 us   75.5 %  h2d 64 KiB (line 14)
>   latency of the device      6.62 us    1.6 %  cudaFree (line 13), 2 more lines
> --
>   timed-allocation: cudaFree (freed.cu:13) holds the host for 87.4 us, and copies in wait 306 us
>         until what it frees is cleared

A wait in a function that a loop calls, or several lines, is not in a loop that it could be taken out of. Where all is waited for
right behind it is left out.
$ for d in -DOPEN '-DOPEN -DLINES' '' -DLINES; do nullstream explain -q --gpu h200 --width 200 $d tests/scenarios/called_sync.cu | grep 'change: '; done
>       change: called_sync.cu:29: move cudaStreamSynchronize out of the function, behind the loop that calls it in line 49, as cudaDeviceSynchronize: 1 call in place of 4
>       change: called_sync.cu:29: move cudaStreamSynchronize out of the function, behind the last call of that, as cudaDeviceSynchronize: 1 call in place of 4
>       change: called_sync.cu:29: leave out cudaStreamSynchronize: cudaDeviceSynchronize in line 53 waits for all of it
>       change: called_sync.cu:29: leave out cudaStreamSynchronize: cudaDeviceSynchronize in line 53 waits for all of it

What memcpy() brings into a buffer from another that CUDA calls use, as i04's "network", is no staging.
$ for i in t16 i04; do nullstream explain -q --gpu h200 tests/outside/$i.cu | grep -A5 staged-copy; done
>   1. staged-copy: memcpy (t16.cu:94, 12 times) takes the host 8724 us to bring 67.5 MiB into
>         stage[1], to be copied in from there in line 95
>       change: page-lock what it reads, 70.5 MiB, once (cudaHostRegister, or cudaMallocHost in place
>         of malloc or new), and copy from there in line 95, where that stays as it is until the copy
>         is done
>       gain: at most 7556 us of 9077 us (83.2 %), a bound: the run as if this cost nothing;
! 1

A wait stays where nothing reads what was copied out and the host works behind it: that work stands for who reads
it (sending a halo, say). Without such work, or where it fills what is copied in next, the wait is as any other.
$ for d in '' -DSYNC -DIDLE -DKNOWN; do nullstream explain -q --gpu h200 --format json $d tests/scenarios/unread.cu | grep -o '"sync-[a-z-]*"\|"change": "[^"\\]*\|"no_gain_because": .*'; done
> "sync-in-loop"
> "change": "take it out of the loop in line 27 and synchronize once behind it; where a stream needs what another one does, cudaStreamWaitEvent keeps the order
> "no_gain_because": "nothing reads what is copied out before it, and the host works behind it: where that work stands for who reads it, it needs the wait"}],
> "sync-in-loop"
> "change": "unread.cu:23: move cudaStreamSynchronize out of the loop, behind it: 1 call in place of 12
> "sync-copy"
> "change": "cudaMemcpyAsync in the stream that uses the data in line 24, from or to pinned memory
> "no_gain_because": "nothing reads what is copied out before it, and the host works behind it: where that work stands for who reads it, it needs the wait", "lesson": "pinned"}],
> "sync-in-loop"
> "change": "unread.cu:27: move cudaStreamSynchronize out of the loop, behind it: 1 call in place of 12
> "sync-in-loop"
> "change": "unread.cu:27: move cudaStreamSynchronize out of the loop, behind it: 1 call in place of 12

A loop that reads the result of each turn: the wait can be made later in the turn, at best; what it takes to
ask for the next turn first is said, whether that gains or not.
$ nullstream explain -q tests/scenarios/turn_result.cu --gpu h200 --assume 31=false | sed -n '/^What to change/,/ends a turn later/p'
> What to change
>   sync-in-loop: cudaStreamSynchronize (turn_result.cu:26, 19 times) holds the host for 2441 us
>         before it asks for more work
>       left as it is: changing it gains nothing: in each turn the host reads the result in line 30,
>         and waits there all the same; to ask for the next turn before it takes two buffers by turns,
>         and a loop that ends by the result ends a turn later
$ nullstream explain -q tests/scenarios/turn_result.cu --gpu h200 --assume 31=false -D MEANWHILE=1 | sed -n '/^What to change/,$p'
> What to change
>   1. sync-in-loop: cudaStreamSynchronize (turn_result.cu:26, 19 times) holds the host for 2439 us
>         before it asks for more work
>       change: turn_result.cu:26: move cudaStreamSynchronize out of the loop, behind it: 1 call in
>         place of 20
>       and turn_result.cu:30: before the host reads the data, cudaEventSynchronize on an event
>         recorded in stream s right after line 25
>       but in each turn the host reads the result in line 30, and waits there all the same; to ask
>         for the next turn before it takes two buffers by turns, and a loop that ends by the result
>         ends a turn later
>       gain: 1520 us of 4219 us (36.0 %), simulated with the change made
>       lesson: who-waits (not written yet)
$ nullstream explain -q tests/scenarios/turn_result.cu --gpu h200 --assume 31=false --format json | grep -o '"turns": "[^"]*"'
> "turns": "in each turn the host reads the result in line 30, and waits there all the same; to ask for the next turn before it takes two buffers by turns, and a loop that ends by the result ends a turn later"
What one finding gains is no other's: g10's cudaHostRegister, g15's copies, g21's division of the SMs. Where
both kinds of kernel are in every stream, and where its stream has the highest priority already, a
stream's priority is no advice (g21, g23).
$ for i in g10 g15; do nullstream explain -q --gpu h200 --width 200 tests/outside/$i.cu | sed -n '/^What to change/,$p' | grep -E '^  [0-9]|gain|left|All'; done
>   1. timed-allocation: cudaHostRegister (g10.cu:84) holds the host for 369 us, before the first kernel; where that is set-up, nvtxRangePush("nullstream") behind it begins the timed part; likewise in 2
>       gain: 520 us of 1633 us (31.8 %), simulated with the change made, each host thread doing what it does now
>   1. sync-copy: cudaMemcpy (g15.cu:89, 496 times) holds the host for 150 ms
>       gain: 4663 us of 158 ms (2.9 %), simulated with the change made
>       left as it is: changing it gains nothing
$ for i in g21 g23; do nullstream explain -q --gpu h200 --width 300 tests/outside/$i.cu | sed -n '/^What to change/,$p' | grep -E '^  [0-9]|change:|gain|All'; done
>   1. full-kernel: apply? (g21.cu:112) has 6048 blocks where 528 fill the device; tile_histogram? (g21.cu:110) of stream st[0] and others wait for room, 1344 us
>       change: launch apply? in line 112 with fewer than 528 blocks that each do more, or launch tile_histogram? with a higher priority of its own (cudaLaunchAttributePriority: its stream launches the other one, too)
>       gain: at most 489 us of 2837 us (17.2 %), a bound: the run as if this cost nothing
>   2. carveout: tile_histogram? (g21.cu:110, 3 times) waits 167 us until apply? (g21.cu:112) has left the SMs, as their shared memory must be divided anew; the driver divides an SM by the shared memory of as many blocks of a kernel as fit; likewise in 1 more line
>       change: cudaFuncSetAttribute(tile_histogram?, cudaFuncAttributePreferredSharedMemoryCarveout, 100) and likewise for apply?, before the first launch
>       gain: 216 us of 2837 us (7.6 %), simulated with the change made
>   All changes of calls and launches together gain at most 489 us of 2837 us (17.2 %)
>       left as it is: changing it gains 54.0 us of 2837 us (1.9 %)
>       left as it is: changing it gains at most 3.95 us of 2837 us (0.14 %)
>       left as it is: changing it gains nothing
>   1. full-kernel: deposit? (g23.cu:129) has 2735 blocks where 1056 fill the device; deposit? (g23.cu:129) of streams[2].s_ waits for room, 3967 us
>       change: launch deposit? in line 129 with fewer than 1056 blocks that each do more
>       gain: at most 3977 us of 63.33 ms (6.3 %), a bound: the run as if this cost nothing
>   2. full-kernel: push? (g23.cu:141) has 2735 blocks where 1056 fill the device; push? (g23.cu:141) of streams[2].s_ waits for room, 3977 us
>       change: launch push? in line 141 with fewer than 1056 blocks that each do more
>       gain: at most 3891 us of 63.33 ms (6.1 %), a bound: the run as if this cost nothing
>   All changes of calls and launches together gain at most 7868 us of 63.33 ms (12.4 %)

Host threads that share the default stream stand behind each other there; where one needs that, nothing is offered.
$ for d in '' -DSHARED; do nullstream explain -q --gpu h200 $d tests/scenarios/shared_default.cu | grep -A4 'default-stream' || echo no; done
>   1. default-stream: 2 host threads share the default stream: relax (shared_default.cu:19) of one
>         and relax (shared_default.cu:19) of another stand behind each other
>       change: compile with nvcc --default-stream per-thread
>       gain: 424 us of 895 us (47.3 %), simulated with the change made
>       lesson: legacy-fence
>   2. sync-copy: cudaMemcpy (shared_default.cu:20) holds the host for 422 us
>       change: shared_default.cu:20: cudaMemcpyAsync instead of cudaMemcpy, in the default stream
> no
Each thread's own default stream is called as the program calls it.
$ printf '#include <thread>\n#pragma nullstream kernel(k) time(100us) reads(x, 4 * n) writes(x, 4 * n)\n__global__ void k(float *x, int n) {}\n#pragma nullstream host(plan) time(80us)\nvoid plan() {}\nvoid work(float *h, float *d, int n)\n{\n    for (int i = 0; i < 4; i++) {\n        plan();\n        h[0] = i;\n        cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, cudaStreamPerThread);\n        k<<<64, 256, 0, cudaStreamPerThread>>>(d, n);\n        cudaStreamSynchronize(cudaStreamPerThread);\n    }\n}\nint main()\n{\n    const int n = 1 << 20;\n    float *h[2], *d[2];\n    for (int i = 0; i < 2; i++)\n        cudaMallocHost(&h[i], n * 4), cudaMalloc(&d[i], n * 4);\n    std::thread a(work, h[0], d[0], n), b(work, h[1], d[1], n);\n    a.join(), b.join();\n}\n' >$TMP/own.cu; nullstream explain -q --gpu h200 $TMP/own.cu | grep -A6 'sync-in-loop'
>   1. sync-in-loop: cudaStreamSynchronize (own.cu:13, 6 times) holds the host for 1144 us before it
>         asks for more work
>       change: own.cu:13: move cudaStreamSynchronize out of the loop, behind it: 2 calls in place of
>         8
>       and own.cu:10: before the host writes to the data, cudaEventSynchronize on an event recorded
>         in cudaStreamPerThread right after line 11
>       gain: 244 us of 1096 us (22.3 %), simulated with the change made
What is allocated in several lines is one change, and one finding.
$ printf '#pragma nullstream kernel(k) time(50us) writes(x, 4)\n__global__ void k(float *x) { *x = 1; }\nstruct layer {\n    float *w = nullptr, *g = nullptr;\n    layer()\n    {\n        cudaMalloc(&w, 1 << 20);\n        cudaMalloc(&g, 1 << 20);\n        cudaMemset(w, 0, 1 << 20);\n    }\n    layer(layer &&o) noexcept : w(o.w), g(o.g) { o.w = o.g = nullptr; }\n    ~layer()\n    {\n        cudaFree(w);\n        cudaFree(g);\n    }\n};\nint main()\n{\n    std::vector<layer> layers;\n    for (int i = 0; i < 3; i++)\n        layers.push_back(layer());\n    for (auto &l : layers)\n        k<<<1, 1>>>(l.w), k<<<1, 1>>>(l.g);\n    cudaDeviceSynchronize();\n}\n' | sed '1i #include <vector>' >$TMP/layers.cu; nullstream explain -q --gpu h200 --width 200 $TMP/layers.cu | sed -n '/^What to change/,$p' | grep 'timed-allocation\|change:\|  and \|gain:'
>   1. timed-allocation: cudaMalloc (layers.cu:8, 2 times) holds the host for 65.5 us, before the first kernel; where that is set-up, nvtxRangePush("nullstream") behind it begins the timed part;
>       change: layers.cu:8: call cudaMalloc before the timed part
>       and layers.cu:9: call cudaMalloc before the timed part
>       gain: 69.1 us of 403 us (17.2 %), simulated with the change made
A thread that waits in a loop for its own stream waits for that behind it, whatever the other threads do.
$ nullstream explain -q --gpu h200 tests/outside/j20.cu | grep -A3 'sync-in-loop'
>   sync-in-loop: cudaStreamSynchronize (j20.cu:99, 15 times) holds the host for 8690 us before it
>         asks for more work
>       left as it is: changing it gains 230 us of 18.69 ms (1.2 %)
>   timed-allocation: cudaFree (j20.cu:107, 2 times) holds the host for 2653 us
Much set-up is one idea, told by its calls and their lines.
$ nullstream explain -q --gpu h200 tests/outside/k07.cu | sed -n '/^What to change/,$p'
> What to change
>   1. timed-allocation: cudaMallocHost (k07.cu:200) holds the host for 545 us, before the first
>         kernel; where that is set-up, nvtxRangePush("nullstream") behind it begins the timed part;
>         likewise in 2 more lines, 678 us in all
>       change: call before the timed part: cudaMalloc (13 times, k07.cu:61, 99, 121, 161, 202 and
>         203), cudaMallocHost (k07.cu:200 and 201)
>       gain: 690 us of 4571 us (15.1 %), simulated with the change made
>       lesson: hidden-fences (not written yet)
>   2. stream-order: h2d 1 MiB (k07.cu:168, 15 times) waits 313 us behind d2h 1 MiB (k07.cu:173) of
>         stream bank.main_, which is about other data
>       change: create one more stream with cudaStreamCreateWithFlags(..., cudaStreamNonBlocking)
>       and k07.cu:168: put cudaMemcpyAsync into the new stream
>       and k07.cu:169: put cudaEventRecord into the new stream
>       and k07.cu:168: before it, cudaStreamWaitEvent in the new stream for an event recorded in
>         stream bank.main_ right after line 172
>       gain: 295 us of 4571 us (6.5 %), simulated with the change made
>       lesson: pipeline
>   All changes of calls and launches together gain 985 us of 4571 us (21.5 %)
Branches that only print, behind all work, do not keep gains from being known.
$ nullstream explain -q --gpu h200 tests/outside/k22.cu | grep -c 'gain: not known'
> 0
! 1

A launch that lacks its stream gets that of its data, by the words that stand beside it, whatever else
would gain as much: in a loop, as the second kernel of a pipeline, in a function, in a lambda, and two of
them. In a function that is not given the stream there is nothing to name, and the other ways are left.

$ for how in 0 1 2 4 5; do nullstream explain -q --gpu h200 tests/scenarios/no_stream.cu -D HOW=$how --width 130 | grep -E '(overlap|cut) | [0-9]\. |change:|^ +and [a-z_]+.cu|gain:|left as'; done
> Only 17.1 % of the possible overlap is reached: scale and 2 more are in the default stream (no_stream.cu:67). Launches in the
>   streams of their data would cut 1643 to 565 us.
>   1. default-stream: scale (no_stream.cu:67) is in the default stream and holds back d2h 1 MiB (no_stream.cu:68)
>       change: no_stream.cu:67: launch scale in streams[i], the stream of the copy in line 66 whose data it takes
>       gain: 1078 us of 1643 us (65.6 %), simulated with the change made
> Only 7.9 % of the possible overlap is reached: shift and 2 more are in the default stream (no_stream.cu:79). Launches in the
>   streams of their data would cut 3469 to 1020 us.
>   1. default-stream: shift (no_stream.cu:79) is in the default stream and holds back d2h 1 MiB (no_stream.cu:81)
>       change: no_stream.cu:79: launch shift in streams[i], the stream of the kernel in line 74 whose data it takes
>       gain: 2449 us of 3469 us (70.6 %), simulated with the change made
> Only 12.2 % of the possible overlap is reached: shift and 2 more are in the default stream (no_stream.cu:37). Launches in the
>   streams of their data would cut 2243 to 715 us.
>   1. default-stream: shift (no_stream.cu:37) is in the default stream and holds back d2h 1 MiB (no_stream.cu:38)
>       change: no_stream.cu:37: launch shift in l->stream, the stream of the copy in line 36 whose data it takes
>       gain: 1528 us of 2243 us (68.1 %), simulated with the change made
> Only 12.2 % of the possible overlap is reached: shift and 2 more are in the default stream (no_stream.cu:87). Launches in the
>   streams of their data would cut 2243 to 715 us.
>   1. default-stream: shift (no_stream.cu:87) is in the default stream and holds back d2h 1 MiB (no_stream.cu:88)
>       change: no_stream.cu:87: launch shift in stream, the stream of the copy in line 86 whose data it takes
>       gain: 1528 us of 2243 us (68.1 %), simulated with the change made
> Only 7.7 % of the possible overlap is reached: shift and 14 more are in the default stream (no_stream.cu:79). Launches in the
>   streams of their data would cut 3461 to 1020 us.
>   1. default-stream: scale (no_stream.cu:72) is in the default stream and waits for h2d 1 MiB (no_stream.cu:70); likewise in 1
>       change: no_stream.cu:72: launch scale in streams[i], the stream of the copy in line 70 whose data it takes
>       and no_stream.cu:79: launch shift in streams[i], the stream of the copy in line 70 whose data it takes
>       gain: 2441 us of 3461 us (70.5 %), simulated with the change made
$ nullstream explain -q --gpu h200 tests/scenarios/no_stream.cu -D HOW=3 --width 130 | sed -n '2,3p;/^What to change/,$p'
> Only 7.9 % of the possible overlap is reached: shift and 2 more are in the default stream (no_stream.cu:43). A non-blocking stream
>   would cut 3469 to 1980 us.
> What to change
>   1. default-stream: shift (no_stream.cu:43) is in the default stream and holds back d2h 1 MiB (no_stream.cu:81)
>       change: no_stream.cu:56: create streams[0] to streams[3] with cudaStreamCreateWithFlags(..., cudaStreamNonBlocking)
>       and no_stream.cu:70: before it, cudaStreamWaitEvent in streams[0] to streams[3] for an event recorded in the default stream
>         right after line 61
>       and no_stream.cu:43: before it, cudaStreamWaitEvent in the default stream for an event recorded in whichever of streams[0]
>         to streams[3] has the data, right after line 74
>       and no_stream.cu:81: before it, cudaStreamWaitEvent in streams[0] to streams[3] for an event recorded in the default stream
>         right after line 43
>       and no_stream.cu:93: before it, cudaStreamWaitEvent in the default stream for an event recorded in streams[0] to streams[3]
>         right after line 81
>       gain: 1476 us of 3469 us (42.5 %), simulated with the change made
>       lesson: legacy-fence
>   2. together: hidden-fence and stream-count
>       change: LANES = 8 in line 10, with which 28 MiB are allocated at once instead of 20 MiB
>       and no_stream.cu:61: put cudaEventRecord into streams[0]
>       and no_stream.cu:43: put the launch into streams[0] to streams[7]
>       and no_stream.cu:93: put cudaEventRecord into streams[3]
>       and no_stream.cu:70: before it, cudaStreamWaitEvent in streams[1] to streams[7] for an event recorded in streams[0] right
>         after line 61
>       and no_stream.cu:93: before it, cudaStreamWaitEvent in streams[3] for an event recorded in streams[0] to streams[7] right
>         after line 81
>       gain: 2759 us of 3469 us (79.5 %), simulated with both changes made; alone hidden-fence gains 2453 us and stream-count gains
>         1.47 us
>       lesson: hidden-fences (not written yet)
>       lesson: how-many (not written yet)
$ nullstream predict -q --gpu h200 --format program -o $TMP/no_stream.nsp tests/scenarios/no_stream.cu; nullstream explain -q --gpu h200 $TMP/no_stream.nsp --width 130 | grep -E 'change:|gain:'
>       change: no_stream.cu:67: launch scale in streams[0] to streams[3], the stream of the copy in line 66 whose data it takes
>       gain: 1078 us of 1643 us (65.6 %), simulated with the change made
What is freed while work is still asked for is no result: the memory that each step allocates can be
allocated once.
$ nullstream explain -q --gpu h200 --width 120 tests/scenarios/temporaries.cu | sed -n '1p;/^What to change/,$p'
> predicted for NVIDIA H200, profile h200
> What to change
>   1. timed-allocation: cudaFree (temporaries.cu:22, 24 times) holds the host for 1979 us; likewise in 2 more lines, 2801
>         us in all
>       change: temporaries.cu:30: call cudaMalloc before the timed part
>       and temporaries.cu:18: call cudaMalloc before the timed part, a buffer for each of stream s[0] to s[3], used again
>         only there
>       and temporaries.cu:22: call cudaFree after the timed part
>       gain: 2725 us of 3160 us (86.2 %), simulated with the change made
>       lesson: hidden-fences (not written yet)
A pool that gives back what the next turn asks for again.
$ nullstream explain -q --gpu h200 --width 120 tests/pitfalls/pool-threshold.cu | sed -n '/^What to change/,/gain:/p'
> What to change
>   1. pool-threshold: cudaMallocAsync (pool-threshold.cu:23, 19 times) holds the host for 1430 us to take memory that its
>         pool gave back when the host waited
>       change: pool-threshold.cu:23: before it, once, cudaMemPoolSetAttribute with cudaMemPoolAttrReleaseThreshold and
>         UINT64_MAX, of cudaDeviceGetDefaultMemPool's pool
>       gain: 3777 us of 6166 us (61.3 %), simulated with the change made
$ nullstream explain -q --gpu h200 --width 120 tests/pitfalls/pool-threshold-fixed.cu | grep -c pool-threshold:
> 0
! 1
That a microsecond of something else runs beside it changes nothing.
$ nullstream explain -q --gpu h200 tests/scenarios/undivided_beside.cu | sed -n '/Hardly anything runs/,$p'
>   Hardly anything runs at the same time. Where parts of the data can be worked on by themselves:
>         divide the work into chunks, each with its copies and kernels in a stream of its own; to run
>         all machines side by side gains at most 916 us of 1531 us (59.9 %)
>       lesson: pipeline
Nor what the host does between its questions: with less to wait for it does less of it.
$ nullstream explain -q --gpu h200 -D POLL=1 tests/scenarios/undivided_beside.cu | grep 'machines side by side'
>         all machines side by side gains at most 916 us of 1616 us (56.7 %)
$ nullstream explain -q --gpu h200 -D POLL=2 tests/scenarios/undivided_beside.cu | grep 'machines side by side'
>         all machines side by side gains at most 916 us of 1623 us (56.4 %)

A timer of one thread is told to wait for that thread's work, not for what another one has the device do.
$ for d in '' '-D BOTH'; do nullstream explain -q --gpu h200 $d --width 200 tests/scenarios/timer_beside.cu | grep -A2 host-timer; done
>   1. host-timer: the host clock is read in line 32 while request (timer_beside.cu:28) still runs: since line 27 it counts 5.39 us, the work takes 27.7 us
>       change: to time the work, cudaStreamSynchronize(high) before the clock is read in line 32, or cudaEventRecord before and behind the work
>       lesson: timing (not written yet)
>   1. host-timer: the host clock is read in line 32 while request (timer_beside.cu:30) still runs: since line 27 it counts 9.41 us, the work takes 31.7 us
>       change: to time the work, cudaStreamSynchronize() of each stream that its work is in before the clock is read in line 32, or cudaEventRecord before and behind the work
>       lesson: timing (not written yet)

What a thread does until another one says that it is over does not bound that; and beside changes that gain little of it, it is
named as well.
$ nullstream explain -q --gpu h200 tests/scenarios/refilled_cache.cu | sed -n '/Nothing runs/,$p'
>   Nothing runs at the same time. Where parts of the data can be worked on by themselves: divide the
>         work into chunks, each with its copies and kernels in a stream of its own; to run all
>         machines side by side gains at most 1896 us of 2907 us (65.2 %)
>       lesson: pipeline
$ nullstream explain -q --gpu h200 -D WAITS tests/scenarios/refilled_cache.cu | sed -n '/^What to change/,$p'
> What to change
>   1. sync-in-loop: cudaStreamSynchronize (refilled_cache.cu:31, 9 times) holds the host for 2368 us
>         before it asks for more work
>       change: refilled_cache.cu:31: move cudaStreamSynchronize out of the loop, behind it: 1 call in
>         place of 10
>       gain: 64.3 us of 2971 us (2.2 %), simulated with the change made
>       lesson: who-waits (not written yet)
>   timed-allocation: cudaMalloc (refilled_cache.cu:39, 8 times) holds the host for 411 us
>       left as it is: changing it gains 53.7 us of 2971 us (1.8 %), each host thread doing what it
>         does now
>   Nothing runs at the same time. Where parts of the data can be worked on by themselves: divide the
>         work into chunks, each with its copies and kernels in a stream of its own; to run all
>         machines side by side gains at most 1968 us of 2971 us (66.2 %)
>       lesson: pipeline

What ends only some turns, with a wait behind it, is no part of what a graph takes in.
$ nullstream explain -q --gpu h200 --width 200 tests/scenarios/some_turns_end.cu | grep 'capture the sequence'
>       change: capture the sequence in lines 19 to 20 into a CUDA graph and launch that; to merge the short kernels into one gains more still

Rows with a pitch are allocated before the timed part like other memory.
$ nullstream explain -q --gpu h200 tests/scenarios/pitched_scratch.cu | sed -n '/^What to change/,$p'
> What to change
>   1. timed-allocation: cudaFree (pitched_scratch.cu:25, 8 times) holds the host for 834 us; likewise
>         in 1 more line, 1096 us in all
>       change: pitched_scratch.cu:21: call cudaMallocPitch before the timed part, a buffer for each
>         of stream[0] and stream[1], used again only there
>       and pitched_scratch.cu:25: call cudaFree after the timed part
>       gain: 832 us of 1150 us (72.3 %), simulated with the change made
>       lesson: hidden-fences (not written yet)

What page-locking takes: small buffers are cut from chunks of 2 MiB, whichever thread asks for them.
$ for k in 1 200 1024 4096; do nullstream explain -q --gpu h200 -D KIB=$k --width 300 tests/scenarios/small_results.cu | grep 'gain:.*page-lock'; done
>       gain: 1546 us of 3156 us (49.0 %), simulated with the change made; page-locking it takes 608 us with cudaHostRegister where it is, with cudaMallocHost 684 us
>       gain: 1378 us of 3138 us (43.9 %), simulated with the change made; page-locking it takes 660 us
>       gain: 3037 us of 6721 us (45.2 %), simulated with the change made; page-locking it takes 1101 us with cudaHostRegister where it is, with cudaMallocHost 2723 us
>       gain: 5974 us of 18.72 ms (31.9 %), simulated with the change made; page-locking it takes 1858 us with cudaHostRegister where it is, with cudaMallocHost 11.40 ms, more than it gains in one run

A bound is not passed by what it bounds: 32768 blocks of a thread an element take longer than their bytes need, and the line is
changed in all streams at once.
$ nullstream explain -q --gpu h200 tests/scenarios/brief_probes.cu | grep 'gain:'
>       gain: at most 291 us of 943 us (30.9 %), a bound: the run as if this cost nothing
$ for blocks in 132 264 500; do nullstream predict -q --gpu h200 -D BLOCKS=$blocks tests/scenarios/brief_probes.cu | grep '^wall'; done
> wall     737 us, span 726 us
> wall     715 us, span 705 us
> wall     681 us, span 670 us

# Changes that are worth nothing alone (company_test holds the gains against the programs by hand).
$ nullstream explain -q --gpu h200 tests/scenarios/waits_in_one.cu --width 100 | sed -n '/What to change/,$p'
> What to change
>   1. together: sync-in-loop and unused-streams
>       change: waits_in_one.cu:30: move cudaStreamSynchronize out of the loop, behind it, as
>         cudaDeviceSynchronize: 1 call in place of 8
>       and waits_in_one.cu:27: put cudaMemcpyAsync into streams[0] and streams[1], in each turn of
>         the loop into the next
>       and waits_in_one.cu:28: put the launch into streams[0] and streams[1], in each turn of the
>         loop into the next
>       and waits_in_one.cu:29: put cudaMemcpyAsync into streams[0] and streams[1], in each turn of
>         the loop into the next
>       gain: 1934 us of 3967 us (48.8 %), simulated with both changes made; alone sync-in-loop gains
>         16.0 us and unused-streams gains nothing
>       lesson: who-waits (not written yet)
>       lesson: pipeline
>   sync-in-loop: cudaStreamSynchronize (waits_in_one.cu:30, 7 times) holds the host for 3405 us
>         before it asks for more work
>       left as it is: changing it alone gains 16.0 us of 3967 us (0.40 %)
>   unused-streams: streams[1] is made in line 24 and never used: all work is put into streams[0]
>       left as it is: changing it alone gains nothing
$ nullstream explain -q --gpu h200 tests/scenarios/pageable_one.cu --width 100 | sed -n '/together/,$p'
>   2. together: pageable-copy and stream-count
>       change: STREAMS = 8 in line 9, if it is free to choose: nothing compares what other parts
>         compute
>       and allocate host once with cudaMallocHost (and free it with cudaFreeHost)
>       gain: 6635 us of 7420 us (89.4 %), simulated with both changes made; alone pageable-copy gains
>         3469 us and stream-count gains nothing; page-locking it takes 652 us with cudaHostRegister
>         where it is, with cudaMallocHost 5611 us
>       lesson: pinned
>       lesson: how-many (not written yet)
$ nullstream explain -q --gpu h200 tests/scenarios/waits_in_one.cu --format json | grep -A1 '"company"' | cut -c1-200
>  "company": {"gain_us": 1934.481, "parts": [{"rule": "sync-in-loop", "alone_gain_us": 16.023}, {"rule": "unused-streams", "alone_gain_us": 0.000, "lesson": "pipeline"}], "change": "waits_in_one.cu:30:
>  "waits": [

A stream's order is seen through what is short between the two: a copy of 4 bytes stands between the filter and the next
part, which waits for the filter. What its own stream gains is what the program does that has one: 1408 - 1040.
$ for d in 0 1; do nullstream predict -q --gpu h200 -D APART=$d tests/scenarios/stream_between.cu | grep ^wall; done; nullstream explain -q --gpu h200 tests/scenarios/stream_between.cu | sed -n '/^What to change/,/lesson/p'
> wall     1408 us, span 1397 us
> wall     1040 us, span 1030 us
> What to change
>   1. stream-order: h2d 4 MiB (stream_between.cu:55, 7 times) waits 490 us behind filter
>         (stream_between.cu:60) of stream feed, which is about other data
>       change: create one more stream with cudaStreamCreateWithFlags(..., cudaStreamNonBlocking)
>       and stream_between.cu:55: put cudaMemcpyAsync into the new stream
>       and stream_between.cu:54: put cudaStreamWaitEvent into the new stream
>       and stream_between.cu:60: before it, cudaStreamWaitEvent in stream feed for an event recorded
>         in the new stream right after line 55
>       gain: 367 us of 1408 us (26.1 %), simulated with the change made
>       lesson: pipeline

What waits behind launches of its own line needs fewer blocks; a higher priority than its own a launch can't have.
$ nullstream explain -q --gpu h200 tests/outside/r23.cu | grep -A3 ' full-kernel'
>   1. full-kernel: layer_norm (r23.cu:85) has 6144 blocks where 528 fill the device; layer_norm
>         (r23.cu:85) of stream stages[1].stream waits for room, 279 us
>       change: launch layer_norm in line 85 with fewer than 528 blocks that each do more
>       gain: at most 867 us of 3379 us (25.7 %), a bound: the run as if this cost nothing

Where what the data needs takes many lines for less than a hundredth of the time each, no order is changed: r11's took
twelve for 6.7 %.
$ nullstream explain -q --gpu h200 tests/outside/r11.cu | sed '1,/^What to/d' | grep -o '^  [0-9][^(]*[^( ]'
>   1. host-bound: 836 calls take the host 1204 us, most of it to ask for advance
>   2. timed-allocation: cudaMalloc
Naps in front of a loop that naps between two looks are no turns of it: however many, page-locking gains the same
(from the source with the other allocation: 7590 us to 7456 us, with two naps a turn to 7612 us).
$ printf '#include "nullstream.cuh"\n#include <atomic>\n#include <chrono>\n#include <thread>\n__global__ void k() { spin_us(50); }\nstatic void nap() { std::this_thread::sleep_for(std::chrono::microseconds(100)); }\nstatic void upload(void *d, char *h)\n{\n    for (int i = 0; i < 12; i++) {\n        cudaMemcpyAsync(d, h, 1 << 20, cudaMemcpyHostToDevice, 0);\n        k<<<1, 32>>>();\n    }\n}\nint main()\n{\n    std::atomic<int> flag{0};\n    char *h = new char[1 << 20];\n    void *d;\n    cudaMalloc(&d, 1 << 20);\n    std::thread t([&] {\n        host_work_us(6400);\n        flag.store(1, std::memory_order_release);\n    });\n    upload(d, h);\n    for (int i = 0; i < PRE; i++)\n        nap();\n    while (!flag.load(std::memory_order_acquire))\n        for (int i = 0; i < EACH; i++)\n            nap();\n    upload(d, h);\n    cudaDeviceSynchronize();\n    t.join();\n}\n' >$TMP/naps.cu; for d in '-D EACH=1 -D PRE=0' '-D EACH=1 -D PRE=16' '-D EACH=1 -D PRE=32' '-D EACH=2 -D PRE=0' '-D EACH=2 -D PRE=8' '-D EACH=2 -D PRE=32'; do nullstream explain -q --gpu h200 $d --format json $TMP/naps.cu | grep -o '"gain_us": [-0-9.]*' | head -1; done
> "gain_us": 134.058
> "gain_us": 134.058
> "gain_us": 134.058
> "gain_us": -22.209
> "gain_us": -22.209
> "gain_us": -22.209
A program file tells how many calls a turn made, too.
$ for d in '-D EACH=1 -D PRE=16' '-D EACH=1 -D PRE=33' '-D EACH=2 -D PRE=8'; do nullstream predict -q --gpu h200 $d -o $TMP/naps.nsp $TMP/naps.cu; grep -o 'each=.' $TMP/naps.nsp; nullstream explain -q --gpu h200 --format json $TMP/naps.nsp | grep -o '"gain_us": [-0-9.]*' | head -1; done
> each=1
> "gain_us": 134.058
> each=1
> "gain_us": 134.058
> each=2
> "gain_us": -22.209
A wait in no loop that stands in one line with one that is is none of its turns.
$ printf '#include "nullstream.cuh"\n#include <thread>\n__global__ void k(int us) { spin_us(us); }\nstatic void work(int id)\n{\n    cudaStream_t s;\n    cudaStreamCreate(&s);\n    for (int i = 0; i < 6; i++) { k<<<1, 32, 0, s>>>(100); cudaStreamSynchronize(s); } if (id == 1) cudaDeviceSynchronize();\n}\nint main()\n{\n    std::thread a(work, 0), b(work, 1);\n    a.join(), b.join();\n    k<<<1, 32>>>(1);\n    cudaDeviceSynchronize();\n}\n' >$TMP/one_line.cu; nullstream explain -q --gpu h200 --width 120 $TMP/one_line.cu | grep -E 'change:|and one_line|gain:'
>       change: one_line.cu:8: move cudaStreamSynchronize out of the loop, behind it: 2 calls in place of 12
>       gain: 44.4 us of 731 us (6.1 %), simulated with the change made
A loop in one line: the event is that of the copy, whose turns are not the launch's. Of two copies there it is known by
their columns which is meant; a program without those is offered nothing that would need to know it.
$ printf '#include "nullstream.cuh"\n#include <cstring>\n__global__ void k(char *d) { spin_us(100); }\nint main()\n{\n    const size_t n = 8 << 20;\n    char *d, *e, *g, *h, *from = new char[8 * n];\n    cudaStream_t s;\n    cudaMalloc(&d, n), cudaMalloc(&e, n), cudaMallocHost(&g, n), cudaMallocHost(&h, n);\n    cudaStreamCreate(&s);\n#ifdef TWICE\n    for (int i = 0; i < 8; i++) { memcpy(h, from + i * n, n); cudaMemcpyAsync(d, h, n, cudaMemcpyHostToDevice, s); cudaMemcpyAsync(e, g, n, cudaMemcpyHostToDevice, s); k<<<1, 32, 0, s>>>(d); cudaStreamSynchronize(s); }\n#else\n    for (int i = 0; i < 8; i++) { memcpy(h, from + i * n, n); cudaMemcpyAsync(d, h, n, cudaMemcpyHostToDevice, s); k<<<1, 32, 0, s>>>(d); cudaStreamSynchronize(s); }\n#endif\n}\n' >$TMP/turns.cu; for d in '' '-D TWICE'; do nullstream predict -q --gpu h200 $d --format program -o $TMP/turns.nsp $TMP/turns.cu; sed 's/ column=[0-9]*//' $TMP/turns.nsp >$TMP/bare.nsp; for p in "$d $TMP/turns.cu" $TMP/bare.nsp; do echo "${p##*/}:"; nullstream explain -q --gpu h200 --width 190 $p | grep -A5 'sync-in-loop' | grep -E 'change:|and turns|gain:|sync-in|no change|calls stand'; done; done
> turns.cu:
>   2. sync-in-loop: cudaStreamSynchronize (turns.cu:14, 7 times) holds the host for 1786 us before it asks for more work
>       change: turns.cu:14: move cudaStreamSynchronize out of the loop, behind it: 1 call in place of 8
>       and turns.cu:14: before the host writes to the data, cudaEventSynchronize on an event recorded in stream s right after cudaMemcpyAsync in line 14
>       gain: 731 us of 8911 us (8.2 %), simulated with the change made
> bare.nsp:
>   1. sync-in-loop: cudaStreamSynchronize (turns.cu:14, 7 times) holds the host for 1786 us before it asks for more work
>       change: turns.cu:14: move cudaStreamSynchronize out of the loop, behind it: 1 call in place of 8
>       and turns.cu:14: before the host writes to the data, cudaEventSynchronize on an event recorded in stream s right after cudaMemcpyAsync in line 14
>       gain: 731 us of 8911 us (8.2 %), simulated with the change made
> turns.cu:
>   2. sync-in-loop: cudaStreamSynchronize (turns.cu:12, 7 times) holds the host for 2850 us before it asks for more work
>       change: turns.cu:12: move cudaStreamSynchronize out of the loop, behind it: 1 call in place of 8
>       and turns.cu:12: before the host writes to the data, cudaEventSynchronize on an event recorded in stream s right after cudaMemcpyAsync in line 12, column 63
>       gain: 1809 us of 10.14 ms (17.8 %), simulated with the change made
> bare.nsp:
>   sync-in-loop: cudaStreamSynchronize (turns.cu:12, 7 times) holds the host for 2850 us before it asks for more work
>       no change is offered: the loop's calls stand in one line, and it is not known in which columns: which turn's event is meant cannot be said
Copies in and out count together as what copies take.
$ printf '#include "nullstream.cuh"\n__global__ void k(float *p) { spin_us(2000); }\nint main()\n{\n    float *d, *h;\n    cudaStream_t s;\n    cudaMallocHost(&h, 64 << 20), cudaMalloc(&d, 64 << 20);\n    cudaStreamCreate(&s);\n    for (int i = 0; i < 4; i++) {\n        cudaMemcpyAsync(d, h, BYTES, cudaMemcpyHostToDevice, s);\n        k<<<1, 32, 0, s>>>(d);\n        cudaMemcpyAsync(h, d, BYTES, cudaMemcpyDeviceToHost, s);\n    }\n    cudaStreamSynchronize(s);\n}\n' >$TMP/both.cu; for n in 18 21 22; do nullstream explain -q --gpu h200 -D "BYTES=(1 << $n)" $TMP/both.cu | grep -o 'Copies take only.*so\|divide the'; done
> Copies take only 53.9 us, so
> Copies take only 321 us, so
> divide the
