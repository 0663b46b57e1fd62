explain --what-if: the same program under other conditions, sorted by what each gains.

The 4 tiles of 1.2 + 2.0 + 1.0 ms of worked.t in one stream, 16.8 ms. With copies that take no time 4 x 2.0
= 8; with kernels that take none (1 ns) 4 x (1.2 + 1.0) = 8.8; at twice the bandwidth 4 x (0.6 + 2.0 +
0.5) = 12.4. Streams as in sweep.t: two 10.4, three and more 10.2. All else is free on the textbook
device, so the host makes no difference. (Other devices are not of the textbook: left out.)
$ nullstream explain --what-if tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=2ms -D BATCHES=4 -D IN=1200000 -D STREAMS=1 --format csv | grep -v ^gpu
> name,outcome,wall_us,gain_us,breaks
> as-it-is,predicted,16800.000,0.000,
> free-copies,predicted,8000.000,8800.000,
> free-kernels,predicted,8800.004,7999.996,
> streams:STREAMS=3,predicted,10200.000,6600.000,
> streams:STREAMS=4,predicted,10200.000,6600.000,
> streams:STREAMS=5,predicted,10200.000,6600.000,
> streams:STREAMS=6,predicted,10200.000,6600.000,
> streams:STREAMS=7,predicted,10200.000,6600.000,
> streams:STREAMS=8,predicted,10200.000,6600.000,
> streams:STREAMS=2,predicted,10400.000,6400.000,
> bandwidth,predicted,12400.000,4400.000,
> non-blocking,predicted,16800.000,0.000,
> per-thread,predicted,16800.000,0.000,
> connections=1,predicted,16800.000,0.000,
> connections=32,predicted,16800.000,0.000,
> memory,predicted,16800.000,0.000,
> free-host,predicted,16800.000,0.000,
> pinned,does-not-apply,,,
> own-stream,does-not-apply,,,
> async,does-not-apply,,,
> no-synchronize,does-not-apply,,,
> hoist,does-not-apply,,,
> keep-pool,does-not-apply,,,
> breadth-first,does-not-apply,,,
> depth-first,does-not-apply,,,
> no-launch-blocking,does-not-apply,,,
The table, with the best that the author of the program can do marked.
$ nullstream explain --what-if tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=2ms -D BATCHES=4 -D IN=1200000 -D STREAMS=1 --width 90 | grep -v 'another device'
> predicted for Textbook device, profile textbook: 86 of 300 values inherited from h200, not
>   measured
> 
> what if                                          wall    gain  |0           |10 ms
> copies from and to the host take no time      8000 us  52.4 %  ▒▒▒▒▒▒▒▒▒▒▒
> kernels take no time                          8800 us  47.6 %  ▒▒▒▒▒▒▒▒▒▒▒▒
> streams: STREAMS=3                           10.20 ms  39.3 %  ██████████████ best
> streams: STREAMS=4                           10.20 ms  39.3 %  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒
> streams: STREAMS=5                           10.20 ms  39.3 %  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒
> streams: STREAMS=6                           10.20 ms  39.3 %  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒
> streams: STREAMS=7                           10.20 ms  39.3 %  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒
> streams: STREAMS=8                           10.20 ms  39.3 %  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒
> streams: STREAMS=2                           10.40 ms  38.1 %  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒
> twice the bandwidth between host and device  12.40 ms  26.2 %  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
> as it is                                     16.80 ms       -  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
> 
> Makes no difference:
>   create the streams with cudaStreamNonBlocking
>   compile with --default-stream per-thread
>   hardware connections: 1
>   hardware connections: 32
>   twice the bandwidth of device memory
>   an infinitely fast host: calls and host work take no time
> Does not apply:
>   allocate the host memory with cudaMallocHost
>   give the default stream's work a stream of its own
>   copy and set memory asynchronously, in the stream that uses it
>   wait once, after the loop
>   allocate before the timed part and free after it
>   let the pool keep what is freed: cudaMemPoolAttrReleaseThreshold
>   issue one step of all streams, then the next step
>   issue all steps of one stream, then the next stream
>   unset CUDA_LAUNCH_BLOCKING

