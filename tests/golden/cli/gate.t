The start gate: everything is queued before anything starts.
$ nullstream predict --gpu h200 --gate lessons/legacy-fence/fence.cu --format table
> predicted for NVIDIA H200, profile h200
> Nothing overlapped: k2 is in the default stream (fence.cu:14). A non-blocking stream would take 923 to 318 us.
> 
> operation    stream   source       machine   call us  start us   end us  takes us  waited for
> gate         gate                  SM array    0.000     5.600   12.190     6.590
> record gate  gate                              2.900    12.190   13.470     1.280  gate 9.15 us (stream)
> wait gate    a        fence.cu:13              3.040    13.470   13.470     0.000  record gate 10.3 us (event)
> k1           a        fence.cu:13  SM array    3.190    14.920  314.920   300.000  wait gate 7.38 us (stream)
> wait gate    default  fence.cu:14              6.090   316.820  316.820     0.000  k1 309 us (legacy-fence)
> k2           default  fence.cu:14  SM array    6.240   317.270  617.270   300.000  wait gate 308 us (stream)
> wait gate    b        fence.cu:15              9.140   619.170  619.170     0.000  k2 608 us (legacy-fence)
> k3           b        fence.cu:15  SM array    9.290   619.620  919.620   300.000  wait gate 607 us (stream)
> 
> wall     923 us, span 914 us
> busy     SM array         907 us, 99.2 % of the span, 4 operations
> overlap  -0.01 of at most 0.67 (1 - span / sum of durations; below 0: idle gaps outweigh it), 1 at once at most
> Bound by waiting: 5 operations one after the other take 908 us; most waits are by the rule legacy-fence.
$ nullstream predict --gpu h200 --gate lessons/legacy-fence/fence.cu -o $TMP/gate.nsp && grep -c gate_open $TMP/gate.nsp && nullstream predict --gpu h200 $TMP/gate.nsp --format table | grep -c gate
> 1
> 8
$ nullstream predict --gpu h200 --gate traces/experiments/latencies.cu
2> traces/experiments/latencies.cu:52: error: --gate: cudaDeviceSynchronize may wait for the device before all is queued: the gate would stay closed
! 2
$ nullstream predict --gpu h200 --gate $TMP/gate.nsp
2> nullstream: error: --gate: gate_open is there already: the program has a gate
! 2
