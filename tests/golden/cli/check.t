nullstream check. What each scenario does is said in its first line; by the reports' lines it can be
followed. For each rule one that has the hazard and one that has it fixed.
$ cd tests/hazards; for f in *-fixed.cu; do echo $f: $(nullstream check --gpu h200 $f | grep "no hazard"); done
> call-race-fixed.cu: no hazard in 7 operations and 11 accesses to memory
> copy-kind-fixed.cu: no hazard in 2 operations and 3 accesses to memory
> copy-overlap-fixed.cu: no hazard in 3 operations and 5 accesses to memory
> elapsed-not-ready-fixed.cu: no hazard in 3 operations and 0 accesses to memory
> elapsed-unrecorded-fixed.cu: no hazard in 3 operations and 0 accesses to memory
> event-unrecorded-fixed.cu: no hazard in 4 operations and 3 accesses to memory
> failed-call-fixed.cu: no hazard in 3 operations and 5 accesses to memory
> free-in-use-fixed.cu: no hazard in 1 operation and 2 accesses to memory
> host-pointer-fixed.cu: no hazard in 2 operations and 5 accesses to memory
> host-race-fixed.cu: no hazard in 3 operations and 11 accesses to memory
> host-read-fixed.cu: no hazard in 2 operations and 4 accesses to memory
> host-write-fixed.cu: no hazard in 18 operations and 1554 accesses to memory
> joinable-thread-fixed.cu: no hazard in 2 operations and 2 accesses to memory
> out-of-bounds-fixed.cu: no hazard in 6 operations and 7 accesses to memory
> pool-reuse-fixed.cu: no hazard in 6 operations and 4 accesses to memory
> short-copy-fixed.cu: no hazard in 3 operations and 5 accesses to memory
> stream-abandoned-fixed.cu: no hazard in 1 operation and 2 accesses to memory
> stream-race-fixed.cu: no hazard in 4 operations and 3 accesses to memory
> thread-race-fixed.cu: no hazard in 1 operation and 1026 accesses to memory
> unfinished-work-fixed.cu: no hazard in 1 operation and 1 access to memory
> use-after-destroy-fixed.cu: no hazard in 9 operations and 8 accesses to memory
> use-after-free-fixed.cu: no hazard in 7 operations and 6 accesses to memory
> use-before-allocation-fixed.cu: no hazard in 5 operations and 3 accesses to memory
> wild-pointer-fixed.cu: no hazard in 6 operations and 6 accesses to memory
$ nullstream check --gpu h200 tests/hazards/short-copy.cu
> tests/hazards/short-copy.cu:20:5: warning: kernel `scale` (the default stream) reads `x`[1..4 MiB), which nothing wrote: the copy of line 19 has 1048576 bytes, as many as the kernel reads elements [short-copy]
> tests/hazards/short-copy.cu:19:5: note: the other side: h2d copy of 1 MiB (the default stream)
>   missing: the size of an element in line 19: 1048576 * sizeof(float) bytes
> 1 hazard in 3 operations and 5 accesses to memory
! 1
$ nullstream check -q --gpu h200 tests/hazards/joinable-thread.cu
> tests/hazards/joinable-thread.cu:25:17: warning: this std::thread is neither joined nor detached: where it is destroyed, std::terminate ends the program [joinable-thread]
> tests/hazards/joinable-thread.cu:37:5: note: `take` is called here
>   missing: join() the thread before its scope ends, or detach() it
> 1 hazard in 1 operation and 1 access to memory
! 1
$ nullstream check --gpu h200 tests/hazards/wild-pointer.cu
> tests/hazards/wild-pointer.cu:36:5: warning: cudaMalloc returns cudaErrorMemoryAllocation, and nobody looks [failed-call]
>   missing: a look at what the call returns in line 36
> tests/hazards/wild-pointer.cu:37:5: warning: kernel `add` (the default stream) writes through its parameter `x` that was never set [wild-pointer]
>   missing: a pointer that leads somewhere: look at what cudaMalloc returned for it
> tests/hazards/wild-pointer.cu:38:5: warning: kernel `add` (the default stream) writes through its parameter `x` that is null: cudaErrorIllegalAddress, also of every call behind it [wild-pointer]
>   missing: a pointer that leads somewhere: look at what cudaMalloc returned for it
> tests/hazards/wild-pointer.cu:39:5: warning: kernel `move` (the default stream) reads through a pointer in `p` that is null: cudaErrorIllegalAddress, also of every call behind it [wild-pointer]
>   missing: a pointer that leads somewhere: look at what cudaMalloc returned for it
> tests/hazards/wild-pointer.cu:40:5: warning: kernel `sum` (the default stream) reads through its parameter `x` that is null: cudaErrorIllegalAddress, also of every call behind it [wild-pointer]
>   missing: a pointer that leads somewhere: look at what cudaMalloc returned for it
> 5 hazards in 4 operations and 1 access to memory
> cudaDeviceSynchronize (line 41) returned cudaErrorIllegalAddress; a run in which it succeeds was not looked at.
2> tests/hazards/wild-pointer.cu:31:5: warning: main returned 1: the program's exit status
2>     int main()
2>         ^
! 1
$ nullstream check --gpu h200 tests/hazards/use-after-destroy.cu
> tests/hazards/use-after-destroy.cu:33:5: warning: the launch of `scale` is given stream s, which cudaStreamDestroy (line 31) destroyed [use-after-destroy]
> tests/hazards/use-after-destroy.cu:31:5: note: the other side: cudaStreamDestroy
>   missing: cudaStreamDestroy of line 31 behind line 33
> tests/hazards/use-after-destroy.cu:34:5: warning: cudaEventElapsedTime is given event `end`, which cudaEventDestroy (line 32) destroyed [use-after-destroy]
> tests/hazards/use-after-destroy.cu:32:5: note: the other side: cudaEventDestroy
>   missing: cudaEventDestroy of line 32 behind line 34
> tests/hazards/use-after-destroy.cu:35:5: warning: cudaStreamWaitEvent is given event `end`, which cudaEventDestroy (line 32) destroyed [use-after-destroy]
> tests/hazards/use-after-destroy.cu:32:5: note: the other side: cudaEventDestroy
>   missing: cudaEventDestroy of line 32 behind line 35
> tests/hazards/use-after-destroy.cu:36:5: warning: cudaStreamDestroy is given stream s, which cudaStreamDestroy (line 31) destroyed [use-after-destroy]
> tests/hazards/use-after-destroy.cu:31:5: note: the other side: cudaStreamDestroy
>   missing: cudaStreamDestroy of line 31 behind line 36
> tests/hazards/use-after-destroy.cu:37:5: warning: d2h copy of 4 MiB (stream t) reads `x` while kernel `scale` (stream s, line 33) may still be writing it [stream-race]
> tests/hazards/use-after-destroy.cu:33:5: note: the other side: kernel `scale` (stream s)
>   it goes wrong so: d2h copy of 4 MiB (stream t, line 37), and only then kernel `scale` (stream s, line 33)
>   then: host[0..4 MiB) may hold the result of scale (line 28), expected the result of scale (line 33)
>   missing: cudaEventRecord(end, s); after line 33 instead of before it, in line 29
> tests/hazards/use-after-destroy.cu:38:5: warning: the host reads `host`[0..4 B) while d2h copy of 4 MiB (stream t, line 37) may still be writing it [host-read]
> tests/hazards/use-after-destroy.cu:37:5: note: the other side: d2h copy of 4 MiB (stream t)
>   it goes wrong so: the host (line 38), and only then d2h copy of 4 MiB (stream t, line 37)
>   then: in host[0..4 B), the host (line 38) may read what stood there at first, expected the result of scale (line 33)
>   missing: cudaStreamSynchronize(t); before line 38
> tests/hazards/use-after-destroy.cu:38:13: note: the same cause: the host writes `host`[0..4 B) while d2h copy of 4 MiB (stream t, line 37) may still be writing it [host-write]
> 7 hazards of 6 causes in 7 operations and 7 accesses to memory
! 1
Where memory could not be had, the run ends as on a device: all calls behind it return the error,
also those that get what others would have made. In a sketch null stands for some memory.
$ printf '#include <stdio.h>\n__global__ void k(float *x) { *x = 1; }\nint main() {\n  float *d = nullptr, *e;\n  cudaStream_t s;\n  if (LARGE) cudaMalloc(&d, 1ull << 40);\n  k<<<1, 1>>>(d);\n  printf("%%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));\n  cudaMalloc(&e, 4096);\n  cudaStreamCreate(&s);\n  cudaMemsetAsync(e, 0, 4096, s);\n  printf("%%s\\n", cudaGetErrorName(cudaFree(e)));\n}\n' >$TMP/null.cu; for d in LARGE=1 LARGE=0; do nullstream predict --gpu h200 -D $d --cost k=9us $TMP/null.cu 2>&1 | head -2; nullstream check -q --gpu h200 -D $d --cost k=9us $TMP/null.cu; done
> an illegal memory access was encountered
> cudaErrorIllegalAddress
> TMP/null.cu:6:14: warning: cudaMalloc returns cudaErrorMemoryAllocation, and nobody looks [failed-call]
>   missing: a look at what the call returns in line 6
> TMP/null.cu:7:3: warning: kernel `k` (the default stream) writes through its parameter `x` that is null: cudaErrorIllegalAddress, also of every call behind it [wild-pointer]
>   missing: a pointer that leads somewhere: look at what cudaMalloc returned for it
> 2 hazards in 1 operation and 0 accesses to memory
> cudaDeviceSynchronize (line 8) returned cudaErrorIllegalAddress; a run in which it succeeds was not looked at.
> no error
> cudaSuccess
> TMP/null.cu:7:3: warning: kernel `k` (the default stream) writes through its parameter `x` that is null: cudaErrorIllegalAddress, also of every call behind it [wild-pointer]
>   missing: a pointer that leads somewhere: look at what cudaMalloc returned for it
> TMP/null.cu:12:35: warning: cudaFree frees `e` while memset of 4 KiB (stream s, line 11) may still be writing it [free-in-use]
> TMP/null.cu:11:3: note: the other side: memset of 4 KiB (stream s)
>   it goes wrong so: cudaFree (line 12), and only then memset of 4 KiB (stream s, line 11)
>   missing: cudaStreamSynchronize(s); before line 12
>   cudaFree was seen to wait for the device (docs/semantics.md S3.1); CUDA does not promise it
> TMP/null.cu:11:3: note: the same cause: the process may end before memset of 4 KiB (stream s), which writes `e`, is done: nobody waits for it [unfinished-work]
> 3 hazards of 2 causes in 2 operations and 2 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/call-race.cu
> tests/hazards/call-race.cu:30:30: warning: memset of 4 MiB (stream s) writes `x` behind kernel `scale` (stream s, line 29), which writes it, by chance: host thread 1 and host thread 2 make the calls in no order [call-race]
> tests/hazards/call-race.cu:29:29: note: the other side: kernel `scale` (stream s)
>   it may run so: memset of 4 MiB (stream s, line 30), and only then kernel `scale` (stream s, line 29)
>   missing: a join or a condition that puts line 30 behind line 29, or before it
> tests/hazards/call-race.cu:33:29: warning: kernel `sum` (the default stream) reads `x` behind kernel `scale` (the default stream, line 34), which writes it, by chance: host thread 0 and host thread 3 make the calls in no order [call-race]
> tests/hazards/call-race.cu:34:5: note: the other side: kernel `scale` (the default stream)
>   it may run so: kernel `sum` (the default stream, line 33), and only then kernel `scale` (the default stream, line 34)
>   missing: a join or a condition that puts line 33 behind line 34, or before it
> 2 hazards in 4 operations and 5 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/copy-kind.cu
> tests/hazards/copy-kind.cu:22:5: warning: d2d copy of 4 MiB (stream s) is called with cudaMemcpyHostToDevice, but its source is memory of the device [copy-kind]
>   missing: the cudaMemcpyKind that its pointers have, or cudaMemcpyDefault
> 1 hazard in 2 operations and 3 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/elapsed-not-ready.cu
> tests/hazards/elapsed-not-ready.cu:18:25: warning: cudaEventElapsedTime asks for `end`, which stream s may not have reached yet [elapsed-not-ready]
> tests/hazards/elapsed-not-ready.cu:16:5: note: the other side: cudaEventRecord (stream s)
>   missing: cudaEventSynchronize(end); before line 18
> 1 hazard in 3 operations and 0 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/elapsed-unrecorded.cu
> tests/hazards/elapsed-unrecorded.cu:18:25: warning: cudaEventElapsedTime asks for `begin`, which was made without timing [elapsed-unrecorded]
>   missing: record both events, both made with timing
> tests/hazards/elapsed-unrecorded.cu:18:25: warning: cudaEventElapsedTime asks for `end`, which was never recorded before [elapsed-unrecorded]
>   missing: record both events, both made with timing
> 2 hazards in 2 operations and 0 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/event-unrecorded.cu
> tests/hazards/event-unrecorded.cu:33:5: warning: cudaStreamWaitEvent waits for nothing: event `done` is recorded only later, in line 34 [event-unrecorded]
> tests/hazards/event-unrecorded.cu:34:5: note: the other side: cudaEventRecord (stream a)
>   missing: cudaEventRecord(done, a); before line 33
> tests/hazards/event-unrecorded.cu:35:5: note: the same cause: kernel `consume` (stream b) reads `x` while kernel `produce` (stream a, line 32) may still be writing it [stream-race]
>   it goes wrong so: kernel `consume` (stream b, line 35), and only then kernel `produce` (stream a, line 32)
>   then: in x[0..4 MiB), consume (line 35) may read bytes that nothing wrote, expected the result of produce (line 32)
> 2 hazards of 1 cause in 4 operations and 3 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/failed-call.cu
> tests/hazards/failed-call.cu:28:9: warning: the launch of `scale` returns cudaErrorInvalidValue, and nobody looks: its blocks have 2048 threads, at most 1024 [failed-call]
>   missing: a look at cudaGetLastError() behind line 28
>   3 times in this line
> tests/hazards/failed-call.cu:29:5: warning: cudaMemcpyAsync returns cudaErrorInvalidValue, and nobody looks: a read beyond its buffer: 4194304 bytes past the end of `x` (4194304 bytes, allocated at line 23) [failed-call]
>   missing: a look at what the call returns in line 29
> tests/hazards/failed-call.cu:16:5: warning: cudaStreamQuery returns cudaErrorNotPermitted, and nobody looks: a host function may not call CUDA [failed-call]
> tests/hazards/failed-call.cu:30:5: note: `report` is launched here
>   missing: that call in a host thread, behind line 30, where the host function is launched
> tests/hazards/failed-call.cu:33:5: warning: cudaFree returns cudaErrorInvalidValue, and nobody looks: a free of freed memory: `x` (4194304 bytes, allocated at line 23) was freed at line 32 [failed-call]
>   missing: a look at what the call returns in line 33
> 4 hazards in 2 operations and 2 accesses to memory
! 1
All in one line, beyond the columns that are kept: each call has its own reason, and of calls that
cannot be told apart, and had several, none.
$ cd tests/hazards; { grep '^#' failed-call.cu; grep -v '^#\|^//' failed-call.cu | tr '\n' ' '; } >$TMP/line.cu; nullstream check --gpu h200 $TMP/line.cu | grep warning
> TMP/line.cu:3: warning: the launch of `scale` returns cudaErrorInvalidValue, and nobody looks: its blocks have 2048 threads, at most 1024 [failed-call]
> TMP/line.cu:3: warning: cudaMemcpyAsync returns cudaErrorInvalidValue, and nobody looks: a read beyond its buffer: 4194304 bytes past the end of `x` (4194304 bytes, allocated at line 3) [failed-call]
> TMP/line.cu:3:171: warning: cudaStreamQuery returns cudaErrorNotPermitted, and nobody looks: a host function may not call CUDA [failed-call]
> TMP/line.cu:3: warning: cudaFree returns cudaErrorInvalidValue, and nobody looks: a free of freed memory: `x` (4194304 bytes, allocated at line 3) was freed at line 3 [failed-call]
$ sed 's/cudaFree(x); *return 0;/cudaFree(x); cudaFree(host); return 0;/' $TMP/line.cu >$TMP/both.cu; nullstream check --gpu h200 $TMP/both.cu | grep cudaFree
> TMP/both.cu:3: warning: cudaFree returns cudaErrorInvalidValue, and nobody looks [failed-call]
$ nullstream check --gpu h200 tests/hazards/failed-call-fixed.cu | tail -1
> the launch of `scale` (line 23) returned cudaErrorInvalidValue: its blocks have 2048 threads, at most 1024; a run in which it succeeds was not looked at.
$ nullstream check --gpu h200 tests/hazards/failed-call-fixed.cu --format json | grep failed
> {"format": "nullstream-check", "version": 1, "scenario": "tests/hazards/failed-call-fixed.cu", "certain": 0, "possible": 0, "operations": 3, "accesses": 5, "failed": "the launch of `scale` (line 23) returned cudaErrorInvalidValue: its blocks have 2048 threads, at most 1024", "hazards": []}
$ nullstream check --gpu h200 tests/hazards/free-in-use.cu
> tests/hazards/free-in-use.cu:21:5: warning: cudaFree frees `x` while kernel `scale` (stream s, line 20) may still be writing it [free-in-use]
> tests/hazards/free-in-use.cu:20:5: note: the other side: kernel `scale` (stream s)
>   it goes wrong so: cudaFree (line 21), and only then kernel `scale` (stream s, line 20)
>   missing: cudaStreamSynchronize(s); before line 21
>   cudaFree was seen to wait for the device (docs/semantics.md S3.1); CUDA does not promise it
> 1 hazard in 1 operation and 2 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/host-pointer.cu
> tests/hazards/host-pointer.cu:29:5: warning: kernel `scale` (the default stream) writes `x`, which is pageable memory of the host [host-pointer]
>   missing: memory of cudaMalloc instead of `x`, and copies; or cudaMallocManaged, for memory that both can touch
>   CUDA promises it only where cudaDeviceProp.pageableMemoryAccess is 1; elsewhere the kernel fails with cudaErrorIllegalAddress
> tests/hazards/host-pointer.cu:30:5: warning: kernel `scale` (the default stream) reads `by`, which is pageable memory of the host [host-pointer]
>   missing: memory of cudaMalloc instead of `by`, and a copy into it before line 30; or cudaMallocManaged, for memory that both can touch
>   CUDA promises it only where cudaDeviceProp.pageableMemoryAccess is 1; elsewhere the kernel fails with cudaErrorIllegalAddress
> tests/hazards/host-pointer.cu:31:5: warning: kernel `look` (the default stream) reads `at`[0..4 B), which is pageable memory of the host [host-pointer]
>   missing: memory of cudaMalloc instead of `at`, and a copy into it before line 31; or cudaMallocManaged, for memory that both can touch
>   CUDA promises it only where cudaDeviceProp.pageableMemoryAccess is 1; elsewhere the kernel fails with cudaErrorIllegalAddress
> 3 hazards in 3 operations and 7 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/host-read.cu
> tests/hazards/host-read.cu:24:24: warning: the host reads `host`[16777212..16777216 B) while d2h copy of 16 MiB (stream s, line 23) may still be writing it [host-read]
> tests/hazards/host-read.cu:23:5: note: the other side: d2h copy of 16 MiB (stream s)
>   it goes wrong so: the host (line 24), and only then d2h copy of 16 MiB (stream s, line 23)
>   then: in host[16777212..16777216 B), the host (line 24) may read what stood there at first, expected the result of fill (line 22)
>   missing: cudaStreamSynchronize(s); before line 24
> 1 hazard in 2 operations and 4 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/host-write.cu
> tests/hazards/host-write.cu:26:27: warning: the host writes `staging[0]`[0..4 B) while h2d copy of 4 MiB (streams[0], line 27) may still be reading it [host-write]
> tests/hazards/host-write.cu:27:9: note: the other side: h2d copy of 4 MiB (streams[0])
>   it goes wrong so: the host (line 26), and only then h2d copy of 4 MiB (streams[0], line 27)
>   then: device[0][0..4 B) may hold what the host wrote (line 26, turn 513 of 1536), expected the initial contents of staging[0][0..4 B)
>   missing: cudaEventRecord(e[slot], streams[0]); after line 27, and cudaEventSynchronize(e[slot]); before line 26, where slot is the index of `staging` (one event would do, but wait for a later turn); once before: cudaEvent_t e[2]; for (int i = 0; i < 2; i++) cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
>   1024 pairs in these lines
> 1 hazard in 12 operations and 1554 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/out-of-bounds.cu
> tests/hazards/out-of-bounds.cu:32:5: warning: kernel `fill` (the default stream) makes a write beyond its buffer: 96 bytes past the end of `x` (4000 bytes, allocated at line 30) [out-of-bounds]
>   missing: a bound, such as `if (i < n)` in the kernel, or more bytes in the allocation
> tests/hazards/out-of-bounds.cu:34:9: warning: kernel `sum` (the default stream) makes a read beyond its buffer: 800 bytes past the end of `x` (4000 bytes, allocated at line 30) [out-of-bounds]
>   missing: a bound, such as `if (i < n)` in the kernel, or more bytes in the allocation
> tests/hazards/out-of-bounds.cu:35:5: warning: kernel `shift` (the default stream) makes a read beyond its buffer: 4 bytes before the start of `x` (4000 bytes, allocated at line 30) [out-of-bounds]
>   missing: a bound, such as `if (i < n)` in the kernel, or more bytes in the allocation
> 3 hazards in 6 operations and 6 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/pool-reuse.cu
> tests/hazards/pool-reuse.cu:40:5: warning: kernel `fill` (stream main_stream) writes `second` while kernel `sum` (stream side, line 37) may still be reading it, though its block, then `first`, was freed in line 38 [pool-reuse]
> tests/hazards/pool-reuse.cu:37:5: note: the other side: kernel `sum` (stream side)
>   it goes wrong so: kernel `fill` (stream main_stream, line 34), then kernel `fill` (stream main_stream, line 40), and only then kernel `sum` (stream side, line 37)
>   then: in first[0..1 MiB), sum (line 37) may read the result of fill (line 40), expected the result of fill (line 34)
>   missing: ns_pool_record_stream(first, side); before line 38
> 1 hazard in 5 operations and 4 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/stream-abandoned.cu
> tests/hazards/stream-abandoned.cu:15:5: warning: stream s is destroyed, and nobody ever waits for h2d copy of 16 MiB (stream s, line 14) [stream-abandoned]
> tests/hazards/stream-abandoned.cu:14:5: note: the other side: h2d copy of 16 MiB (stream s)
>   missing: cudaStreamSynchronize(s); before line 15
> 1 hazard in 1 operation and 2 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/stream-race.cu
> tests/hazards/stream-race.cu:31:5: warning: kernel `consume` (stream b) reads `x` while kernel `produce` (stream a, line 30) may still be writing it [stream-race]
> tests/hazards/stream-race.cu:30:5: note: the other side: kernel `produce` (stream a)
>   it goes wrong so: kernel `consume` (stream b, line 31), and only then kernel `produce` (stream a, line 30)
>   then: in x[0..4 MiB), consume (line 31) may read bytes that nothing wrote, expected the result of produce (line 30)
>   missing: cudaEventRecord(e, a); after line 30, and cudaStreamWaitEvent(b, e, 0); before line 31; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 1 hazard in 2 operations and 3 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/thread-race.cu
> tests/hazards/thread-race.cu:23:5: warning: h2d copy of 4 MiB (stream s) reads `host`[0..4 B) while host thread 1 (line 11) may still be writing it [thread-race]
> tests/hazards/thread-race.cu:11:17: note: the other side: host thread 1
>   it goes wrong so: h2d copy of 4 MiB (stream s, line 23), and only then host thread 1 (line 11)
>   then: device[0..4 B) may hold the initial contents of host[0..4 B), expected what the host wrote (line 11, turn 1 of 1024)
>   missing: a join or a condition between line 11 and line 23
>   1024 pairs in these lines
> 1 hazard in 1 operation and 1026 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/unfinished-work.cu
> tests/hazards/unfinished-work.cu:18:5: warning: the process may end before kernel `scale` (the default stream), which writes `x`, is done: nobody waits for it [unfinished-work]
>   missing: cudaDeviceSynchronize(); at the end
> 1 hazard in 1 operation and 1 access to memory
! 1
$ nullstream check --gpu h200 tests/hazards/use-after-free.cu
> tests/hazards/use-after-free.cu:25:5: warning: kernel `add` (stream b) writes `x`, which cudaFreeAsync (stream a, line 24) may have freed [use-after-free]
> tests/hazards/use-after-free.cu:24:5: note: the other side: cudaFreeAsync (stream a)
>   it goes wrong so: cudaFreeAsync (stream a, line 24), and then kernel `add` (stream b, line 25)
>   missing: the free of line 24 behind line 25, in stream b or behind an event recorded there
> tests/hazards/use-after-free.cu:28:5: warning: kernel `add` (stream b) writes `y`, which cudaFree (line 27) freed [use-after-free]
> tests/hazards/use-after-free.cu:27:5: note: the other side: cudaFree
>   missing: the free of line 27 behind line 28
> 2 hazards in 5 operations and 6 accesses to memory
! 1
$ nullstream check --gpu h200 tests/hazards/use-before-allocation.cu
> tests/hazards/use-before-allocation.cu:21:5: warning: kernel `fill` (stream b) writes `x`, which cudaMallocAsync (stream a, line 20) may not have allocated yet [use-before-allocation]
> tests/hazards/use-before-allocation.cu:20:5: note: the other side: cudaMallocAsync (stream a)
>   it goes wrong so: kernel `fill` (stream b, line 21), and only then cudaMallocAsync (stream a, line 20)
>   missing: cudaEventRecord(e, a); after line 20, and cudaStreamWaitEvent(b, e, 0); before line 21; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 1 hazard in 3 operations and 3 accesses to memory
! 1
Every rule is documented, and has its pair of scenarios.
$ for r in $(sed -n 's/^    HAZARD([A-Z_]*, "\([a-z-]*\)".*/\1/p' sim/analysis/hazards.h); do grep -q "^| .$r. |" docs/check-json.md && test -f tests/hazards/$r.cu -a -f tests/hazards/$r-fixed.cu && nullstream check --gpu h200 tests/hazards/$r.cu | grep -q "\[$r\]$" || echo "$r: not documented, or no pair"; done
2> tests/hazards/wild-pointer.cu:31:5: warning: main returned 1: the program's exit status
2>     int main()
2>         ^
One array in chunks, base pointer and offset as arguments: clean in both orders of issue; with one copy
moved by half a chunk (2 MiB) found in both.
$ nullstream check --strict --gpu h200 tests/hazards/chunks.cu
> no hazard in 12 operations and 4116 accesses to memory
$ nullstream check --strict --gpu h200 -D ORDER=1 tests/hazards/chunks.cu
> no hazard in 12 operations and 4116 accesses to memory
$ nullstream check --gpu h200 -D SHIFT=2097152 tests/hazards/chunks.cu
> tests/hazards/chunks.cu:37:17: warning: h2d copy of 4 MiB (stream[2]) writes `device`[8..10 MiB) while h2d copy of 4 MiB (stream[1], line 37) may still be writing it [stream-race]
> tests/hazards/chunks.cu:37:17: note: the other side: h2d copy of 4 MiB (stream[1])
>   it goes wrong so: h2d copy of 4 MiB (stream[2], line 37), and only then h2d copy of 4 MiB (stream[1], line 37)
>   then: device[8..10 MiB) may hold the initial contents of host[8..10 MiB), expected the result of grow (line 40, turn 3 of 4)
>   missing: cudaEventRecord(e, stream[1]); after line 37, and cudaStreamWaitEvent(stream[2], e, 0); before line 37; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> tests/hazards/chunks.cu:42:17: note: the same cause: d2h copy of 4 MiB (stream[2]) writes `host`[8..10 MiB) while h2d copy of 4 MiB (stream[1], line 37) may still be reading it [stream-race]
> 2 hazards of 1 cause in 12 operations and 4116 accesses to memory
! 1
$ nullstream check --gpu h200 -D ORDER=1 -D SHIFT=2097152 tests/hazards/chunks.cu
> tests/hazards/chunks.cu:37:17: warning: h2d copy of 4 MiB (stream[2]) writes `device`[8..10 MiB) while h2d copy of 4 MiB (stream[1], line 37) may still be writing it [stream-race]
> tests/hazards/chunks.cu:37:17: note: the other side: h2d copy of 4 MiB (stream[1])
>   it goes wrong so: h2d copy of 4 MiB (stream[2], line 37), and only then h2d copy of 4 MiB (stream[1], line 37)
>   then: device[8..10 MiB) may hold the initial contents of host[8..10 MiB), expected the result of grow (line 40, turn 3 of 4)
>   missing: cudaEventRecord(e, stream[1]); after line 37, and cudaStreamWaitEvent(stream[2], e, 0); before line 37; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> tests/hazards/chunks.cu:42:17: note: the same cause: d2h copy of 4 MiB (stream[2]) writes `host`[8..10 MiB) while h2d copy of 4 MiB (stream[1], line 37) may still be reading it [stream-race]
> 2 hazards of 1 cause in 12 operations and 4116 accesses to memory
! 1
Host threads race with each other in memory that is copied, too. Where an atomic or a mutex lies in the memory,
or what they touch is too scattered to tell apart, nothing is said.
$ nullstream check -q --gpu h200 tests/hazards/host-race.cu
> tests/hazards/host-race.cu:13:5: warning: host thread 1 reads `host`[0..4 B) while the host (line 13) may still be writing it [host-race]
> tests/hazards/host-race.cu:13:13: note: the other side: the host
> tests/hazards/host-race.cu:24:5: note: `count` is called here
>   it goes wrong so: host thread 1 (line 13), and only then the host (line 13)
>   then: in host[0..4 B), the host (line 13) may read the memset to 0 (line 21), expected what the host wrote (line 13, turn 1 of 2)
>   missing: a lock around line 13, or a join or a condition between the two threads
> tests/hazards/host-race.cu:13:13: note: the same cause: host thread 1 writes `host`[0..4 B) while the host (line 13) may still be writing it [host-race]
> 2 hazards of 1 cause in 3 operations and 10 accesses to memory
! 1
$ for h in 0 1 2 3 4 5 6 7; do nullstream check -q --gpu h200 -D HOW=$h tests/hazards/host-threads.cu | head -1; nullstream predict -q --gpu h200 -D HOW=$h tests/hazards/host-threads.cu -o $TMP/$h.nsp; nullstream check -q $TMP/$h.nsp | grep -o 'no hazard\|\[.*race\]'; done
> no hazard in 3 operations and 341 accesses to memory
> no hazard
> no hazard in 3 operations and 3623 accesses to memory
> no hazard
> no hazard in 3 operations and 11 accesses to memory
> no hazard
> no hazard in 3 operations and 16 accesses to memory
> no hazard
> no hazard in 2 operations and 7 accesses to memory
> no hazard
> no hazard in 3 operations and 10 accesses to memory
> no hazard
> tests/hazards/host-threads.cu:46:37: warning: host thread 2 reads `data`[0..4 B) while host thread 1 (line 41) may still be writing it [host-race]
> [0..4 B) while host thread 1 (line 41) may still be writing it [host-race]
> tests/hazards/host-threads.cu:69:17: warning: host thread 2 writes `data`[4..8 B) while the host (line 92) may still be writing it [host-race]
> [4..8 B) while the host (line 92) may still be writing it [host-race]
Host threads that tell each other by an atomic are ordered, unless it is relaxed. What one released goes on
through updates of others, and ends with a store.
$ for h in 0 1 2 3 4; do nullstream check -q --gpu h200 -D HOW=$h tests/hazards/release-sequence.cu | head -2; done
> no hazard in 1 operation and 3 accesses to memory
> no hazard in 1 operation and 3 accesses to memory
> no hazard in 1 operation and 3 accesses to memory
> Whether there is one depends on the order in which threads set atomics, here the predicted one: runs in which one of them is late at its first atomic were looked at, too.
> tests/hazards/release-sequence.cu:46:9: warning: h2d copy of 4 KiB (stream s) reads `host`[0..4 B) while host thread 1 (line 39) may still be writing it [thread-race]
> tests/hazards/release-sequence.cu:39:17: note: the other side: host thread 1
> tests/hazards/release-sequence.cu:46:9: warning: h2d copy of 4 KiB (stream s) reads `host`[0..4 B) while host thread 1 (line 39) may still be writing it [thread-race]
> tests/hazards/release-sequence.cu:39:17: note: the other side: host thread 1
$ nullstream check --gpu h200 tests/hazards/atomic-handoff.cu
> no hazard in 4 operations and 1032 accesses to memory
> Whether there is one depends on the order in which threads set atomics, here the predicted one: runs in which one of them is late at its first atomic were looked at, too.
$ nullstream check --gpu h200 -D HOW=1 tests/hazards/atomic-handoff.cu
> tests/hazards/atomic-handoff.cu:37:9: warning: h2d copy of 1 MiB (stream s) reads `host`[0..4 B) while host thread 1 (line 21) may still be writing it [thread-race]
> tests/hazards/atomic-handoff.cu:21:21: note: the other side: host thread 1
>   it goes wrong so: h2d copy of 1 MiB (stream s, line 37), and only then host thread 1 (line 21)
>   then: device[0..4 B) may hold the initial contents of host[0..4 B), expected what the host wrote (line 21, turn 1 of 1024)
>   missing: a join or a condition between line 21 and line 37
>   1024 pairs in these lines
> 1 hazard in 4 operations and 1032 accesses to memory
! 1
The atomics that GCC knows without a header are as those of C++, and what they count is no race.
$ sed 's/std::atomic<int>/int/; s/filled.store(/__atomic_store_n(\&filled, /; s/HOW ?.*release/HOW ? __ATOMIC_RELAXED : __ATOMIC_RELEASE/; s/copied.load()/__atomic_load_n(\&copied, __ATOMIC_ACQUIRE)/; s/filled.load.*acquire)/__atomic_load_n(\&filled, __ATOMIC_ACQUIRE)/; s/copied++/__sync_fetch_and_add(\&copied, 1)/' tests/hazards/atomic-handoff.cu >$TMP/builtin.cu; for how in 0 1; do nullstream check -q --gpu h200 -D HOW=$how $TMP/builtin.cu | grep 'hazard\|warning'; done
> no hazard in 4 operations and 1032 accesses to memory
> TMP/builtin.cu:37:9: warning: h2d copy of 1 MiB (stream s) reads `host`[0..4 B) while host thread 1 (line 21) may still be writing it [thread-race]
> 1 hazard in 4 operations and 1032 accesses to memory
$ printf '#include <unistd.h>\nstatic int finished;\nvoid done(void *p) { __sync_fetch_and_add((int *)p, 1); }\nint main()\n{\n    cudaStream_t s;\n    cudaStreamCreate(&s);\n    cudaLaunchHostFunc(s, done, &finished);\n    __sync_fetch_and_sub(&finished, 0);\n    while (__atomic_load_n(&finished, __ATOMIC_ACQUIRE) < 1)\n        usleep(10);\n}\n' >$TMP/counted.cu; nullstream check -q --gpu h200 $TMP/counted.cu
> no hazard in 1 operation and 0 accesses to memory
> Whether there is one depends on the order in which threads and host functions set atomics, here the predicted one: runs in which one of them is late at its first atomic were looked at, too.
A wait for an event that another thread records: what is missing is that it comes second. The race that
the wait was meant to prevent has the same repair.
$ for how in 0 1 2 3; do nullstream check --gpu h200 -D HOW=$how tests/hazards/event-handoff.cu; done
> no hazard in 4 operations and 3 accesses to memory
> tests/hazards/event-handoff.cu:47:5: warning: cudaStreamWaitEvent may wait for nothing: event `done` is recorded by host thread 0 in line 38, and nothing makes host thread 1 wait for that [event-unrecorded]
> tests/hazards/event-handoff.cu:38:5: note: the other side: cudaEventRecord (stream a)
> tests/hazards/event-handoff.cu:67:13: note: `first` is called here
>   missing: a join or a condition that makes host thread 1 wait with line 47 until host thread 0 has recorded `done` in line 38
> tests/hazards/event-handoff.cu:50:5: note: the same cause: kernel `consume` (stream b) reads `x` while kernel `produce` (stream a, line 37) may still be writing it [stream-race]
>   it goes wrong so: kernel `consume` (stream b, line 50), and only then kernel `produce` (stream a, line 37)
>   then: in x[0..4 MiB), consume (line 50) may read bytes that nothing wrote, expected the result of produce (line 37)
> 2 hazards of 1 cause in 4 operations and 3 accesses to memory
> tests/hazards/event-handoff.cu:47:5: warning: cudaStreamWaitEvent may wait for nothing: event `done` is recorded by host thread 1 in line 38, and nothing makes host thread 0 wait for that [event-unrecorded]
> tests/hazards/event-handoff.cu:65:13: note: `second` is called here
> tests/hazards/event-handoff.cu:38:5: note: the other side: cudaEventRecord (stream a)
>   missing: a join or a condition that makes host thread 0 wait with line 47 until host thread 1 has recorded `done` in line 38
> tests/hazards/event-handoff.cu:37:5: note: the same cause: kernel `produce` (stream a) writes `x` while kernel `consume` (stream b, line 50) may still be reading it [stream-race]
>   it goes wrong so: kernel `consume` (stream b, line 50), and only then kernel `produce` (stream a, line 37)
> 2 hazards of 1 cause in 4 operations and 3 accesses to memory
> tests/hazards/event-handoff.cu:47:5: warning: cudaStreamWaitEvent waits for nothing: event `done` is recorded only later, in line 38 [event-unrecorded]
> tests/hazards/event-handoff.cu:61:9: note: `second` is called here
> tests/hazards/event-handoff.cu:38:5: note: the other side: cudaEventRecord (stream a)
> tests/hazards/event-handoff.cu:49:9: note: `first` is called here
>   missing: cudaStreamWaitEvent(b, done, 0); behind line 38 instead of in line 47
> tests/hazards/event-handoff.cu:50:5: note: the same cause: kernel `consume` (stream b) reads `x` while kernel `produce` (stream a, line 37) may still be writing it [stream-race]
> tests/hazards/event-handoff.cu:61:9: note: `second` is called here
>   it goes wrong so: kernel `consume` (stream b, line 50), and only then kernel `produce` (stream a, line 37)
>   then: in x[0..4 MiB), consume (line 50) may read bytes that nothing wrote, expected the result of produce (line 37)
> 2 hazards of 1 cause in 4 operations and 3 accesses to memory
! 1
What one repair orders is one cause: the tightest of the pairs is told, the others are listed with it.
$ nullstream check --gpu h200 tests/hazards/one-cause.cu
> tests/hazards/one-cause.cu:30:5: warning: kernel `use` (stream t) reads `z` while memset of 4 MiB (stream s, line 29) may still be writing it [stream-race]
> tests/hazards/one-cause.cu:29:5: note: the other side: memset of 4 MiB (stream s)
>   it goes wrong so: kernel `use` (stream t, line 30), and only then memset of 4 MiB (stream s, line 29)
>   then: in z[0..4 MiB), use (line 30) may read bytes that nothing wrote, expected the memset to 0 (line 29)
>   missing: cudaEventRecord(e, s); after line 29, and cudaStreamWaitEvent(t, e, 0); before line 30; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> tests/hazards/one-cause.cu:31:5: note: the same cause: kernel `use` (stream t) reads `x` while kernel `fill` (stream s, line 28) may still be writing it [stream-race]
> tests/hazards/one-cause.cu:32:5: note: the same cause: kernel `use` (stream t) reads `y` while kernel `fill` (stream s, line 28) may still be writing it [stream-race]
> tests/hazards/one-cause.cu:33:5: note: the same cause: d2h copy of 4 MiB (stream t) reads `x` while kernel `fill` (stream s, line 28) may still be writing it [stream-race]
> tests/hazards/one-cause.cu:34:5: note: the same cause: d2h copy of 4 MiB (stream t) reads `z` while memset of 4 MiB (stream s, line 29) may still be writing it [stream-race]
> tests/hazards/one-cause.cu:35:24: warning: the host reads `host`[0..4 B) while d2h copy of 4 MiB (stream t, line 33) may still be writing it [host-read]
> tests/hazards/one-cause.cu:33:5: note: the other side: d2h copy of 4 MiB (stream t)
>   it goes wrong so: the host (line 35), and only then d2h copy of 4 MiB (stream t, line 33)
>   then: in host[0..4 B), the host (line 35) may read what stood there at first, expected the result of fill (line 28)
>   missing: cudaStreamSynchronize(t); before line 35
> tests/hazards/one-cause.cu:36:24: note: the same cause: the host reads `host`[4194304..4194308 B) while d2h copy of 4 MiB (stream t, line 34) may still be writing it [host-read]
> 7 hazards of 2 causes in 7 operations and 12 accesses to memory
! 1
$ nullstream check --gpu h200 --format json tests/hazards/one-cause.cu | grep -o '"cause": [0-9]*'
> "cause": 0
> "cause": 0
> "cause": 0
> "cause": 0
> "cause": 5
A copy from pageable memory that reads before its call returns reads as the host does.
$ nullstream check --gpu h200 tests/scenarios/staged_race.cu -D FIXED; nullstream check --gpu h200 tests/scenarios/staged_race.cu
> no hazard in 1 operation and 4 accesses to memory
> tests/scenarios/staged_race.cu:12:17: warning: host thread 1 writes `host` while cudaMemcpy (line 23) may still be reading it [thread-race]
> tests/scenarios/staged_race.cu:23:5: note: the other side: cudaMemcpy
>   it goes wrong so: host thread 1 (line 12), and only then cudaMemcpy (line 23)
>   then: device[0..4 MiB) may hold what the host wrote (line 12), expected the initial contents of host[0..4 MiB)
>   missing: a join or a condition between line 23 and line 12
> 1 hazard in 1 operation and 5 accesses to memory
! 1
The stream of another host thread's copy is known there only; where its call has waited, an order of the threads is all that is missing.
$ nullstream check --gpu h200 tests/scenarios/fetched_race.cu; nullstream check --gpu h200 tests/scenarios/fetched_race.cu -D ASYNC | grep missing; nullstream check --gpu h200 tests/scenarios/fetched_race.cu -D FIXED
> tests/scenarios/fetched_race.cu:31:25: warning: the host reads `result`[0..4 B) while d2h copy of 4 MiB (the default stream, line 17) may still be writing it [host-read]
> tests/scenarios/fetched_race.cu:17:5: note: the other side: d2h copy of 4 MiB (the default stream)
>   it goes wrong so: the host (line 31), and only then d2h copy of 4 MiB (the default stream, line 17)
>   then: in result[0..4 B), the host (line 31) may read what stood there at first, expected bytes that nothing wrote
>   missing: a join or a condition between line 17 and line 31
> 1 hazard in 1 operation and 3 accesses to memory
>   missing: cudaStreamSynchronize(s); behind line 15 in host thread 1, and behind that a join or a condition that makes host thread 0 wait with line 31
> no hazard in 1 operation and 3 accesses to memory
What settles a possible one can be pasted: it is taken as it stands, and then the access is certain.
$ nullstream check -q --gpu h200 tests/scenarios/settle.cu; line=$(nullstream check -q --gpu h200 tests/scenarios/settle.cu | sed -n 's/.*this line settles it: \(.*\) \[stream-race\]$/\1/p'); sed "s/^__global__ void gather/$(echo "$line" | sed 's/[*&]/\\&/g')\n&/" tests/scenarios/settle.cu >$TMP/settled.cu; nullstream check -q --gpu h200 $TMP/settled.cu | tail -1
> tests/scenarios/settle.cu:26:5: possible: kernel `gather` (stream b) writes `out`[4..8 MiB) while kernel `gather` (stream a, line 25) may still be writing it, if it touches all that its pointers lead to; if its threads touch one element each, the first so many behind each pointer, this line settles it: #pragma nullstream kernel(gather) writes(out, gridDim.x * blockDim.x * sizeof(*out)) reads(index, gridDim.x * blockDim.x * sizeof(*index)) [stream-race]
> no certain hazard, 1 possible one in 2 operations and 4 accesses to memory
> no hazard in 2 operations and 4 accesses to memory
$ nullstream check -q --gpu h200 -D TIMED tests/scenarios/settle.cu | grep -o 'if its threads.*'
> if its threads touch one element each, the first so many behind each pointer, these clauses in its pragma settle it: writes(out, gridDim.x * blockDim.x * sizeof(*out)) reads(index, gridDim.x * blockDim.x * sizeof(*index)) [stream-race]
No clause says a tile: a kernel's are one range each.
$ nullstream check --gpu h200 tests/scenarios/tiles.cu
> tests/scenarios/tiles.cu:20:9: possible: kernel `trace` (stream s[1]) writes `image`[1..511 KiB) while kernel `trace` (stream s[0], line 20) may still be writing it, if it touches all that its pointers lead to; the subscripts of `trace` leave gaps in what they reach, as those of a tile do, which clauses, of a range each, cannot say: if the gaps keep the two apart there is no hazard [stream-race]
> no certain hazard, 1 possible one in 4 operations and 8 accesses to memory
Who follows pointers that stand in memory may touch any of the device's; who gets them by value does not.
$ for d in '' -DLIST -DVIEW; do nullstream check -q --gpu h200 $d tests/hazards/table.cu; nullstream check -q --gpu h200 -D UNORDERED $d tests/hazards/table.cu | grep -v '^[^:]*:[0-9:]* note\|^  '; done
> no hazard in 8 operations and 16 accesses to memory
> tests/hazards/table.cu:84:5: possible: kernel `mix` (stream[0]) reads `part[1]` while kernel `produce` (stream[1], line 74) may still be writing it, if it touches all that its pointers lead to; reads(POINTER, BYTES) and writes(POINTER, BYTES) in the pragma of kernel `mix` settle it [stream-race]
> no certain hazard, 1 possible one in 7 operations and 16 accesses to memory
> no hazard in 8 operations and 17 accesses to memory
> tests/hazards/table.cu:80:5: possible: kernel `walk` (stream[0]) writes `part[1]` while kernel `produce` (stream[1], line 74) may still be writing it, if it touches all that its pointers lead to; reads(POINTER, BYTES) and writes(POINTER, BYTES) in the pragma of kernel `walk` settle it [stream-race]
> no certain hazard, 1 possible one in 7 operations and 17 accesses to memory
> no hazard in 8 operations and 13 accesses to memory
> tests/hazards/table.cu:82:5: warning: kernel `look` (stream[0]) reads `part[1]`[0..1 KiB) while kernel `produce` (stream[1], line 74) may still be writing it [stream-race]
> 1 hazard in 7 operations and 13 accesses to memory
And no change takes out the wait that orders it.
$ nullstream explain -q --gpu h200 tests/hazards/table.cu | grep -c order-too-much
> 0
! 1
What a thread touches in turns no clause for an element settles; each race of a line is told.
$ nullstream check -q --gpu h200 tests/hazards/planes.cu
> tests/hazards/planes.cu:17:5: warning: kernel `step` (stream bulk) writes `field`[16388..32764 B) while d2d copy of 64 KiB (stream halo, line 30) may still be reading it [stream-race]
> tests/hazards/planes.cu:31:5: note: `launch` is called here
> tests/hazards/planes.cu:30:5: note: the other side: d2d copy of 64 KiB (stream halo)
>   it goes wrong so: kernel `step` (stream bulk, line 17), and only then d2d copy of 64 KiB (stream halo, line 30)
>   then: other[16388..32764 B) may hold the result of step (line 17, turn 2 of 2), expected the result of step (line 17, turn 1 of 2)
>   missing: cudaEventRecord(e, halo); after line 30, and cudaStreamWaitEvent(bulk, e, 0); before line 31 (call of launch); once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> tests/hazards/planes.cu:17:5: possible: kernel `step` (stream bulk) writes `field`[32764..65532 B) while kernel `step` (stream halo, line 17) may still be writing it, if it touches all that its pointers lead to; reads(POINTER, BYTES) and writes(POINTER, BYTES) in the pragma of kernel `step` settle it [stream-race]
> 1 hazard, 1 possible one in 3 operations and 6 accesses to memory
! 1
Two kernels that each add 1 to the same bytes: one may overwrite what the other one did.
$ nullstream check --gpu h200 tests/ported/cusan/event_between.cu -D FIXED=0
> tests/ported/cusan/event_between.cu:33:5: warning: kernel `increment` (stream t) writes `d` while kernel `increment` (stream s, line 28) may still be writing it [stream-race]
> tests/ported/cusan/event_between.cu:28:5: note: the other side: kernel `increment` (stream s)
>   it goes wrong so: kernel `increment` (stream t, line 33), and only then kernel `increment` (stream s, line 28)
>   then: d[0..2 KiB) may hold what increment (line 33) made of bytes that nothing wrote, expected: made of the result of increment (line 28)
>   missing: cudaStreamWaitEvent(t, first, 0); before line 33: the event is recorded in line 29
> 1 hazard in 3 operations and 3 accesses to memory
! 1
Double buffering needs four orders; each that is left out is found.
$ nullstream check --gpu h200 tests/hazards/double-buffer.cu
> no hazard in 37 operations and 1563 accesses to memory
$ nullstream check --gpu h200 -D FORGET=1 tests/hazards/double-buffer.cu
> tests/hazards/double-buffer.cu:47:9: warning: kernel `process` (stream kernels) reads `device[0]` while h2d copy of 4 MiB (stream copies, line 43) may still be writing it [stream-race]
> tests/hazards/double-buffer.cu:43:9: note: the other side: h2d copy of 4 MiB (stream copies)
>   it goes wrong so: memset of 4 MiB (stream kernels, line 34), then kernel `process` (stream kernels, line 47), and only then h2d copy of 4 MiB (stream copies, line 43)
>   then: in device[0][0..4 MiB), process (line 47, turn 1 of 6) may read bytes that nothing wrote, expected the initial contents of staging[0][0..4 MiB)
>   missing: cudaStreamWaitEvent(kernels, copied[0], 0); before line 47: the event is recorded in line 44 (in other turns it is another event)
>   6 pairs in these lines
> tests/hazards/double-buffer.cu:52:5: note: the same cause: cudaFree frees `device[0]` while h2d copy of 4 MiB (stream copies, line 43) may still be writing it [free-in-use]
> tests/hazards/double-buffer.cu:53:5: note: the same cause: cudaFree frees `device[1]` while h2d copy of 4 MiB (stream copies, line 43) may still be writing it [free-in-use]
> 3 hazards of 1 cause in 31 operations and 1563 accesses to memory
! 1
$ nullstream check --gpu h200 -D FORGET=2 tests/hazards/double-buffer.cu
> tests/hazards/double-buffer.cu:43:9: warning: h2d copy of 4 MiB (stream copies) writes `device[0]` while kernel `process` (stream kernels, line 47) may still be reading it [stream-race]
> tests/hazards/double-buffer.cu:47:9: note: the other side: kernel `process` (stream kernels)
>   it goes wrong so: h2d copy of 4 MiB (stream copies, line 43), then h2d copy of 4 MiB (stream copies, line 43), and only then kernel `process` (stream kernels, line 47)
>   then: in device[0][0..4 B), process (line 47, turn 1 of 6) may read what the host wrote (line 40, turn 513 of 1536), expected the initial contents of staging[0][0..4 B)
>   missing: cudaStreamWaitEvent(copies, processed[0], 0); before line 43: the event is recorded in line 48 (in other turns it is another event)
>   4 pairs in these lines
> 1 hazard in 31 operations and 1563 accesses to memory
! 1
$ nullstream check --gpu h200 -D FORGET=3 tests/hazards/double-buffer.cu
> tests/hazards/double-buffer.cu:40:27: warning: the host writes `staging[0]`[0..4 B) while h2d copy of 4 MiB (stream copies, line 43) may still be reading it [host-write]
> tests/hazards/double-buffer.cu:43:9: note: the other side: h2d copy of 4 MiB (stream copies)
>   it goes wrong so: the host (line 40), and only then h2d copy of 4 MiB (stream copies, line 43)
>   then: device[0][0..4 B) may hold what the host wrote (line 40, turn 513 of 1536), expected the initial contents of staging[0][0..4 B)
>   missing: cudaEventRecord(e[slot], copies); after line 43, and cudaEventSynchronize(e[slot]); before line 40, where slot is the index of `staging` (one event would do, but wait for a later turn); once before: cudaEvent_t e[2]; for (int i = 0; i < 2; i++) cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
>   1024 pairs in these lines
> 1 hazard in 37 operations and 1563 accesses to memory
! 1
$ nullstream check --gpu h200 -D FORGET=4 tests/hazards/double-buffer.cu
> tests/hazards/double-buffer.cu:52:5: warning: cudaFree frees `device[0]` while kernel `process` (stream kernels, line 47) may still be reading it [free-in-use]
> tests/hazards/double-buffer.cu:47:9: note: the other side: kernel `process` (stream kernels)
>   it goes wrong so: cudaFree (line 52), and only then kernel `process` (stream kernels, line 47)
>   missing: cudaStreamSynchronize(kernels); before line 52
>   cudaFree was seen to wait for the device (docs/semantics.md S3.1); CUDA does not promise it
> tests/hazards/double-buffer.cu:53:5: note: the same cause: cudaFree frees `device[1]` while kernel `process` (stream kernels, line 47) may still be reading it [free-in-use]
> 2 hazards of 1 cause in 37 operations and 1563 accesses to memory
! 1
Where a loop goes round in buffers or streams, one event does not do: it says which there must be, and those do.
$ for how in 0 1 2 3 4 5 6; do nullstream check --gpu h200 -D HOW=$how tests/hazards/ring.cu | grep -E 'warning|missing'; done
> tests/hazards/ring.cu:62:13: warning: kernel `produce` (stream s[0]) writes `ring[0]` while kernel `consume` (stream s[1], line 65) may still be reading it [stream-race]
>   missing: cudaEventRecord(e[slot], s[1]); after line 65, and cudaStreamWaitEvent(s[0], e[slot], 0); before line 62, where slot is the index of `ring` (one event would do, but wait for a later turn); once before: cudaEvent_t e[3]; for (int i = 0; i < 3; i++) cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
> tests/hazards/ring.cu:67:13: warning: kernel `produce` (stream s[1]) writes `ring[0]` while kernel `consume` (stream s[0], line 68) may still be reading it [stream-race]
>   missing: cudaEventRecord(e[slot], s[...]); after line 68, and cudaStreamWaitEvent(s[...], e[slot], 0); before line 67, where slot is the index of `ring` (one event would stand for a later turn by then); once before: cudaEvent_t e[3]; for (int i = 0; i < 3; i++) cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
> tests/hazards/ring.cu:62:13: warning: kernel `produce` (stream s[0]) writes `parts`[0..4 MiB) while kernel `consume` (stream s[1], line 65) may still be reading it [stream-race]
>   missing: cudaEventRecord(e[slot], s[1]); after line 65, and cudaStreamWaitEvent(s[0], e[slot], 0); before line 62, where slot is the part of `parts`, from 0 on, that is used (one event would do, but wait for a later turn); once before: cudaEvent_t e[3]; for (int i = 0; i < 3; i++) cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
> tests/hazards/ring.cu:85:9: warning: kernel `consume` (stream last) reads `parts`[0..4 MiB) while kernel `produce` (stream s[0], line 70) may still be writing it [stream-race]
>   missing: cudaEventRecord(e[slot], s[...]); after line 70, and for each slot cudaStreamWaitEvent(last, e[slot], 0); before line 85, where slot is the index of `s` (one event would stand for the last turn only); once before: cudaEvent_t e[2]; for (int i = 0; i < 2; i++) cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
> tests/hazards/ring.cu:85:9: warning: kernel `consume` (stream last) reads `parts`[0..4 MiB) while kernel `produce` (stream s[0], line 70) may still be writing it [stream-race]
>   missing: cudaEventRecord(e, s[0]); after line 70, and cudaStreamWaitEvent(last, e, 0); before line 85; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> tests/hazards/ring.cu:72:13: warning: the host writes `staging[0]` while h2d copy of 4 MiB (stream s[0], line 73) may still be reading it [host-write]
>   missing: cudaEventRecord(e[slot], s[0]); after line 73, and cudaEventSynchronize(e[slot]); before line 72, where slot is the index of `staging` (one event would do, but wait for a later turn); once before: cudaEvent_t e[3]; for (int i = 0; i < 3; i++) cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
> tests/hazards/ring.cu:77:17: warning: kernel `consume` (stream s[1]) reads `parts`[0..4 MiB) while kernel `produce` (stream s[0], line 75) may still be writing it [stream-race]
>   missing: cudaEventRecord(e[slot], s[0]); after line 75, and cudaStreamWaitEvent(s[1], e[slot], 0); before line 77, where slot is the turn of line 75 % 7, in the wait that of the turn to wait for (one event would do, but wait for a later turn); once before: cudaEvent_t e[7]; for (int i = 0; i < 7; i++) cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
$ for how in 0 1 2 3 5; do nullstream check --gpu h200 -D HOW=$how -D EVENTS=1 tests/hazards/ring.cu; done
> no hazard in 72 operations and 36 accesses to memory
> no hazard in 48 operations and 36 accesses to memory
> no hazard in 72 operations and 36 accesses to memory
> no hazard in 27 operations and 14 accesses to memory
> no hazard in 24 operations and 36 accesses to memory
$ for how in 0 1 2 3 5; do nullstream check --gpu h200 -D HOW=$how -D EVENTS=2 tests/hazards/ring.cu | grep -E 'warning|^no hazard'; done
> no hazard in 72 operations and 36 accesses to memory
> no hazard in 48 operations and 36 accesses to memory
> no hazard in 72 operations and 36 accesses to memory
> tests/hazards/ring.cu:85:9: warning: kernel `consume` (stream last) reads `parts`[0..4 MiB) while kernel `produce` (stream s[0], line 70) may still be writing it [stream-race]
> no hazard in 24 operations and 36 accesses to memory
What a kernel touches is not known: possible, one line a kernel, and counted only under --strict.
$ nullstream check -q --gpu h200 tests/validation/double_buffer.cu
> tests/validation/double_buffer.cu:46:9: possible: h2d copy of 8 MiB (stream copy) writes `in`[8..16 MiB) while kernel `process` (stream compute, line 49) may still be reading it, if it touches all that its pointers lead to; if its threads touch one element each, the first so many behind each pointer, this line settles it: #pragma nullstream kernel(process) reads(in, gridDim.x * blockDim.x * sizeof(*in)) reads(out, gridDim.x * blockDim.x * sizeof(*out)) writes(out, gridDim.x * blockDim.x * sizeof(*out)) [stream-race]
> no certain hazard, 1 possible one in 72 operations and 48 accesses to memory
$ nullstream check -q --strict --gpu h200 tests/validation/double_buffer.cu
> tests/validation/double_buffer.cu:46:9: possible: h2d copy of 8 MiB (stream copy) writes `in`[8..16 MiB) while kernel `process` (stream compute, line 49) may still be reading it, if it touches all that its pointers lead to; if its threads touch one element each, the first so many behind each pointer, this line settles it: #pragma nullstream kernel(process) reads(in, gridDim.x * blockDim.x * sizeof(*in)) reads(out, gridDim.x * blockDim.x * sizeof(*out)) writes(out, gridDim.x * blockDim.x * sizeof(*out)) [stream-race]
> no certain hazard, 1 possible one in 72 operations and 48 accesses to memory
! 1
Two writes of the same to the same bytes, and a read that waits for neither: the last one late leaves the
same bytes, both late do not.
$ nullstream check --gpu h200 tests/ported/cusan/struct_to_host.cu
> tests/ported/cusan/struct_to_host.cu:49:20: warning: the host reads `p.second` while kernel `second` (stream t, line 42) may still be writing it [host-read]
> tests/ported/cusan/struct_to_host.cu:42:5: note: the other side: kernel `second` (stream t)
>   it goes wrong so: the host (line 49), and only then kernel `second` (stream t, line 41)
>   then: in p.second[0..2 KiB), the host (line 49) may read what stood there at first, expected the result of second (line 42)
>   missing: cudaStreamSynchronize(t); before line 49
> 1 hazard in 3 operations and 6 accesses to memory
! 1
Of the pairs in two lines, the first that makes a difference is shown: x is 0, 0, then 1.
$ printf '#pragma nullstream kernel(fill) time(50us)\n__global__ void fill(float *x, float v) { x[threadIdx.x] = v; }\n#pragma nullstream kernel(step) time(50us)\n__global__ void step(float *y, const float *x) { y[threadIdx.x] = x[threadIdx.x] + 1; }\nint main()\n{\n    float *x, *y;\n    cudaStream_t a, b;\n    cudaMalloc(&x, 1024);\n    cudaMalloc(&y, 1024);\n    cudaStreamCreate(&a);\n    cudaStreamCreate(&b);\n    cudaMemset(x, 0, 1024);\n    cudaDeviceSynchronize();\n    for (int i = 0; i < 3; i++) {\n        cudaMemsetAsync(x, i / 2, 1024, a);\n        step<<<1, 256, 0, b>>>(y, x);\n        cudaDeviceSynchronize();\n    }\n}\n' >$TMP/rounds.cu; nullstream check --gpu h200 $TMP/rounds.cu
> TMP/rounds.cu:17:9: warning: kernel `step` (stream b) reads `x` while memset of 1 KiB (stream a, line 16) may still be writing it [stream-race]
> TMP/rounds.cu:16:9: note: the other side: memset of 1 KiB (stream a)
>   it goes wrong so: kernel `step` (stream b, line 17), then kernel `step` (stream b, line 17), and only then memset of 1 KiB (stream a, line 16)
>   then: in x[0..1 KiB), step (line 17, turn 3 of 3) may read the memset to 0 (line 16, turn 2 of 3), expected the memset to 1 (line 16, turn 3 of 3)
>   missing: cudaEventRecord(e, a); after line 16, and cudaStreamWaitEvent(b, e, 0); before line 17; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
>   3 pairs in these lines
> 1 hazard in 7 operations and 10 accesses to memory
! 1
For programs.
$ nullstream check --gpu h200 --format json tests/hazards/stream-race.cu
> {"format": "nullstream-check", "version": 1, "scenario": "tests/hazards/stream-race.cu", "certain": 1, "possible": 0, "operations": 2, "accesses": 3, "hazards": [
>   {"rule": "stream-race", "certain": true, "file": "tests/hazards/stream-race.cu", "line": 31, "column": 5, "message": "kernel `consume` (stream b) reads `x` while kernel `produce` (stream a, line 30) may still be writing it", "run": "kernel `consume` (stream b, line 31), and only then kernel `produce` (stream a, line 30)", "wrong": "in x[0..4 MiB), consume (line 31) may read bytes that nothing wrote, expected the result of produce (line 30)", "fix": "cudaEventRecord(e, a); after line 30, and cudaStreamWaitEvent(b, e, 0); before line 31; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);", "sentence": "two streams touch the same bytes, one writes them, and nothing orders the two", "count": 1, "range": {"allocation": 1, "name": "x", "memory": "device", "offset": 0, "bytes": 4194304}, "earlier": {"what": "kernel `produce`", "call": "cudaLaunchKernel", "file": "tests/hazards/stream-race.cu", "line": 30, "column": 5, "record": 4, "thread": 0, "stream": 1, "stream_name": "a", "access": "write"}, "later": {"what": "kernel `consume`", "call": "cudaLaunchKernel", "file": "tests/hazards/stream-race.cu", "line": 31, "column": 5, "record": 5, "thread": 0, "stream": 2, "stream_name": "b", "access": "read"}}]}
! 1
$ nullstream check --gpu h200 -o $TMP/a.json tests/hazards/stream-race-fixed.cu; cat $TMP/a.json
> {"format": "nullstream-check", "version": 1, "scenario": "tests/hazards/stream-race-fixed.cu", "certain": 0, "possible": 0, "operations": 4, "accesses": 3, "hazards": []}
$ nullstream check --gpu h200 --format gantt tests/hazards/stream-race.cu
2> nullstream: error: --format takes one of text|json, not 'gantt'
! 2
Calls in one line are told apart by their columns; explain, which groups by line, still takes them
together, and a program file without columns is read as ever.
$ printf '#pragma nullstream kernel(k) time(50us)\n__global__ void k(float *x) { x[threadIdx.x] = 1; }\nint main()\n{\n    float *x;\n    cudaStream_t a, b;\n    cudaMalloc(&x, 4096), cudaStreamCreate(&a), cudaStreamCreate(&b);\n    k<<<1, 256, 0, a>>>(x); k<<<1, 256, 0, b>>>(x);\n    cudaStreamSynchronize(a); cudaStreamSynchronize(b);\n}\n' >$TMP/one.cu; nullstream check --gpu h200 $TMP/one.cu
> TMP/one.cu:8:29: warning: kernel `k` (stream b) writes `x`[0..1 KiB) while kernel `k` (stream a, line 8) may still be writing it [stream-race]
> TMP/one.cu:8:5: note: the other side: kernel `k` (stream a)
>   it may run so: kernel `k` (stream b, line 8), and only then kernel `k` (stream a, line 8)
>   then: the bytes come out the same, whichever of the two is first: no harm while they hold the same
>   missing: cudaEventRecord(e, a); after line 8, and cudaStreamWaitEvent(b, e, 0); before line 8; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 1 hazard in 2 operations and 2 accesses to memory
! 1
$ nullstream check --gpu h200 --format json $TMP/one.cu | grep -o '"line": [0-9]*, "column": [0-9]*'
> "line": 8, "column": 29
> "line": 8, "column": 5
> "line": 8, "column": 29
$ nullstream explain --gpu h200 --format json $TMP/one.cu | grep -o '"id": .*"column": [0-9]*'
> "id": 0, "name": "k", "kind": "kernel", "file": "TMP/one.cu", "line": 8, "column": 5
> "id": 1, "name": "k", "kind": "kernel", "file": "TMP/one.cu", "line": 8, "column": 29
$ nullstream explain --gpu h200 $TMP/one.cu | grep -A1 'stream-synchronize, '
>   stream-synchronize, one.cu:9: the host waited 51.2 us in cudaStreamSynchronize; the run ends with
>     it
$ nullstream explain --gpu h200 --op 8 $TMP/one.cu | head -2
> predicted for NVIDIA H200, profile h200
> #0 k (one.cu:8) waited 7.70 us; it waited longest of the 2 meant
$ nullstream predict --gpu h200 --format program -o $TMP/one.nsp $TMP/one.cu; grep column $TMP/one.nsp; sed -i 's/ column=[0-9]*//' $TMP/one.nsp; nullstream check --gpu h200 $TMP/one.nsp | head -2
> cudaMalloc thread=0 line=7 column=5 alloc=1
> cudaStreamCreate thread=0 line=7 column=27 stream=1 of=1
> cudaStreamCreate thread=0 line=7 column=49 stream=2 of=2
> cudaLaunchKernel thread=0 line=8 column=5 stream=1 launch=1
> cudaLaunchKernel thread=0 line=8 column=29 stream=2 launch=1
> cudaStreamSynchronize thread=0 line=9 column=5 stream=1 of=1
> cudaStreamSynchronize thread=0 line=9 column=31 stream=2 of=2
> TMP/one.cu:8: warning: kernel `k` (stream b) writes `x`[0..1 KiB) while kernel `k` (stream a, line 8) may still be writing it [stream-race]
> TMP/one.cu:8: note: the other side: kernel `k` (stream a)
A measured timeline stands for what was measured: its scenario, where that is here and unchanged, else
the program that it holds. (Here a prediction is called a measurement: its times make no difference.)
$ nullstream check --gpu h200 traces/h200/legacy-fence.json
> no hazard in 3 operations and 0 accesses to memory
$ nullstream predict --gpu h200 -o $TMP/race.json tests/hazards/stream-race.cu; nullstream predict --gpu h200 -o $TMP/race.nsp --format program tests/hazards/stream-race.cu; sed -i '1 s/predicted/measured/' $TMP/race.json; nullstream check $TMP/race.json | head -1
> tests/hazards/stream-race.cu:31:5: warning: kernel `consume` (stream b) reads `x` while kernel `produce` (stream a, line 30) may still be writing it [stream-race]
$ sed -i '2 s/race.cu/gone.cu/' $TMP/race.json; nullstream check $TMP/race.json
2> TMP/race.json: error: a timeline does not say what its operations read and write
2>   hint: it is of tests/hazards/stream-gone.cu, which is not here: check takes that, or its .nsp file
! 2
$ { sed '$ s/}$/,/' $TMP/race.json; printf '"program": "%s"}\n' "$(sed 's/"/\\"/g; s/$/\\n/' $TMP/race.nsp | tr -d '\n')"; } >$TMP/held.json; nullstream check $TMP/held.json
> tests/hazards/stream-race.cu:31:5: warning: kernel `consume` (stream b) reads `x` while kernel `produce` (stream a, line 30) may still be writing it [stream-race]
> tests/hazards/stream-race.cu:30:5: note: the other side: kernel `produce` (stream a)
>   it goes wrong so: kernel `consume` (stream b, line 31), and only then kernel `produce` (stream a, line 30)
>   then: in x[0..4 MiB), consume (line 31) may read bytes that nothing wrote, expected the result of produce (line 30)
>   missing: cudaEventRecord(e, a); after line 30, and cudaStreamWaitEvent(b, e, 0); before line 31; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 1 hazard in 2 operations and 3 accesses to memory
! 1
$ nullstream check --orders $TMP/held.json | tail -6
>   then: in x[0..4 MiB), consume (line 31) may read bytes that nothing wrote, expected the result of produce (line 30)
>   missing: cudaEventRecord(e, a); after line 30, and cudaStreamWaitEvent(b, e, 0); before line 31; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 1 hazard in 2 operations and 3 accesses to memory
> 
> orders of 1 near pair of operations in different streams, 0 of them by CUDA
> guaranteed, predicted and measured say the same of all
$ nullstream check --orders --against $TMP/held.json $TMP/held.json
2> TMP/held.json: error: this is a measured timeline itself: it takes no --against
! 2
The scenario is here, but not as it was measured, and the timeline holds no program.
$ sed -i '2 s/gone.cu/race-fixed.cu/' $TMP/race.json; nullstream check $TMP/race.json
> no hazard in 4 operations and 3 accesses to memory
2> tests/hazards/stream-race-fixed.cu: warning: this was changed since it was measured: it is checked as it is now
$ sed -i '1 s/measured/predicted/' $TMP/race.json; nullstream check $TMP/race.json
2> TMP/race.json: error: a timeline does not say what its operations read and write
2>   hint: it is of tests/hazards/stream-race-fixed.cu: `nullstream check tests/hazards/stream-race-fixed.cu`
! 2
Bad input.
$ nullstream check --gpu h200 tests/hazards/none.cu
2> tests/hazards/none.cu: error: cannot open: No such file or directory
! 2
What hardware does and no document promises is said, and makes no hazard uncertain.
$ nullstream check --gpu h200 --format json tests/hazards/free-in-use.cu | grep -o '"certain": true, \|"observed": "[^"]*"'
> "certain": true, 
> "observed": "cudaFree was seen to wait for the device (docs/semantics.md S3.1); CUDA does not promise it"
Streams are called as the line calls them: what to add stands there.
$ nullstream check --gpu h200 -D SAME tests/scenarios/batches.cu
> tests/scenarios/batches.cu:29:5: warning: kernel `saxpy` (stream s[1]) writes `batches[0].y` while d2h copy of 4 MiB (stream s[0], line 30) may still be reading it [stream-race]
> tests/scenarios/batches.cu:43:9: note: `submit` is called here
> tests/scenarios/batches.cu:30:5: note: the other side: d2h copy of 4 MiB (stream s[0])
>   it goes wrong so: h2d copy of 4 MiB (stream s[1], line 28), then kernel `saxpy` (stream s[1], line 29), and only then d2h copy of 4 MiB (stream s[0], line 30)
>   then: out[0..4 MiB) may hold the result of saxpy (line 29, turn 2 of 4), expected the result of saxpy (line 29, turn 1 of 4)
>   missing: cudaEventRecord(e, stream); after line 30 (stream is s[0] there), and cudaStreamWaitEvent(stream, e, 0); before line 29 (stream is s[1] there); once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
>   3 pairs in these lines
> 1 hazard in 12 operations and 24 accesses to memory
! 1
$ printf '#pragma nullstream kernel(k) time(50us)\n__global__ void k(float *x) { x[threadIdx.x] = 1; }\nstruct job { float *x, *h; cudaStream_t stream; };\nvoid submit(job *j)\n{\n    k<<<1, 256, 0, j->stream>>>(j->x);\n    cudaMemcpyAsync(j->h, j->x, 1024, cudaMemcpyDeviceToHost, j->stream);\n}\nint main()\n{\n    job j[2];\n    cudaMalloc(&j[0].x, 1024), cudaMallocHost(&j[0].h, 1024), cudaStreamCreate(&j[0].stream);\n    submit(j);\n    float first = j[0].h[0];\n    cudaDeviceSynchronize();\n}\n' >$TMP/job.cu; nullstream check --gpu h200 $TMP/job.cu | grep missing
>   missing: cudaStreamSynchronize(j[0].stream); before line 14; line 7 calls it j->stream
Blocks of the caching allocator have the names of the variables that got them.
$ nullstream check --gpu h200 tests/hazards/pool-reuse.cu --format json | grep -o '"message": "[^"]*"\|"range": {[^}]*}'
> "message": "kernel `fill` (stream main_stream) writes `second` while kernel `sum` (stream side, line 37) may still be reading it, though its block, then `first`, was freed in line 38"
> "range": {"allocation": 2, "name": "second", "block_offset": 0, "memory": "device", "offset": 0, "bytes": 1048576}
$ nullstream check --gpu h200 tests/scenarios/allocator.cu | head -1
> tests/scenarios/allocator.cu:21:5: warning: kernel `use` (stream b) writes `y`[0..1 KiB) while kernel `use` (stream a, line 17) may still be writing it [stream-race]
One synchronize is missing: one report, with all that may be lost.
$ nullstream check --gpu h200 tests/scenarios/ends_early.cu
> tests/scenarios/ends_early.cu:22:9: warning: the process may end before d2h copy of 4 MiB (stream s[0]), which writes `host`[0..4 MiB), is done: nobody waits for it, nor for the last work of 3 other streams [unfinished-work]
> tests/scenarios/ends_early.cu:22:9: note: nor for d2h copy of 4 MiB (stream s[1]), which writes `host`[4..8 MiB)
> tests/scenarios/ends_early.cu:22:9: note: nor for d2h copy of 4 MiB (stream s[2]), which writes `host`[8..12 MiB)
> tests/scenarios/ends_early.cu:24:5: note: nor for kernel `scale` (the default stream), which writes `sums`
>   missing: cudaDeviceSynchronize(); at the end
> 1 hazard in 7 operations and 10 accesses to memory
! 1
$ nullstream check --gpu h200 --format json tests/scenarios/ends_early.cu | grep -o '"others.*'
> "others": [{"what": "d2h copy of 4 MiB", "call": "cudaMemcpyAsync", "file": "tests/scenarios/ends_early.cu", "line": 22, "column": 9, "record": 8, "thread": 0, "stream": 2, "stream_name": "s[1]"}, {"what": "d2h copy of 4 MiB", "call": "cudaMemcpyAsync", "file": "tests/scenarios/ends_early.cu", "line": 22, "column": 9, "record": 11, "thread": 0, "stream": 3, "stream_name": "s[2]"}, {"what": "kernel `scale`", "call": "cudaLaunchKernel", "file": "tests/scenarios/ends_early.cu", "line": 24, "column": 5, "record": 12, "thread": 0, "stream": 0, "stream_name": "default"}]}]}
Streams of one name have their number, as in the drawing; threads that wait for their own streams lack an order only.
$ nullstream check --gpu h200 tests/scenarios/same_name.cu
> tests/scenarios/same_name.cu:17:5: warning: kernel `grow` (stream 2 s) writes `shared_data` while kernel `grow` (stream 1 s, line 17) may still be writing it [stream-race]
> tests/scenarios/same_name.cu:17:5: note: the other side: kernel `grow` (stream 1 s)
>   it goes wrong so: kernel `grow` (stream 2 s, line 17), and only then kernel `grow` (stream 1 s, line 17)
>   then: shared_data[0..64 KiB) may hold what grow (line 17, turn 2 of 2) made of bytes that nothing wrote, expected: made of the result of grow (line 17, turn 1 of 2)
>   missing: a join or a condition between the threads that come to line 17
> 1 hazard in 2 operations and 3 accesses to memory
! 1
$ nullstream check --gpu h200 tests/scenarios/same_name.cu -o $TMP/x.svg
2> nullstream: error: TMP/x.svg: hazards are not written so
2>   hint: they are text, or --format json
! 2
What a thread writes is its own, though another one runs before the loop is done: thread 1 fills.
$ nullstream check --gpu h200 tests/scenarios/producer.cu
> no hazard in 12 operations and 28 accesses to memory
> Whether there is one depends on the order in which threads take locks, here the predicted one: runs in which one of them is late at its first lock were looked at, too.
$ nullstream check --gpu h200 tests/scenarios/producer.cu -D BUG
> tests/scenarios/producer.cu:28:31: warning: host thread 1 writes `staging[0]` while h2d copy of 1 MiB (stream s, line 46) may still be reading it [host-write]
> tests/scenarios/producer.cu:46:9: note: the other side: h2d copy of 1 MiB (stream s)
>   it goes wrong so: host thread 1 (line 28), and only then h2d copy of 1 MiB (stream s, line 46)
>   then: data[0][0..1 MiB) may hold what the host wrote (line 28, turn 3 of 6), expected the initial contents of staging[0][0..1 MiB)
>   missing: cudaStreamSynchronize(s); behind line 46 in host thread 2, before it unlocks in line 54
>   4 pairs in these lines
> 1 hazard in 12 operations and 28 accesses to memory
> Whether there are others depends on the order in which threads take locks, here the predicted one: runs in which one of them is late at its first lock were looked at, too.
! 1

