The critical path: what it leads over, what it went into, and the lines that have it.
The call of a small copy from pageable memory waits for nothing that has begun: the path goes on before
it, to the kernel of the turn before.
$ for b in 4096 12288 65536; do nullstream explain -q --gpu h200 tests/scenarios/staged_turns.cu -D BYTES=$b | sed -n '1p;/^Critical/,/^What/p' | grep -v '^$\|^What'; done
> predicted for NVIDIA H200, profile h200
> Critical path: 938 us went into
>   kernels                     900 us   95.9 %  3 times step (line 23)
>   CUDA calls of the host     22.5 us    2.4 %  3 calls of step (line 23), 1 more line
>   latency of the device      15.8 us    1.7 %  3 calls of cudaStreamSynchronize (line 24), 1 more
>                                                line
>   Bound by waiting: 3 operations that ran one after the other take 900 us. Most of the waiting comes
>   from this: the host waits for a stream (stream-synchronize).
>   3 of 6 operations have no slack: if one ends later, so does the run; most slack: h2d 4 KiB (line
>   22), which could end 3.04 us later.
> predicted for NVIDIA H200, profile h200
> Critical path: 942 us went into
>   kernels                     900 us   95.5 %  3 times step (line 23)
>   CUDA calls of the host     26.7 us    2.8 %  3 calls of step (line 23), 3 calls of h2d 12 KiB
>                                                (line 22)
>   latency of the device      15.8 us    1.7 %  3 calls of cudaStreamSynchronize (line 24), 1 more
>                                                line
>   Bound by waiting: 3 operations that ran one after the other take 900 us. Most of the waiting comes
>   from this: the host waits for a stream (stream-synchronize).
>   3 of 6 operations have no slack: if one ends later, so does the run; most slack: h2d 12 KiB (line
>   22), which could end 1.40 us later.
> predicted for NVIDIA H200, profile h200
> Critical path: 977 us went into
>   kernels                     900 us   92.1 %  3 times step (line 23)
>   copies to the device       57.2 us    5.9 %  3 times h2d 64 KiB (line 22); for 38.0 us of that the
>                                                host moves their bytes
>   CUDA calls of the host     8.33 us   0.85 %  3 calls of h2d 64 KiB (line 22)
>   latency of the device      11.9 us    1.2 %  3 calls of cudaStreamSynchronize (line 24), 1 more
>                                                line
>   Bound by waiting: 6 operations that ran one after the other take 919 us. Most of the waiting comes
>   from this: a copy from pageable memory passes through the host's staging buffer (staging).
>   6 of 6 operations have no slack: if one ends later, so does the run.
A launch that waits for the lock of the context waits for the call of the thread that has it; that is in
the path, and the sentence below adds up the rows above.
$ nullstream explain -q --gpu h200 tests/scenarios/pinned_beside.cu | sed -n '1,5p;/^Critical/,/^What/p' | grep -v '^$\|^What'
> predicted for NVIDIA H200, profile h200
> The host asks for the work later than the device could do it: 3 calls of cudaMallocHost
>   (pinned_beside.cu:18) take 9339 us of the critical path.
> Why it waited
> Critical path: 9458 us went into
>   kernels                    40.0 us   0.42 %  2 times step (line 23)
>   CUDA calls of the host     9375 us   99.1 %  3 calls of cudaMallocHost (line 18), 1 more line
>   latency of the device      10.5 us   0.11 %  2 calls of cudaStreamSynchronize (line 24), 1 more
>                                                line
>   idle: threads wait         32.5 us   0.34 %  3 calls of step (line 23), 1 more line
>   Bound by the host: host calls make up 99.1 % of the critical path; the device is idle for 98.7 %
>   of the span.
>   2 of 4 operations have no slack: if one ends later, so does the run; most slack: step (line 23),
>   which could end 3109 us later.
$ nullstream explain -q --gpu h200 tests/scenarios/pinned_beside.cu --format json | grep '"lock"' | head -n 2 | cut -c 1-220
>   {"rule": "lock", "of": "host", "file": "tests/scenarios/pinned_beside.cu", "line": 23, "count": 3, "sum_us": 9320.967, "during_us": 9320.967, "longest_us": 3122.039, "path_us": 9301.467},
>   {"rule": "lock", "of": "host", "file": "tests/scenarios/pinned_beside.cu", "line": 18, "count": 2, "sum_us": 48.275, "during_us": 48.275, "longest_us": 25.710, "path_us": 35.275,
What has most of a share comes first, whoever has it: the copies hold the host, not the launches. What is
not alike is not called so, though it stands in one line.
$ nullstream explain -q --gpu h200 tests/scenarios/unlike.cu | sed -n '/^Critical/,/^What/p' | grep -v '^$\|^What'
> Critical path: 869 us went into
>   kernels                     270 us   31.1 %  step<200> (line 13), step<40> (line 13), 1 more
>   copies to the host          184 us   21.2 %  3 times d2h (line 36)
>   CUDA calls of the host      404 us   46.5 %  3 calls of d2h (line 36), 3 calls of note (line 35),
>                                                1 more line
>   latency of the device      10.5 us    1.2 %  cudaStreamSynchronize (line 33), 2 more lines
>   Bound by waiting: 6 operations that ran one after the other take 454 us. Most of the waiting comes
>   from this: a copy from pageable memory passes through the host's staging buffer (staging).
>   6 of 9 operations have no slack: if one ends later, so does the run; most slack: note (line 35),
>   which could end 565 us later.
$ nullstream explain -q --gpu h200 tests/scenarios/unlike.cu --format json | grep '"kind": "\(kernel\|d2h\|launch\|latency\)", "us"'
>   {"kind": "kernel", "us": 270.012, "ppm": 310821, "lines": [{"name": "step<200>", "file": "tests/scenarios/unlike.cu", "line": 13, "count": 1, "us": 200.004}, {"name": "step<40>", "file": "tests/scenarios/unlike.cu", "line": 13, "count": 1, "us": 40.004}, {"name": "step<30>", "file": "tests/scenarios/unlike.cu", "line": 13, "count": 1, "us": 30.004}]},
>   {"kind": "d2h", "us": 184.354, "ppm": 212217, "lines": [{"name": "d2h", "file": "tests/scenarios/unlike.cu", "line": 36, "count": 3, "us": 184.354}]},
>   {"kind": "launch", "us": 403.874, "ppm": 464915, "lines": [{"name": "d2h", "file": "tests/scenarios/unlike.cu", "line": 36, "host": true, "count": 3, "us": 384.709}, {"name": "note", "file": "tests/scenarios/unlike.cu", "line": 35, "host": true, "count": 3, "us": 13.770}, {"name": "step<200>", "file": "tests/scenarios/unlike.cu", "line": 13, "host": true, "count": 1, "us": 5.395}]},
>   {"kind": "latency", "us": 10.465, "ppm": 12047, "lines": [{"call": "cudaStreamSynchronize", "file": "tests/scenarios/unlike.cu", "line": 33, "host": true, "count": 1, "us": 2.945}, {"name": "step<200>", "file": "tests/scenarios/unlike.cu", "line": 13, "count": 1, "us": 2.305}, {"name": "d2h", "file": "tests/scenarios/unlike.cu", "line": 36, "count": 3, "us": 2.187}, {"name": "step<40>", "file": "tests/scenarios/unlike.cu", "line": 13, "count": 1, "us": 1.514}, {"name": "step<30>", "file": "tests/scenarios/unlike.cu", "line": 13, "count": 1, "us": 1.514}]}],
Of several calls of a line or a name the one is shown that took longest.
$ nullstream explain -q --gpu h200 tests/scenarios/unlike.cu --op cudaDeviceSynchronize
> predicted for NVIDIA H200, profile h200
> cudaDeviceSynchronize (unlike.cu:38) took 2.24 us; the longest of the 2 meant
>   2.24 us: the call itself
$ nullstream explain -q --gpu h200 tests/scenarios/pinned_beside.cu --op 18 | sed -n 2p
> cudaMallocHost (pinned_beside.cu:18) took 3137 us; the longest of the 3 meant
