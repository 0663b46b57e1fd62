A part of a timeline: only some streams, a stretch of time, a range.
$ nullstream predict --gpu h200 --width 80 lessons/legacy-fence/fence.cu --only stream=a,b
> predicted for NVIDIA H200, profile h200; a part of it: 2 of 3 operations
> 
>           |0             |200 us        |400 us        |600 us         |800 us
> host      ╷─device sync─────────────────────────────────────────────────────────
> 
> stream a  █k1█████████████████████                      ┊
> stream b   ·············································█k3█████████████████████
> 
> SM array  █k1█████████████████████                      █k3█████████████████████
> █ kernel  ╷ call  ─ host blocked  · waits for earlier work  ┊ fence
> 
> wall     915 us, span 904 us
> busy     SM array         600 us, 66.3 % of the span, 1.9 % full, 2 operations
$ nullstream predict --gpu h200 --width 80 lessons/legacy-fence/fence.cu --time 300us..700us
> predicted for NVIDIA H200, profile h200; a part of it: 3 of 3 operations
> 
>           |300 us          |400 us           |500 us          |600 us
> host      ─device sync──────────────────────────────────────────────────────────
> 
> default   ·█k2███████████████████████████████████████████████████
> stream a  ██                                                    ┊
> stream b  ·┊····················································█k3█████████████
> 
> SM array  ██k2███████████████████████████████████████████████████k3█████████████
> █ kernel  ─ host blocked  · waits for earlier work  ┊ fence
> 
> wall     915 us, span 904 us
> busy     SM array         900 us, 99.5 % of the span, 1.9 % full, 3 operations
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu --only name=k1,k3 --only stream=2 --format json
> {"format": "nullstream-timeline", "version": 1, "source": "predicted",
>  "scenario": "lessons/legacy-fence/fence.cu", "program_sha256": "b0064c76e40f3d23e18610a6d0d4f98e5ef5d82354f17e2d7dc59d0e27c5d238",
>  "options": ["--gpu", "h200", "--only", "name=k1,k3", "--only", "stream=2"],
>  "devices": [{"id": 0, "name": "NVIDIA H200", "profile": "h200", "rules": "hopper"}],
>  "span_us": 300.011, "wall_us": 914.988,
>  "threads": [
>   {"id": 0, "name": "main", "kind": "host"}],
>  "streams": [
>   {"id": 0, "device": 0, "context": 0, "name": "default", "kind": "legacy", "priority": 0},
>   {"id": 1, "device": 0, "context": 0, "name": "a", "kind": "blocking", "priority": 0},
>   {"id": 2, "device": 0, "context": 0, "name": "b", "kind": "blocking", "priority": 0}],
>  "operations": [
>   {"id": 0, "name": "k3", "kind": "kernel", "device": 0, "stream": 2, "thread": 0, "file": "lessons/legacy-fence/fence.cu", "line": 15,
>    "grid": [20, 1, 1], "block": [256, 1, 1], "shared_bytes": 0, "registers": 16, "block_time_us": 300.000, "connection": 3, "machine": "sm",
>    "call_us": 9.411, "return_us": 13.455, "ready_us": 609.877, "start_us": 612.032, "end_us": 912.043,
>    "waits": [{"rule": "issue", "from_us": 9.411, "to_us": 13.455},
>              {"rule": "legacy-fence", "from_us": 13.455, "to_us": 609.877},
>              {"rule": "latency", "from_us": 609.877, "to_us": 612.032}]}],
>  "calls": [
>   {"thread": 0, "name": "cudaStreamCreate", "file": "lessons/legacy-fence/fence.cu", "line": 10, "enter_us": -4.080, "return_us": -2.040},
>   {"thread": 0, "name": "cudaStreamCreate", "file": "lessons/legacy-fence/fence.cu", "line": 11, "enter_us": -2.040, "return_us": 0.000},
>   {"thread": 0, "name": "cudaDeviceSynchronize", "file": "lessons/legacy-fence/fence.cu", "line": 16, "enter_us": 13.455, "return_us": 914.988,
>    "waits": [{"rule": "device-synchronize", "for": 0, "from_us": 13.455, "to_us": 914.988}]}]}
$ nullstream compare --gpu h200 lessons/legacy-fence/fence.cu traces/h200/legacy-fence.json --time ..400us
> a: lessons/legacy-fence/fence.cu, predicted for NVIDIA H200, profile h200; a part of it: 2 of 3
>   operations
> b: traces/h200/legacy-fence.json, measured on NVIDIA H200, 15 repetitions; a part of it: 2 of 3
>   operations
> places of a: with calls as slow as CUPTI makes them, as in b (--instrument cupti)
> 
>                                    predicted      measured         error
> wall time                             915 us        913 us       +0.23 %
> span with the instrument              603 us        602 us       +0.10 %
> 
> error of wall and placement             wall        median          95 %         worst     relations
> predicted                            +0.23 %        0.01 %        0.10 %        0.10 %          none
> null: one after the other            -0.01 %        0.01 %        0.20 %        0.20 %          none
> null: streams back to back           -32.4 %        0.01 %        49.2 %        49.2 %          none
> noise of the measurement              0.24 %        0.12 %        0.13 %        0.13 %
> 
> largest error of placement: k2 (fence.cu:14)
> 2 operations matched by position in the program.
> A null model predicts this wall time as well: alone, the scenario says little.
> 
> worst placed                        start us      start us        end us        end us         error
>                                    predicted      measured     predicted      measured
> k2 (fence.cu:14)                     302.440       301.852       603.101       602.488        0.10 %
> k1 (fence.cu:13)                       0.000         0.000       300.661       300.625        0.01 %
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu --only kind=kernal
2> nullstream: error: --only kind=kernal: no operation is of that kind
2>   hint: kinds are kernel, copy, h2d, d2h, d2d, memset, host, record, wait and alloc
! 2
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu --time 950us..
2> nullstream: error: no operation fits --time
2>   hint: the run takes 915 us
! 2
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu --range step#2
2> nullstream: error: --range step#2: the program pushes no range of that name
! 2
$ nullstream gpus --time 1us..2us
2> nullstream: error: option '--time' has no meaning here
2>   hint: it is an option of: predict, explain, compare, convert, view
! 2
$ nullstream predict --gpu h200 tests/scenarios/ranges.cu --range step#2 --width 60
> predicted for NVIDIA H200, profile h200; a part of it: 2 of
>   6 operations
> 
>           |0                     |100 us
> host      ╷─device sync─────────────────────────────────────
> 
> default    █step████████████████████step████████████████████
> 
> SM array   █step████████████████████step████████████████████
> █ kernel  ╷ call  ─ host blocked
> 
> wall     211 us, span 202 us
> busy     SM array         200 us, 99.2 % of the span, 0.02 %
>          full, 2 operations
> overlap  0.00 of at most 0.50 (1 - time with work / sum of
>          durations), 1 at once at most
> Bound by waiting: 2 operations that ran one after the other
>   take 200 us. Most of the waiting comes from this:
>   operations of one stream run in the order of their calls
>   (stream).
$ nullstream predict --gpu h200 tests/scenarios/ranges.cu --range stop
2> nullstream: error: --range stop: the program pushes no range of that name
2>   hint: did you mean 'step'?
! 2
$ nullstream predict --gpu h200 tests/scenarios/ranges.cu --range step#7
2> nullstream: error: --range step#7: there are 3 of that name
! 2
$ nullstream predict --gpu h200 tests/scenarios/ranges.cu --env CUDA_LAUNCH_BLOCKING=1 --width 60
> predicted for NVIDIA H200, profile h200
> Nothing overlapped: CUDA_LAUNCH_BLOCKING makes the host wait
>   for each kernel.
> 
>           |0             |200 us        |400 us
> host      ─cudaLau─cudaLau─cudaLaun─cudaLau─cudaLau─cudaLau─
> 
> default   █step████step█████step████step████step█████step███
> 
> SM array  █step████step█████step████step████step█████step███
> █ kernel  ─ host blocked
> 
> wall     662 us, span 651 us
> busy     SM array         600 us, 92.2 % of the span, 0.02 %
>          full, 6 operations
> overlap  0.00 of at most 0.83 (1 - time with work / sum of
>          durations), 1 at once at most
> idle     50.9 us, 7.8 % of the span, with nothing on the
>          device
> Bound by waiting: 6 operations that ran one after the other
>   take 600 us. Most of the waiting comes from this:
>   CUDA_LAUNCH_BLOCKING makes every launch wait for its end
>   (launch-blocking).
A measurement in the first place; 0 without a unit.
$ nullstream compare --gpu h200 traces/h200/legacy-fence.json lessons/legacy-fence/fence.cu --time 0..400us --width 200 | head -8
> a: traces/h200/legacy-fence.json, measured on NVIDIA H200, 15 repetitions; a part of it: 2 of 3 operations
> b: lessons/legacy-fence/fence.cu, predicted for NVIDIA H200, profile h200; a part of it: 2 of 3 operations
> The prediction is second: its places are those without an instrument, and the errors are a's. Give it first.
> 
>                                     measured     predicted         error
> wall time                             913 us        915 us       -0.23 %
> span with the instrument              602 us        602 us       +0.05 %
> 
Two threads, each with a stream called s: only their numbers tell them apart.
$ nullstream predict -q --gpu h200 tests/scenarios/same_name.cu --format table | cut -c 1-44 | tail -n +4 | head -3
> operation  stream      source           mach
> grow       stream 1 s  same_name.cu:17  SM a
> grow       stream 2 s  same_name.cu:17  SM a
$ nullstream predict -q --gpu h200 tests/scenarios/same_name.cu --format csv --only 'stream=stream 2 s' | wc -l
> 2
$ nullstream predict -q --gpu h200 tests/scenarios/same_name.cu --format csv --only stream=s | wc -l
> 3
$ nullstream predict -q --gpu h200 lessons/legacy-fence/fence.cu --format csv --only 'stream=stream a,stream b' | wc -l
> 3
$ printf '#include <thread>\n__global__ void k() {}\nvoid work() {\n  cudaStream_t s;\n  cudaStreamCreate(&s);\n  k<<<1, 1, 0, s>>>();\n  k<<<1, 1, 0, s>>>();\n  cudaStreamSynchronize(s);\n}\nint main() {\n  std::thread a(work), b(work);\n  a.join();\n  b.join();\n}\n' >$TMP/threads.cu; nullstream explain -q --gpu h200 --cost k=100us $TMP/threads.cu | grep -o '(k, .*)' | sort -u
> (k, line 6, stream 2 s)
> (k, line 7, stream 2 s)
The instances of a template: all of them by its name, one with its arguments.
$ printf 'template <class T, int B> __global__ void saxpy(T *x) { *x = 0; }\n__global__ void saxpys() {}\nint main() {\n  saxpy<float, 256><<<1, 1>>>(0);\n  saxpy<float, 128><<<1, 1>>>(0);\n  saxpys<<<1, 1>>>();\n  cudaDeviceSynchronize();\n}\n' >$TMP/saxpy.cu; nullstream predict -q --gpu h200 $TMP/saxpy.cu --format table --only name=saxpy | grep -o '^saxpy.* default'
> saxpy<float, 256>?  default
> saxpy<float, 128>?  default
$ nullstream predict -q --gpu h200 $TMP/saxpy.cu --format table --only 'name=saxpys,saxpy<float, 128>' | grep -o '^saxpy.* default'
> saxpy<float, 128>?  default
> saxpys?             default
$ nullstream explain -q --gpu h200 $TMP/saxpy.cu --op saxpy | head -2
> predicted for NVIDIA H200, profile h200
> #1 saxpy<float, 128>? (saxpy.cu:5) waited 104 us; it waited longest of the 2 meant
$ nullstream explain -q --gpu h200 $TMP/saxpy.cu --op 'saxpy<float, 256>' | head -2
> predicted for NVIDIA H200, profile h200
> #0 saxpy<float, 256>? (saxpy.cu:4) waited 7.70 us
