The start gate: everything is queued before anything starts.
$ nullstream predict --gpu h200 --gate lessons/legacy-fence/fence.cu --format table
> predicted for NVIDIA H200, profile h200
> Nothing overlapped: k2 is in the default stream (fence.cu:14). A non-blocking stream would cut 929
>   to 324 us.
> 
> operation    stream   source       machine   call us  start us   end us  takes us  waited for
> gate         gate                  SM array    0.000     7.700   18.978    11.278
> record gate  gate                              5.395    18.978   18.978     0.000  gate 13.0 us (stream)
> wait gate    a        fence.cu:13              5.930    18.978   18.978     0.000  record gate 12.5 us (event)
> k1           a        fence.cu:13  SM array    6.437    21.972  321.983   300.011  wait gate 8.60 us (stream)
> wait gate    default  fence.cu:14             10.374   321.983  321.983     0.000  k1 311 us (legacy-fence)
> k2           default  fence.cu:14  SM array   10.739   324.138  624.149   300.011  wait gate 307 us (stream)
> wait gate    b        fence.cu:15             14.676   624.149  624.149     0.000  k2 609 us (legacy-fence)
> k3           b        fence.cu:15  SM array   15.041   626.304  926.315   300.011  wait gate 605 us (stream)
> 
> wall     929 us, span 919 us
> busy     SM array         911 us, 99.2 % of the span, 1.9 % full, 4 operations
> overlap  0.00 of at most 0.67 (1 - time with work / sum of durations), 1 at once at most
> Bound by waiting: 4 operations that ran one after the other take 911 us. Most of the waiting comes
>   from this: work in the default stream waits for all blocking streams, and they for it
>   (legacy-fence).
$ nullstream predict --gpu h200 --gate lessons/legacy-fence/fence.cu -o $TMP/gate.nsp && grep -c gate_open $TMP/gate.nsp && nullstream predict --gpu h200 $TMP/gate.nsp --format table | grep -c gate
> 1
> 8
$ nullstream predict --gpu h200 --gate traces/experiments/latencies.cu
2> traces/experiments/latencies.cu:52: error: --gate: cudaDeviceSynchronize may wait for the device before all is queued: the gate would stay closed
! 2
$ nullstream predict --gpu h200 --gate $TMP/gate.nsp
2> nullstream: error: --gate: gate_open is there already: the program has a gate
! 2