Three kernels of 300 us of which one is in the default stream: beside each other without it. The sum of
launches and latencies is the host's and the device's.
$ nullstream explain --what-if lessons/legacy-fence/fence.cu --gpu h200 --width 90 | grep -v 'another device'
> predicted for NVIDIA H200, profile h200
> 
> what if                                                    wall    gain  |0
> kernels take no time                                    19.1 us  97.9 %  ▒
> give the default stream's work a stream of its own       319 us  65.2 %  █████ best
> create the streams with cudaStreamNonBlocking            319 us  65.2 %  ▒▒▒▒▒
> compile with --default-stream per-thread                 319 us  65.2 %  ▒▒▒▒▒
> an infinitely fast host: calls and host work take no     910 us  0.59 %  ▒▒▒▒▒▒▒▒▒▒▒▒
>   time
> as it is                                                 915 us       -  ▒▒▒▒▒▒▒▒▒▒▒▒
> 
> Makes no difference:
>   hardware connections: 1
>   hardware connections: 32
>   twice the bandwidth between host and device
>   twice the bandwidth of device memory
>   copies from and to the host take no time
> Does not apply:
>   allocate the host memory with cudaMallocHost
>   copy and set memory asynchronously, in the stream that uses it
>   wait once, after the loop
>   allocate before the timed part and free after it
>   let the pool keep what is freed: cudaMemPoolAttrReleaseThreshold
>   issue one step of all streams, then the next step
>   issue all steps of one stream, then the next stream
>   unset CUDA_LAUNCH_BLOCKING
$ nullstream explain --what-if lessons/legacy-fence/fence.cu --gpu h200 --format json | grep -v gpu=
> {"format": "nullstream-what-if", "version": 1,
>  "scenario": "lessons/legacy-fence/fence.cu",
>  "profile": "h200",
>  "wall_us": 914.988,
>  "what_if": [
>   {"name": "free-kernels", "sentence": "kernels take no time", "kind": "condition", "outcome": "predicted", "wall_us": 19.134, "gain_us": 895.854},
>   {"name": "own-stream", "sentence": "give the default stream's work a stream of its own", "kind": "change", "outcome": "predicted", "wall_us": 318.716, "gain_us": 596.272},
>   {"name": "non-blocking", "sentence": "create the streams with cudaStreamNonBlocking", "kind": "change", "outcome": "predicted", "wall_us": 318.716, "gain_us": 596.272},
>   {"name": "per-thread", "sentence": "compile with --default-stream per-thread", "kind": "change", "outcome": "predicted", "wall_us": 318.716, "gain_us": 596.272},
>   {"name": "free-host", "sentence": "an infinitely fast host: calls and host work take no time", "kind": "condition", "outcome": "predicted", "wall_us": 909.593, "gain_us": 5.395},
>   {"name": "connections=1", "sentence": "hardware connections: 1", "kind": "change", "outcome": "predicted", "wall_us": 914.988, "gain_us": 0.000},
>   {"name": "connections=32", "sentence": "hardware connections: 32", "kind": "change", "outcome": "predicted", "wall_us": 914.988, "gain_us": 0.000},
>   {"name": "bandwidth", "sentence": "twice the bandwidth between host and device", "kind": "condition", "outcome": "predicted", "wall_us": 914.988, "gain_us": 0.000},
>   {"name": "memory", "sentence": "twice the bandwidth of device memory", "kind": "condition", "outcome": "predicted", "wall_us": 914.988, "gain_us": 0.000},
>   {"name": "free-copies", "sentence": "copies from and to the host take no time", "kind": "condition", "outcome": "predicted", "wall_us": 914.988, "gain_us": 0.000},
>   {"name": "pinned", "sentence": "allocate the host memory with cudaMallocHost", "kind": "change", "outcome": "does-not-apply"},
>   {"name": "async", "sentence": "copy and set memory asynchronously, in the stream that uses it", "kind": "change", "outcome": "does-not-apply"},
>   {"name": "no-synchronize", "sentence": "wait once, after the loop", "kind": "change", "outcome": "does-not-apply"},
>   {"name": "hoist", "sentence": "allocate before the timed part and free after it", "kind": "change", "outcome": "does-not-apply"},
>   {"name": "keep-pool", "sentence": "let the pool keep what is freed: cudaMemPoolAttrReleaseThreshold", "kind": "change", "outcome": "does-not-apply"},
>   {"name": "breadth-first", "sentence": "issue one step of all streams, then the next step", "kind": "change", "outcome": "does-not-apply"},
>   {"name": "depth-first", "sentence": "issue all steps of one stream, then the next stream", "kind": "change", "outcome": "does-not-apply"},
>   {"name": "no-launch-blocking", "sentence": "unset CUDA_LAUNCH_BLOCKING", "kind": "change", "outcome": "does-not-apply"}]}
$ nullstream explain --what-if lessons/legacy-fence/fence.cu --gpu h200 -o $TMP/out.svg && grep -c '<rect class="length"' $TMP/out.svg && grep 'class="best"' $TMP/out.svg
> 5
> <rect class="best" x="419" y="72" width="186" height="16"><title>wall 319 us, gain 65.2 %</title></rect>