What a kernel's body does with variables of the device counts, whatever the clauses of its pragma say
of its pointers: which elements of the table are read is not known, that the counter is written is.
$ nullstream check --gpu h200 tests/scenarios/symbols.cu
> tests/scenarios/symbols.cu:36:5: warning: kernel `count` (stream b) writes `counter` while h2d copy of 4 B (stream a, line 35) may still be writing it [stream-race]
> tests/scenarios/symbols.cu:35:5: note: the other side: h2d copy of 4 B (stream a)
>   it goes wrong so: kernel `look_up` (stream b, line 34), then kernel `count` (stream b, line 36), and only then h2d copy of 4 B (stream a, line 35)
>   then: counter[0..4 B) may hold what count (line 36) made of bytes that nothing wrote, expected: made of the initial contents of zero[0..4 B)
>   missing: cudaEventRecord(e, a); after line 35, and cudaStreamWaitEvent(b, e, 0); before line 36; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> tests/scenarios/symbols.cu:34:5: possible: kernel `look_up` (stream b) reads `table` while h2d copy of 64 B (stream a, line 33) may still be writing it, if it touches all that its pointers lead to; reads(&table, BYTES) or writes(&table, BYTES) in the pragma of kernel `look_up` settles it [stream-race]
> 1 hazard, 1 possible one in 4 operations and 8 accesses to memory
! 1
Those that stand behind a goto count, too, as possible accesses.
$ sed 's/    atomicAdd/    if (!threadIdx.x) goto end;\n&/; s/counter, 1);/&\nend:;/' tests/scenarios/symbols.cu >$TMP/goto.cu; nullstream check --gpu h200 $TMP/goto.cu
> TMP/goto.cu:36:5: possible: kernel `look_up` (stream b) reads `table` while h2d copy of 64 B (stream a, line 35) may still be writing it, if it touches all that its pointers lead to; reads(&table, BYTES) or writes(&table, BYTES) in the pragma of kernel `look_up` settles it [stream-race]
> TMP/goto.cu:38:5: possible: kernel `count` (stream b) writes `counter` while h2d copy of 4 B (stream a, line 37) may still be writing it, if it touches all that its pointers lead to; reads(&counter, BYTES) or writes(&counter, BYTES) in the pragma of kernel `count` settles it [stream-race]
> no certain hazard, 2 possible ones in 4 operations and 8 accesses to memory
What CUDA promises of a copy from pageable memory is that its bytes are staged; one synchronize behind it
orders all streams. What a process leaves of it when it ends is no unfinished work: its bytes were read.
$ nullstream check --gpu h200 tests/scenarios/staged_weights.cu; nullstream check --gpu h200 tests/scenarios/staged_weights.cu -D FIXED; nullstream check --gpu h200 tests/scenarios/staged_weights.cu -D UNUSED
> tests/scenarios/staged_weights.cu:26:5: warning: kernel `apply` (stream s) reads `w` while h2d copy of 4 MiB (the default stream, line 21) may still be writing it [stream-race]
> tests/scenarios/staged_weights.cu:21:5: note: the other side: h2d copy of 4 MiB (the default stream)
>   it goes wrong so: kernel `apply` (stream s, line 26), and only then h2d copy of 4 MiB (the default stream, line 21)
>   then: in w[0..4 MiB), apply (line 26) may read bytes that nothing wrote, expected the initial contents of host[0..4 MiB)
>   missing: cudaStreamSynchronize(0); behind line 21
>   cudaMemcpy from pageable memory returns when the bytes are staged: the device may get them later
> 1 hazard in 2 operations and 5 accesses to memory
> no hazard in 2 operations and 5 accesses to memory
> no hazard in 1 operation and 3 accesses to memory
$ for i in g08 g10; do nullstream check -q --gpu h200 tests/outside/$i.cu | grep -E 'warning|missing|hazard'; done
> tests/outside/g08.cu:163:5: warning: cudaFree frees `weights` while h2d copy of 4 MiB (the default stream, line 138) may still be writing it [free-in-use]
>   missing: cudaStreamSynchronize(0); behind line 138
> 1 hazard, 1 possible one in 121 operations and 445 accesses to memory
> no certain hazard, 1 possible one in 81 operations and 8770 accesses to memory
Columns of one buffer are told apart row by row, of as many rows as a matrix has; beyond that it says so.
$ for o in 0 8; do nullstream check --gpu h200 tests/scenarios/columns.cu -D OVERLAP=$o; done
> no hazard in 2 operations and 160002 accesses to memory
> tests/scenarios/columns.cu:20:5: warning: h2d copy of 19.5 MiB (stream b) writes `device`[504..512 B) while h2d copy of 19.5 MiB (stream a, line 19) may still be writing it [stream-race]
> tests/scenarios/columns.cu:19:5: note: the other side: h2d copy of 19.5 MiB (stream a)
>   it goes wrong so: h2d copy of 19.5 MiB (stream b, line 20), and only then h2d copy of 19.5 MiB (stream a, line 19)
>   then: device[504..512 B) may hold the h2d copy (line 19), expected the h2d copy (line 20)
>   missing: cudaEventRecord(e, a); after line 19, and cudaStreamWaitEvent(b, e, 0); before line 20; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 1 hazard in 2 operations and 160002 accesses to memory
! 1
$ nullstream check --gpu h200 tests/scenarios/columns.cu -D H=300000
> tests/scenarios/columns.cu:20:5: possible: h2d copy of 146 MiB (stream b) writes `device`[512..307199488 B) while h2d copy of 146 MiB (stream a, line 19) may still be writing it, if their rows meet: they are too many to look at each [stream-race]
> no certain hazard, 1 possible one in 2 operations and 6 accesses to memory

