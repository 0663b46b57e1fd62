The call list and the rule list, one row each.
$ nullstream rules cudaFree
> cudaError_t cudaFree(void *devPtr)
>   blocks, guaranteed: may wait for the device; the documentation does not promise either
>   blocks, observed:   the host waits until all work of the device is done   <- differs
>   fences, guaranteed: no barrier to other streams
>   fences, observed:   no barrier to other streams
>   costs the host: 30.9 us and more, by size: 4KiB:30.869us 1MiB:29.001us 4MiB:30us 16MiB:35.327us 64MiB:63.671us 256MiB:115.408us on h200 (measured)
>   lesson: hidden-fences (not written yet)
>   source: RT: may synchronize; H: waits for the device (docs/semantics.md)
$ nullstream rules cudaStreamSynchronize
> cudaError_t cudaStreamSynchronize(cudaStream_t stream)
>   blocks, guaranteed: the host waits until all work of the stream is done
>   blocks, observed:   the host waits until all work of the stream is done
>   fences, guaranteed: no barrier to other streams
>   fences, observed:   no barrier to other streams
>   costs the host: 376 ns on h200 (measured)
>   lesson: who-waits (not written yet)
>   source: RT (docs/semantics.md)
$ nullstream rules legacy-fence
> legacy-fence (order): work in the default stream waits for all blocking streams, and they for it
>   lesson: legacy-fence
>   source: S1.2; H (docs/semantics.md)
$ nullstream rules cudaEventSyncronize
2> nullstream: error: no call and no rule is named 'cudaEventSyncronize'
2>   hint: did you mean 'cudaEventSynchronize'?
! 2
$ nullstream rules --frmat json
2> nullstream: error: unknown option '--frmat'
2>   hint: --help lists the options
! 2
$ nullstream rules --color=sometimes
2> nullstream: error: --color takes one of auto|always|never, not 'sometimes'
! 2
$ nullstream rules unheard-of
2> nullstream: error: no call and no rule is named 'unheard-of'
2>   hint: `nullstream rules` lists all names
! 2
$ nullstream rules a b
2> nullstream: error: 'b' is one operand too many
2>   hint: usage: nullstream rules [OPTION...] [NAME|pitfalls|hazards]
! 2
$ nullstream rules >/dev/full
2> nullstream: error: cannot write standard output: No space left on device
! 4
$ nullstream rules pitfalls
> pitfalls, what `nullstream explain` looks for
>   default-stream    rewrite  a kernel or copy in the default stream holds apart what other streams could overlap
>   hidden-fence      rewrite  a memset, event record, event wait or host function in the default stream holds other streams apart
>   pageable-copy     rewrite  a copy from or to pageable memory holds up the host, an asynchronous one too
>   sync-all          rewrite  the host waits for all streams where it needs what one of them does
>   sync-in-loop      rewrite  the host waits for the device, again and again, before it asks for more
>   sync-copy         rewrite  the host waits in a synchronous copy where an asynchronous one would do
>   timed-allocation  rewrite  memory is allocated or freed in the timed part
>   pool-threshold    rewrite  a pool gives back what is freed whenever the host waits, and takes it anew
>   launch-blocking   rewrite  CUDA_LAUNCH_BLOCKING makes the host wait for every launch
>   shared-connection rewrite  streams share a hardware connection and wait for each other without need
>   issue-order       rewrite  the order of the calls starves a machine that has work to do
>   unused-streams    rewrite  streams are created and never used, while all work is put into one
>   stream-order      rewrite  a stream holds work of one machine behind work of another that is about other data
>   stream-count      rewrite  another number of streams would be quicker
>   chunk-size        rewrite  another size of the chunks would be quicker
>   order-too-much    rewrite  a wait for an event orders more than the data needs
>   timed-event       rewrite  an event that only orders is created with timing, which its records cost
>   full-kernel       bound    a kernel fills every SM, so that kernels of other streams wait for it
>   head-of-line      bound    a kernel that does not fit yet holds back smaller ones behind it
>   carveout          rewrite  a kernel waits for another to leave the SMs, to divide their shared memory
>   tail-wave         bound    the last wave of a kernel's blocks leaves most of the SMs idle
>   host-bound        bound    the device waits for the host to launch many short operations
>   small-copies      bound    many small copies follow each other where one would do
>   staged-copy       bound    the host copies memory into a page-locked buffer, to be copied in from there
>   one-copy-engine   bound    copies in both directions share the device's one copy engine
>   host-timer        figure   a host clock is read around asynchronous work that it does not wait for
>   early-elapsed     figure   the elapsed time is asked for before the end event is done
>   blind-events      figure   two events are recorded in a stream that does not see the work between them
>   self-wait         figure   a stream waits for an event that it recorded itself, which orders nothing
>   distant-error     figure   an error is reported by a call far from the launch that caused it
>   freed-elsewhere   figure   memory is freed in another stream, which does not wait for its last use
>   transfer-bound    limit    a copy engine is busy nearly all the time: nothing to gain from streams
>   compute-bound     limit    kernels fill the device nearly all the time: nothing to gain from streams
$ nullstream rules full-kernel
> full-kernel (pitfall)
>   looks for: a kernel fills every SM, so that kernels of other streams wait for it
>   change: give it fewer blocks, each doing more, so that some SMs stay free
>   bound: at most so much, from the run as if this cost nothing
>   lesson: side-by-side (not written yet)
What hardware does of cudaMalloc is neither: it waits for copies out. A call for volumes is one for planes.
$ nullstream rules cudaMalloc | sed -n 2,3p; nullstream rules cudaMemcpy3DAsync | sed -n '1p;2s/(.*//p'; nullstream rules cudaMalloc3D | sed -n '2s/(.*//p'
>   blocks, guaranteed: may wait for the device; the documentation does not promise either
>   blocks, observed:   waits for copies out, for no kernel and no other copy   <- differs
> cudaMemcpy3DAsync does as this call does:
> cudaError_t cudaMemcpy2DAsync
> cudaError_t cudaMallocPitch
