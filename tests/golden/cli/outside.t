What is said of programs of outsiders (tests/outside), where it was once wrong.

A vector's own allocator is called: what cudaMallocHost gives is pinned, and its copies are asynchronous.

$ nullstream explain tests/outside/j06.cu --width 100 | sed -n '2p;/pageable/p;/What to change/,$p'
> 96.3 % of the possible overlap is reached.
> What to change
>   No change that these rules know gains 2 %; the bound is the SM array. `--what-if` tries more.
>   compute-bound: the SM array needs 1591 us of the span of 1601 us: more streams or another order
>         can gain at most 9.80 us
>       what would help: make the kernels themselves faster
>       lesson: no-help (not written yet)


Where two streams wait for one event that is recorded too late, its record moves for both.

$ nullstream explain tests/scenarios/late_event.cu --width 100 | sed -n '/What to change/,$p'
> What to change
>   1. order-too-much: scale (late_event.cu:37) of stream b is held back by record filled
>         (late_event.cu:35), since cudaStreamWaitEvent in line 36 orders more than the data needs;
>         likewise in 1 more line
>       change: late_event.cu:36: leave out cudaStreamWaitEvent
>       and late_event.cu:38: leave out cudaStreamWaitEvent
>       and late_event.cu:35: leave out cudaEventRecord
>       and late_event.cu:37: before it, cudaStreamWaitEvent in stream b for an event recorded in
>         stream a right after line 33
>       and late_event.cu:39: before it, cudaStreamWaitEvent in stream c for an event recorded in
>         stream a right after line 33
>       gain: 306 us of 1834 us (16.7 %), simulated with the change made
>       lesson: events
$ nullstream explain tests/outside/j14.cu --width 100 | sed -n '/1. order-too-much/,/lesson/p'
>   1. order-too-much: collide_stream (j14.cu:120) of stream lattice.edge is held back by record
>         lattice.out_done (j14.cu:137), since cudaStreamWaitEvent in line 117 orders more than the
>         data needs
>       change: j14.cu:117: leave out cudaStreamWaitEvent
>       and j14.cu:118: leave out cudaStreamWaitEvent
>       and j14.cu:137: leave out cudaEventRecord
>       and j14.cu:120: before it, cudaStreamWaitEvent in stream lattice.edge for an event recorded in
>         stream lattice.io right after line 134
>       and j14.cu:127: before it, cudaStreamWaitEvent in stream lattice.bulk for an event recorded in
>         stream lattice.io right after line 134
>       gain: 277 us of 1530 us (18.1 %), simulated with the change made
>       lesson: events

Calls of several host threads cannot be put into one loop over the streams: no other order of them is advised.

$ nullstream explain tests/outside/j12.cu | grep -c issue-order
> 0
! 1

What is made through references, containers and helpers has the name that the program has for it, and never one
of our own headers.

$ nullstream convert tests/scenarios/names.cu $TMP/names.nsp && grep -E '^(stream|alloc) ' $TMP/names.nsp | sed 's/ bytes=[0-9]*//'
> stream id=0 kind=legacy name=default
> stream id=1 kind=blocking name=workers[0].stream
> stream id=2 kind=blocking name=workers[1].stream
> stream id=3 kind=blocking name=stream_
> stream id=4 kind=blocking name=stream_
> alloc id=1 kind=device name=workers[0].text
> alloc id=2 kind=device name=workers[1].text
> alloc id=3 kind=pinned name=tiles[key]
> alloc id=4 kind=pinned name=tiles[key]
> alloc id=5 kind=device name=weights
> alloc id=6 kind=device name=bias
> alloc id=7 kind=device name=key
> alloc id=8 kind=device name=key
> alloc id=9 kind=device name=key
> alloc id=10 kind=device name=key
> alloc id=11 kind=pinned name=host

A launch of no blocks is no overrun.

$ printf '#include "nullstream.cuh"\n__global__ void k(float *d) { d[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }\nint main() { float *d; cudaMalloc(&d, 4096); k<<<0, 256>>>(d); }\n' >$TMP/none.cu; nullstream check --cost k=1us $TMP/none.cu
> TMP/none.cu:3:46: warning: the launch of `k` returns cudaErrorInvalidValue, and nobody looks: its grid has no blocks [failed-call]
>   missing: a look at cudaGetLastError() behind line 3
> 1 hazard in 0 operations and 0 accesses to memory
! 1

A memory pool says what it has taken and what of that is used.

$ nullstream predict tests/scenarios/pool_attributes.cu --gpu h200 | head -4
> keeps ffffffffffffffff
> 60 MiB 60 MiB 64 MiB 64 MiB 
> 10 MiB 60 MiB 64 MiB 64 MiB 
> 0 MiB 10 MiB 32 MiB 64 MiB 

Two launches of one kernel are told apart by their streams; a machine without work has no row; a copy alone
cannot overlap.

$ nullstream explain tests/outside/j14.cu --width 100 | grep -A1 '1056 blocks'
>       change: launch collide_stream in line 127 with fewer than 1056 blocks that each do more, or
>         give stream lattice.edge a higher priority
$ nullstream predict -q tests/outside/j18.cu | grep -c ' 0 operations'
> 0
! 1
$ printf '#include "nullstream.cuh"\nint main() { char *d, *h = (char *)malloc(1 << 24); cudaMalloc(&d, 1 << 24); cudaMemcpy(d, h, 1 << 24, cudaMemcpyHostToDevice); }\n' >$TMP/one.cu; nullstream predict -q --gpu h200 $TMP/one.cu | grep ^overlap
> overlap  0.00 of at most 0.00 (1 - time with work / sum of durations), 1 at once at most

What has its work before the timed part has no row.

$ nullstream predict -q tests/outside/j07.cu --width 100 | grep -cE '^(default|copy peer)'
> 0
! 1

Where a sweep's values say how much is to be done, the report says so.

$ nullstream sweep tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms -D BATCHES=2..8*2 | sed -n 2,3p
> Best of 3: BATCHES=2, 4000 us; as it is, without --define BATCHES, 4000 us.
> Not all do the same work: they copy 3.8 MiB to 15.3 MiB and launch 540672 to 2162688 threads.
