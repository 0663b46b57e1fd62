The call list and the rule list, one row each.
$ nullstream rules cudaFree
> cudaError_t cudaFree(void *devPtr)
>   blocks, guaranteed: may wait for the device; the documentation does not promise either
>   blocks, observed:   the host waits until all work of the device is done   <- differs
>   fences, guaranteed: no barrier to other streams
>   fences, observed:   no barrier to other streams
>   costs the host: 31.0 us and more, by size: 1MiB:31us 4MiB:27us 16MiB:34us 64MiB:62us 256MiB:118us on h200 (measured)
>   lesson: hidden-fences
>   source: RT: may synchronize; H: waits for the device (docs/semantics.md)
$ nullstream rules cudaStreamSynchronize
> cudaError_t cudaStreamSynchronize(cudaStream_t stream)
>   blocks, guaranteed: the host waits until all work of the stream is done
>   blocks, observed:   the host waits until all work of the stream is done
>   fences, guaranteed: no barrier to other streams
>   fences, observed:   no barrier to other streams
>   costs the host: 277 ns on h200 (measured)
>   lesson: who-waits
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
! 2
$ nullstream rules --color=sometimes
2> nullstream: error: --color takes one of auto|always|never, not 'sometimes'
! 2
$ nullstream rules a b
2> nullstream: error: usage: nullstream rules [OPTION...] [CALL|RULE|PITFALL]
2>   hint: nullstream rules --help
! 2
$ nullstream rules >/dev/full
2> nullstream: error: cannot write standard output: No space left on device
! 4
