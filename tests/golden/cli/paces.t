Who sets the pace: waits of host threads that look again and again, or that end by themselves.
A wait with an end that another thread ends is that thread's doing: its ten sleeps of 300 us take 363 us each,
of which the first is over before the timed part, so that the nine others, 9 * 363 us = 3267 us less what of
the second lies before it, are on the path. That the consumer reads four bytes in each turn is no round trip:
it waits 297 us for the producer and 59 us for the device, and without its wait for the device (SYNC 0) the
run takes as long.
$ nullstream explain -q --gpu h200 tests/scenarios/paced.cu | sed -n '1,3p;/^Critical/,$p'
> predicted for NVIDIA H200, profile h200
> The host asks for the work later than the device could do it: 9 sleeps (paced.cu:29) take 3266 us of
>   the critical path.
> Critical path: 3334 us went into
>   kernels                    50.0 us    1.5 %  step (line 43)
>   copies to the host         1.52 us   0.05 %  d2h 4 B (line 44)
>   CUDA calls of the host     4.60 us   0.14 %  step (line 43)
>   latency of the device      9.93 us   0.30 %  d2h 4 B (line 44), 2 more lines
>   host threads sleep         3266 us   97.9 %  9 sleeps (line 29)
>   idle: threads wait         2.61 us   0.08 %  a wait with an end (line 39)
>   Bound by the host: sleep makes up 97.9 % of the critical path; the device is idle for 84.5 % of
>   the span.
>   2 of 20 operations have no slack: if one ends later, so does the run; most slack: step (line 43),
>   which could end 2374 us later.
> 
> What to change
>   No change that these rules know gains 2 %; the bound is the host. `--what-if` tries more.
$ nullstream predict -q --gpu h200 tests/scenarios/paced.cu | grep -E '^(host|thread|wall)'
> host                ──timed ───timed ───timed ──timed ───timed ───timed ──timed ───timed ───timed ──
> thread 1 lambda:27  ─sleep───sleep────sleep────sleep───sleep────sleep────sleep───sleep────sleep────
> wall     3334 us, span 3324 us
$ nullstream predict -q --gpu h200 -D SYNC=0 tests/scenarios/paced.cu | grep ^wall
> wall     3335 us, span 3324 us
$ nullstream predict -q --gpu h200 tests/scenarios/paced.cu --format json | grep -c '"has_end": true'
> 10
One that nobody ends in time is such a wait all the same: of 100 us here, and no sleep.
$ sed 's/milliseconds(2)/microseconds(100)/' tests/scenarios/paced.cu > $TMP/paced.cu && nullstream explain -q --gpu h200 $TMP/paced.cu | grep -c 'sleep.*paced.cu:39'
> 0
! 1
$ nullstream explain -q --gpu h200 $TMP/paced.cu --op 39
> predicted for NVIDIA H200, profile h200
> a wait with an end (paced.cu:39) took 156 us; the longest of the 20 meant
>   156 us: until its end
Whether the loop looks at one atomic or at two, it waits for the thread that writes them. A row of sleeps is
told by their number, a loop that waits by its turns: each sleep of 50 us takes 106 us.
$ for i in 0 1; do nullstream explain -q --gpu h200 -D LOOP=$i tests/scenarios/polls_two.cu | sed -n '1,3p;/sleep.*%/p'; done
> predicted for NVIDIA H200, profile h200
> The host asks for the work later than the device could do it: a row of 3 sleeps (polls_two.cu:24)
>   takes 1868 us of the critical path.
>   host threads sleep         1923 us   96.9 %  a row of 3 sleeps (line 24), a loop that waits (line
>   Bound by the host: sleep makes up 96.9 % of the critical path; the device is idle for 92.4 % of
> predicted for NVIDIA H200, profile h200
> The host asks for the work later than the device could do it: a row of 3 sleeps (polls_two.cu:24)
>   takes 1868 us of the critical path.
>   host threads sleep         1923 us   96.9 %  a row of 3 sleeps (line 24), a loop that waits (line
>   Bound by the host: sleep makes up 96.9 % of the critical path; the device is idle for 92.4 % of
$ nullstream explain -q --gpu h200 tests/scenarios/polls_two.cu --op 33
> predicted for NVIDIA H200, profile h200
> a loop that waits (polls_two.cu:33) took 1060 us, 10 turns of about 106 us; the longest of the 3
>   meant
>   984 us: condition
>      (the host thread waits until another one, or a host function, lets it go on: at a condition,
>       barrier, latch, semaphore, future or atomic)
>   75.8 us: issue
>      (the host was still making the call)
What is done first decides what comes next, where a loop asks in turn whether several are done: what comes of
a later end is not known then, and is said so. As tried: each of 20 tiles in turn takes 30 us longer, and the
run as long as before (1551 us) to within 2 us, or up to 32 us longer.
$ nullstream explain -q --gpu h200 tests/scenarios/polls_slots.cu | sed -n '/slack\|later end/,/^$/p'
>   Of 40 of 40 operations it is not known what comes of a later end: cudaEventQuery (line 47) asks in
>   turn which of several are done, and others may be served before one that is late.
> 
$ nullstream explain -q --gpu h200 tests/scenarios/polls_slots.cu --op '#0' | tail -3
>      (the hardware takes a moment between two operations)
>   slack: not known: the program asks in turn which of several are done, and others may be served
>   before one that is late
$ for i in -1 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do nullstream predict -q --gpu h200 -D LATER=$i tests/scenarios/polls_slots.cu | sed -n 's/^wall *\([0-9]*\).*/\1/p'; done | tr '\n' ' '
> 1551 1552 1562 1583 1562 1578 1552 1568 1562 1552 1568 1561 1556 1552 1554 1558 1552 1558 1554 1583 1553 
A loop that asks about one thing is a wait for it.
$ nullstream explain -q --gpu h200 -D SHAPE=1 -D MISTAKE=12 tests/scenarios/short_ends.cu | grep -c 'later end'
> 0
! 1
An infinitely fast host looks at once, and finds its caches as warm as one that computes next to nothing (HAND
and LOOK 0: the calls' own time is left): it gains more than that.
$ nullstream explain -q --gpu h200 --width 120 --what-if tests/scenarios/polls_slots.cu | grep infinitely
> an infinitely fast host: calls and host work take no time  1414 us     8.9 %  ▒▒▒▒▒▒▒▒▒▒▒▒
$ nullstream predict -q --gpu h200 -D HAND=0 -D LOOK=0 tests/scenarios/polls_slots.cu | grep ^wall
> wall     1455 us, span 1444 us
Where threads sleep they wake on time then: of 363 us that a sleep of 300 us takes here 300 are left.
$ nullstream explain -q --gpu h200 --width 120 --what-if tests/scenarios/paced.cu | grep infinitely
> an infinitely fast host: calls and host work take no time, sleeping threads wake on time  2762 us  17.2 %  ▒▒▒▒▒▒▒▒▒▒▒

A shared lock is reported as a mutex is: who holds it and across what, and what of the wait is on the path.
$ for kind in 0 1 2 3; do nullstream explain -q --gpu h200 --width 160 tests/scenarios/shared_lock.cu -D KIND=$kind >$TMP/shared.txt; sed -n 2,3p $TMP/shared.txt; grep -E -A1 'waits? for a lock' $TMP/shared.txt | grep -E 'lock|held'; done
> Only 27.9 % of the possible overlap is reached: the host waits in cudaStreamSynchronize (shared_lock.cu:73), 4 times, before it asks for step, and holds the
>   lock that other threads wait for (shared_lock.cu:85).
>   lock, shared_lock.cu:85: the host waited 796 us in 6 waits for a lock, at most 271 us; 1.80 us of it on the critical path
>      (the host thread waits for a lock)
>      held by change across cudaStreamSynchronize, line 73
>   idle: threads wait         25.8 us    1.6 %  a wait for a lock (line 85), 1 more line
> Only 16.7 % of the possible overlap is reached: the host waits in cudaStreamSynchronize (shared_lock.cu:73), 4 times, before it asks for step, and holds the
>   lock that other threads wait for (shared_lock.cu:85).
>   lock, shared_lock.cu:85: the host waited 1295 us in 8 waits for a lock, at most 319 us; 200 ns of it on the critical path
>      (the host thread waits for a lock)
>      held by change across cudaStreamSynchronize, line 73
>   idle: threads wait         36.9 us    2.1 %  2 waits for a lock (line 85), 1 more line
> Only 27.9 % of the possible overlap is reached: the host waits in cudaStreamSynchronize (shared_lock.cu:73), 4 times, before it asks for step, and holds the
>   lock that other threads wait for (shared_lock.cu:29).
>   lock, shared_lock.cu:29: the host waited 796 us in 6 waits for a lock, at most 271 us; 1.80 us of it on the critical path
>      (the host thread waits for a lock)
>      held by change across cudaStreamSynchronize, line 73
>   idle: threads wait         25.8 us    1.6 %  a wait for a lock (line 29), 1 more line
> Only 22.9 % of the possible overlap is reached: the host waits in cudaStreamSynchronize (shared_lock.cu:73), 4 times, before it asks for step, and holds the
>   lock that other threads wait for (shared_lock.cu:85).
>   lock, shared_lock.cu:85: the host waited 863 us in 9 waits for a lock, at most 283 us; 27.0 us of it on the critical path
>      (the host thread waits for a lock)
>      held by change across cudaStreamSynchronize, line 73
>   lock, shared_lock.cu:71: the host waited 46.7 us in 4 waits for a lock, at most 14.1 us; 23.9 us of it on the critical path
>   idle: threads wait         73.7 us    4.6 %  6 waits for a lock (line 85), 3 waits for a lock (line 71)