With --width lines are broken.
$ nullstream check -q --gpu h200 --width 60 tests/hazards/elapsed-not-ready.cu
> tests/hazards/elapsed-not-ready.cu:18:25: warning:
>   cudaEventElapsedTime asks for `end`, which stream s may
>   not have reached yet [elapsed-not-ready]
> tests/hazards/elapsed-not-ready.cu:16:5: note: the other
>   side: cudaEventRecord (stream s)
>   missing: cudaEventSynchronize(end); before line 18
> 1 hazard in 3 operations and 0 accesses to memory
! 1
Results of several streams: what is said to be missing waits for all of them, and with it there is
no hazard; where a loop over them cannot stand, another wait.
$ for d in '' '-D EACH' '-D APART' '-D ENDS'; do nullstream check --gpu h200 $d tests/scenarios/several_streams.cu | grep 'missing\|hazard'; nullstream check --gpu h200 $d -D WAIT tests/scenarios/several_streams.cu; done
>   missing: for (int i = 0; i < 4; i++) cudaStreamSynchronize(s[i]); or cudaDeviceSynchronize(); before line 47
> 1 hazard in 8 operations and 13 accesses to memory
> no hazard in 8 operations and 16 accesses to memory
>   missing: cudaStreamSynchronize(s[...]); before line 36, for the stream of line 31
> 1 hazard in 8 operations and 16 accesses to memory
> no hazard in 8 operations and 16 accesses to memory
>   missing: cudaDeviceSynchronize(); before line 47
> 1 hazard in 8 operations and 13 accesses to memory
> no hazard in 8 operations and 16 accesses to memory
>   missing: cudaStreamSynchronize(s[...]); before line 57, for the stream that it destroys
> 1 hazard in 8 operations and 12 accesses to memory
> no hazard in 8 operations and 12 accesses to memory
Memory that a function makes for several is told apart by who called it.
$ printf '#include <cuda_runtime.h>\n#include <memory>\n#include <vector>\nstruct gone { void operator()(float *p) const { cudaFree(p); } };\nusing device = std::unique_ptr<float, gone>;\ndevice make(size_t n)\n{\n    float *p = nullptr;\n    cudaMalloc(&p, n * sizeof(float));\n    return device(p);\n}\n#pragma nullstream kernel(k) time(50us)\n__global__ void k(float *x, float *y) { x[threadIdx.x] = y[threadIdx.x] = 1; }\nint main()\n{\n    std::vector<device> v;\n    v.push_back(make(256));\n    v.push_back(make(256));\n    float *a = v[0].get(), *b = v[1].get();\n    cudaStream_t s, t;\n    cudaStreamCreate(&s), cudaStreamCreate(&t);\n    k<<<1, 256, 0, s>>>(a, b);\n    cudaMemsetAsync(a, 0, 1024, t);\n    cudaMemsetAsync(b, 0, 1024, t);\n    cudaDeviceSynchronize();\n}\n' >$TMP/made.cu; nullstream check --gpu h200 $TMP/made.cu | grep -o 'writes.*while'
> writes `p` of line 17:17 while
> writes `p` of line 18:17 while
That in a smart pointer is called by the variable that gets it.
$ printf '#include <cuda_runtime.h>\n#include <memory>\nstruct gone { void operator()(float *p) const { cudaFree(p); } };\nusing device = std::unique_ptr<float, gone>;\ndevice make(size_t n)\n{\n    float *p = nullptr;\n    cudaMalloc(&p, n * sizeof(float));\n    return device(p);\n}\n#pragma nullstream kernel(k) time(50us)\n__global__ void k(float *x, float *y) { x[threadIdx.x] = y[threadIdx.x] = 1; }\nint main()\n{\n    device a = make(256), b = make(256);\n    cudaStream_t s, t;\n    cudaStreamCreate(&s), cudaStreamCreate(&t);\n    k<<<1, 256, 0, s>>>(a.get(), b.get());\n    cudaMemsetAsync(a.get(), 0, 1024, t);\n    cudaMemsetAsync(b.get(), 0, 1024, t);\n    cudaDeviceSynchronize();\n}\n' >$TMP/taken.cu; nullstream check --gpu h200 $TMP/taken.cu | grep -o 'writes.*while'
> writes `a` while
> writes `b` while
To wait for the event of an elapsed time is to wait for what is before it.
$ printf '#include <cuda_runtime.h>\n#pragma nullstream kernel(k) time(50us)\n__global__ void k(float *x) { x[threadIdx.x] = 1; }\nint main()\n{\n    float *x, ms;\n    cudaEvent_t a, b;\n    cudaMalloc(&x, 4096), cudaEventCreate(&a), cudaEventCreate(&b);\n    cudaEventRecord(a);\n    k<<<1, 256>>>(x);\n    cudaEventRecord(b);\n    cudaEventElapsedTime(&ms, a, b);\n}\n' >$TMP/elapsed.cu; nullstream check --gpu h200 $TMP/elapsed.cu | grep 'missing\|hazard\|cause'
>   missing: cudaEventSynchronize(b); before line 12
> TMP/elapsed.cu:10:5: note: the same cause: the process may end before kernel `k` (the default stream), which writes `x`[0..1 KiB), is done: nobody waits for it [unfinished-work]
> 2 hazards of 1 cause in 3 operations and 1 access to memory
Of streams that one name means in several threads, each waits for its own.
$ printf '#include <thread>\n#include <cuda_runtime.h>\n#pragma nullstream kernel(k) time(50us)\n__global__ void k(float *x) { x[threadIdx.x] = 1; }\nstruct worker {\n    cudaStream_t stream;\n    float *host, *data;\n    worker()\n    {\n        cudaStreamCreate(&stream), cudaMallocHost(&host, 4096), cudaMalloc(&data, 4096);\n    }\n    void run()\n    {\n        for (int i = 0; i < 6; i++) {\n            for (int j = 0; j < 256 << i %% 3; j++)\n                host[j] = i;\n            cudaMemcpyAsync(data, host, 1024 << i %% 3, cudaMemcpyHostToDevice, stream);\n            k<<<1, 256, 0, stream>>>(data);\n        }\n        cudaStreamSynchronize(stream);\n    }\n};\nint main()\n{\n    worker w[2];\n    std::thread a([&] { w[0].run(); }), b([&] { w[1].run(); });\n    a.join(), b.join();\n}\n' >$TMP/workers.cu; nullstream check --gpu h200 $TMP/workers.cu | grep 'missing\|hazard'
>   missing: cudaStreamSynchronize(w[...].stream); before line 16, for the stream of line 17
> 1 hazard in 24 operations and 48 accesses to memory
A line stands where its names are known, not in the function that is called with a pointer.
$ for d in '' '-D WAIT'; do nullstream check --gpu h200 $d tests/scenarios/callee_ring.cu | grep 'missing\|hazard'; done
>   missing: cudaEventRecord(e[slot], s); after line 45 (call of upload), and cudaEventSynchronize(e[slot]); before line 44 (call of fill), where slot is the index of `h` (one event would do, but wait for a later turn); once before: cudaEvent_t e[2]; for (int i = 0; i < 2; i++) cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
> 1 hazard in 12 operations and 24 accesses to memory
> no hazard in 18 operations and 24 accesses to memory
A destructor is called where the scope of its object ends.
$ printf '#pragma nullstream kernel(k) time(50us) writes(x, 4)\n__global__ void k(float *x) { *x = 1; }\nstruct buffer {\n    float *x;\n    buffer() { cudaMalloc(&x, 4); }\n    ~buffer()\n    {\n        cudaFree(x);\n    }\n};\nint main()\n{\n    cudaStream_t s;\n    cudaStreamCreate(&s);\n    buffer b;\n    k<<<1, 1, 0, s>>>(b.x);\n}\n' >$TMP/ends.cu; nullstream check --gpu h200 $TMP/ends.cu | grep missing
>   missing: cudaStreamSynchronize(s); before line 17 (call of ~buffer)
A local variable whose address a host function gets, and which the next turn of the loop writes. None
where each call has memory of its own, or is waited for, or where they share it by a lock or atomics.
$ nullstream check --gpu h200 tests/scenarios/handed_local.cu
> tests/scenarios/handed_local.cu:89:30: warning: the host writes `turn` while host function `counted` (stream s, line 35) may still be reading it [host-write]
> tests/scenarios/handed_local.cu:35:25: note: the other side: host function `counted` (stream s)
> tests/scenarios/handed_local.cu:98:9: note: `counted` is launched here
>   it goes wrong so: the host (line 89), and only then host function `counted` (stream s, line 35)
>   then: it finds what was written for a later call
>   missing: memory of its own for each call in line 98, which is there until the host function has run; or cudaStreamSynchronize(s); before line 89
>   3 pairs in these lines
> tests/scenarios/handed_local.cu:95:13: warning: the host writes `next` while host function `finished` (stream s, line 27) may still be reading it [host-write]
> tests/scenarios/handed_local.cu:27:50: note: the other side: host function `finished` (stream s)
> tests/scenarios/handed_local.cu:97:9: note: `finished` is launched here
>   it goes wrong so: the host (line 95), and only then host function `finished` (stream s, line 27)
>   then: it finds what was written for a later call
>   missing: memory of its own for each call in line 97, which is there until the host function has run; or cudaStreamSynchronize(s); before line 95
>   2 pairs in these lines
> tests/scenarios/handed_local.cu:103:5: warning: `next` goes out of scope while host function `finished` (stream s, line 27) may still be reading it [host-write]
> tests/scenarios/handed_local.cu:27:50: note: the other side: host function `finished` (stream s)
> tests/scenarios/handed_local.cu:97:9: note: `finished` is launched here
>   it goes wrong so: the host (line 103), and only then host function `finished` (stream s, line 27)
>   then: it finds what stands by then where the variable was
>   missing: memory of its own for each call in line 97, which is there until the host function has run; or cudaStreamSynchronize(s); before line 103
> 3 hazards in 9 operations and 20 accesses to memory
! 1
$ for d in OWN SYNC LOCKED FLAG ANSWER; do nullstream check -q --gpu h200 -D $d tests/scenarios/handed_local.cu; done
> no hazard in 6 operations and 9 accesses to memory
> no hazard in 9 operations and 20 accesses to memory
> no hazard in 6 operations and 3 accesses to memory
> no hazard in 6 operations and 3 accesses to memory
> no hazard in 6 operations and 12 accesses to memory
A local variable that is gone when the host function runs: other commands refuse it, check looks at
the rest as well. That its function waits is what counts, not when the host function happens to run.
$ nullstream check --gpu h200 tests/scenarios/dead_local.cu; for d in SYNC KEPT; do nullstream check -q --gpu h200 -D $d tests/scenarios/dead_local.cu; done
> tests/scenarios/dead_local.cu:37:1: warning: `own` goes out of scope while host function `finished` (stream s, line 21) may still be reading it [host-write]
> tests/scenarios/dead_local.cu:46:9: note: `start` is called here
> tests/scenarios/dead_local.cu:21:43: note: the other side: host function `finished` (stream s)
> tests/scenarios/dead_local.cu:33:5: note: `finished` is launched here
>   it goes wrong so: the host (line 37), and only then host function `finished` (stream s, line 21)
>   then: it finds what stands by then where the variable was
>   missing: memory of its own for each call in line 33, which is there until the host function has run; or cudaStreamSynchronize(s); before line 37
>   6 pairs in these lines
> 1 hazard in 6 operations and 12 accesses to memory
> no hazard in 6 operations and 12 accesses to memory
> tests/scenarios/dead_local.cu:28:5: warning: the host writes `own`[0..4 B) while host function `finished` (stream s, line 21) may still be reading it [host-write]
> tests/scenarios/dead_local.cu:46:9: note: `start` is called here
> tests/scenarios/dead_local.cu:21:43: note: the other side: host function `finished` (stream s)
> tests/scenarios/dead_local.cu:33:5: note: `finished` is launched here
>   it goes wrong so: the host (line 28), and only then host function `finished` (stream s, line 21)
>   then: it finds what was written for a later call
>   missing: memory of its own for each call in line 33, which is there until the host function has run; or cudaStreamSynchronize(s); before line 28
>   4 pairs in these lines
> 1 hazard in 6 operations and 11 accesses to memory
! 1
$ sed 's/k<<<1.*//' tests/scenarios/dead_local.cu >$TMP/soon.cu; nullstream check -q --gpu h200 $TMP/soon.cu | grep -c host-write
> 1
$ nullstream predict --gpu h200 tests/scenarios/dead_local.cu
2> tests/scenarios/dead_local.cu:21:43: error: host read through a pointer to a variable that no longer exists
2>         printf("job %d %s\n", done->id, done->name);
2>                                               ^
! 2
One mistake is one cause, in however many pairs, frees and streams that nobody waits for it shows;
two are two.
$ nullstream check --gpu h200 tests/scenarios/early_record.cu; for d in RIGHT TWO; do nullstream check --gpu h200 -D $d tests/scenarios/early_record.cu | tail -1; done
> tests/scenarios/early_record.cu:37:9: warning: kernel `k` (stream compute) reads `x[0]` while h2d copy of 64 KiB (stream upload, line 32) may still be writing it [stream-race]
> tests/scenarios/early_record.cu:32:9: note: the other side: h2d copy of 64 KiB (stream upload)
>   it goes wrong so: kernel `k` (stream compute, line 37), and only then h2d copy of 64 KiB (stream upload, line 32)
>   then: in x[0][0..64 KiB), k (line 37, turn 1 of 3) may read bytes that nothing wrote, expected the initial contents of h[0][0..64 KiB)
>   missing: cudaEventRecord(in, upload); after line 32 instead of before it, in line 30
>   3 pairs in these lines
> tests/scenarios/early_record.cu:45:9: note: the same cause: cudaFree frees `x[2]` while h2d copy of 64 KiB (stream upload, line 32) may still be writing it [free-in-use]
> tests/scenarios/early_record.cu:47:9: note: the same cause: cudaFreeHost frees `h[2]` while h2d copy of 64 KiB (stream upload, line 32) may still be reading it [free-in-use]
> tests/scenarios/early_record.cu:49:5: note: the same cause: stream upload is destroyed, and nobody ever waits for h2d copy of 64 KiB (stream upload, line 32) [stream-abandoned]
> 4 hazards of 1 cause in 12 operations and 21 accesses to memory
> no hazard in 12 operations and 21 accesses to memory
> 5 hazards of 2 causes in 13 operations and 24 accesses to memory
The program's own event, where it has one that was meant for the two; one event for all frees.
$ for d in SELF NOBODY FREED BRANCH; do nullstream check --gpu h200 -D $d tests/scenarios/own_events.cu | grep -E 'warning|missing'; done; nullstream check --gpu h200 tests/scenarios/own_events.cu
> tests/scenarios/own_events.cu:36:9: warning: kernel `k` (stream work) reads `x[0]` while h2d copy of 64 KiB (stream load, line 29) may still be writing it [stream-race]
>   missing: cudaStreamWaitEvent(work, loaded[0], 0); in line 32, where stream load waits for its own event, which orders nothing (in other turns it is another event)
> tests/scenarios/own_events.cu:36:9: warning: kernel `k` (stream work) reads `x[0]` while h2d copy of 64 KiB (stream load, line 29) may still be writing it [stream-race]
>   missing: cudaStreamWaitEvent(work, loaded[0], 0); before line 36: the event is recorded in line 30 (in other turns it is another event)
> tests/scenarios/own_events.cu:43:13: warning: cudaFreeAsync (stream load) frees `turns[0]` while kernel `k` (stream work, line 49) may still be reading it [free-in-use]
>   missing: cudaEventRecord(e, work); after line 49, and cudaStreamWaitEvent(load, e, 0); before line 43; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> tests/scenarios/own_events.cu:56:9: warning: h2d copy of 64 KiB (stream load) writes `x[0]` while kernel `k` (stream work, line 36) may still be reading it [stream-race]
>   missing: cudaStreamWaitEvent(load, used[0], 0); before line 56: the event is recorded in line 37
> tests/scenarios/own_events.cu:59:13: warning: kernel `k` (stream work) reads `x[0]` while h2d copy of 64 KiB (stream load, line 56) may still be writing it [stream-race]
>   missing: cudaStreamWaitEvent(work, loaded[0], 0); before line 59: the event is recorded in line 57; line 59 runs in 2 of 8 turns: put the wait before its branch where the other turns need it, too
> no hazard in 22 operations and 12 accesses to memory
All that the later side lacks, where it is several; more pairs than are kept are of one cause as those are.
$ nullstream check --gpu h200 -D PARTS tests/scenarios/own_events.cu | grep -E 'warning|missing|cause'
> tests/scenarios/own_events.cu:90:9: warning: d2h copy of 64 KiB (stream load) reads `ring[0].out`[0..32 KiB) while d2d copy of 32 KiB (stream lanes[0], line 87) may still be writing it [stream-race]
>   missing: cudaStreamWaitEvent(load, ring[0].part[0], 0); and cudaStreamWaitEvent(load, ring[0].part[1], 0); before line 90: they are recorded in line 88 (in other turns they are other events)
> tests/scenarios/own_events.cu:82:9: note: the same cause: h2d copy of 64 KiB (stream load) writes `ring[0].in`[0..32 KiB) while d2d copy of 32 KiB (stream lanes[0], line 87) may still be reading it [stream-race]
> 2 hazards of 1 cause in 130 operations and 108 accesses to memory
As many as there are, which every turn has.
$ nullstream check --gpu h200 tests/scenarios/many_events.cu | grep missing
>   missing: cudaStreamWaitEvent(b, e[0], 0); and cudaStreamWaitEvent(b, e[1], 0); and cudaStreamWaitEvent(b, e[2], 0); and cudaStreamWaitEvent(b, e[3], 0); and cudaStreamWaitEvent(b, e[4], 0); and cudaStreamWaitEvent(b, e[5], 0); before line 37: they are recorded in line 35
What another thread frees needs an order, and no lock.
$ nullstream check --gpu h200 tests/scenarios/freed_beside.cu
> tests/scenarios/freed_beside.cu:14:25: warning: host thread 2 frees `h`[0..400 B) while host thread 1 (line 12) may still be writing it [host-race]
> tests/scenarios/freed_beside.cu:12:18: note: the other side: host thread 1
>   it goes wrong so: host thread 2 (line 14), and only then host thread 1 (line 12)
>   missing: a join or a condition between line 12 and line 14
> 1 hazard in 1 operation and 4 accesses to memory
! 1
An event that is destroyed or out of scope at the other side is none.
$ for d in KEPT DESTROYED CALLEE BLOCK LISTED; do nullstream check --gpu h200 -D $d tests/scenarios/lost_events.cu | grep missing; done
>   missing: cudaStreamWaitEvent(b, mine, 0); before line 46: the event is recorded in line 38
>   missing: cudaEventRecord(e, a); after line 37, and cudaStreamWaitEvent(b, e, 0); before line 46; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
>   missing: cudaEventRecord(e, a); after line 32 (call of start), and cudaStreamWaitEvent(b, e, 0); before line 54; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
>   missing: cudaEventRecord(e, a); after line 37, and cudaStreamWaitEvent(b, e, 0); before line 54; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
>   missing: cudaEventRecord(e, a); after line 37, and cudaStreamWaitEvent(b, e, 0); before line 54; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
No copy is too short where the host can have written the rest.
$ nullstream check --gpu h200 tests/hazards/host-fills.cu
> no hazard in 4 operations and 11 accesses to memory
Why a launch is refused: its geometry before what it would touch, and shared memory without the opt-in.
$ for l in '4, 2048' '4, 256, 1000000' '4, 256, 100000' '4, 256, 40000'; do printf '#pragma nullstream kernel(k) time(1us)\n__global__ void k(float *x) { x[threadIdx.x] = 1; }\nint main()\n{\n    float *d;\n    cudaMalloc(&d, 4096);\n    k<<<%s>>>(d);\n    cudaDeviceSynchronize();\n}\n' "$l" >$TMP/refused.cu; nullstream check --gpu h200 $TMP/refused.cu | head -1; done
> TMP/refused.cu:7:5: warning: the launch of `k` returns cudaErrorInvalidValue, and nobody looks: its blocks have 2048 threads, at most 1024 [failed-call]
> TMP/refused.cu:7:5: warning: the launch of `k` returns cudaErrorInvalidValue, and nobody looks: its blocks ask for 1000000 bytes of shared memory, at most 232448 [failed-call]
> TMP/refused.cu:7:5: warning: the launch of `k` returns cudaErrorInvalidValue, and nobody looks: its blocks ask for 100000 bytes of shared memory, and more than 49152 take cudaFuncSetAttribute(..., cudaFuncAttributeMaxDynamicSharedMemorySize, ...) before [failed-call]
> no hazard in 1 operation and 1 access to memory
One line that is missing for several, in a thread that all others wait for, is one cause.
$ printf '#include <thread>\n#include <mutex>\n#pragma nullstream kernel(k) time(50us) writes(x, 4)\n__global__ void k(float *x) { *x = 1; }\nint main()\n{\n    float *x, *h;\n    cudaStream_t s;\n    cudaMalloc(&x, 4), cudaMallocHost(&h, 4), cudaStreamCreate(&s);\n    std::thread t([&] {\n        k<<<1, 1, 0, s>>>(x);\n        cudaMemcpyAsync(h, x, 4, cudaMemcpyDeviceToHost, s);\n    });\n    t.join();\n    float first = h[0];\n    h[0] = 0;\n    cudaFreeHost(h);\n    cudaFree(x);\n}\n' >$TMP/joined.cu; nullstream check --gpu h200 $TMP/joined.cu | grep -v 'then:'
> TMP/joined.cu:15:20: warning: the host reads `h` while d2h copy of 4 B (stream s, line 12) may still be writing it [host-read]
> TMP/joined.cu:12:9: note: the other side: d2h copy of 4 B (stream s)
>   it goes wrong so: the host (line 15), and only then d2h copy of 4 B (stream s, line 12)
>   missing: cudaStreamSynchronize(s); behind line 12 in host thread 1, before it lets host thread 0 go on to line 15
> TMP/joined.cu:12:9: note: the same cause: the process may end before d2h copy of 4 B (stream s), which writes `h`, is done: nobody waits for it [unfinished-work]
> TMP/joined.cu:16:10: note: the same cause: the host writes `h` while d2h copy of 4 B (stream s, line 12) may still be writing it [host-write]
> TMP/joined.cu:18:5: note: the same cause: cudaFree frees `x` while d2h copy of 4 B (stream s, line 12) may still be reading it [free-in-use]
> 4 hazards of 1 cause in 2 operations and 7 accesses to memory

A turn without a race has its event, too: as many as the loop has turns.
$ nullstream check --gpu h200 --width 100 tests/scenarios/one_stream_left.cu | sed -n '/missing/,/pairs/p'
>   missing: cudaEventRecord(e[slot], s[...]); after line 25, and cudaStreamWaitEvent(s[0], e[slot],
>     0); before line 27, where slot is the part of `d`, from 0 on, that is used (one event would
>     stand for a later turn by then); once before: cudaEvent_t e[4]; for (int i = 0; i < 4; i++)
>     cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
>   3 pairs in these lines
