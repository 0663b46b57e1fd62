What is said of programs of outsiders (tests/outside), where it was once wrong.

A vector's own allocator is called: what cudaMallocHost gives is pinned, and its copies are asynchronous.

$ nullstream explain tests/outside/j06.cu --width 100 | sed -n '2p;/pageable/p;/What to change/,$p'
> 98.0 % of the possible overlap is reached.
> What to change
>   No change that this tool knows gains 2 %; the bound is the SM array: it needs 1595 us for this
>         work, 99.5 % of the span.
>   compute-bound: the SM array needs 1595 us of the span of 1602 us: more streams or another order
>         can gain at most 7.38 us
>       what would help: make the kernels themselves faster
>       lesson: no-help (not written yet)

