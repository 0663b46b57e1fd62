The start gate: everything is queued before anything starts.
$ nullstream predict --gpu h200 --gate lessons/legacy-fence/fence.cu --format table
> predicted for NVIDIA H200, profile h200
> Nothing overlapped: k2 is in the default stream (fence.cu:14). A non-blocking stream would cut 929 to 323 us.
> 
> operation    stream   source       machine   call us  start us   end us  takes us  waited for
> gate         gate                  SM array    0.000     7.859   18.397    10.538
> record gate  gate                              5.682    18.397   18.397     0.000  gate 12.2 us (stream)
> wait gate    a        fence.cu:13              6.155    18.397   18.397     0.000  record gate 11.8 us (event)
> k1           a        fence.cu:13  SM array    6.603    21.331  321.342   300.011  wait gate 8.03 us (stream)
> wait gate    default  fence.cu:14             10.369   321.342  321.342     0.000  k1 311 us (legacy-fence)
> k2           default  fence.cu:14  SM array   10.617   323.512  623.523   300.011  wait gate 307 us (stream)
> wait gate    b        fence.cu:15             14.383   623.523  623.523     0.000  k2 609 us (legacy-fence)
> k3           b        fence.cu:15  SM array   14.631   625.693  925.704   300.011  wait gate 605 us (stream)
> 
> wall     929 us, span 918 us
> busy     SM array         911 us, 99.2 % of the span, 4 operations
> overlap  -0.01 of at most 0.67 (1 - span / sum of durations; below 0: idle gaps outweigh it), 1 at once at most
> Bound by waiting: 4 operations that ran one after the other take 911 us. Most of the waiting comes from this: work in the default stream waits for all blocking streams, and they for it (legacy-fence).
$ nullstream predict --gpu h200 --gate lessons/legacy-fence/fence.cu -o $TMP/gate.nsp && grep -c gate_open $TMP/gate.nsp && nullstream predict --gpu h200 $TMP/gate.nsp --format table | grep -c gate
> 1
> 8
$ nullstream predict --gpu h200 --gate traces/experiments/latencies.cu
2> traces/experiments/latencies.cu:52: error: --gate: cudaDeviceSynchronize may wait for the device before all is queued: the gate would stay closed
! 2
$ nullstream predict --gpu h200 --gate $TMP/gate.nsp
2> nullstream: error: --gate: gate_open is there already: the program has a gate
! 2
