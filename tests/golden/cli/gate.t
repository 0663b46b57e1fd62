The start gate: everything is queued before anything starts.
$ nullstream predict --gpu h200 --gate lessons/legacy-fence/fence.cu --format table
> predicted for NVIDIA H200, profile h200
> Nothing overlapped: k2 is in the default stream (fence.cu:14). A non-blocking stream would cut 928 to 322 us.
> 
> operation    stream   source       machine   call us  start us   end us  takes us  waited for
> gate         gate                  SM array    0.000     7.971   15.726     7.755
> record gate  gate                              5.154    15.726   17.182     1.456  gate 10.2 us (stream)
> wait gate    a        fence.cu:13              5.530    17.182   17.182     0.000  record gate 11.3 us (event)
> k1           a        fence.cu:13  SM array    5.908    18.810  318.810   300.000  wait gate 8.12 us (stream)
> wait gate    default  fence.cu:14              9.062   321.224  321.224     0.000  k1 310 us (legacy-fence)
> k2           default  fence.cu:14  SM array    9.240   321.783  621.783   300.000  wait gate 309 us (stream)
> wait gate    b        fence.cu:15             12.394   624.197  624.197     0.000  k2 609 us (legacy-fence)
> k3           b        fence.cu:15  SM array   12.572   624.756  924.756   300.000  wait gate 608 us (stream)
> 
> wall     928 us, span 917 us
> busy     SM array         908 us, 99.0 % of the span, 4 operations
> overlap  -0.01 of at most 0.67 (1 - span / sum of durations; below 0: idle gaps outweigh it), 1 at once at most
> Bound by waiting: 5 operations that ran one after the other take 909 us. Most of the waiting comes from this: work in the default stream waits for all blocking streams, and they for it (legacy-fence).
$ nullstream predict --gpu h200 --gate lessons/legacy-fence/fence.cu -o $TMP/gate.nsp && grep -c gate_open $TMP/gate.nsp && nullstream predict --gpu h200 $TMP/gate.nsp --format table | grep -c gate
> 1
> 8
$ nullstream predict --gpu h200 --gate traces/experiments/latencies.cu
2> traces/experiments/latencies.cu:52: error: --gate: cudaDeviceSynchronize may wait for the device before all is queued: the gate would stay closed
! 2
$ nullstream predict --gpu h200 --gate $TMP/gate.nsp
2> nullstream: error: --gate: gate_open is there already: the program has a gate
! 2
