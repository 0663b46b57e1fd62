What is advised fits the program that it is given for (what each pitfall is: pitfalls.t).

Of one begin and several ends the one sees what another does not; where only that one is asked for, each event is
named with its own stream, and only that is to be recorded elsewhere which is not there already.
$ nullstream explain -q --gpu h200 tests/scenarios/several_ends.cu | grep -A4 blind-events
! 1
$ nullstream explain -q --gpu h200 -D ONE=1 tests/scenarios/several_ends.cu | grep -A4 blind-events
>   2. blind-events: begin is recorded in stream s[0] and end[1] in stream s[1], which does not wait
>         for work (several_ends.cu:23) of stream s[0]: they are 7.77 us apart, the work alone takes
>         50.0 us
>       change: cudaEventRecord(end[1], s[0]) in line 25
>       lesson: timing (not written yet)
No second buffer helps a turn that is made of the result of the one before. A program's file does not tell whether it
is.
$ nullstream explain -q --gpu h200 tests/scenarios/fed_back.cu | grep -A5 sync-in-loop
>   sync-in-loop: cudaDeviceSynchronize (fed_back.cu:19, 9 times) holds the host for 227 us before it
>         asks for more work
>       left as it is: changing it gains nothing: in each turn the host reads the result in line 24,
>         and waits there all the same; it makes of the result what it writes in line 24 for the next
>         turn, which cannot begin earlier
>   No other change that these rules know gains 2 %; the bound is waiting. `--what-if` tries more.
$ nullstream explain -q --gpu h200 -D OTHER=1 tests/scenarios/fed_back.cu | grep -A5 sync-in-loop
>   sync-in-loop: cudaDeviceSynchronize (fed_back.cu:19, 9 times) holds the host for 227 us before it
>         asks for more work
>       left as it is: changing it gains nothing: in each turn the host reads the result in line 22,
>         and waits there all the same; to ask for the next turn before it takes two buffers by turns,
>         and a loop that ends by the result ends a turn later
>   No other change that these rules know gains 2 %; the bound is waiting. `--what-if` tries more.
$ nullstream convert -q tests/scenarios/fed_back.cu $TMP/fed_back.nsp; nullstream explain -q --gpu h200 $TMP/fed_back.nsp | grep -A5 sync-in-loop
>   sync-in-loop: cudaDeviceSynchronize (fed_back.cu:19, 9 times) holds the host for 227 us before it
>         asks for more work
>       left as it is: changing it gains nothing: in each turn the host reads the result in line 24,
>         and waits there all the same; unless what it writes in line 24 for the next turn is made of
>         the result, two buffers by turns let it ask for that turn before
>   No other change that these rules know gains 2 %; the bound is waiting. `--what-if` tries more.
What one line allocates three times a turn takes three buffers, not one. Where the kernel adds to what nobody wrote, to
use them again changes what comes out: neither `explain` offers that, nor does `--what-if` call it the best.
$ nullstream explain -q --gpu h200 tests/scenarios/one_line_allocates.cu | grep -A6 '1. timed-allocation'
>   1. timed-allocation: cudaMalloc (one_line_allocates.cu:19, 12 times) holds the host for 164 us
>       change: one_line_allocates.cu:19: call cudaMalloc before the timed part, 3 buffers, each used
>         again only where its last user is waited for
>       and one_line_allocates.cu:36: call cudaFree after the timed part
>       and one_line_allocates.cu:37: call cudaFree after the timed part
>       and one_line_allocates.cu:38: call cudaFree after the timed part
>       gain: 302 us of 631 us (47.9 %), simulated with the change made
$ nullstream explain -q --gpu h200 -D UNSET tests/scenarios/one_line_allocates.cu | grep -A2 'timed-allocation'
>   1. timed-allocation: cudaFree (one_line_allocates.cu:36, 4 times) holds the host for 7.20 us
>       change: one_line_allocates.cu:19: call cudaMalloc before the timed part, and use the buffer
>         again
> --
>   2. timed-allocation: cudaFree (one_line_allocates.cu:37, 4 times) holds the host for 7.20 us
>       change: one_line_allocates.cu:19: call cudaMalloc before the timed part, and use the buffer
>         again
> --
>   timed-allocation: cudaMalloc (one_line_allocates.cu:19, 12 times) holds the host for 164 us
>       no change is offered: the changed program would compute something else
>   timed-allocation: cudaFree (one_line_allocates.cu:38, 4 times) holds the host for 122 us
>       no change is offered: the changed program would compute something else
>   sync-in-loop: cudaStreamSynchronize (one_line_allocates.cu:35, 4 times) holds the host for 221 us
$ nullstream explain --what-if -q --gpu h200 tests/scenarios/one_line_allocates.cu | grep -A1 'allocate before'
> allocate before the timed part and free after it           329 us   47.9 %  ████████ best
> kernels take no time                                       483 us   23.5 %  ▒▒▒▒▒▒▒▒▒▒▒▒
$ nullstream explain --what-if -q --gpu h200 -D UNSET tests/scenarios/one_line_allocates.cu | grep -A1 -E 'allocate before|^Gains'
> allocate before the timed part and free after it         329 us   47.9 %  ▒▒▒▒▒▒ other results
> kernels take no time                                     483 us   23.5 %  ▒▒▒▒▒▒▒▒
> --
> Gains, but breaks what the program needs:
>   allocate before the timed part and free after it: the changed program would compute something else
> Makes no difference:
$ nullstream explain --what-if -q --gpu h200 -D UNSET --format json tests/scenarios/one_line_allocates.cu | grep 'allocate before'
>   {"name": "hoist", "sentence": "allocate before the timed part and free after it", "kind": "change", "outcome": "predicted", "wall_us": 328.604, "gain_us": 302.148, "breaks": "results", "possibly": true, "why": "the changed program would compute something else"},
The clauses that would settle a possible hazard say what the body does: a mask's range, and no read of what is only
written. Pasted, they settle it.
$ nullstream check -q --gpu h200 tests/scenarios/masked.cu
> tests/scenarios/masked.cu:30:9: possible: kernel `scatter` (stream s[1]) writes `out`[256..512 KiB) while kernel `scatter` (stream s[0], line 30) may still be writing it, if it touches all that its pointers lead to; if its threads touch one element each, the first so many behind each pointer, these clauses in its pragma settle it: reads(in, gridDim.x * blockDim.x * sizeof(*in)) writes(out, gridDim.x * blockDim.x * sizeof(*out)) reads(counts, 256 * sizeof(*counts)) writes(counts, 256 * sizeof(*counts)) [stream-race]
> no certain hazard, 1 possible one in 4 operations and 8 accesses to memory
$ nullstream check -q --gpu h200 -D SAID tests/scenarios/masked.cu
> no hazard in 4 operations and 8 accesses to memory
What makes the host late is named, also where it is threads that call nothing: each is made by a call (19.2 us), begins
some time later and tells of its end.
$ nullstream explain -q --gpu h200 tests/scenarios/makes_threads.cu | sed -n '2,3p; /^Critical/,/idle/p'
> The host asks for the work later than the device could do it: making host threads and waiting for
>   their ends (makes_threads.cu:15) takes 188 us of the critical path.
> Critical path: 213 us went into
>   kernels                    10.0 us    4.7 %  step (line 16)
>   CUDA calls of the host     86.5 us   40.6 %  4 times making a thread (line 15), step (line 13), 1
>                                                more line
>   latency of the device      5.25 us    2.5 %  cudaDeviceSynchronize (line 17), step (line 16)
>   idle: threads wait          112 us   52.3 %  4 waits for a thread's end (line 15)
Where a call among the set-up begins the timed part, the first line says so, and how to say where that begins.
$ nullstream predict -q --gpu h200 tests/scenarios/early_start.cu | sed -n 2,4p
> The host asks for the work later than the device could do it: cudaMallocHost (early_start.cu:17)
>   takes 11.40 ms of the critical path. The timed part begins with memset 32 MiB (early_start.cu:16);
>   where line 17 is set-up, nvtxRangePush("nullstream") behind it begins that part.
$ nullstream predict -q --gpu h200 -D RANGE tests/scenarios/early_start.cu | sed -n 2,3p
> 52.0 % of the possible overlap is reached: h2d 256 KiB (early_start.cu:25) waits for step before it
>   in its stream.
Host functions that count what is done are called in order after the change as before it: the wait goes where it still
orders them. Where they tell nobody anything, it can be left out.
$ nullstream explain -q --gpu h200 tests/scenarios/counted_functions.cu | grep -A8 order-too-much
>   1. order-too-much: d2h 1 MiB (counted_functions.cu:63) of stream s[1] is held back by record turn
>         (counted_functions.cu:65), since cudaStreamWaitEvent in line 62 orders more than the data
>         needs
>       change: counted_functions.cu:62: leave out cudaStreamWaitEvent
>       and counted_functions.cu:65: leave out cudaEventRecord
>       and counted_functions.cu:64: before it, cudaStreamWaitEvent in stream s[0] and s[1] for an
>         event recorded in whichever of stream s[0] and s[1] has the data, right after
>         cudaLaunchHostFunc in line 64
>       gain: 198 us of 1149 us (17.2 %), simulated with the change made, each host thread doing what
$ nullstream explain -q --gpu h200 -D COUNTS=0 tests/scenarios/counted_functions.cu | grep -A6 order-too-much
>   1. order-too-much: d2h 1 MiB (counted_functions.cu:63) of stream s[1] is held back by record turn
>         (counted_functions.cu:65), since cudaStreamWaitEvent in line 62 orders more than the data
>         needs
>       change: counted_functions.cu:62: leave out cudaStreamWaitEvent
>       and counted_functions.cu:65: leave out cudaEventRecord
>       gain: 160 us of 1087 us (14.7 %), simulated with the change made
>       lesson: events
What pools hand out in the timed part is named as what cudaMalloc does: with what the pool takes from the device first.
$ nullstream explain -q --gpu h200 tests/scenarios/pool_turns.cu | grep -A6 '1. timed-allocation'
>   1. timed-allocation: cudaMallocAsync (pool_turns.cu:11, 7 times) holds the host for 4.35 us, and
>         the stream waits for each and its free
>       change: pool_turns.cu:11: call cudaMalloc before the timed part, in place of cudaMallocAsync,
>         and use the buffer again
>       and pool_turns.cu:13: call cudaFree after the timed part, in place of cudaFreeAsync
>       gain: 61.8 us of 243 us (25.4 %), simulated with the change made
>       lesson: hidden-fences (not written yet)
$ nullstream explain --what-if -q --gpu h200 tests/scenarios/pool_turns.cu | grep 'allocate before'
> allocate before the timed part and free after it           181 us  25.4 %  ███████████████ best
$ nullstream explain -q --gpu h200 tests/outside/x11.cu | grep -A2 '1. timed-allocation'
>   1. timed-allocation: cudaMallocFromPoolAsync (x11.cu:61, 8 times) holds the host for 81.6 us, 73.7
>         us of it the first time, as its pool has too little memory yet, and the stream waits for
>         each and its free; likewise in 1 more line, 131 us in all
Host functions that the program itself orders with nothing, as those of a line are in streams of their own, are put in
no order by a change either, whatever lock they take.
$ nullstream explain -q --gpu h200 tests/outside/x20.cu | grep -A7 '1. sync-in-loop'
>   1. sync-in-loop: cudaStreamSynchronize (x20.cu:83, 7 times) holds the host for 160 us before it
>         asks for more work
>       change: x20.cu:83: move cudaStreamSynchronize out of the function, behind the loop that calls
>         it in line 32, as cudaDeviceSynchronize: 1 call in place of 8
>       gain: 65.0 us of 1203 us (5.4 %), simulated with the change made
>       lesson: who-waits (not written yet)
A constant is called what it is the number of; what a change gains is said twice only where the two differ.
$ nullstream explain -q --gpu h200 tests/outside/x10.cu | grep -A2 '1. stream-count'
>   1. stream-count: kThreads, the number of threads, which have 12 streams, is 6; with 1 the run
>         takes 1981 us; it says how much is set up while it is timed, too: without that it gains 545
>         us
$ nullstream explain -q --gpu h200 tests/outside/x23.cu | grep -A2 '1. stream-count'
>   1. stream-count: kReaders, the number of streams, is 3; with 6 the run takes 2003 us
>       change: kReaders = 6 in line 85
>       gain: 897 us of 2900 us (30.9 %), simulated with the change made
