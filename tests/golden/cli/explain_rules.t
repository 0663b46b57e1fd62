Why each kind of wait is one (tests/scenarios/waits.cu), on the textbook device, where only kernels (1 ms
here) and bytes (1 ms for the 1,000,000 of a copy) take time: every figure is 1 ms or a sum of such.

A stream: the second kernel waits for the first, 0 to 1 ms.
$ nullstream explain -q tests/scenarios/waits.cu -D CASE=1 --gpu tests/worked/textbook.ini --width 80 | sed -n '/^Why/,/^What/p'
> Why it waited
>   stream, waits.cu:35: step waited 1000 us; 1000 us of it on the critical path
>      (operations of one stream run in the order of their calls)
>      step waited 1000 us: stream (step, line 34, stream a)
>      step waited for no other operation: 0 ns from its call to its start
>   device-synchronize, waits.cu:79: the host waited 2000 us in
>     cudaDeviceSynchronize; the run ends with it
>      (the host waits for all work of the device)
>      cudaDeviceSynchronize waited 2000 us: device-synchronize (step, line 35,
>        stream a)
>      step: see above
> 
> Critical path: 2000 us went into
>   kernels                    2000 us  100.0 %  step (line 34), step (line 35)
>   Bound by waiting: 2 operations that ran one after the other take 2000 us. Most
>   of the waiting comes from this: operations of one stream run in the order of
>   their calls (stream).
>   2 of 2 operations have no slack: if one ends later, so does the run.
> 
> What to change
An event: the record waits for the kernel before it, the wait for the record, the kernel for the wait.
$ nullstream explain -q tests/scenarios/waits.cu -D CASE=2 --gpu tests/worked/textbook.ini --width 80 | sed -n '/^Why/,/^What/p'
> Why it waited
>   event, waits.cu:39: wait event waited 1000 us; 1000 us of it on the critical
>     path
>      (the stream was told to wait for an event)
>      wait event waited 1000 us: event (record event, line 38, stream a)
>      record event waited 1000 us: stream (step, line 37, stream a)
>      step waited for no other operation: 0 ns from its call to its start
>   device-synchronize, waits.cu:79: the host waited 2000 us in
>     cudaDeviceSynchronize; the run ends with it
>      (the host waits for all work of the device)
>      cudaDeviceSynchronize waited 2000 us: device-synchronize (wide, line 40,
>        stream b)
>      wide waited 1000 us: stream (wait event, line 39, stream b)
>      wait event: see above
>   2 more that cost less: --format json
> 
> Critical path: 2000 us went into
>   kernels                    2000 us  100.0 %  step (line 37), wide (line 40)
>   Bound by waiting: 2 operations that ran one after the other take 2000 us. Most
>   of the waiting comes from this: the stream was told to wait for an event
>   (event).
>   2 of 2 operations have no slack: if one ends later, so does the run.
> 
> What to change
A copy engine: the second copy waits for the first.
$ nullstream explain -q tests/scenarios/waits.cu -D CASE=3 --gpu tests/worked/textbook.ini --width 80 | sed -n '/^Why/,/^Crit/p'
> Why it waited
>   copy-engine, waits.cu:43: h2d 976 KiB waited 1000 us; 1000 us of it on the
>     critical path
>      (the copy engine serves another copy)
>      h2d 976 KiB waited 1000 us: copy-engine (h2d 976 KiB, line 42, stream a)
>      h2d 976 KiB waited for no other operation: 0 ns from its call to its start
>   device-synchronize, waits.cu:79: the host waited 2000 us in
>     cudaDeviceSynchronize; the run ends with it
>      (the host waits for all work of the device)
>      cudaDeviceSynchronize waited 1000 us: device-synchronize (h2d 976 KiB, line
>        43, stream b), before that 1000 us: device-synchronize (h2d 976 KiB, line
>        42, stream a)
>      h2d 976 KiB: see above
> 
> Critical path: 2000 us went into
Full SMs: 132 SMs hold 2 blocks each, so 1055 blocks take 4 waves; the block of step finds no room for 3
ms; in the last wave one SM has room, but as a kernel of another division of shared memory is on it, it
must drain first: 1 ms more.
$ nullstream explain -q tests/scenarios/waits.cu -D CASE=4 --gpu tests/worked/textbook.ini --width 80 | sed -n '/^Why/,/^Crit/p'
> Why it waited
>   sm-full, waits.cu:46: step waited 3000 us; 3000 us of it on the critical path
>      (no SM has room for one of its blocks)
>      step waited 3000 us: sm-full (wide, line 45, stream a), then 1000 us:
>        carveout (wide, line 45, stream a)
>      wide waited for no other operation: 0 ns from its call to its start
>   carveout, waits.cu:46: step waited 1000 us; 1000 us of it on the critical path
>      (the SMs must drain before their shared memory can be divided anew)
>   device-synchronize, waits.cu:79: the host waited 5000 us in
>     cudaDeviceSynchronize; the run ends with it
>      (the host waits for all work of the device)
>      cudaDeviceSynchronize waited 1000 us: device-synchronize (step, line 46,
>        stream b), before that 4000 us: device-synchronize (wide, line 45, stream
>        a)
>      step: see above
> 
> Critical path: 5000 us went into
One connection: wide stands behind step's second launch until that goes on, at 1 ms.
$ nullstream explain -q tests/scenarios/waits.cu -D CASE=5 --gpu tests/worked/textbook.ini --connections 1 --width 80 --op wide | sed 1,2d
> #2 wide (waits.cu:50) waited 1000 us
>   called at 0.000, started at 1000.000, ended at 2000.000 us
>   1000 us: connection (step, line 49, stream a)
>      (another stream's command stands before it in the same hardware connection)
>      documented: no order between the two; observed: this one, on this hardware;
>        nothing may rely on it
> Because
>      wide waited 1000 us: connection (step, line 49, stream a)
>      step waited 1000 us: stream (step, line 48, stream a)
>      step waited for no other operation: 0 ns from its call to its start
>   no slack: if it ends later, the run takes longer
The host worker runs one host function at a time.
$ nullstream explain -q tests/scenarios/waits.cu -D CASE=6 --gpu tests/worked/textbook.ini --width 80 | sed -n '/^Why/,/^Crit/p'
> Why it waited
>   host-worker, waits.cu:53: report waited 1000 us; 1000 us of it on the critical
>     path
>      (host functions run one at a time)
>      documented: no order between the two; observed: this one, on this hardware;
>        nothing may rely on it
>      report waited 1000 us: host-worker (report, line 52, stream a)
>      report waited for no other operation: 0 ns from its call to its start
>   device-synchronize, waits.cu:79: the host waited 2000 us in
>     cudaDeviceSynchronize; the run ends with it
>      (the host waits for all work of the device)
>      cudaDeviceSynchronize waited 1000 us: device-synchronize (report, line 53,
>        stream b), before that 1000 us: device-synchronize (report, line 52,
>        stream a)
>      report: see above
> 
> Critical path: 2000 us went into
The host: an event, a stream, a copy, a free; 4 x 1 ms. What is documented of cudaFree is less than what it
does.
$ nullstream explain -q tests/scenarios/waits.cu -D CASE=7 --gpu tests/worked/textbook.ini --width 80 | sed -n '/^Why/,/^What/p'
> Why it waited
>   stream-synchronize, waits.cu:59: the host waited 1000 us in
>     cudaStreamSynchronize; 1000 us of it on the critical path
>      (the host waits for a stream)
>      cudaStreamSynchronize waited 1000 us: stream-synchronize (step, line 58,
>        stream a)
>      step waited for no other operation: 0 ns from its call to its start
>   event-synchronize, waits.cu:57: the host waited 1000 us in
>     cudaEventSynchronize; 1000 us of it on the critical path
>      (the host waits for an event)
>      cudaEventSynchronize waited 1000 us: event-synchronize (record event, line
>        56, stream a)
>      record event waited 1000 us: stream (step, line 55, stream a)
>      step waited for no other operation: 0 ns from its call to its start
>   copy, waits.cu:60: the host waited 1000 us in cudaMemcpy; 1000 us of it on the
>     critical path
>      (the call returns when the copy, or its staging, is done)
>      cudaMemcpy waited 1000 us: copy (d2h 976 KiB, line 60, default stream)
>      d2h 976 KiB waited for no other operation: 0 ns from its call to its start
>   free, waits.cu:62: the host waited 1000 us in cudaFree
>      (freeing memory waits for the device)
>      documented: may wait for the device; the documentation does not promise
>        either; observed: the host waits until all work of the device is done
>      cudaFree waited 1000 us: free (step, line 61, stream a)
>      step waited for no other operation: 0 ns from its call to its start
>   1 more that costs less: --format json
> 
> Critical path: 4000 us went into
>   kernels                    3000 us   75.0 %  step (line 55), step (line 58), 1
>                                                more line
>   copies to the host         1000 us   25.0 %  d2h 976 KiB (line 60)
>   Bound by waiting: 4 operations that ran one after the other take 4000 us. Most
>   of the waiting comes from this: a copy from pageable memory passes through the
>   host's staging buffer (staging).
>   4 of 4 operations have no slack: if one ends later, so does the run.
> 
> What to change
Threads: main works for 0.1 ms, then waits for the lock, which the other thread holds for 1 ms, since it
waits for its kernel: that is on the path, main is not.
$ nullstream explain -q tests/scenarios/waits.cu -D CASE=8 --gpu tests/worked/textbook.ini --width 80 | sed -n '/^Why/,/^What/p'
> Why it waited
>   stream-synchronize, waits.cu:19: the host waited 1000 us in
>     cudaStreamSynchronize; 1000 us of it on the critical path
>      (the host waits for a stream)
>      cudaStreamSynchronize waited 1000 us: stream-synchronize (step, line 18,
>        stream b)
>      step waited for no other operation: 0 ns from its call to its start
>   device-synchronize, waits.cu:79: the host waited 1000 us in
>     cudaDeviceSynchronize; the run ends with it
>      (the host waits for all work of the device)
>      cudaDeviceSynchronize waited 1000 us: device-synchronize (wide, line 67,
>        stream a)
>      wide waited for no other operation: 0 ns from its call to its start
>   lock, waits.cu:66: the host waited 900 us in a wait for a lock
>      (the host thread waits for a lock)
>      held by other across cudaStreamSynchronize, line 19
>      cudaStreamSynchronize waited 1000 us: stream-synchronize (step, line 18,
>        stream b)
>      step: see above
> 
> Critical path: 2000 us went into
>   kernels                    2000 us  100.0 %  step (line 18), wide (line 67)
>   Bound by waiting: 2 operations that ran one after the other take 2000 us. Most
>   of the waiting comes from this: the host waits for a stream
>   (stream-synchronize).
>   2 of 2 operations have no slack: if one ends later, so does the run.
> 
> What to change
Pageable memory: the bytes pass through the host first.
$ nullstream explain -q tests/scenarios/waits.cu -D CASE=9 --gpu tests/worked/textbook.ini --width 80 --op cudaMemcpyAsync | sed 1,2d
> cudaMemcpyAsync (waits.cu:72) took 117 us
>   117 us: copy (h2d 976 KiB, line 72, stream a)
>      (the call returns when the copy, or its staging, is done)
>      documented: may wait for its stream; returns when staged; observed: returns
>        when staged; more than 2 MiB wait for their stream first, so does the
>        third pending
CUDA_LAUNCH_BLOCKING: the host waits in each launch.
$ nullstream explain -q tests/scenarios/waits.cu -D CASE=1 --gpu tests/worked/textbook.ini --env CUDA_LAUNCH_BLOCKING=1 --width 80 --op cudaLaunchKernel | sed 1,2d
> cudaLaunchKernel (waits.cu:34) took 1000 us; the longest of the 2 meant
>   1000 us: launch-blocking (step, line 34, stream a)
>      (CUDA_LAUNCH_BLOCKING makes every launch wait for its end)
> Because
>      cudaLaunchKernel waited 1000 us: launch-blocking (step, line 34, stream a)
>      step waited for no other operation: 0 ns from its call to its start
A cold process: the first launch loads the code. On the H200 that takes 70 us.
$ nullstream explain -q tests/scenarios/waits.cu -D CASE=1 --gpu h200 --cold --width 80 --op 34 | sed 1d
> #0 step (waits.cu:34) waited 77.7 us
>   called at 0.000, started at 77.700, ended at 1077.700 us
>   70.0 us: module-load
>      (the kernel's code is loaded at its first launch)
>   5.39 us: issue
>      (the host was still making the call)
>   2.31 us: latency
>      (the hardware takes a moment between two operations)
>   no slack: if it ends later, the run takes longer
More launches than the queue holds: the calls wait for room.
$ nullstream explain -q tests/validation/launches.cu --gpu h200 -D HEAD=4000 -D COUNT=1040 -D US=1 -D BLOCKS=1 --width 80 | grep -A 3 'launch-queue'
>   launch-queue, launches.cu:39: step waited 167 us
>      (the launch queue is full: the call waits for room)
>      step waited 167 us: launch-queue (step, line 39, streams)
>   launch-queue, launches.cu:39: the host waited 167 us in cudaLaunchKernel
>      cudaLaunchKernel waited 167 us: launch-queue (step, line 39, streams)
>      step: see above
>   2 more that cost less: --format json
> 
Shapes: what does not fit holds back what is behind it.
$ nullstream explain -q tests/validation/shapes.cu --gpu h200 --width 80 | grep -A 4 'head-of-line,'
>   head-of-line, shapes.cu:70: b waited 94.4 us
>      (an earlier kernel with blocks to be placed holds back those behind it)
>      documented: no order between the two; observed: this one, on this hardware;
>        nothing may rely on it
>      b waited 94.4 us: head-of-line (c, line 71, streams[2])
As many grids as the device can hold: of 130 kernels of 0.8 ms the last two wait.
$ nullstream explain -q tests/validation/kernels.cu -D STREAMS=130 -D KERNELS=1 -D THREADS=32 -D US=800 --connections 32 --gpu h200 --width 80 | grep -A 3 '  grid-limit'
>   grid-limit, kernels.cu:43: 2 operations waited during 238 us, each at most 234
>     us (step); 234 us of it on the critical path
>      (as many grids are resident as the device can hold)
>      step waited 234 us: grid-limit (step, line 43, streams[0])
A device of 2010: the copy's dependency can be checked once both wide kernels, launched before it, have
started, the second when the first makes room.
$ nullstream explain -q tests/scenarios/waits.cu -D CASE=10 --gpu fermi --width 80 --op 77 | sed 1,2d
> #3 d2h 976 KiB (waits.cu:77) waited 142 ms
>   called at 13.455, started at 142067.693, ended at 142235.880 us
>   2.86 us: issue
>      (the host was still making the call)
>   991 us: stream (step, line 74, stream a)
>      (operations of one stream run in the order of their calls)
>   70.03 ms: signal-delay (wide, line 75, stream b)
>      (the device can check a dependency only once all earlier launches have
>       started)
>      documented: no order between the two; observed: this one, on this hardware;
>        nothing may rely on it
>   71.03 ms: signal-delay (wide, line 76, stream c)
> Because
>      d2h 976 KiB waited 71.03 ms: signal-delay (wide, line 76, stream c), before
>        that 70.03 ms: signal-delay (wide, line 75, stream b)
>      wide waited 71.02 ms: sm-full (wide, line 75, stream b)
>      wide waited for no other operation: 6.32 us from its call to its start
>   slack: it could end 832 us later before the run takes longer

The critical path leads over the host function that lets the host go on: by a condition, an atomic,
a plain variable.
$ for c in 0 1 2; do nullstream explain -q --gpu h200 -D CASE=$c tests/scenarios/handed_on.cu | grep -E '^(  condition|Critical|  kernels|  host work|  idle)|no slack|condition \('; done
>   condition, handed_on.cu:41: the host waited 392 us in a wait for another thread; 21.8 us of it on
>      the host waited 392 us: condition (finish, line 38, stream s)
> Critical path: 713 us went into
>   kernels                     600 us   84.2 %  k (line 37), k (line 49)
>   host work                  21.8 us    3.1 %  finish (line 38)
>   idle: threads wait         12.1 us    1.7 %  a wait for another thread (line 41)
>   3 of 3 operations have no slack: if one ends later, so does the run.
>   condition, handed_on.cu:43: the host waited 379 us in a loop that waits; 20.0 us of it on the
>      the host waited 379 us: condition (finish, line 38, stream s)
> Critical path: 699 us went into
>   kernels                     600 us   85.9 %  k (line 37), k (line 49)
>   host work                  20.0 us    2.9 %  finish (line 38), 1 more line
>   3 of 3 operations have no slack: if one ends later, so does the run.
>   condition, handed_on.cu:46: the host waited 379 us in a loop that waits; 20.0 us of it on the
>      the host waited 379 us: condition (finish, line 38, stream s)
> Critical path: 699 us went into
>   kernels                     600 us   85.9 %  k (line 37), k (line 49)
>   host work                  20.0 us    2.9 %  finish (line 38), 1 more line
>   3 of 3 operations have no slack: if one ends later, so does the run.