What gains because it breaks the order that the program needs is not the best, and says which two
operations race: with a per-thread default stream shift does not wait for the first scale any more, nor
the second scale for it, and 600 of 900 us are left. With events in the fences' place only the shift of the
other array can run beside them, which it does already.
$ nullstream explain --what-if tests/what-if/race.cu --gpu h200 --width 110 | grep -v 'another device' | head -13
> predicted for NVIDIA H200, profile h200
> 
> what if                                                            wall    gain  |0
> kernels take no time                                            23.2 us  97.5 %  ▒
> compile with --default-stream per-thread                         612 us  33.1 %  ▒▒▒▒▒▒▒▒▒ breaks the order
> an infinitely fast host: calls and host work take no time        910 us  0.59 %  ▒▒▒▒▒▒▒▒▒▒▒▒
> give the default stream's work a stream of its own, and add      914 us  0.18 %  ▒▒▒▒▒▒▒▒▒▒▒▒
>   events
> as it is                                                         916 us       -  ▒▒▒▒▒▒▒▒▒▒▒▒
> 
> Gains, but breaks what the program needs:
>   compile with --default-stream per-thread: breaks the order: line 17: kernel `shift` (stream per-thread)
>     writes `p`[0..64 KiB) while kernel `scale` (stream a, line 16) may still be writing it [stream-race]
$ nullstream explain --what-if tests/what-if/race.cu --gpu h200 --format json | grep per-thread
>   {"name": "per-thread", "sentence": "compile with --default-stream per-thread", "kind": "change", "outcome": "predicted", "wall_us": 612.159, "gain_us": 303.346, "breaks": "stream-race", "why": "line 17: kernel `shift` (stream per-thread) writes `p`[0..64 KiB) while kernel `scale` (stream a, line 16) may still be writing it"},
$ nullstream explain --what-if tests/what-if/race.cu --gpu h200 --format csv | grep per-thread
> per-thread,predicted,612.159,303.346,stream-race
$ nullstream explain --what-if tests/what-if/race.cu --gpu h200 --width 110 -o $TMP/race.svg && grep -c 'breaks the order' $TMP/race.svg
> 1

A recorded program: the same, but for what only the source can say.
$ nullstream predict lessons/legacy-fence/fence.cu --gpu h200 -o $TMP/fence.nsp && nullstream explain --what-if $TMP/fence.nsp --gpu h200 --format csv >$TMP/program.csv; nullstream explain --what-if lessons/legacy-fence/fence.cu --gpu h200 --format csv | sort >$TMP/source.csv; sort $TMP/program.csv | diff $TMP/source.csv -

A program that branches on time: what is an edit of it is not known, what flags can say is, since it is
interpreted again. It makes steps until 300 us have passed, 7 of them: a launch of 3.716, 2.305 until the
kernel starts, its 40 and 2.945 until the host has seen it are 48.966, and the first launch takes 1.679
more: 344.441. On an infinitely fast host 7 x 45.25 = 316.75; and if kernels take no time there are just more.
$ nullstream explain --what-if tests/what-if/branches.cu --gpu h200 --format csv | grep -v ^gpu
> name,outcome,wall_us,gain_us,breaks
> as-it-is,predicted,345.041,0.000,
> free-kernels,predicted,305.419,39.622,
> free-host,predicted,316.750,28.291,
> per-thread,predicted,345.041,0.000,
> connections=1,predicted,345.041,0.000,
> connections=32,predicted,345.041,0.000,
> bandwidth,predicted,345.041,0.000,
> memory,predicted,345.041,0.000,
> free-copies,predicted,345.041,0.000,
> pinned,unknown,,,
> own-stream,unknown,,,
> non-blocking,unknown,,,
> async,unknown,,,
> no-synchronize,unknown,,,
> hoist,unknown,,,
> keep-pool,unknown,,,
> breadth-first,unknown,,,
> depth-first,unknown,,,
> no-launch-blocking,does-not-apply,,,
$ nullstream explain --what-if tests/what-if/branches.cu --gpu h200 --width 90 | tail -4
>   allocate before the timed part and free after it
>   let the pool keep what is freed: cudaMemPoolAttrReleaseThreshold
>   issue one step of all streams, then the next step
>   issue all steps of one stream, then the next stream

