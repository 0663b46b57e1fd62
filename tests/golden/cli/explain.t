Why it waited, and what the wall time went into (issue: `nullstream explain`).

The fence: k3 waits from the end of its call (13.035) until k2 ends (609.877): 597 us; k2 from 9.221
until k1 ends (307.711): 298 us. On the critical path k2 waits while k1 runs from 9.221 on, 298.5 us,
and k3 all of k2's 300: 598.5 us at fences, 65.4 % of 914.988; k1 alone 1.5 us, k3 300: kernels
301.5.
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --width 80
> predicted for NVIDIA H200, profile h200
> Nothing overlapped: k2 is in the default stream (fence.cu:14). A non-blocking
>   stream would cut 915 to 319 us.
> 
> Why it waited
>   legacy-fence, fence.cu:15: k3 waited 596 us; 300 us of it on the critical path
>      (work in the default stream waits for all blocking streams, and they for
>       it)
>      k3 waited 596 us: legacy-fence (k2, line 14, default stream)
>      k2 waited 298 us: legacy-fence (k1, line 13, stream a)
>      k1 waited for no other operation: 7.70 us from its call to its start
>   legacy-fence, fence.cu:14: k2 waited 298 us; 298 us of it on the critical path
>   device-synchronize, fence.cu:16: the host waited 902 us in
>     cudaDeviceSynchronize; the run ends with it
>      (the host waits for all work of the device)
>      cudaDeviceSynchronize waited 902 us: device-synchronize (k3, line 15,
>        stream b)
>      k3: see above
>   2 more that cost less: --format json
> 
> Critical path: 915 us went into
>   kernels                     302 us   33.0 %  k3 (line 15), 1 more line
>   waiting at fences           598 us   65.4 %  k3 (line 15), k2 (line 14)
>   CUDA calls of the host     5.39 us   0.59 %  k1 (line 13)
>   latency of the device      9.56 us    1.0 %  cudaDeviceSynchronize (line 16),
>                                                3 more lines
>   Bound by waiting: 3 operations that ran one after the other take 900 us. Most
>   of the waiting comes from this: work in the default stream waits for all
>   blocking streams, and they for it (legacy-fence).
>   3 of 3 operations have no slack: if one ends later, so does the run.
> 
> What to change
>   1. default-stream: k2 (fence.cu:14) is in the default stream and holds back k3
>         (fence.cu:15)
>       change: fence.cu:10: cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking)
>       and fence.cu:11: cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking)
>       gain: 596 us of 915 us (65.2 %), simulated with the change made
>       lesson: legacy-fence
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --width 80 --op k3
> predicted for NVIDIA H200, profile h200
> #2 k3 (fence.cu:15) waited 603 us
>   called at 9.411, started at 612.032, ended at 912.043 us
>   4.04 us: issue
>      (the host was still making the call)
>   596 us: legacy-fence (k2, line 14, default stream)
>      (work in the default stream waits for all blocking streams, and they for
>       it)
>   2.15 us: latency
>      (the hardware takes a moment between two operations)
> Because
>      k3 waited 596 us: legacy-fence (k2, line 14, default stream)
>      k2 waited 298 us: legacy-fence (k1, line 13, stream a)
>      k1 waited for no other operation: 7.70 us from its call to its start
>   no slack: if it ends later, the run takes longer
Other forms: a line for each operation; JSON, whose keys stand in docs/explain-json.md.
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --format table --width 80
> predicted for NVIDIA H200, profile h200
> Nothing overlapped: k2 is in the default stream (fence.cu:14). A non-blocking
>   stream would cut 915 to 319 us.
> 
> id  operation  source       waited us  slack us  longest wait
>  0  k1         fence.cu:13      7.700     0.000  5.39 us issue
>  1  k2         fence.cu:14    304.471     0.000  298 us legacy-fence (k1, #0)
>  2  k3         fence.cu:15    602.621     0.000  596 us legacy-fence (k2, #1)
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --format json
> {"format": "nullstream-explain", "version": 1, "source": "predicted",
>  "scenario": "lessons/legacy-fence/fence.cu", "device": "NVIDIA H200", "profile": "h200",
>  "wall_us": 914.988, "span_us": 904.343, "path_us": 914.988,
>  "verdict": "Nothing overlapped: k2 is in the default stream (fence.cu:14). A non-blocking stream would cut 915 to 319 us.",
>  "bound": {"by": "waiting", "rule": "legacy-fence", "text": "Bound by waiting: 3 operations that ran one after the other take 900 us. Most of the waiting comes from this: work in the default stream waits for all blocking streams, and they for it (legacy-fence)."},
>  "shares": [
>   {"kind": "kernel", "us": 301.722, "ppm": 329755, "lines": [{"name": "k3", "file": "lessons/legacy-fence/fence.cu", "line": 15, "count": 1, "us": 300.011}, {"name": "k1", "file": "lessons/legacy-fence/fence.cu", "line": 13, "count": 1, "us": 1.711}]},
>   {"kind": "fence", "us": 598.311, "ppm": 653900, "lines": [{"name": "k3", "file": "lessons/legacy-fence/fence.cu", "line": 15, "count": 1, "us": 300.011}, {"name": "k2", "file": "lessons/legacy-fence/fence.cu", "line": 14, "count": 1, "us": 298.300}]},
>   {"kind": "launch", "us": 5.395, "ppm": 5896, "lines": [{"name": "k1", "file": "lessons/legacy-fence/fence.cu", "line": 13, "host": true, "count": 1, "us": 5.395}]},
>   {"kind": "latency", "us": 9.560, "ppm": 10448, "lines": [{"call": "cudaDeviceSynchronize", "file": "lessons/legacy-fence/fence.cu", "line": 16, "host": true, "count": 1, "us": 2.945}, {"name": "k1", "file": "lessons/legacy-fence/fence.cu", "line": 13, "count": 1, "us": 2.305}, {"name": "k2", "file": "lessons/legacy-fence/fence.cu", "line": 14, "count": 1, "us": 2.155}, {"name": "k3", "file": "lessons/legacy-fence/fence.cu", "line": 15, "count": 1, "us": 2.155}]}],
>  "pitfalls": [
>   {"rule": "default-stream", "kind": "rewrite", "matters": true, "op": 1, "other": 2, "file": "lessons/legacy-fence/fence.cu", "line": 14, "column": 5, "count": 2, "gain_us": 596.272,
>    "evidence": "k2 (fence.cu:14) is in the default stream and holds back k3 (fence.cu:15)", "change": "fence.cu:10: cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking)\nfence.cu:11: cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking)", "lesson": "legacy-fence"}],
>  "waits": [
>   {"rule": "legacy-fence", "of": "operations", "file": "lessons/legacy-fence/fence.cu", "line": 15, "lesson": "legacy-fence", "count": 1, "sum_us": 596.422, "during_us": 596.422, "longest_us": 596.422, "path_us": 300.011,
>    "chain": [
>     {"op": 2, "name": "k3", "file": "lessons/legacy-fence/fence.cu", "line": 15, "column": 5, "waited_us": 602.621, "waits": [{"rule": "issue", "from_us": 9.411, "to_us": 13.455}, {"rule": "legacy-fence", "for": 1, "from_us": 13.455, "to_us": 609.877}, {"rule": "latency", "from_us": 609.877, "to_us": 612.032}]},
>     {"op": 1, "name": "k2", "file": "lessons/legacy-fence/fence.cu", "line": 14, "column": 5, "waited_us": 304.471, "waits": [{"rule": "issue", "from_us": 5.395, "to_us": 9.411}, {"rule": "legacy-fence", "for": 0, "from_us": 9.411, "to_us": 307.711}, {"rule": "latency", "from_us": 307.711, "to_us": 309.866}]},
>     {"op": 0, "name": "k1", "file": "lessons/legacy-fence/fence.cu", "line": 13, "column": 5, "waited_us": 7.700, "waits": [{"rule": "issue", "from_us": 0.000, "to_us": 5.395}, {"rule": "latency", "from_us": 5.395, "to_us": 7.700}]}]},
>   {"rule": "legacy-fence", "of": "operations", "file": "lessons/legacy-fence/fence.cu", "line": 14, "lesson": "legacy-fence", "count": 1, "sum_us": 298.300, "during_us": 298.300, "longest_us": 298.300, "path_us": 298.300,
>    "chain": [
>     {"op": 1, "name": "k2", "file": "lessons/legacy-fence/fence.cu", "line": 14, "column": 5, "waited_us": 304.471, "waits": [{"rule": "issue", "from_us": 5.395, "to_us": 9.411}, {"rule": "legacy-fence", "for": 0, "from_us": 9.411, "to_us": 307.711}, {"rule": "latency", "from_us": 307.711, "to_us": 309.866}]},
>     {"op": 0, "name": "k1", "file": "lessons/legacy-fence/fence.cu", "line": 13, "column": 5, "waited_us": 7.700, "waits": [{"rule": "issue", "from_us": 0.000, "to_us": 5.395}, {"rule": "latency", "from_us": 5.395, "to_us": 7.700}]}]},
>   {"rule": "latency", "of": "operations", "lesson": "queue", "count": 3, "sum_us": 6.615, "during_us": 6.615, "longest_us": 2.305, "path_us": 6.615,
>    "longest_op": 0},
>   {"rule": "issue", "of": "operations", "lesson": "queue", "count": 3, "sum_us": 13.455, "during_us": 13.455, "longest_us": 5.395, "path_us": 5.395,
>    "longest_op": 0},
>   {"rule": "device-synchronize", "of": "host", "file": "lessons/legacy-fence/fence.cu", "line": 16, "count": 1, "sum_us": 901.533, "during_us": 901.533, "longest_us": 901.533, "path_us": 0.000,
>    "chain": [
>     {"call": "cudaDeviceSynchronize", "file": "lessons/legacy-fence/fence.cu", "line": 16, "column": 5, "waited_us": 901.533, "waits": [{"rule": "device-synchronize", "for": 2, "from_us": 13.455, "to_us": 914.988}]},
>     {"op": 2, "name": "k3", "file": "lessons/legacy-fence/fence.cu", "line": 15, "column": 5, "waited_us": 602.621, "waits": [{"rule": "issue", "from_us": 9.411, "to_us": 13.455}, {"rule": "legacy-fence", "for": 1, "from_us": 13.455, "to_us": 609.877}, {"rule": "latency", "from_us": 609.877, "to_us": 612.032}]},
>     {"op": 1, "name": "k2", "file": "lessons/legacy-fence/fence.cu", "line": 14, "column": 5, "waited_us": 304.471, "waits": [{"rule": "issue", "from_us": 5.395, "to_us": 9.411}, {"rule": "legacy-fence", "for": 0, "from_us": 9.411, "to_us": 307.711}, {"rule": "latency", "from_us": 307.711, "to_us": 309.866}]},
>     {"op": 0, "name": "k1", "file": "lessons/legacy-fence/fence.cu", "line": 13, "column": 5, "waited_us": 7.700, "waits": [{"rule": "issue", "from_us": 0.000, "to_us": 5.395}, {"rule": "latency", "from_us": 5.395, "to_us": 7.700}]}]}],
>  "critical_path": [
>   {"kind": "gap", "from_us": 0.000, "to_us": 5.395, "op": 0, "rule": "issue"},
>   {"kind": "gap", "from_us": 5.395, "to_us": 7.700, "op": 0, "rule": "latency"},
>   {"kind": "run", "from_us": 7.700, "to_us": 307.711, "op": 0, "rule": "legacy-fence", "waiting": 1, "held_us": 298.300},
>   {"kind": "gap", "from_us": 307.711, "to_us": 309.866, "op": 1, "rule": "latency"},
>   {"kind": "run", "from_us": 309.866, "to_us": 609.877, "op": 1, "rule": "legacy-fence", "waiting": 2, "held_us": 300.011},
>   {"kind": "gap", "from_us": 609.877, "to_us": 612.032, "op": 2, "rule": "latency"},
>   {"kind": "run", "from_us": 612.032, "to_us": 912.043, "op": 2, "rule": "device-synchronize"},
>   {"kind": "gap", "from_us": 912.043, "to_us": 914.988, "rule": "device-synchronize"}],
>  "operations": [
>   {"id": 0, "name": "k1", "kind": "kernel", "file": "lessons/legacy-fence/fence.cu", "line": 13, "column": 5, "waited_us": 7.700, "slack_us": 0.000},
>   {"id": 1, "name": "k2", "kind": "kernel", "file": "lessons/legacy-fence/fence.cu", "line": 14, "column": 5, "waited_us": 304.471, "slack_us": 0.000},
>   {"id": 2, "name": "k3", "kind": "kernel", "file": "lessons/legacy-fence/fence.cu", "line": 15, "column": 5, "waited_us": 602.621, "slack_us": 0.000}]}
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --op 16 --format json
> {"format": "nullstream-explain", "version": 1, "source": "predicted",
>  "scenario": "lessons/legacy-fence/fence.cu", "device": "NVIDIA H200", "profile": "h200",
>  "wall_us": 914.988, "span_us": 904.343, "path_us": 914.988,
>  "host_call": {"call": "cudaDeviceSynchronize", "file": "lessons/legacy-fence/fence.cu", "line": 16, "column": 5, "enter_us": 13.455, "return_us": 914.988, "others": 0,
>   "chain": [
>     {"call": "cudaDeviceSynchronize", "file": "lessons/legacy-fence/fence.cu", "line": 16, "column": 5, "waited_us": 901.533, "waits": [{"rule": "device-synchronize", "for": 2, "from_us": 13.455, "to_us": 914.988}]},
>     {"op": 2, "name": "k3", "file": "lessons/legacy-fence/fence.cu", "line": 15, "column": 5, "waited_us": 602.621, "waits": [{"rule": "issue", "from_us": 9.411, "to_us": 13.455}, {"rule": "legacy-fence", "for": 1, "from_us": 13.455, "to_us": 609.877}, {"rule": "latency", "from_us": 609.877, "to_us": 612.032}]},
>     {"op": 1, "name": "k2", "file": "lessons/legacy-fence/fence.cu", "line": 14, "column": 5, "waited_us": 304.471, "waits": [{"rule": "issue", "from_us": 5.395, "to_us": 9.411}, {"rule": "legacy-fence", "for": 0, "from_us": 9.411, "to_us": 307.711}, {"rule": "latency", "from_us": 307.711, "to_us": 309.866}]},
>     {"op": 0, "name": "k1", "file": "lessons/legacy-fence/fence.cu", "line": 13, "column": 5, "waited_us": 7.700, "waits": [{"rule": "issue", "from_us": 0.000, "to_us": 5.395}, {"rule": "latency", "from_us": 5.395, "to_us": 7.700}]}]}}
A saved prediction is explained as the scenario was: what its kernels take alone is known by the
profile that it names, with the values that were set; only what comes of predicting again is left out.
$ for o in '--gpu h200' '--gpu h200 --set sm_count=60' '--gpu tests/worked/textbook.ini'; do nullstream predict lessons/pipeline/solution.cu $o -o $TMP/saved.json; nullstream explain lessons/pipeline/solution.cu $o | sed '/^What to change/,$d' >$TMP/source.txt; nullstream explain $TMP/saved.json | sed '/^What to change/,$d' | diff $TMP/source.txt - && sed -n 2p $TMP/source.txt; done
> 92.1 % of the possible overlap is reached.
> 89.2 % of the possible overlap is reached: the copy engine in has work for 80.9 % of the span.
> 91.7 % of the possible overlap is reached.
$ nullstream predict lessons/pipeline/solution.cu --gpu h200 | tail -6 >$TMP/source.txt; nullstream predict lessons/pipeline/solution.cu --gpu h200 -o $TMP/saved.json; nullstream $TMP/saved.json | tail -6 | diff $TMP/source.txt -
One whose profile is gone says so, whatever else has become a file of its name.
$ cp tests/worked/textbook.ini $TMP/mine.ini; nullstream predict lessons/pipeline/solution.cu --gpu $TMP/mine.ini -o $TMP/saved.json; rm $TMP/mine.ini; nullstream explain $TMP/saved.json | head -3; mkfifo $TMP/mine.ini; nullstream explain $TMP/saved.json | head -1; rm $TMP/mine.ini
> predicted for Textbook device, profile mine, which is not at hand: kernels count as if all had room
>   beside each other
> 91.7 % of the possible overlap is reached.
> predicted for Textbook device, profile mine, which is not at hand: kernels count as if all had room
What did not wait is not taken for a measurement.
$ nullstream predict -q tests/claims/priorities.cu --gpu h200 -o $TMP/saved.json; nullstream explain $TMP/saved.json | grep -c inferred
> 0
! 1
Written to a file, the suffix says how; what is no explanation is refused.
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 -o $TMP/fence.json && head -c 60 $TMP/fence.json; echo
> {"format": "nullstream-explain", "version": 1, "source": "pr
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 -o $TMP/fence.svg
2> nullstream: error: TMP/fence.svg is no format of an explanation
2>   hint: it is text, --format table or json; nullstream predict draws
! 2
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --op k4
2> nullstream: error: --op: no operation and no call is named 'k4'
2>   hint: did you mean 'k1'?
! 2
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --op 2
2> nullstream: error: --op: no operation and no call is in line 2
2>   hint: the first line behind it that has one is 10; '#2' is the operation with that id
! 2
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --op fence.cu:12
2> nullstream: error: --op: no operation and no call is in line 12 of fence.cu
2>   hint: the last line before it that has one is 11, the first behind it 13
! 2
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --op other.cu:13
2> nullstream: error: --op: no operation and no call is in line 13 of other.cu
2>   hint: give a name or an id (#2)
! 2
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --op '#3'
2> nullstream: error: --op: no operation has the id #3
2>   hint: they are #0 to #2
! 2
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --op 99
2> nullstream: error: --op: no operation and no call is in line 99
2>   hint: the last line before it that has one is 16
! 2
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --op '#1' --width 80
> predicted for NVIDIA H200, profile h200
> #1 k2 (fence.cu:14) waited 304 us
>   called at 5.395, started at 309.866, ended at 609.877 us
>   4.02 us: issue
>      (the host was still making the call)
>   298 us: legacy-fence (k1, line 13, stream a)
>      (work in the default stream waits for all blocking streams, and they for
>       it)
>   2.15 us: latency
>      (the hardware takes a moment between two operations)
> Because
>      k2 waited 298 us: legacy-fence (k1, line 13, stream a)
>      k1 waited for no other operation: 7.70 us from its call to its start
>   no slack: if it ends later, the run takes longer
A part of it: only its waits are listed; what they waited for is named wherever it is.
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --only stream=a,b --width 80
> predicted for NVIDIA H200, profile h200; a part of it: 2 of 3 operations
> 
> Why it waited
>   legacy-fence, fence.cu:15: k3 waited 596 us; 300 us of it on the critical path
>      (work in the default stream waits for all blocking streams, and they for
>       it)
>      k3 waited 596 us: legacy-fence (k2, line 14, default stream)
>      k2 waited 298 us: legacy-fence (k1, line 13, stream a)
>      k1 waited for no other operation: 7.70 us from its call to its start
>   2 more that cost less: --format json
> 
> Critical path of the whole run: 915 us went into
>   kernels                     302 us   33.0 %  k3 (line 15), 1 more line
>   waiting at fences           598 us   65.4 %  k3 (line 15), k2 (line 14)
>   CUDA calls of the host     5.39 us   0.59 %  k1 (line 13)
>   latency of the device      9.56 us    1.0 %  cudaDeviceSynchronize (line 16),
>                                                3 more lines
>   Bound by waiting: 3 operations that ran one after the other take 900 us. Most
>   of the waiting comes from this: work in the default stream waits for all
>   blocking streams, and they for it (legacy-fence).
>   3 of 3 operations have no slack: if one ends later, so does the run.
Measured: k3 was called at 8.064, returned at 11.635 and started at 610.696; k2 ended at 609.395, so
597.760 us by the fence, and 1.301 us are not known. The file alone means the same.
$ nullstream explain traces/h200/legacy-fence.json --width 80
> measured on NVIDIA H200, 15 repetitions, 2026-11-20
> starts and ends by cupti, which changed the wall time by +0.08 %
> Nothing overlapped: k2 is in the default stream (fence.cu:14).
> What waited for what is inferred from streams, events and times: a measurement
>   does not record it.
> 
> Why it waited
>   legacy-fence, fence.cu:15: k3 waited 598 us; 301 us of it on the critical path
>      (work in the default stream waits for all blocking streams, and they for
>       it)
>      k3 waited 598 us: legacy-fence (k2, line 14, default stream)
>      k2 waited 300 us: legacy-fence (k1, line 13, stream a)
>      k1 waited for no other operation: 6.91 us from its call to its start
>   legacy-fence, fence.cu:14: k2 waited 300 us; 300 us of it on the critical path
>   device-synchronize, fence.cu:16: the host waited 902 us in
>     cudaDeviceSynchronize; the run ends with it
>      (the host waits for all work of the device)
>      cudaDeviceSynchronize waited 902 us: device-synchronize (k3, line 15,
>        stream b)
>      k3: see above
>   4 more that cost less: --format json
> 
> Critical path: 914 us went into
>   kernels                     302 us   33.0 %  k3 (line 15), 1 more line
>   waiting at fences           600 us   65.7 %  k3 (line 15), k2 (line 14)
>   CUDA calls of the host     4.45 us   0.49 %  k1 (line 13)
>   latency of the device      2.31 us   0.25 %  cudaDeviceSynchronize (line 16)
>   not known                  4.99 us   0.55 %  k1 (line 13), 2 more lines
>   Bound by waiting: 3 operations that ran one after the other take 902 us. Most
>   of the waiting comes from this: work in the default stream waits for all
>   blocking streams, and they for it (legacy-fence).
>   3 of 3 operations have no slack: if one ends later, so does the run.
> 
> What to change
>   1. default-stream: k2 (fence.cu:14) is in the default stream and holds back k3
>         (fence.cu:15)
>       change: cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking) and
>         cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking)
>       gain: not known: a timeline alone cannot be predicted again
>       lesson: legacy-fence
$ nullstream explain traces/h200/legacy-fence.json --width 80 --op k3
> measured on NVIDIA H200, 15 repetitions, 2026-11-20
> starts and ends by cupti, which changed the wall time by +0.08 %
> What waited for what is inferred from streams, events and times: a measurement
>   does not record it.
> #2 k3 (fence.cu:15) waited 603 us
>   called at 8.064, started at 610.696, ended at 911.301 us
>   3.57 us: issue
>      (the host was still making the call)
>   598 us: legacy-fence (k2, line 14, default stream)
>      (work in the default stream waits for all blocking streams, and they for
>       it)
>   1.30 us: not known
> Because
>      k3 waited 598 us: legacy-fence (k2, line 14, default stream)
>      k2 waited 300 us: legacy-fence (k1, line 13, stream a)
>      k1 waited for no other operation: 6.91 us from its call to its start
>   no slack: if it ends later, the run takes longer
$ nullstream traces/h200/legacy-fence.json --width 80 | tail -n +6 | head -3
> 
> Why it waited
>   legacy-fence, fence.cu:15: k3 waited 598 us; 301 us of it on the critical path
A measurement whose runs differ so much that it has no starts and ends.
$ sed 's/"start_us": [0-9.]*, "end_us": [0-9.]*,/"connection": 1,/; s/"start_spread_us.*}/"flags": 0}/' traces/h200/legacy-fence.json >$TMP/no-times.json && nullstream explain $TMP/no-times.json --width 80
> measured on NVIDIA H200, 15 repetitions, 2026-11-20
> starts and ends by cupti, which changed the wall time by +0.08 %
> When the operations started and ended is not in the file, so why they waited is
>   not known.
A copy from pageable memory waits for its staging several times, by other rules in between, and is one
operation all the same.
$ printf 'int main() {\n  float *a[4], *x[4];\n  for (int i = 0; i < 4; i++) {\n    a[i] = (float *)malloc(8 << 20);\n    cudaMalloc(&x[i], 8 << 20);\n  }\n  for (int i = 0; i < 4; i++)\n    cudaMemcpyAsync(x[i], a[i], 8 << 20, cudaMemcpyHostToDevice, 0);\n  cudaDeviceSynchronize();\n}\n' >$TMP/pageable.cu; nullstream explain -q --gpu h200 $TMP/pageable.cu | grep 'operations waited'
>   staging, pageable.cu:8: 4 operations waited during 555 us, each at most 143 us (h2d 8 MiB); 555 us
What one call has waited at most is all that it has waited, in parts.
$ printf '#pragma nullstream kernel(k) time(50us) writes(p, n)\n__global__ void k(char *p, size_t n) { p[threadIdx.x] = 1; }\nint main() {\n  const size_t n = 2 << 20;\n  char *d, *h = (char *)malloc(n);\n  cudaMalloc(&d, n);\n  for (int i = 0; i < 2; i++) {\n    k<<<1, 256>>>(d, n);\n    cudaMemcpyAsync(h, d, n, cudaMemcpyDeviceToHost, 0);\n  }\n}\n' >$TMP/parts.cu; nullstream explain -q --gpu h200 $TMP/parts.cu | grep 'the host waited\|cudaMemcpyAsync waited'
>   copy, parts.cu:9: the host waited 488 us in 2 calls of cudaMemcpyAsync, at most 244 us; 41.6 us of
>      cudaMemcpyAsync waited 244 us: copy (d2h 2 MiB, line 9, default stream)

Host functions whose work nobody declared take no time: neither overlap nor a chain of 0 ns is told.
$ printf '%s\n' '#include <cuda_runtime.h>' 'void note(void *p)' '{' '}' 'int main()' '{' '    for (int i = 0; i < N; i++)' '        cudaLaunchHostFunc(0, note, NULL);' '    cudaDeviceSynchronize();' '}' >$TMP/host.cu; for n in 1 3; do nullstream predict $TMP/host.cu --gpu h200 -D N=$n | grep -E '^[A-Zwbo]'; nullstream explain $TMP/host.cu --gpu h200 -D N=$n | grep -E 'Bound|knows'; done
> One operation, note: nothing to overlap.
> wall     13.1 us, span 0 ns
> busy     host worker      0 ns, 0.00 % of the span, 1 operation
> Bound by waiting: no operation takes any time.
>   Bound by waiting: no operation takes any time.
> Nothing could overlap: no operation takes any time.
> wall     17.8 us, span 4.74 us
> busy     host worker      0 ns, 0.00 % of the span, 3 operations
> Bound by waiting: no operation takes any time.
>   Bound by waiting: no operation takes any time.

The first line and the bound name the same cause; that the host waits for what stands before its next
work in the stream anyway is none.
$ for copies in 0 1; do nullstream predict -q --width 300 --gpu h200 -D COPIES=$copies tests/scenarios/sync_loop.cu | grep -E '^(Hardly|Nothing|Bound)'; done
> Hardly anything could overlap: the SM array has nearly all the work, but for 29.0 % of the span nothing runs: the host waits in cudaDeviceSynchronize (sync_loop.cu:32), 10 times, before it asks for vadd.
> Bound by waiting: 10 operations that ran one after the other take 200 us. Most of the waiting comes from this: the host waits for all work of the device (device-synchronize).
> Nothing overlapped: all work is in one stream, default.
> Bound by waiting: 30 operations that ran one after the other take 1759 us. Most of the waiting comes from this: operations of one stream run in the order of their calls (stream).
$ nullstream predict -q --width 300 --gpu h200 lessons/pinned/price.cu | grep -E '^(The host|Bound)'
> The host asks for the work later than the device could do it: cudaMallocHost (price.cu:17) takes 545 us of the critical path.
> Bound by the host: host calls make up 76.4 % of the critical path; the device is idle for 92.7 % of the span.
A time that is less than it takes to place the blocks is not what the kernel takes.
$ printf '#pragma nullstream kernel(k) time(10us)\n__global__ void k() {}\nint main()\n{\n    k<<<16000, 32>>>();\n    k<<<1000000, 32>>>();\n    k<<<2000000, 32>>>();\n    cudaDeviceSynchronize();\n}\n' >$TMP/blocks.cu; nullstream explain --gpu h200 $TMP/blocks.cu | grep kernels; nullstream check -q --gpu h200 $TMP/blocks.cu
>   kernels                    1813 us   99.3 %  k (line 7), k (line 6), 1 more line
> no hazard in 3 operations and 0 accesses to memory
2> TMP/blocks.cu:6: warning: kernel `k` takes 601 us here, not the 10.0 us that are said: to place its 1000000 blocks takes as long

The first line follows from the numbers of the others: 0.29 of 0.55 is 52.7 %, 0.27 of 0.77 34.7 %; the line of
the operation that it names is the first of its rule in the list; and where the host bounds the run by more
than any wait, it is the host. A synchronize behind all work (line 139) costs no more than what follows it.
$ nullstream predict -q --width 200 tests/outside/e08.cu --gpu h200 | grep -E 'possible overlap|^overlap|^idle'
> Only 42.0 % of the possible overlap is reached: trace (e08.cu:135) was told to wait for an event behind refit. Calls for memory take 18.8 % of the wall time, the largest part of that 4 calls of
> overlap  0.25 of at most 0.60 (1 - time with work / sum of durations), 4 at once at most
> idle     715 us, 39.1 % of the span, with nothing on the device
$ nullstream explain -q tests/outside/e08.cu --gpu h200 --width 200 | grep -m 1 '^  event, '
>   event, e08.cu:134: 10 operations waited during 1142 us, each at most 438 us (wait scenes[1].built); 539 us of it on the critical path
$ nullstream predict -q --width 200 tests/outside/e02.cu --gpu h200 | grep -E 'possible overlap|^overlap|^idle'
> Only 34.5 % of the possible overlap is reached: trsm (e02.cu:60) waits for laswp before it in its stream.
> overlap  0.27 of at most 0.78 (1 - time with work / sum of durations), 2 at once at most
> idle     1210 us, 39.9 % of the span, with nothing on the device
$ nullstream explain -q tests/outside/e02.cu --gpu h200 --width 200 | grep -m 1 '^  stream, '
>   stream, e02.cu:60: 17 operations waited during 1008 us, each at most 152 us (trsm); 557 us of it on the critical path
$ nullstream predict -q tests/outside/e13.cu --gpu h200 | grep -E '^The host|overlap|^idle|Bound'
> The host asks for the work later than the device could do it: 400 calls of propose (e13.cu:78) and
> overlap  0.00 of at most 0.95 (1 - time with work / sum of durations), 1 at once at most
> idle     3033 us, 53.2 % of the span, with nothing on the device
> Bound by the host: host calls make up 95.4 % of the critical path; the device is idle for 53.2 % of

A thread that slept for a condition went on when another one told it so, and woke later: the critical path is
that of the one that told it, first its kernel and its 200 us of work, of one waiter and of two; and of the
timeline in a file.
$ nullstream explain -q tests/scenarios/notified.cu --gpu h200 | sed -n '/^Critical path/,/Bound/p'
> Critical path: 595 us went into
>   kernels                     350 us   58.8 %  first (line 35), then (line 26)
>   CUDA calls of the host     19.3 us    3.2 %  then (line 26), 1 more line
>   latency of the device      10.5 us    1.8 %  cudaDeviceSynchronize (line 36), 3 more lines
>   host work                   200 us   33.6 %  work (line 37)
>   idle: threads wait         15.2 us    2.6 %  a wait for another thread (line 24)
>   Bound by waiting: 2 operations that ran one after the other take 350 us. Most of the waiting comes
$ nullstream explain -q tests/scenarios/notified.cu --gpu h200 -D WAITERS=2 | sed -n '/^Critical path/,/Bound/p'
> Critical path: 598 us went into
>   kernels                     350 us   58.5 %  first (line 35), then (line 26)
>   CUDA calls of the host     21.0 us    3.5 %  then (line 26), first (line 35)
>   latency of the device      10.5 us    1.8 %  cudaDeviceSynchronize (line 36), 3 more lines
>   host work                   200 us   33.4 %  work (line 37)
>   idle: threads wait         16.9 us    2.8 %  a wait for another thread (line 24)
>   Bound by waiting: 2 operations that ran one after the other take 350 us. Most of the waiting comes
$ nullstream predict -q tests/scenarios/notified.cu --gpu h200 -D WAITERS=2 -o $TMP/notified.json; nullstream explain -q $TMP/notified.json | sed -n '/^Critical path/,/Bound/p'
> Critical path: 598 us went into
>   kernels                     350 us   58.5 %  first (line 35), then (line 26)
>   CUDA calls of the host     21.0 us    3.5 %  then (line 26), first (line 35)
>   latency of the device      10.5 us    1.8 %  cudaDeviceSynchronize (line 36), 3 more lines
>   host work                   200 us   33.4 %  work (line 37)
>   idle: threads wait         16.9 us    2.8 %  a wait for another thread (line 24)
>   Bound by waiting: 2 operations that ran one after the other take 350 us. Most of the waiting comes

The copy at the end waits for all work by nature: the way leads to what it waited for, 4 x 300 us in one stream
and 50 us of what reads both, and blames neither its fence nor its pageable memory.
$ nullstream explain -q tests/scenarios/readback.cu --gpu tests/worked/textbook.ini | sed -n '/the run ends/p; /^Critical path/,/No change/p'
>   copy, readback.cu:34: the host waited 1257 us in cudaMemcpy; the run ends with it
>   legacy-fence, readback.cu:34: d2h 4 B waited 1250 us; the run ends with it
> Critical path: 1257 us went into
>   kernels                    1250 us   99.4 %  4 times step (line 30), sum (line 33)
>   copies to the host            4 ns   0.00 %  d2h 4 B (line 34)
>   CUDA calls of the host     7.46 us   0.59 %  d2h 4 B (line 34)
>   Bound by one stream's own order: its 5 operations take 1250 us, 100.0 % of the span.
>   10 of 10 operations have no slack: if one ends later, so does the run.
> 
> What to change
>   No change that these rules know gains 2 %; the bound is one stream's own order. `--what-if` tries
A synchronize right before it likewise.
$ sed 's/    cudaMemcpy(&result/cudaDeviceSynchronize();&/' tests/scenarios/readback.cu >$TMP/readback.cu; nullstream explain -q $TMP/readback.cu --gpu tests/worked/textbook.ini | sed -n '/the run ends/p; /^Critical path/,/No change/p'
>   device-synchronize, readback.cu:34: the host waited 1250 us in cudaDeviceSynchronize; the run ends
> Critical path: 1257 us went into
>   kernels                    1250 us   99.4 %  4 times step (line 30), sum (line 33)
>   copies to the host            4 ns   0.00 %  d2h 4 B (line 34)
>   CUDA calls of the host     7.46 us   0.59 %  d2h 4 B (line 34)
>   Bound by one stream's own order: its 5 operations take 1250 us, 100.0 % of the span.
>   10 of 10 operations have no slack: if one ends later, so does the run.
> 
> What to change
>   No change that these rules know gains 2 %; the bound is one stream's own order. `--what-if` tries
What rests on a time that is assumed says so, also without the warning, in text and in JSON; and every
sentence keeps to the width.
$ nullstream explain -q --gpu h200 tests/outside/g05.cu | sed -n 2,3p; nullstream explain -q --gpu h200 tests/outside/g05.cu --format json | grep '"assumed"'
> How long accelerate? and drift? take is assumed, 96.8 % of the critical path: what is said here
>   rests on it.
>  "assumed": {"kernels": ["accelerate", "drift"], "path_us": 20000.000},
$ nullstream predict -q --gpu h200 tests/outside/g05.cu --width 60 | sed -n '2,3p;/^Bound/,$p'
> How long accelerate? and drift? take is assumed, 96.8 % of
>   the critical path: what is said here rests on it.
> Bound by one stream's own order: its 212 operations take
>   20.02 ms, 98.4 % of the span.
$ nullstream explain --what-if -q --gpu h200 lessons/legacy-fence/fence.cu | sed -n 2p
> 
$ nullstream explain --what-if -q --gpu h200 tests/outside/g05.cu | sed -n 2,3p
> How long accelerate? and drift? take is assumed, 96.8 % of the critical path: what is said here
>   rests on it.

What people outside found wrong. A consumer that spins waits for the producer, whose copy into the ring
is what the run takes; a poll polls; a copy whose staging has several parts is named once; what a host
function costs is its call, and a sleep is no work; prefetches share no copy engine.
$ nullstream explain -q --gpu h200 tests/outside/h17.cu | grep -A2 '^The host\|^  condition, \|host work  \|polled'
> The host asks for the work later than the device could do it: memcpy (h17.cu:72) takes 2520 us of
>   the critical path.
> 
> --
>   condition, h17.cu:115: the host waited 826 us in 95 loops that wait, at most 34.2 us
>      (the host thread waits until another one, or a host function, lets it go on: at a condition,
>       barrier, latch, semaphore, future or atomic)
>   event-synchronize, h17.cu:111: the host polled 434 us in 96 calls of cudaEventQuery, at most 4.54
>     us
>      (the host waits for an event)
>      cudaEventQuery polled 4.54 us: event-synchronize (record taken[1], line 102, stream s[1])
>      record taken[1] waited 12.3 us: stream (h2d 512 KiB, line 101, stream s[1])
>      h2d 512 KiB waited for no other operation: 2.50 us from its call to its start
> --
>   host work                  2520 us   98.6 %  memcpy (line 72), 2 more lines
>   Bound by the host: host work makes up 98.6 % of the critical path; the device is idle for 39.6 %
>   of the span.
$ nullstream explain -q --gpu h200 tests/outside/h09.cu | grep 'cudaMemcpyAsync waited'
>      cudaMemcpyAsync waited 3040 us: copy (d2h 24 MiB, line 79, stream io)
$ nullstream explain -q --gpu h200 tests/outside/h06.cu | grep -A3 '^  latency, h06\|calling host'
>   latency, h06.cu:85: 40 operations waited during 1462 us, each at most 36.6 us (close_loop); 1462
>     us of it on the critical path
>      (a thread of the driver is woken to call each host function, and what follows in the stream
>       waits for it to say that the function has returned)
> --
>   calling host functions     1462 us   53.3 %  40 times close_loop (line 85)
>   Bound by waiting: 122 operations that ran one after the other take 846 us. Most of the waiting
>   comes from this: operations of one stream run in the order of their calls (stream).
>   162 of 162 operations have no slack: if one ends later, so does the run.
$ nullstream explain -q --gpu h200 tests/outside/h08.cu | grep -A1 'host threads sleep\|Bound by the host'
>   host threads sleep         5793 us   94.2 %  40 sleeps (line 71)
>   idle: threads wait          210 us    3.4 %  2 waits with an end (line 87)
>   Bound by the host: sleep and waits of host threads make up 97.6 % of the critical path; the device
>   is idle for 74.8 % of the span.
$ nullstream explain -q --gpu h200 tests/outside/h15.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is the prefetching. `--what-if` tries more.
>   transfer-bound: the prefetching needs 3392 us of the span of 3405 us: more streams or another
>         order can gain at most 12.9 us
>       what would help: prefetch only what is touched next, leave on the device what it uses again,
>         or copy pinned memory instead: copies in and out run side by side, prefetches one at a time
>       lesson: wire (not written yet)

Of the default stream's records the waits of others are no fault.
$ nullstream explain -q --gpu h200 tests/outside/h14.cu | grep -c 'order-too-much'
> 0
! 1

Where the host waits for the device though it needs one stream's work.
$ nullstream explain -q --gpu h200 tests/outside/h18.cu | grep -A4 'sync-all'
>   4. sync-all: cudaDeviceSynchronize in line 107 waits 863 us longer than for the one stream that
>         the host needs, up to d2h 3.5 MiB (h18.cu:90) of stream 2 s
>       change: h18.cu:107: cudaStreamSynchronize instead of cudaDeviceSynchronize, of stream 1 s
>       gain: 790 us of 12.17 ms (6.5 %), simulated with the change made
>       lesson: who-waits (not written yet)

A wait that ends what the program times, and decides by, is there by design: no change of it is offered.
$ nullstream explain -q --gpu h200 tests/outside/h01.cu | sed -n '/^What to change/,$p'
> What to change
>   No change that these rules know gains 2 %; the bound is waiting. `--what-if` tries more.
Calls of one line are counted by their names.
$ nullstream explain -q --gpu h200 --width 160 tests/scenarios/same_line.cu | grep 'CUDA calls'
>   CUDA calls of the host     6176 us   99.8 %  8 calls of cudaMallocHost (line 14), 8 calls of cudaFreeHost (line 14), 2 more lines

What a host thread does one after the other bounds what a division of the work can gain.
$ nullstream explain --gpu h200 --width 100 tests/scenarios/serial_decode.cu | sed -n '/Nothing runs/,$p'
>   Nothing runs at the same time. Where parts of the data can be worked on by themselves: divide the
>         work into chunks, each with its copies and kernels in a stream of its own; to run all
>         machines side by side gains at most 4664 us of 10.26 ms (45.4 %), as a host thread works or
>         sleeps for 5600 us
>       lesson: pipeline

Texts keep to the width, whatever the numbers.
$ for f in lessons/pinned/price.cu tests/scenarios/serial_decode.cu tests/outside/j06.cu tests/outside/e08.cu; do nullstream predict -q --gpu h200 --width 80 $f | sed -n '/^wall/,$p' | awk 'length > 80'; done
$ nullstream predict -q --gpu h200 --width 80 tests/outside/e08.cu | sed -n '/^wall/,$p'
> wall     1926 us, span 1831 us
> busy     SM array         1095 us, 59.8 % of the span, 54.4 % full, 201
>          operations
>          copy engine out  20.8 us, 1.1 % of the span, 1 operation
> overlap  0.25 of at most 0.60 (1 - time with work / sum of durations), 4 at once
>          at most
> idle     715 us, 39.1 % of the span, with nothing on the device
> Bound by waiting: 118 operations that ran one after the other take 878 us. Most
>   of the waiting comes from this: the stream was told to wait for an event
>   (event).
$ nullstream sweep --gpu h200 --width 60 -D CHUNKS=2..4 tests/scenarios/one_stream_left.cu | sed -n '/^Not all/,/^$/p'
> Not all do the same work: they copy 8 MiB to 16 MiB and
>   launch 2097152 to 4194304 threads.
> 
A loop that looks at an atomic, works and looks again waits for who writes it: the kernel behind which that is
has no slack, and 200 us more of it make the run 205 us longer, as the query behind it asks every 5 us.
$ nullstream explain -q --gpu h200 tests/what-if/spin.cu | grep -A9 '^Critical'; for n in 0 200; do nullstream predict -q --gpu h200 tests/what-if/spin.cu -D LONGER=$n | grep ^wall; done
> Critical path: 641 us went into
>   kernels                     600 us   93.5 %  first (line 31), second (line 38)
>   CUDA calls of the host     28.9 us    4.5 %  first (line 31), second (line 38)
>   latency of the device      12.2 us    1.9 %  cudaStreamQuery (line 32), 3 more lines
>   host work                   344 ns   0.05 %  a loop that waits (line 37)
>   Bound by waiting: 2 operations that ran one after the other take 600 us. Most of the waiting comes
>   from this: the host waits for a stream (stream-synchronize).
>   2 of 2 operations have no slack: if one ends later, so does the run.
> 
> What to change
> wall     641 us, span 614 us
> wall     845 us, span 818 us
A change that brings host threads to a lock or an atomic in another order is simulated with the source. Of a
recorded program the text says that they do what they did: 25 us less, where the source takes 476 more.
$ nullstream explain -q --gpu h200 tests/advice/queue.cu | sed -n '/^What/,/no change/p'; for n in 0 1; do nullstream predict -q --gpu h200 tests/advice/queue.cu -D FIXED=$n | grep ^wall; done
> What to change
>   sync-in-loop: cudaStreamSynchronize (queue.cu:33, 9 times) holds the host for 1547 us before it
>         asks for more work
>       no change is offered: tried from the source, host threads take turns in another way then, and
> wall     911 us, span 883 us
> wall     1387 us, span 1359 us
$ nullstream predict -q --gpu h200 tests/advice/queue.cu -o $TMP/queue.nsp; nullstream explain -q --gpu h200 $TMP/queue.nsp | sed -n '/^What/,$p'; nullstream explain -q --gpu h200 $TMP/queue.nsp --format json | grep -o '"threads_kept": *true'
> What to change
>   1. sync-in-loop: cudaStreamSynchronize (queue.cu:33, 9 times) holds the host for 1547 us before it
>         asks for more work
>       change: queue.cu:33: move cudaStreamSynchronize out of the loop, behind it: 3 calls in place
>         of 12
>       gain: 25.7 us of 911 us (2.8 %), simulated with the change made, each host thread doing what
>         it does now
>       lesson: who-waits (not written yet)
> "threads_kept": true
$ for p in g08 b08; do nullstream explain -q --gpu h200 tests/outside/$p.cu --format json | grep -o '"together_[a-z_]*": *[a-z0-9.]*\|"set_up_us": *[0-9.]*'; done
> "set_up_us": 232.253
> "together_gain_us": 1362.434
> "together_threads_kept": true
> "together_gain_us": 58.393
> "together_left": 2
A lock of the driver: who is in which call meanwhile, and whose work comes late for it.
$ printf '#include <thread>\n#include <unistd.h>\n#pragma nullstream kernel(k) time(20us)\n__global__ void k() {}\nvoid takes()\n{\n    void *host;\n    cudaMallocHost(&host, 64 << 20);\n}\nint main()\n{\n    k<<<1, 32>>>();\n    std::thread other(takes);\n    usleep(1000);\n    k<<<1, 32>>>();\n    cudaDeviceSynchronize();\n    other.join();\n}\n' >$TMP/taken.cu; nullstream explain -q --gpu h200 $TMP/taken.cu | grep -A3 '^  lock'
>   lock, taken.cu:15: the host waited 23.48 ms in cudaLaunchKernel; 23.48 ms of it on the critical
>     path
>      (it waits for the driver's lock, which is none of the program's)
>      the driver's lock is held by takes in cudaMallocHost, line 8, which took 24.54 ms
$ nullstream explain -q --gpu h200 tests/outside/t19.cu | grep -B1 'had a lock'
! 1
A lock that is held across a wait for the device is the cause of the waits for it: where, by whom, why so long,
and that it is released too late.
$ nullstream explain -q --gpu h200 tests/advice/locked.cu | grep -A1 '^Nothing'; nullstream explain -q --gpu h200 tests/advice/locked.cu | grep -A5 '^  lock'; nullstream explain -q --gpu h200 tests/advice/locked.cu | sed -n '/^What/,/gain/p'; for n in 0 1; do nullstream predict -q --gpu h200 tests/advice/locked.cu -D FIXED=$n | grep ^wall; done
> Nothing overlapped: the host waits in cudaStreamSynchronize (locked.cu:32), 12 times, before it asks
>   for k, and holds the lock that other threads wait for (locked.cu:29).
>   lock, locked.cu:29: the host waited 3506 us in 6 waits for a lock, at most 1309 us; 84.7 us of it
>     on the critical path
>      (the host thread waits for a lock)
>      held by lambda at line 22 across cudaStreamSynchronize, line 32
>      cudaStreamSynchronize waited 305 us: stream-synchronize (k, line 30, stream 3 s)
>      k waited for no other operation: 6.57 us from its call to its start
> What to change
>   1. sync-in-loop: cudaStreamSynchronize (locked.cu:32, 11 times) holds the host for 3358 us before
>         it asks for more work, and holds the lock in line 29, for which other threads wait 5986 us
>       change: locked.cu:32: release the lock of line 29 before cudaStreamSynchronize, not behind it
>       gain: 2523 us of 3857 us (65.4 %), simulated with the change made
> wall     3857 us, span 3838 us
> wall     1334 us, span 1315 us
To page-lock memory takes the same wherever that is said: once for a buffer that serves all turns, also of the
recorded program; for each of two that are page-locked where they are.
$ nullstream predict -q --gpu h200 tests/what-if/anew.cu -o $TMP/anew.nsp; for f in tests/what-if/anew.cu $TMP/anew.nsp tests/advice/register.cu; do nullstream explain -q --width 200 --gpu h200 $f | grep -o 'page-locking it takes.*'; done
> page-locking it takes 545 us.
> page-locking it takes 545 us
> page-locking it takes 545 us.
> page-locking it takes 545 us
> page-locking it takes 4808 us.
> page-locking it takes 4808 us
$ nullstream explain -q --width 300 --gpu h200 tests/what-if/anew.cu -D THREADS=2 | sed -n '/^ *change: copy/s/,.*//p; s/.*\(page-locking it takes.*\)/\1/p'
> page-locking it takes 1135 us.
>       change: copy to or from memory that cudaMallocHost allocates once for each of 2 threads
> page-locking it takes 1135 us
No work is put into a stream that is not made yet where it is asked for, or only in another thread.
$ nullstream explain -q --gpu h200 tests/what-if/later.cu | sed -n '/^What/,/lesson/p'; for n in 0 1; do nullstream predict -q --gpu h200 tests/what-if/later.cu -D FIXED=$n | grep ^wall; done
> What to change
>   1. hidden-fence: memset 4 B (later.cu:32) is in the default stream and holds back k (later.cu:33)
>       change: later.cu:32: cudaMemsetAsync instead of cudaMemset, in stream 1 stream and stream 2
>         stream
>       gain: 901 us of 3930 us (22.9 %), simulated with the change made
>       lesson: hidden-fences (not written yet)
> wall     3930 us, span 3923 us
> wall     3029 us, span 3022 us
A loop of queries with work between them polls from its first question on: that is the cause, with its line.
$ nullstream explain -q --gpu h200 tests/what-if/spin.cu | sed -n '2p; /^  stream-synchronize, spin.cu:32/,/^  issue/p'
> Nothing overlapped: the host waits in cudaStreamQuery (spin.cu:32) before it asks for second.
>   stream-synchronize, spin.cu:32: the host polled 307 us in cudaStreamQuery; 300 us of it on the
>     critical path
>      (the host waits for a stream)
>      cudaStreamQuery polled 307 us: stream-synchronize (first, line 31, stream s)
>      first waited for no other operation: 24.6 us from its call to its start
>   issue: 2 operations waited during 28.9 us, each at most 22.3 us (first); 28.9 us of it on the
Of several streams that were put in order, each turn waits for the one that has its data, and of several
turns for the one that had it: who waits for all of them, or for the last, gains nothing, or half.
$ for p in k13 d18; do nullstream explain -q --gpu h200 --width 200 tests/outside/$p.cu | sed -n '/change:/,/gain:/p'; done
>       change: k13.cu:63: create stream slab[0].stream to slab[3].stream with cudaStreamCreateWithFlags(..., cudaStreamNonBlocking)
>       and k13.cu:102: before it, cudaStreamWaitEvent in the default stream for an event recorded in whichever of stream slab[0].stream to slab[3].stream has the data, right after line 100
>       and k13.cu:100: before it, cudaStreamWaitEvent in stream slab[0].stream to slab[3].stream for an event recorded in the default stream right after line 102, of the turn that had the data: up to 4
>         events
>       gain: 448 us of 3906 us (11.5 %), simulated with the change made
>       change: d18.cu:64: move cudaStreamSynchronize out of the loop, behind it, as cudaDeviceSynchronize: 1 call in place of 28
>       and d18.cu:48: before it, cudaStreamWaitEvent in stream panel for an event recorded in whichever of stream st[0] to st[2] has the data, right after line 60, of the turn that had the data: up to
>         6 events
>       and d18.cu:53: before it, cudaStreamWaitEvent in stream st[0] to st[3] for an event recorded in whichever of stream st[0] to st[3] has the data, right after line 60, of the turn that had the
>         data: up to 5 events
>       gain: 405 us of 3948 us (10.3 %), simulated with the change made
>       change: d18.cu:41: call cudaMalloc before the timed part
>       gain: 89.7 us of 3948 us (2.3 %), simulated with the change made
>       change: d18.cu:41: call cudaMalloc before the timed part
>       and d18.cu:64: move cudaStreamSynchronize out of the loop, behind it, of stream st[2]: 1 call in place of 28
>       and d18.cu:44: cudaStreamSynchronize instead of cudaDeviceSynchronize, of stream st[0]
>       and d18.cu:48: before it, cudaStreamWaitEvent in stream panel for an event recorded in whichever of stream st[0] to st[2] has the data, right after line 60, of the turn that had the data: up to
>         6 events
>       and d18.cu:53: before it, cudaStreamWaitEvent in stream st[0] to st[3] for an event recorded in whichever of stream st[0] to st[3] has the data, right after line 60, of the turn that had the
>         data: up to 5 events
>       gain: 789 us of 3948 us (20.0 %), simulated with all changes made; alone sync-in-loop gains 405 us, timed-allocation gains 89.7 us and sync-all gains 1.70 us
The evidence is what holds up longest, and what all places hold up beside the gain; a vector that took over
another's elements is called by its own name; memory that is hardly copied costs nothing to page-lock.
$ for p in a05 r05; do nullstream explain -q --gpu h200 --width 160 tests/outside/$p.cu | sed -n '2,3p; /^  1\./,/gain:/p'; done
> The host asks for the work later than the device could do it: cudaMallocHost (a05.cu:71) takes 671 us of the critical path.
> 
>   1. timed-allocation: cudaMallocHost (a05.cu:71) holds the host for 671 us; likewise in 2 more lines, 738 us in all
>       change: a05.cu:34: call cudaMalloc before the timed part
>       and a05.cu:35: call cudaMalloc before the timed part
>       and a05.cu:71: call cudaMallocHost before the timed part
>       gain: 740 us of 1165 us (63.5 %), simulated with the change made
> Hardly anything overlapped: h2d 32 MiB (r05.cu:87) and 1 more copy use pageable memory, which holds up the host. Pinned memory would cut 7620 to 4022 us;
>   page-locking it takes 1236 us.
>   1. pageable-copy: h2d 32 MiB (r05.cu:87) copies from build_host, which is pageable memory: the host is held in the call for 4195 us
>       change: page-lock the memory of build_host once, before the timed part, with cudaHostRegister(build_host.data(), ...) (and cudaHostUnregister it at the
>         end)
>       gain: 3598 us of 7620 us (47.2 %), simulated with the change made; page-locking it takes 1236 us
Copies of rows that lie between those of others need no order.
$ nullstream explain -q --gpu h200 --width 160 tests/outside/r10.cu | sed -n '/change:/,/gain:/p'
>       change: r10.cu:54: create stream s[0] to s[7] with cudaStreamCreateWithFlags(..., cudaStreamNonBlocking)
>       and r10.cu:79: after it, cudaDeviceSynchronize, as nothing else waits for all the work
>       gain: 82.4 us of 2097 us (3.9 %), simulated with the change made
Sleeps in a row are counted, however many they are.
$ for n in 65533 65534 70000; do printf '#include "nullstream.cuh"\n#include <chrono>\n#include <thread>\n__global__ void k() { spin_us(50); }\nint main()\n{\n    k<<<1, 32>>>();\n    cudaDeviceSynchronize();\n    for (int i = 0; i < %d; i++)\n        std::this_thread::sleep_for(std::chrono::microseconds(1));\n    k<<<1, 32>>>();\n    cudaDeviceSynchronize();\n}\n' $n >$TMP/sleeps.cu; nullstream explain -q --gpu h200 $TMP/sleeps.cu | grep -o 'a row of[^(]*(sleeps'; nullstream predict -q --gpu h200 $TMP/sleeps.cu --format json | grep -o '"turns":[^,}]*'; done
> a row of 65533 sleeps (sleeps
> "turns": 65533
> a row of 65534 sleeps (sleeps
> "turns": 65534
> a row of 70000 sleeps (sleeps
> "turns": 70000
Who had a lock of the driver's is not always who had it last: three threads took memory one after the other, and a
call that waited for them itself had it for 10 us.
$ for p in u09 g24; do nullstream explain -q --gpu h200 --width 160 tests/outside/$p.cu | grep -E '^  lock,|held by'; done
>   lock, u09.cu:38: the host waited 881 us in 3 calls of cudaStreamCreateWithFlags, at most 868 us; 875 us of it on the critical path
>      the driver's lock is held by other threads in 3 calls of cudaMallocHost, line 41, which took 845 us
>   lock, u09.cu:55: the host waited 86.7 us in 3 calls of cudaFreeHost, at most 83.4 us; the run ends with it
>   lock, g24.cu:116: the host waited 2929 us in 9 calls of cudaLaunchKernel, at most 839 us; 2528 us of it on the critical path
>      the driver's lock is held by lambda at line 99 in cudaMallocHost, line 105, which took 826 us
>   lock, g24.cu:128: the host waited 1647 us in 3 calls of cudaFree, at most 1548 us; 1341 us of it on the critical path
>      the driver's lock is held by other threads in 3 calls of cudaFreeHost, line 129, which took 1088 us
>   lock, g24.cu:103: the host waited 3039 us in 3 calls of cudaStreamCreateWithFlags, at most 3011 us; 1229 us of it on the critical path
>      the driver's lock is held by other threads in 3 calls of cudaMallocHost, line 105, which took 2478 us
