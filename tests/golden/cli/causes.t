The cause in the first line. Each step of four streams ends with something short, and one mistake makes the
steps run one after the other; it is charged with all that it makes the next step wait for, not only with
what ends last. Without a mistake (0) no cause is worth that much.
$ for shape in 1 2; do for mistake in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do nullstream predict -q --width 200 --gpu h200 tests/scenarios/short_ends.cu -D SHAPE=$shape -D MISTAKE=$mistake | grep overlap | sed -n 1p; done; done
> 71.6 % of the possible overlap is reached: d2d 1 MiB (short_ends.cu:63) waits for step before it in its stream.
> Nothing overlapped: the host waits in cudaFree (short_ends.cu:67), 24 times, before it asks for d2d 1 MiB.
> Nothing overlapped: the host waits in cudaDeviceSynchronize (short_ends.cu:69), 24 times, before it asks for d2d 1 MiB.
> Nothing overlapped: the host waits in cudaStreamSynchronize (short_ends.cu:71), 24 times, before it asks for d2d 1 MiB.
> Nothing overlapped: the host waits in cudaMemcpy (short_ends.cu:73), 24 times, before it asks for d2d 1 MiB.
> Nothing overlapped: the host waits in cudaMemcpyAsync (short_ends.cu:75), 24 times, before it asks for d2d 1 MiB.
> Nothing overlapped: library is in the default stream (short_ends.cu:77). A non-blocking stream would cut 1624 to 461 us.
> Nothing overlapped: memset 4 KiB is in the default stream (short_ends.cu:79). A non-blocking stream would cut 1536 to 426 us.
> Nothing overlapped: record done is in the default stream (short_ends.cu:81). A non-blocking stream would cut 1540 to 424 us.
> Nothing overlapped: report is in the default stream (short_ends.cu:83). A non-blocking stream would cut 2356 to 465 us.
> Nothing overlapped: the host waits in cudaMemcpyToSymbol (short_ends.cu:85), 24 times, before it asks for d2d 1 MiB.
> Nothing overlapped: the host waits in cudaEventSynchronize (short_ends.cu:88), 24 times, before it asks for d2d 1 MiB.
> Nothing overlapped: the host waits in cudaStreamQuery (short_ends.cu:91), 24 times, before it asks for d2d 1 MiB.
> Nothing overlapped: d2d 1 MiB (short_ends.cu:58) was told to wait for an event behind d2d 1 MiB.
> Nothing overlapped: free and 24 more are in the default stream (short_ends.cu:101).
> Nothing overlapped: h2d 4 KiB is in the default stream (short_ends.cu:104). A non-blocking stream would cut 1528 to 428 us.
> Nothing overlapped: the host waits in cudaStreamSynchronize (short_ends.cu:106), 24 times, before it asks for d2d 1 MiB.
> 92.7 % of the possible overlap is reached.
> Nothing overlapped: the host waits in cudaFree (short_ends.cu:67), 24 times, before it asks for memset 1 MiB.
> Nothing overlapped: the host waits in cudaDeviceSynchronize (short_ends.cu:69), 24 times, before it asks for memset 1 MiB.
> Nothing overlapped: the host waits in cudaStreamSynchronize (short_ends.cu:71), 24 times, before it asks for memset 1 MiB.
> Nothing overlapped: the host waits in cudaMemcpy (short_ends.cu:73), 24 times, before it asks for memset 1 MiB.
> Nothing overlapped: the host waits in cudaMemcpyAsync (short_ends.cu:75), 24 times, before it asks for memset 1 MiB.
> Nothing overlapped: library is in the default stream (short_ends.cu:77). A non-blocking stream would cut 2232 to 606 us.
> Nothing overlapped: memset 4 KiB is in the default stream (short_ends.cu:79). A non-blocking stream would cut 2153 to 606 us.
> Nothing overlapped: record done is in the default stream (short_ends.cu:81). A non-blocking stream would cut 2092 to 606 us.
> Nothing overlapped: report is in the default stream (short_ends.cu:83). A non-blocking stream would cut 2902 to 605 us.
> Nothing overlapped: the host waits in cudaMemcpyToSymbol (short_ends.cu:85), 24 times, before it asks for memset 1 MiB.
> Nothing overlapped: the host waits in cudaEventSynchronize (short_ends.cu:88), 24 times, before it asks for memset 1 MiB.
> Nothing overlapped: the host waits in cudaStreamQuery (short_ends.cu:91), 24 times, before it asks for memset 1 MiB.
> Nothing overlapped: memset 1 MiB (short_ends.cu:60) was told to wait for an event behind d2h 1 MiB.
> Nothing overlapped: free and 24 more are in the default stream (short_ends.cu:101).
> Nothing overlapped: h2d 4 KiB is in the default stream (short_ends.cu:104). A non-blocking stream would cut 2145 to 606 us.
> Nothing overlapped: the host waits in cudaStreamSynchronize (short_ends.cu:106), 24 times, before it asks for memset 1 MiB.
The share of the fences and the list say the same, and a record that is alone in the default stream is named.
$ nullstream explain -q --width 120 --gpu h200 tests/scenarios/short_ends.cu -D SHAPE=1 -D MISTAKE=8 | grep -E -A 1 '^  (legacy-fence|stream|waiting at fences)'
>   legacy-fence, short_ends.cu:58: 23 operations waited during 1452 us, each at most 1141 us (d2d 1 MiB); 1207 us of it
>     on the critical path
> --
>   stream, short_ends.cu:63: 24 operations waited during 1514 us, each at most 1188 us (d2d 1 MiB); 56.7 us of it on the
>     critical path
> --
>   stream, short_ends.cu:61: 23 operations waited during 1451 us, each at most 1140 us (step); 20.1 us of it on the
>     critical path
>   legacy-fence, short_ends.cu:81: 24 operations waited during 1516 us, each at most 1191 us (record done); 3.65 us of it
>     on the critical path
> --
>   waiting at fences          1211 us   78.6 %  23 times d2d 1 MiB (line 58), 1 more line
>   CUDA calls of the host     11.1 us   0.72 %  d2d 1 MiB (line 58), 1 more line
Turns that go by a number which the host reads in each: what to do about that, and nothing of chunks;
where it reads the data itself, those.
$ for d in 0 1; do nullstream explain --gpu h200 -D DATA=$d tests/scenarios/dots.cu | sed -n '2,3p;/^  In each turn/,$p;/^  Nothing runs/,$p'; done
> Nothing overlapped: for 38.4 % of the span nothing runs, as the host waits in cudaMemcpy
>   (dots.cu:36), 20 times, for 4 B before it asks for more.
>   In each turn the host waits for a few bytes, 20 times, and the device for the host: leave on the
>         device what only kernels need (a factor that the next one reads through a pointer), and read
>         what ends the loop only every so many turns; without these waits the run gains at most 409
>         us of 995 us (41.1 %)
>       lesson: host-bound (not written yet)
> Nothing overlapped: all work is in one stream, default.
> 
>   Nothing runs at the same time. Where parts of the data can be worked on by themselves: divide the
>         work into chunks, each with its copies and kernels in a stream of its own; to run all
>         machines side by side gains at most 827 us of 1380 us (59.9 %)
>       lesson: pipeline
One stream that is busy nearly all the time with what goes one after the other.
$ nullstream explain --gpu h200 tests/scenarios/own_order.cu | sed -n '2,3p;/^  Bound/p;/^  No change/,$p'
> Hardly more can overlap as the streams are: the 8 operations of stream comm take 720 us, one after
>   the other, of a span of 731 us.
>   Bound by one stream's own order: its 8 operations take 720 us, 98.5 % of the span.
>   No change that these rules know gains 2 %; the bound is one stream's own order. `--what-if` tries
>         more.
Prefetches wait for each other, not for a copy engine.
$ printf '#include "nullstream.cuh"\nint main() {\n  float *x[2]; cudaStream_t s[2];\n  for (int i = 0; i < 2; i++) {\n    cudaMallocManaged(&x[i], 8 << 20); cudaStreamCreate(&s[i]);\n    for (int j = 0; j < 2 << 20; j += 1024) x[i][j] = j;\n  }\n  for (int i = 0; i < 2; i++) cudaMemPrefetchAsync(x[i], 8 << 20, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, s[i]);\n  cudaDeviceSynchronize();\n}\n' >$TMP/pages.cu; nullstream explain --gpu h200 $TMP/pages.cu | grep -A2 "^  copy-engine"; nullstream explain --gpu h200 $TMP/pages.cu | grep -c "copy engine"
>   copy-engine, pages.cu:8: h2d 8 MiB waited 140 us; 140 us of it on the critical path
>      (the driver moves the pages of one prefetch after the other)
>      h2d 8 MiB waited 140 us: copy-engine (h2d 8 MiB, line 8, stream s[0])
> 0
! 1
Behind what a line's frees wait for now this comes and now that: the first line names what comes mostly, not
what once waited longest.
$ nullstream predict -q --gpu h200 tests/scenarios/rarely_cleared.cu | sed -n 2p
> Nothing overlapped: first (rarely_cleared.cu:41) waits for second before it in its stream.
Where the change that the cause suggests was tried and gains less than a hundredth, it says so.
$ for i in histograms reset_signal waits_in_one; do nullstream predict -q --width 200 --gpu h200 tests/scenarios/$i.cu | sed -n 2p; done
> Only 44.9 % of the possible overlap is reached: sum and 9 more are in the default stream (histograms.cu:35). Launches in the streams of their data alone would gain no more than 2.66 us of 1892 us.
> 67.3 % of the possible overlap is reached: bad is in the default stream (reset_signal.cu:27). A non-blocking stream alone would gain nothing.
> Nothing overlapped: all work is in one stream, streams[0]. The streams that are made and not used alone would gain nothing.
Calls for memory in the timed part are named where they take a tenth of the wall time and what else can be
changed costs less: beside a cause that is none (v05), a dependency (v01), several lines (e08, g24), less
costly waits (d18); not where what is named costs more (f14), or takes less than a tenth (v02).
$ for p in v05 v01 e08 g24 d18 f14 v02; do nullstream predict -q --gpu h200 --width 300 tests/outside/$p.cu | grep -m 1 overlap; done
> 90.9 % of the possible overlap is reached. cudaMallocHost (v05.cu:73) takes 18.6 % of the wall time.
> 53.9 % of the possible overlap is reached: sgd (v01.cu:127) waits for backward before it in its stream. 4 calls of cudaMallocHost (v01.cu:102) take 18.7 % of the wall time.
> Only 42.0 % of the possible overlap is reached: trace (e08.cu:135) was told to wait for an event behind refit. Calls for memory take 18.8 % of the wall time, the largest part of that 4 calls of cudaMalloc (e08.cu:113).
> 96.6 % of the possible overlap is reached. Calls for memory take 18.6 % of the wall time, most of that 4 calls of cudaMallocHost (g24.cu:105).
> Only 40.7 % of the possible overlap is reached: the host waits in cudaStreamSynchronize (d18.cu:64), 9 times, before it asks for potrf. 27 calls of cudaMalloc (d18.cu:41) take 28.7 % of the wall time.
> Only 5.6 % of the possible overlap is reached: h2d 8 MiB (f14.cu:103) and 1 more copy use pageable memory, which holds up the host. Pinned memory would cut 3059 to 1363 us; page-locking it takes 372 us.
> Nothing overlapped: for 17.1 % of the span nothing runs, as the host waits in cudaStreamSynchronize (v02.cu:89), 4 times, for 4 B before it asks for more.
Waits that nobody ended before their time was over have a row of their own, as the first line names them.
$ nullstream explain -q --width 120 --gpu h200 tests/scenarios/timed_wait.cu | sed -n '2p;/condition/p'
> The host asks for the work later than the device could do it: 7 waits with an end (timed_wait.cu:16) take 1791 us of the
>   condition, timed_wait.cu:16: the host waited 1791 us in 7 waits with an end that nobody ended before, at most 256 us;
>      (the host thread waits until another one, or a host function, lets it go on: at a condition, barrier, latch,
$ nullstream explain -q --gpu h200 --format json tests/scenarios/timed_wait.cu | grep -o '"ran_out.*"count": [0-9]*'
> "ran_out": true, "count": 7