On one thread and on several, the same.
$ nullstream explain --what-if tests/worked/pipeline.cu --gpu h200 --cost process=1ms --jobs 1 >$TMP/one; nullstream explain --what-if tests/worked/pipeline.cu --gpu h200 --cost process=1ms --jobs 5 | cmp $TMP/one -

$ nullstream explain --what-if tests/worked/measured.json
2> tests/worked/measured.json: error: a timeline is not predicted again
2>   hint: --what-if takes a scenario or a recorded program
! 2
$ nullstream explain --what-if lessons/legacy-fence/fence.cu --gpu h200 --format chrome
2> nullstream: error: --format takes one of table|json|csv|svg, not 'chrome'
! 2
$ nullstream explain --what-if lessons/legacy-fence/fence.cu --gpu h200 --only stream=a
2> nullstream: error: --what-if is about the whole run: not with --op, --only, --range or --time
! 2

What has nothing to do takes no time, of which nothing can be a part.
$ nullstream explain --what-if -q --gpu h200 tests/scenarios/waits.cu | head -6
> predicted for NVIDIA H200, profile h200
> 
> what if   wall  gain  |0
> as it is  0 ns     -  ▒
> 
> Makes no difference:
A latency of a second is no latency.
$ nullstream predict --gpu h200 --set latency.copy_kernel=2s tests/scenarios/waits.cu
2> nullstream: error: `latency.copy_kernel=2s`: it must be at most 1s
! 2
Of the times of a curve, that is, and not of how long a thread has slept.
$ nullstream predict -q --gpu h200 --set 'latency.wake_blocking=1000:1us 20000000000:5s' tests/scenarios/waits.cu
2> nullstream: error: `latency.wake_blocking=1000:1us 20000000000:5s`: it must be at most 1s
! 2
$ nullstream predict -q --gpu h200 --set 'latency.wake_blocking=1000:1us 20000000000:5us' tests/scenarios/waits.cu | sed -n 1p
> predicted for NVIDIA H200, profile h200
$ nullstream predict -q --gpu h200 --set 'copy.memset=-4:1us 8:2us' tests/scenarios/waits.cu
2> nullstream: error: `copy.memset=-4:1us 8:2us`: it must be at least 0
! 2
Copies that take no time do not drive anything out of the host's caches either: four copies in and out of 512
KiB, of which only the calls' other costs are left.
$ nullstream explain --what-if -q --gpu h200 tests/what-if/pageable.cu | sed -n 4p
> copies from and to the host take no time                        33.6 us   95.0 %  ▒

What is not set is not unset; where it is on, that gains.
$ nullstream explain --what-if -q lessons/legacy-fence/fence.cu --gpu h200 | grep -E 'LAUNCH|apply'
> Does not apply:
>   unset CUDA_LAUNCH_BLOCKING
$ nullstream explain --what-if -q tests/scenarios/ranges.cu --gpu h200 --env CUDA_LAUNCH_BLOCKING=1 | grep -E 'LAUNCH|as it is'
> unset CUDA_LAUNCH_BLOCKING                                  634 us   4.1 %  ███████████████████ best
> as it is                                                    662 us       -  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒

