Why it waited, and what the wall time went into (issue: `nullstream explain`).

The fence: k3 waits from the end of its call (9.462) until k2 ends (608.385): 599 us; k2 from 6.308
until k1 ends (305.971): 300 us. On the critical path k2 waits while k1 runs from 6.308 on, 299.7 us,
and k3 all of k2's 300: 599.7 us at fences, 65.6 % of 913.672; k1 alone 0.3 us, k3 300: kernels
300.3.
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --width 80
> predicted for NVIDIA H200, profile h200
> Nothing overlapped: k2 is in the default stream (fence.cu:14). A non-blocking
>   stream would take 914 to 315 us.
> 
> Why it waited
>   legacy-fence, fence.cu:15: k3 waited 599 us; 300 us of it on the critical path
>      (work in the default stream waits for all blocking streams, and they for
>       it)
>      k3 waited 599 us: legacy-fence (k2, line 14, default stream)
>      k2 waited 300 us: legacy-fence (k1, line 13, stream a)
>      k1 waited for no other operation: 5.97 us from its call to its start
>   legacy-fence, fence.cu:14: k2 waited 300 us; 300 us of it on the critical path
>   device-synchronize, fence.cu:16: the host waited 904 us in
>     cudaDeviceSynchronize
>      (the host waits for all work of the device)
>      cudaDeviceSynchronize waited 904 us: device-synchronize (k3, line 15,
>        stream b)
>      k3: see above
>   2 more that cost less: --format json
> 
> Critical path: 914 us went into
>   kernels                     300 us   32.9 %  k3 (line 15), 1 more line
>   waiting at fences           600 us   65.6 %  k3 (line 15), k2 (line 14)
>   CUDA calls of the host     3.15 us   0.35 %
>   latency of the device      10.5 us    1.2 %
>   Bound by waiting: 3 operations one after the other take 900 us; most waits are
>   by the rule legacy-fence.
>   3 of 3 operations have no slack: each ns longer makes the run longer.
> 
> What to change
>   1. default-stream: k2 (fence.cu:14) is in the default stream and holds back k3
>         (fence.cu:15)
>       change: create stream a and b with cudaStreamCreateWithFlags(...,
>         cudaStreamNonBlocking)
>       gain: 599 us of 914 us (65.5 %), simulated with the change made
>       lesson: legacy-fence
$ nullstream explain lessons/legacy-fence/fence.cu --gpu h200 --width 80 --op k3
> predicted for NVIDIA H200, profile h200
> #2 k3 (fence.cu:15) waited 604 us
>   called at 6.308, started at 610.799, ended at 910.799 us
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
>      k1 waited for no other operation: 5.97 us from its call to its start
>   no slack: if it ends later, the run takes longer
