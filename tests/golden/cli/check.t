nullstream check. What each scenario does is said in its first line.
$ nullstream check --gpu h200 tests/hazards/stream-race.cu
> tests/hazards/stream-race.cu:31: warning: kernel `consume` (stream b) reads `x` while kernel `produce` (stream a, line 30) may still be writing it [stream-race]
> tests/hazards/stream-race.cu:30: note: the other side: kernel `produce` (stream a)
>   it goes wrong so: kernel `consume` (stream b, line 31), and only then kernel `produce` (stream a, line 30)
>   missing: cudaEventRecord(e, a); after line 30, and cudaStreamWaitEvent(b, e, 0); before line 31
> 1 hazard in 2 operations and 3 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/stream-race-fixed.cu
> no hazard in 4 operations and 3 accesses to memory
$ nullstream check --gpu h200 traces/h200/legacy-fence.json
2> traces/h200/legacy-fence.json: error: a timeline does not say what its operations read and write
2>   hint: check takes the scenario or the program (.nsp) that it is of
! 2
$ nullstream check --gpu h200 tests/hazards/none.cu
2> tests/hazards/none.cu: error: cannot open: No such file or directory
! 2