A run that gives up is no gain, though all calls succeeded: of a what-if, and of a sweep. Where the
program itself does so, a warning says it; the exit status is that of the prediction.
$ nullstream explain --what-if --gpu h200 tests/what-if/gives_up.cu | grep -e ' t4' -e 'Fails' -e 'as it is'
> as it is                                                   1223 us       -  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
> Fails:
>   another device: t4: the program ends with exit status 7
$ nullstream sweep --gpu h200 tests/what-if/gives_up.cu -D MIB=10,200000
> predicted for NVIDIA H200, profile h200
> Best of 2: MIB=10, 1223 us; as it is, without --define MIB, 1223 us.
> 
>    MIB     wall    gain  bound by  |0                      |500 us                  |1 ms
>     10  1223 us  0.00 %  stream    ████████████████████████████████████████████████████████████ best
> 200000        -       -  -         failed
2> nullstream: error: MIB=200000: the program ends with exit status 7
! 4
$ nullstream predict --gpu t4 tests/what-if/gives_up.cu | grep ^wall
> wall     311 us, span 300 us
2> tests/what-if/gives_up.cu:21:9: warning: the program ends here with exit status 7
2>             exit(7);
2>             ^
$ nullstream predict --gpu h200 tests/what-if/gives_up.cu -D MIB=1 | grep ^wall
> wall     1223 us, span 1213 us
2> tests/what-if/gives_up.cu:12:5: warning: main returned 3: the program's exit status
2>     int main(void)
2>         ^
$ nullstream predict -q --gpu h200 tests/what-if/gives_up.cu -D MIB=1 | grep ^wall
> wall     1223 us, span 1213 us
Where host threads would go on in another order by what they look at, the source is interpreted again with the
wait moved; a recorded program has no row for that: a09's loader waits for what the main thread's turns have
used.
$ nullstream explain -q --gpu h200 --what-if tests/outside/a09.cu | grep '^wait once'
> wait once, after the loop                                   5862 us    20.1 %  ███████████ best
$ nullstream predict -q --gpu h200 tests/outside/a09.cu -o $TMP/a09.nsp; nullstream explain -q --gpu h200 --what-if $TMP/a09.nsp | sed -n '/^Not known/,/^Fails/p'; nullstream explain -q --gpu h200 --what-if --format csv $TMP/a09.nsp | grep no-synchronize
> Not known, since host threads would go on in another order, which only the source can tell:
>   wait once, after the loop
> no-synchronize,unknown,,,
$ nullstream explain -q --gpu h200 tests/outside/f21.cu | grep 'no change is'
>       no change is offered: the host polls there, and only the source can ask later
A change that makes no difference and breaks the program is said once, with the race that says most.
$ printf '#pragma nullstream kernel(k) time(90ms) reads(x, 4) writes(x, 4)\n__global__ void k(int *x) { *x += 1; }\nint main()\n{\n    int *x;\n    cudaStream_t s;\n    cudaMalloc(&x, 1 << 26), cudaStreamCreate(&s);\n    cudaMemset(x, 0, 1 << 26);\n    k<<<1, 1, 0, s>>>(x);\n    cudaStreamSynchronize(s);\n}\n' >$TMP/set.cu; nullstream explain -q --what-if --gpu h200 $TMP/set.cu | grep -A3 'per-thread'
>   compile with --default-stream per-thread, but breaks the order: line 9: kernel `k` (stream s)
>     writes `x`[0..4 B) while memset of 64 MiB (stream per-thread, line 8) may still be writing it
>     [stream-race]
>   copy and set memory asynchronously, in the stream that uses it
>   create the streams with cudaStreamNonBlocking, and add events
What gains less than 2 % is not called best.
$ nullstream explain -q --gpu h200 --what-if tests/pitfalls/unused-streams-fixed.cu | grep -c best
> 0
! 1
$ nullstream explain -q --gpu h200 --what-if tests/pitfalls/sync-in-loop.cu | grep -c best
> 1
A bound of the host's is never above what an infinitely fast host gains; it names all lines of the sequence.
$ nullstream explain -q --gpu h200 --width 120 tests/scenarios/slow_calls.cu | grep -A 4 host-bound:; nullstream explain --what-if -q --gpu h200 --width 120 tests/scenarios/slow_calls.cu | grep infinitely
>   1. host-bound: 720 calls take the host 2318 us, most of it to ask for step (slow_calls.cu:33, 320 times); the device
>         waits for them
>       change: capture the sequence in lines 31 to 37 into a CUDA graph and launch that; to merge the short kernels into
>         one gains more still
>       gain: at most 602 us of 2321 us (25.9 %), a bound: the run as if this cost nothing
> an infinitely fast host: calls and host work take no time  1719 us  25.9 %  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
Set-up before the timed part has no slack that matters.
$ nullstream explain -q --gpu h200 --width 200 tests/scenarios/slow_calls.cu | grep 'no slack'
>   1 of 560 operations has no slack: if one ends later, so does the run; most slack: step (line 33), which could end 206 us later.
