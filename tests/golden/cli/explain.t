Why it waited, and what the wall time went into (issue: `nullstream explain`).

The fence: k3 waits from the end of its call (9.462) until k2 ends (608.385): 599 us; k2 from 6.308
until k1 ends (305.971): 300 us. On the critical path k2 waits while k1 runs from 6.308 on, 299.7 us,
and k3 all of k2's 300: 599.7 us at fences, 65.6 % of 913.672; k1 alone 0.3 us, k3 300: kernels
300.3.
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --width 80
> predicted for NVIDIA H200, profile h200
> Nothing overlapped: k2 is in the default stream (fence.cu:14). A non-blocking
>   stream would cut 916 to 317 us.
> 
> Why it waited
>   legacy-fence, fence.cu:15: k3 waited 599 us; 300 us of it on the critical path
>      (work in the default stream waits for all blocking streams, and they for
>       it)
>      k3 waited 599 us: legacy-fence (k2, line 14, default stream)
>      k2 waited 300 us: legacy-fence (k1, line 13, stream a)
>      k1 waited for no other operation: 7.97 us from its call to its start
>   legacy-fence, fence.cu:14: k2 waited 300 us; 300 us of it on the critical path
>   device-synchronize, fence.cu:16: the host waited 904 us in
>     cudaDeviceSynchronize; the run ends with it
>      (the host waits for all work of the device)
>      cudaDeviceSynchronize waited 904 us: device-synchronize (k3, line 15,
>        stream b)
>      k3: see above
>   2 more that cost less: --format json
> 
> Critical path: 916 us went into
>   kernels                     300 us   32.8 %  k3 (line 15), 1 more line
>   waiting at fences           600 us   65.5 %  k3 (line 15), k2 (line 14)
>   CUDA calls of the host     5.15 us   0.56 %
>   latency of the device      10.5 us    1.1 %
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
>       gain: 599 us of 916 us (65.4 %), simulated with the change made
>       lesson: legacy-fence
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --width 80 --op k3
> predicted for NVIDIA H200, profile h200
> #2 k3 (fence.cu:15) waited 604 us
>   called at 8.308, started at 612.799, ended at 912.799 us
>   3.15 us: issue
>      (the host was still making the call)
>   599 us: legacy-fence (k2, line 14, default stream)
>      (work in the default stream waits for all blocking streams, and they for
>       it)
>   2.41 us: latency
>      (the hardware takes a moment between two operations)
> Because
>      k3 waited 599 us: legacy-fence (k2, line 14, default stream)
>      k2 waited 300 us: legacy-fence (k1, line 13, stream a)
>      k1 waited for no other operation: 7.97 us from its call to its start
>   no slack: if it ends later, the run takes longer
Other forms: a line for each operation; JSON, whose keys stand in docs/explain-json.md.
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --format table --width 80
> predicted for NVIDIA H200, profile h200
> Nothing overlapped: k2 is in the default stream (fence.cu:14). A non-blocking
>   stream would cut 916 to 317 us.
> 
> id  operation  source       waited us  slack us  longest wait
>  0  k1         fence.cu:13      7.971     0.000  5.15 us issue
>  1  k2         fence.cu:14    305.231     0.000  300 us legacy-fence (k1, #0)
>  2  k3         fence.cu:15    604.491     0.000  599 us legacy-fence (k2, #1)
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --format json
> {"format": "nullstream-explain", "version": 1, "source": "predicted",
>  "scenario": "lessons/legacy-fence/fence.cu", "device": "NVIDIA H200", "profile": "h200",
>  "wall_us": 915.672, "span_us": 904.828, "path_us": 915.672,
>  "verdict": "Nothing overlapped: k2 is in the default stream (fence.cu:14). A non-blocking stream would cut 916 to 317 us.",
>  "bound": {"by": "waiting", "rule": "legacy-fence", "text": "Bound by waiting: 3 operations that ran one after the other take 900 us. Most of the waiting comes from this: work in the default stream waits for all blocking streams, and they for it (legacy-fence)."},
>  "shares": [
>   {"kind": "kernel", "us": 300.337, "ppm": 327996, "lines": [{"name": "k3", "file": "lessons/legacy-fence/fence.cu", "line": 15, "count": 1, "us": 300.000}, {"name": "k1", "file": "lessons/legacy-fence/fence.cu", "line": 13, "count": 1, "us": 0.337}]},
>   {"kind": "fence", "us": 599.663, "ppm": 654888, "lines": [{"name": "k3", "file": "lessons/legacy-fence/fence.cu", "line": 15, "count": 1, "us": 300.000}, {"name": "k2", "file": "lessons/legacy-fence/fence.cu", "line": 14, "count": 1, "us": 299.663}]},
>   {"kind": "launch", "us": 5.154, "ppm": 5629, "lines": []},
>   {"kind": "latency", "us": 10.518, "ppm": 11487, "lines": []}],
>  "pitfalls": [
>   {"rule": "default-stream", "kind": "rewrite", "matters": true, "op": 1, "other": 2, "file": "lessons/legacy-fence/fence.cu", "line": 14, "column": 5, "count": 2, "gain_us": 598.520,
>    "evidence": "k2 (fence.cu:14) is in the default stream and holds back k3 (fence.cu:15)", "change": "fence.cu:10: cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking)\nfence.cu:11: cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking)", "lesson": "legacy-fence"}],
>  "waits": [
>   {"rule": "legacy-fence", "of": "operations", "file": "lessons/legacy-fence/fence.cu", "line": 15, "lesson": "legacy-fence", "count": 1, "sum_us": 598.923, "longest_us": 598.923, "path_us": 300.000,
>    "chain": [
>     {"op": 2, "name": "k3", "file": "lessons/legacy-fence/fence.cu", "line": 15, "column": 5, "waited_us": 604.491, "waits": [{"rule": "issue", "from_us": 8.308, "to_us": 11.462}, {"rule": "legacy-fence", "for": 1, "from_us": 11.462, "to_us": 610.385}, {"rule": "latency", "from_us": 610.385, "to_us": 612.799}]},
>     {"op": 1, "name": "k2", "file": "lessons/legacy-fence/fence.cu", "line": 14, "column": 5, "waited_us": 305.231, "waits": [{"rule": "issue", "from_us": 5.154, "to_us": 8.308}, {"rule": "legacy-fence", "for": 0, "from_us": 8.308, "to_us": 307.971}, {"rule": "latency", "from_us": 307.971, "to_us": 310.385}]},
>     {"op": 0, "name": "k1", "file": "lessons/legacy-fence/fence.cu", "line": 13, "column": 5, "waited_us": 7.971, "waits": [{"rule": "issue", "from_us": 0.000, "to_us": 5.154}, {"rule": "latency", "from_us": 5.154, "to_us": 7.971}]}]},
>   {"rule": "legacy-fence", "of": "operations", "file": "lessons/legacy-fence/fence.cu", "line": 14, "lesson": "legacy-fence", "count": 1, "sum_us": 299.663, "longest_us": 299.663, "path_us": 299.663,
>    "chain": [
>     {"op": 1, "name": "k2", "file": "lessons/legacy-fence/fence.cu", "line": 14, "column": 5, "waited_us": 305.231, "waits": [{"rule": "issue", "from_us": 5.154, "to_us": 8.308}, {"rule": "legacy-fence", "for": 0, "from_us": 8.308, "to_us": 307.971}, {"rule": "latency", "from_us": 307.971, "to_us": 310.385}]},
>     {"op": 0, "name": "k1", "file": "lessons/legacy-fence/fence.cu", "line": 13, "column": 5, "waited_us": 7.971, "waits": [{"rule": "issue", "from_us": 0.000, "to_us": 5.154}, {"rule": "latency", "from_us": 5.154, "to_us": 7.971}]}]},
>   {"rule": "latency", "of": "operations", "lesson": "queue", "count": 3, "sum_us": 7.645, "longest_us": 2.817, "path_us": 7.645,
>    "longest_op": 0},
>   {"rule": "issue", "of": "operations", "lesson": "queue", "count": 3, "sum_us": 11.462, "longest_us": 5.154, "path_us": 5.154,
>    "longest_op": 0},
>   {"rule": "device-synchronize", "of": "host", "file": "lessons/legacy-fence/fence.cu", "line": 16, "lesson": "who-waits", "count": 1, "sum_us": 904.210, "longest_us": 904.210, "path_us": 0.000,
>    "chain": [
>     {"call": "cudaDeviceSynchronize", "file": "lessons/legacy-fence/fence.cu", "line": 16, "column": 5, "waited_us": 904.210, "waits": [{"rule": "device-synchronize", "for": 2, "from_us": 11.462, "to_us": 915.672}]},
>     {"op": 2, "name": "k3", "file": "lessons/legacy-fence/fence.cu", "line": 15, "column": 5, "waited_us": 604.491, "waits": [{"rule": "issue", "from_us": 8.308, "to_us": 11.462}, {"rule": "legacy-fence", "for": 1, "from_us": 11.462, "to_us": 610.385}, {"rule": "latency", "from_us": 610.385, "to_us": 612.799}]},
>     {"op": 1, "name": "k2", "file": "lessons/legacy-fence/fence.cu", "line": 14, "column": 5, "waited_us": 305.231, "waits": [{"rule": "issue", "from_us": 5.154, "to_us": 8.308}, {"rule": "legacy-fence", "for": 0, "from_us": 8.308, "to_us": 307.971}, {"rule": "latency", "from_us": 307.971, "to_us": 310.385}]},
>     {"op": 0, "name": "k1", "file": "lessons/legacy-fence/fence.cu", "line": 13, "column": 5, "waited_us": 7.971, "waits": [{"rule": "issue", "from_us": 0.000, "to_us": 5.154}, {"rule": "latency", "from_us": 5.154, "to_us": 7.971}]}]}],
>  "critical_path": [
>   {"kind": "gap", "from_us": 0.000, "to_us": 5.154, "op": 0, "rule": "issue"},
>   {"kind": "gap", "from_us": 5.154, "to_us": 7.971, "op": 0, "rule": "latency"},
>   {"kind": "run", "from_us": 7.971, "to_us": 307.971, "op": 0, "rule": "legacy-fence", "waiting": 1, "held_us": 299.663},
>   {"kind": "gap", "from_us": 307.971, "to_us": 310.385, "op": 1, "rule": "latency"},
>   {"kind": "run", "from_us": 310.385, "to_us": 610.385, "op": 1, "rule": "legacy-fence", "waiting": 2, "held_us": 300.000},
>   {"kind": "gap", "from_us": 610.385, "to_us": 612.799, "op": 2, "rule": "latency"},
>   {"kind": "run", "from_us": 612.799, "to_us": 912.799, "op": 2, "rule": "device-synchronize"},
>   {"kind": "gap", "from_us": 912.799, "to_us": 915.672, "rule": "device-synchronize"}],
>  "operations": [
>   {"id": 0, "name": "k1", "kind": "kernel", "file": "lessons/legacy-fence/fence.cu", "line": 13, "column": 5, "waited_us": 7.971, "slack_us": 0.000},
>   {"id": 1, "name": "k2", "kind": "kernel", "file": "lessons/legacy-fence/fence.cu", "line": 14, "column": 5, "waited_us": 305.231, "slack_us": 0.000},
>   {"id": 2, "name": "k3", "kind": "kernel", "file": "lessons/legacy-fence/fence.cu", "line": 15, "column": 5, "waited_us": 604.491, "slack_us": 0.000}]}
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --op 16 --format json
> {"format": "nullstream-explain", "version": 1, "source": "predicted",
>  "scenario": "lessons/legacy-fence/fence.cu", "device": "NVIDIA H200", "profile": "h200",
>  "wall_us": 915.672, "span_us": 904.828, "path_us": 915.672,
>  "host_call": {"call": "cudaDeviceSynchronize", "file": "lessons/legacy-fence/fence.cu", "line": 16, "column": 5, "enter_us": 11.462, "return_us": 915.672, "others": 0,
>   "chain": [
>     {"call": "cudaDeviceSynchronize", "file": "lessons/legacy-fence/fence.cu", "line": 16, "column": 5, "waited_us": 904.210, "waits": [{"rule": "device-synchronize", "for": 2, "from_us": 11.462, "to_us": 915.672}]},
>     {"op": 2, "name": "k3", "file": "lessons/legacy-fence/fence.cu", "line": 15, "column": 5, "waited_us": 604.491, "waits": [{"rule": "issue", "from_us": 8.308, "to_us": 11.462}, {"rule": "legacy-fence", "for": 1, "from_us": 11.462, "to_us": 610.385}, {"rule": "latency", "from_us": 610.385, "to_us": 612.799}]},
>     {"op": 1, "name": "k2", "file": "lessons/legacy-fence/fence.cu", "line": 14, "column": 5, "waited_us": 305.231, "waits": [{"rule": "issue", "from_us": 5.154, "to_us": 8.308}, {"rule": "legacy-fence", "for": 0, "from_us": 8.308, "to_us": 307.971}, {"rule": "latency", "from_us": 307.971, "to_us": 310.385}]},
>     {"op": 0, "name": "k1", "file": "lessons/legacy-fence/fence.cu", "line": 13, "column": 5, "waited_us": 7.971, "waits": [{"rule": "issue", "from_us": 0.000, "to_us": 5.154}, {"rule": "latency", "from_us": 5.154, "to_us": 7.971}]}]}}
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
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --op 99
2> nullstream: error: --op: no operation and no call is named '99'
2>   hint: give a name, a line (14 or file.cu:14) or an id (#2)
! 2
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --op '#1' --width 80
> predicted for NVIDIA H200, profile h200
> #1 k2 (fence.cu:14) waited 305 us
>   called at 5.154, started at 310.385, ended at 610.385 us
>   3.15 us: issue
>      (the host was still making the call)
>   300 us: legacy-fence (k1, line 13, stream a)
>      (work in the default stream waits for all blocking streams, and they for
>       it)
>   2.41 us: latency
>      (the hardware takes a moment between two operations)
> Because
>      k2 waited 300 us: legacy-fence (k1, line 13, stream a)
>      k1 waited for no other operation: 7.97 us from its call to its start
>   no slack: if it ends later, the run takes longer
A part of it: only its waits are listed; what they waited for is named wherever it is.
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --only stream=a,b --width 80
> predicted for NVIDIA H200, profile h200; a part of it: 2 of 3 operations
> 
> Why it waited
>   legacy-fence, fence.cu:15: k3 waited 599 us; 300 us of it on the critical path
>      (work in the default stream waits for all blocking streams, and they for
>       it)
>      k3 waited 599 us: legacy-fence (k2, line 14, default stream)
>      k2 waited 300 us: legacy-fence (k1, line 13, stream a)
>      k1 waited for no other operation: 7.97 us from its call to its start
>   2 more that cost less: --format json
> 
> Critical path of the whole run: 916 us went into
>   kernels                     300 us   32.8 %  k3 (line 15), 1 more line
>   waiting at fences           600 us   65.5 %  k3 (line 15), k2 (line 14)
>   CUDA calls of the host     5.15 us   0.56 %
>   latency of the device      10.5 us    1.1 %
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
>   CUDA calls of the host     4.45 us   0.49 %
>   latency of the device      2.31 us   0.25 %
>   not known                  4.99 us   0.55 %
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
