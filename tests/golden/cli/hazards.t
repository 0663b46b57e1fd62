nullstream check, by kinds of accesses. What each scenario does is said in its first lines.
Atomic functions of several kernels on the same bytes do not race with each other, but with all else.
$ for how in 0 1 2 3; do nullstream check --gpu h200 -D HOW=$how tests/hazards/atomics.cu; done
> no hazard in 4 operations and 4 accesses to memory
> no hazard in 4 operations and 6 accesses to memory
> no hazard in 4 operations and 6 accesses to memory
> no hazard in 4 operations and 5 accesses to memory
$ for how in 4 5 6 7 8 9; do nullstream check --gpu h200 -D HOW=$how tests/hazards/atomics.cu | grep warning; done
> tests/hazards/atomics.cu:92:9: warning: kernel `add_block` (stream t) writes `x`[0..4 B) while kernel `add` (stream s, line 91) may still be writing it [stream-race]
> tests/hazards/atomics.cu:96:9: warning: kernel `plain` (stream t) writes `x`[0..4 B) while kernel `add` (stream s, line 95) may still be writing it [stream-race]
> tests/hazards/atomics.cu:100:9: warning: kernel `add` (stream t) writes `x`[0..4 B) while kernel `plain` (stream s, line 99) may still be writing it [stream-race]
> tests/hazards/atomics.cu:106:9: warning: d2h copy of 4 B (stream t) reads `x`[0..4 B) while kernel `add` (stream s, line 103) may still be writing it [stream-race]
> tests/hazards/atomics.cu:110:9: warning: memset of 4 B (stream t) writes `x`[0..4 B) while kernel `add` (stream s, line 109) may still be writing it [stream-race]
> tests/hazards/atomics.cu:114:9: warning: kernel `both` (stream t) writes `x`[0..4 B) while kernel `both` (stream s, line 113) may still be writing it [stream-race]
$ nullstream predict -q --gpu h200 -D HOW=3 -o $TMP/atomics.nsp tests/hazards/atomics.cu; grep -cw atomic $TMP/atomics.nsp; nullstream check --gpu h200 $TMP/atomics.nsp
> 2
> no hazard in 4 operations and 5 accesses to memory
Memory that goes while a copy may still use it: it is a free, at the line where it goes. cudaFree of
memory of cudaMallocAsync does not wait, so that no note says that it was seen to.
$ for what in 0 1 2 3; do for wait in 0 1; do nullstream check -q --gpu h200 -D WHAT=$what -D WAIT=$wait tests/hazards/free-kinds.cu; done; done
> tests/hazards/free-kinds.cu:48:5: warning: the host frees `all` while d2h copy of 4 MiB (stream s, line 46) may still be writing it [free-in-use]
> tests/hazards/free-kinds.cu:46:9: note: the other side: d2h copy of 4 MiB (stream s)
>   it goes wrong so: the host (line 48), and only then d2h copy of 4 MiB (stream s, line 46)
>   missing: cudaStreamSynchronize(s); before line 48
> 1 hazard in 2 operations and 4 accesses to memory
> no hazard in 2 operations and 4 accesses to memory
> tests/hazards/free-kinds.cu:54:9: warning: the host frees `part` while d2h copy of 4 MiB (stream s, line 52) may still be writing it [free-in-use]
> tests/hazards/free-kinds.cu:52:9: note: the other side: d2h copy of 4 MiB (stream s)
>   it goes wrong so: the host (line 54), and only then d2h copy of 4 MiB (stream s, line 52)
>   missing: cudaStreamSynchronize(s); before line 54
> 1 hazard in 2 operations and 4 accesses to memory
> no hazard in 2 operations and 4 accesses to memory
> tests/hazards/free-kinds.cu:60:15: warning: the host frees memory 2 while d2h copy of 4 MiB (stream s, line 58) may still be writing it [free-in-use]
> tests/hazards/free-kinds.cu:58:9: note: the other side: d2h copy of 4 MiB (stream s)
>   it goes wrong so: the host (line 60), and only then d2h copy of 4 MiB (stream s, line 58)
>   missing: cudaStreamSynchronize(s); before line 60
>   cudaMemcpyAsync with pageable memory was seen to wait (docs/semantics.md S2.3, S2.4); CUDA says only that it may
> 1 hazard in 2 operations and 4 accesses to memory
> no hazard in 2 operations and 4 accesses to memory
> tests/hazards/free-kinds.cu:64:9: warning: cudaFree frees `x` while kernel `fill` (stream s, line 42) may still be writing it [free-in-use]
> tests/hazards/free-kinds.cu:42:5: note: the other side: kernel `fill` (stream s)
>   it goes wrong so: cudaFree (line 64), and only then kernel `fill` (stream s, line 42)
>   missing: cudaStreamSynchronize(s); before line 64
>   cudaFree does not wait for the device where the memory is of cudaMallocAsync (docs/semantics.md S3.1)
> 1 hazard in 2 operations and 3 accesses to memory
> no hazard in 2 operations and 3 accesses to memory
A replay knows as much.
$ nullstream predict -q --gpu h200 -D WHAT=1 -o $TMP/free.nsp tests/hazards/free-kinds.cu; nullstream check -q --gpu h200 $TMP/free.nsp
> tests/hazards/free-kinds.cu:54:9: warning: the host frees `part` while d2h copy of 4 MiB (stream s, line 52) may still be writing it [free-in-use]
> tests/hazards/free-kinds.cu:52:9: note: the other side: d2h copy of 4 MiB (stream s)
>   it goes wrong so: the host (line 54), and only then d2h copy of 4 MiB (stream s, line 52)
>   missing: cudaStreamSynchronize(s); before line 54
> 1 hazard in 2 operations and 4 accesses to memory
! 1
What a host function shares with main: what it reads may not be written before it has run. What it writes is
not computed, so that nothing is said of bytes that come out the same.
$ for what in 0 1 2 3; do for wait in 0 1; do nullstream check -q --gpu h200 -D WHAT=$what -D WAIT=$wait tests/hazards/host-function.cu; done; done
> tests/hazards/host-function.cu:56:26: warning: the host writes `shared`[0..4 B) while host function `show` (stream s, line 32) may still be reading it [host-write]
> tests/hazards/host-function.cu:32:31: note: the other side: host function `show` (stream s)
> tests/hazards/host-function.cu:58:13: note: `show` is launched here
>   it goes wrong so: the host (line 56), and only then host function `show` (stream s, line 32)
>   then: it finds what was written for a later call
>   missing: memory of its own for each call in line 58, which is there until the host function has run; or cudaStreamSynchronize(s); before line 56
>   2 pairs in these lines
> 1 hazard in 6 operations and 9 accesses to memory
> no hazard in 6 operations and 9 accesses to memory
> tests/hazards/host-function.cu:66:9: warning: the host frees `shared`[0..4 B) while host function `show` (stream s, line 32) may still be reading it [free-in-use]
> tests/hazards/host-function.cu:32:31: note: the other side: host function `show` (stream s)
> tests/hazards/host-function.cu:58:13: note: `show` is launched here
>   it goes wrong so: the host (line 66), and only then host function `show` (stream s, line 32)
>   then: it finds what stands by then where the memory was
>   missing: cudaStreamSynchronize(s); before line 66
> 1 hazard in 2 operations and 3 accesses to memory
> no hazard in 2 operations and 3 accesses to memory
> tests/hazards/host-function.cu:69:19: warning: the host writes `last`[0..4 B) while host function `show` (stream s, line 32) may still be reading it [host-write]
> tests/hazards/host-function.cu:32:31: note: the other side: host function `show` (stream s)
> tests/hazards/host-function.cu:71:9: note: `show` is launched here
>   it goes wrong so: the host (line 69), and only then host function `show` (stream s, line 32)
>   then: it finds what was written for a later call
>   missing: memory of its own for each call in line 71, which is there until the host function has run; or cudaStreamSynchronize(s); before line 69
>   2 pairs in these lines
> 1 hazard in 6 operations and 8 accesses to memory
> no hazard in 6 operations and 8 accesses to memory
> tests/hazards/host-function.cu:78:31: warning: the host reads `answers`[8..12 B) while host function `answer` (stream s, line 37) may still be writing it [host-read]
> tests/hazards/host-function.cu:37:27: note: the other side: host function `answer` (stream s)
> tests/hazards/host-function.cu:76:9: note: `answer` is launched here
>   it goes wrong so: the host (line 78), and only then host function `answer` (stream s, line 37)
>   then: the host may read what stood in `answers`[8..12 B) before host function `answer` (stream s, line 37) wrote it
>   missing: cudaStreamSynchronize(s); before line 78
> 1 hazard in 2 operations and 5 accesses to memory
> no hazard in 2 operations and 5 accesses to memory
$ nullstream check --gpu h200 tests/hazards/copy-overlap.cu
> tests/hazards/copy-overlap.cu:12:5: warning: d2d copy of 4 MiB (the default stream) reads and writes `x`[4..4194300 B): its source and its destination overlap [copy-overlap]
>   missing: copy to other memory first, or in parts that do not overlap
> 1 hazard in 3 operations and 5 accesses to memory
! 1
Where threads hand work on by a lock or a semaphore, the order is the predicted one, and it is said so.
$ for first in 100 200; do nullstream check -q --gpu h200 -D FIRST=$first tests/hazards/lock-order.cu; done; nullstream check -q --gpu h200 -D OWN=1 tests/hazards/lock-order.cu; nullstream check --format json --gpu h200 tests/hazards/lock-order.cu | grep lock_order
> tests/hazards/lock-order.cu:48:23: warning: the host writes `host[1]`[0..4 B) while d2h copy of 4 KiB (stream s[1], line 51) may still be writing it [host-write]
> tests/hazards/lock-order.cu:51:9: note: the other side: d2h copy of 4 KiB (stream s[1])
>   it goes wrong so: the host (line 48), and only then d2h copy of 4 KiB (stream s[1], line 51)
>   then: host[1][0..4 B) may hold the result of work (line 50, turn 4 of 6), expected what the host wrote (line 48, turn 6 of 6)
>   missing: cudaEventRecord(e[slot], s[1]); after line 51, and cudaEventSynchronize(e[slot]); before line 48, where slot is the index of `host` (one event would do, but wait for a later turn); once before: cudaEvent_t e[2]; for (int i = 0; i < 2; i++) cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
> 1 hazard in 24 operations and 62 accesses to memory
> no hazard in 24 operations and 60 accesses to memory, in the predicted order of the threads
> Whether there is one depends on the order in which threads and host functions take locks, here the predicted one: a run with another order was not looked at.
> no hazard in 24 operations and 60 accesses to memory, in the predicted order of the threads
> Whether there is one depends on the order in which threads and host functions take locks, here the predicted one: a run with another order was not looked at.
> {"format": "nullstream-check", "version": 1, "scenario": "tests/hazards/lock-order.cu", "certain": 0, "possible": 0, "operations": 24, "accesses": 60, "lock_order": true, "hazards": []}
Who called the function or the destructor in which a side stands. What is missing stands where the stream
is known; no line of its own can part what a temporary does from its end.
$ for what in 0 1 2 3 4 5 6 7 8 9; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/callers.cu; done
> tests/hazards/callers.cu:68:24: warning: the host reads `host`[0..4 B) while d2h copy of 4 MiB (stream s, line 63) may still be writing it [host-read]
> tests/hazards/callers.cu:110:9: note: `use` is called here
> tests/hazards/callers.cu:63:5: note: the other side: d2h copy of 4 MiB (stream s)
> tests/hazards/callers.cu:109:9: note: `read_back` is called here
>   it goes wrong so: the host (line 68), and only then d2h copy of 4 MiB (stream s, line 63)
>   then: in host[0..4 B), the host (line 68) may read what stood there at first, expected the result of fill (line 54)
>   missing: cudaStreamSynchronize(s); before line 110 (call of use)
> tests/hazards/callers.cu:32:9: note: the same cause: cudaFree frees `b.x` while d2h copy of 4 MiB (stream s, line 63) may still be reading it [free-in-use]
> tests/hazards/callers.cu:111:5: note: `~Buffer` is called here
> 2 hazards of 1 cause in 2 operations and 6 accesses to memory
> tests/hazards/callers.cu:32:9: warning: cudaFree frees `b.x` while kernel `fill` (stream s, line 54) may still be writing it [free-in-use]
> tests/hazards/callers.cu:76:9: note: `~Buffer` is called here
> tests/hazards/callers.cu:112:9: note: `early` is called here
> tests/hazards/callers.cu:54:5: note: the other side: kernel `fill` (stream s)
> tests/hazards/callers.cu:74:5: note: `launch` is called here
>   it goes wrong so: cudaFree (line 32), and only then kernel `fill` (stream s, line 54)
>   missing: cudaStreamSynchronize(s); before line 76 (call of ~Buffer)
>   cudaFree was seen to wait for the device (docs/semantics.md S3.1); CUDA does not promise it
> 1 hazard in 1 operation and 3 accesses to memory
> tests/hazards/callers.cu:32:9: warning: cudaFree frees `b.x` while kernel `fill` (stream s, line 54) may still be writing it [free-in-use]
> tests/hazards/callers.cu:88:13: note: `~Buffer` is called here
> tests/hazards/callers.cu:114:9: note: `turns` is called here
> tests/hazards/callers.cu:54:5: note: the other side: kernel `fill` (stream s)
> tests/hazards/callers.cu:84:9: note: `launch` is called here
>   it goes wrong so: cudaFree (line 32), and only then kernel `fill` (stream s, line 54)
>   missing: cudaStreamSynchronize(s); before line 88 (call of ~Buffer)
>   cudaFree was seen to wait for the device (docs/semantics.md S3.1); CUDA does not promise it
>   2 pairs in these lines
> tests/hazards/callers.cu:86:13: note: likewise: `~Buffer` is called here
> 1 hazard in 2 operations and 5 accesses to memory
> tests/hazards/callers.cu:32:9: warning: cudaFree frees `b.x` while kernel `fill` (stream s, line 54) may still be writing it [free-in-use]
> tests/hazards/callers.cu:97:9: note: `~Buffer` is called here
> tests/hazards/callers.cu:116:9: note: `thrown` is called here
> tests/hazards/callers.cu:54:5: note: the other side: kernel `fill` (stream s)
> tests/hazards/callers.cu:96:9: note: `launch` is called here
>   it goes wrong so: cudaFree (line 32), and only then kernel `fill` (stream s, line 54)
>   missing: cudaStreamSynchronize(s); before line 97 (call of ~Buffer)
>   cudaFree was seen to wait for the device (docs/semantics.md S3.1); CUDA does not promise it
> 1 hazard in 1 operation and 3 accesses to memory
> tests/hazards/callers.cu:32:9: warning: cudaFree frees `x` while kernel `fill` (stream s, line 54) may still be writing it [free-in-use]
> tests/hazards/callers.cu:118:16: note: `~Buffer` is called here
> tests/hazards/callers.cu:54:5: note: the other side: kernel `fill` (stream s)
> tests/hazards/callers.cu:118:9: note: `launch` is called here
>   it goes wrong so: cudaFree (line 32), and only then kernel `fill` (stream s, line 54)
>   missing: cudaStreamSynchronize(s); before line 32
>   cudaFree was seen to wait for the device (docs/semantics.md S3.1); CUDA does not promise it
> 1 hazard in 1 operation and 3 accesses to memory
> tests/hazards/callers.cu:32:9: warning: cudaFree frees `two.b.x` while kernel `fill` (stream s, line 54) may still be writing it [free-in-use]
> tests/hazards/callers.cu:122:5: note: `~Buffer` is called here
> tests/hazards/callers.cu:54:5: note: the other side: kernel `fill` (stream s)
> tests/hazards/callers.cu:121:9: note: `launch` is called here
>   it goes wrong so: cudaFree (line 32), and only then kernel `fill` (stream s, line 54)
>   missing: cudaStreamSynchronize(s); before line 122 (call of ~Buffer)
>   cudaFree was seen to wait for the device (docs/semantics.md S3.1); CUDA does not promise it
> 1 hazard in 1 operation and 4 accesses to memory
> tests/hazards/callers.cu:32:9: warning: cudaFree frees `everywhere.x` while kernel `fill` (stream s, line 54) may still be writing it [free-in-use]
> tests/hazards/callers.cu:54:5: note: the other side: kernel `fill` (stream s)
> tests/hazards/callers.cu:123:9: note: `launch` is called here
>   it goes wrong so: cudaFree (line 32), and only then kernel `fill` (stream s, line 54)
>   missing: cudaStreamSynchronize(s); before line 32
>   cudaFree was seen to wait for the device (docs/semantics.md S3.1); CUDA does not promise it
> tests/hazards/callers.cu:54:5: note: the same cause: the process may end before kernel `fill` (stream s), which writes `everywhere.x`, is done: nobody waits for it [unfinished-work]
> tests/hazards/callers.cu:123:9: note: `launch` is called here
> 2 hazards of 1 cause in 1 operation and 2 accesses to memory
> tests/hazards/callers.cu:32:9: warning: cudaFree frees `b.x` while kernel `fill` (stream s, line 54) may still be writing it [free-in-use]
> tests/hazards/callers.cu:128:9: note: `~Buffer` is called here
> tests/hazards/callers.cu:54:5: note: the other side: kernel `fill` (stream s)
> tests/hazards/callers.cu:127:9: note: `launch` is called here
>   it goes wrong so: cudaFree (line 32), and only then kernel `fill` (stream s, line 54)
>   missing: cudaStreamSynchronize(s); before line 128 (call of ~Buffer)
>   cudaFree was seen to wait for the device (docs/semantics.md S3.1); CUDA does not promise it
> 1 hazard in 1 operation and 3 accesses to memory
> tests/hazards/callers.cu:44:9: warning: cudaFree frees `x` while kernel `fill` (stream s, line 54) may still be writing it [free-in-use]
> tests/hazards/callers.cu:134:5: note: `Free::operator()` is called here
> tests/hazards/callers.cu:54:5: note: the other side: kernel `fill` (stream s)
> tests/hazards/callers.cu:133:9: note: `launch` is called here
>   it goes wrong so: cudaFree (line 44), and only then kernel `fill` (stream s, line 54)
>   missing: cudaStreamSynchronize(s); before line 134 (call of Free::operator())
>   cudaFree was seen to wait for the device (docs/semantics.md S3.1); CUDA does not promise it
> 1 hazard in 1 operation and 3 accesses to memory
> tests/hazards/callers.cu:68:24: warning: the host reads `host`[0..4 B) while d2h copy of 4 MiB (stream s, line 63) may still be writing it [host-read]
> tests/hazards/callers.cu:140:26: note: `use` is called here
> tests/hazards/callers.cu:141:13: note: `lambda at line 140` is called here
> tests/hazards/callers.cu:63:5: note: the other side: d2h copy of 4 MiB (stream s)
> tests/hazards/callers.cu:60:9: note: `read_back` is called here, 3 times inside each other
> tests/hazards/callers.cu:138:13: note: `read_back` is called here
> tests/hazards/callers.cu:136:14: note: `lambda at line 136` is called here
>   it goes wrong so: the host (line 68), and only then d2h copy of 4 MiB (stream s, line 63)
>   then: in host[0..4 B), the host (line 68) may read what stood there at first, expected the result of fill (line 54)
>   missing: cudaStreamSynchronize(s); before line 141 (call of lambda at line 140)
> 1 hazard in 2 operations and 5 accesses to memory
! 1
$ nullstream check -q --gpu h200 -D WHAT=1 --format json tests/hazards/callers.cu | grep -o '"callers": [^]]*]'
> "callers": [{"function": "launch", "file": "tests/hazards/callers.cu", "line": 74, "column": 5}, {"function": "early", "file": "tests/hazards/callers.cu", "line": 112, "column": 9}]
> "callers": [{"function": "~Buffer", "file": "tests/hazards/callers.cu", "line": 76, "column": 9}, {"function": "early", "file": "tests/hazards/callers.cu", "line": 112, "column": 9}]
A program file has no source to know it from; explain says it, too.
$ nullstream predict -q --gpu h200 -D WHAT=9 -o $TMP/callers.nsp tests/hazards/callers.cu; nullstream check -q --gpu h200 $TMP/callers.nsp | grep called; nullstream explain -q --gpu h200 -D WHAT=9 --op 63 tests/hazards/callers.cu | tail -2
>   in read_back, called from callers.cu:60, 3 times; in read_back, called from callers.cu:138; in
>     lambda at line 136, called from callers.cu:136
$ nullstream explain -q --gpu h200 -D WHAT=2 --op 54 --format json tests/hazards/callers.cu | grep -o '"callers": [^]]*]'
> "callers": [{"function": "launch", "file": "tests/hazards/callers.cu", "line": 84, "column": 9}, {"function": "turns", "file": "tests/hazards/callers.cu", "line": 114, "column": 9}]
What a host function and main share, by its argument or as both name it, is main's only behind a wait.
$ for what in 0 1 2 3 4 5 6 7 8; do for wait in 0 1; do nullstream check -q --gpu h200 -D WHAT=$what -D WAIT=$wait tests/hazards/host-shares.cu; done; done
> tests/hazards/host-shares.cu:101:20: warning: the host reads `x` while host function `store` (stream s, line 45) may still be writing it [host-read]
> tests/hazards/host-shares.cu:45:15: note: the other side: host function `store` (stream s)
> tests/hazards/host-shares.cu:99:5: note: `store` is launched here
>   it goes wrong so: the host (line 101), and only then host function `store` (stream s, line 45)
>   then: the host may read what stood in `x` before host function `store` (stream s, line 45) wrote it
>   missing: cudaStreamSynchronize(s); before line 101
> 1 hazard in 2 operations and 3 accesses to memory
> no hazard in 2 operations and 3 accesses to memory
> tests/hazards/host-shares.cu:105:20: warning: the host reads `counter` while host function `bump` (stream s, line 49) may still be writing it [host-read]
> tests/hazards/host-shares.cu:49:5: note: the other side: host function `bump` (stream s)
> tests/hazards/host-shares.cu:103:5: note: `bump` is launched here
>   it goes wrong so: the host (line 105), and only then host function `bump` (stream s, line 49)
>   then: the host may read what stood in `counter` before host function `bump` (stream s, line 49) wrote it
>   missing: cudaStreamSynchronize(s); before line 105
> 1 hazard in 2 operations and 4 accesses to memory
> no hazard in 2 operations and 4 accesses to memory
> tests/hazards/host-shares.cu:109:25: warning: the host reads `table`[12..16 B) while host function `fill_table` (stream s, line 54) may still be writing it [host-read]
> tests/hazards/host-shares.cu:54:18: note: the other side: host function `fill_table` (stream s)
> tests/hazards/host-shares.cu:107:5: note: `fill_table` is launched here
>   it goes wrong so: the host (line 109), and only then host function `fill_table` (stream s, line 54)
>   then: the host may read what stood in `table`[12..16 B) before host function `fill_table` (stream s, line 54) wrote it
>   missing: cudaStreamSynchronize(s); before line 109
> 1 hazard in 2 operations and 3 accesses to memory
> no hazard in 2 operations and 3 accesses to memory
> tests/hazards/host-shares.cu:113:30: warning: the host reads `list`[0..16 B) while host function `push` (stream s, line 58) may still be writing it [host-read]
> tests/hazards/host-shares.cu:58:10: note: the other side: host function `push` (stream s)
> tests/hazards/host-shares.cu:111:5: note: `push` is launched here
>   it goes wrong so: the host (line 113), and only then host function `push` (stream s, line 58)
>   then: the host may read what stood in `list`[0..16 B) before host function `push` (stream s, line 58) wrote it
>   missing: cudaStreamSynchronize(s); before line 113
> 1 hazard in 2 operations and 4 accesses to memory
> no hazard in 2 operations and 4 accesses to memory
> tests/hazards/host-shares.cu:117:16: warning: the host reads `result`[4..5 B) while host function `set_result` (stream s, line 63) may still be writing it [host-read]
> tests/hazards/host-shares.cu:63:14: note: the other side: host function `set_result` (stream s)
> tests/hazards/host-shares.cu:115:5: note: `set_result` is launched here
>   it goes wrong so: the host (line 117), and only then host function `set_result` (stream s, line 63)
>   then: the host may read what stood in `result`[4..5 B) before host function `set_result` (stream s, line 63) wrote it
>   missing: cudaStreamSynchronize(s); before line 117
> 1 hazard in 2 operations and 3 accesses to memory
> no hazard in 2 operations and 3 accesses to memory
> tests/hazards/host-shares.cu:123:23: warning: the host reads `r`[0..4 B) while host function `set_result` (stream s, line 63) may still be writing it [host-read]
> tests/hazards/host-shares.cu:63:14: note: the other side: host function `set_result` (stream s)
> tests/hazards/host-shares.cu:121:5: note: `set_result` is launched here
>   it goes wrong so: the host (line 123), and only then host function `set_result` (stream s, line 63)
>   then: the host may read what stood in `r`[0..4 B) before host function `set_result` (stream s, line 63) wrote it
>   missing: cudaStreamSynchronize(s); before line 123
> 1 hazard in 2 operations and 3 accesses to memory
> no hazard in 2 operations and 3 accesses to memory
> tests/hazards/host-shares.cu:130:24: warning: the host reads `job`[12..16 B) while host function `sum_up` (stream s, line 72) may still be writing it [host-read]
> tests/hazards/host-shares.cu:72:12: note: the other side: host function `sum_up` (stream s)
> tests/hazards/host-shares.cu:128:5: note: `sum_up` is launched here
>   it goes wrong so: the host (line 130), and only then host function `sum_up` (stream s, line 72)
>   then: the host may read what stood in `job`[12..16 B) before host function `sum_up` (stream s, line 72) wrote it
>   missing: cudaStreamSynchronize(s); before line 130
> 1 hazard in 3 operations and 8 accesses to memory
> no hazard in 3 operations and 8 accesses to memory
> tests/hazards/host-shares.cu:135:13: warning: the host writes `counter` while host function `show` (stream s, line 76) may still be reading it [host-write]
> tests/hazards/host-shares.cu:76:20: note: the other side: host function `show` (stream s)
> tests/hazards/host-shares.cu:133:5: note: `show` is launched here
>   it goes wrong so: the host (line 135), and only then host function `show` (stream s, line 76)
>   then: it finds what was written for a later call
>   missing: cudaStreamSynchronize(s); before line 135
> 1 hazard in 2 operations and 3 accesses to memory
> no hazard in 2 operations and 3 accesses to memory
> tests/hazards/host-shares.cu:139:20: warning: the host reads `hidden` while host function `hide` (stream s, line 81) may still be writing it [host-read]
> tests/hazards/host-shares.cu:81:12: note: the other side: host function `hide` (stream s)
> tests/hazards/host-shares.cu:137:5: note: `hide` is launched here
>   it goes wrong so: the host (line 139), and only then host function `hide` (stream s, line 81)
>   then: the host may read what stood in `hidden` before host function `hide` (stream s, line 81) wrote it
>   missing: cudaStreamSynchronize(s); before line 139
> 1 hazard in 2 operations and 5 accesses to memory
> no hazard in 2 operations and 5 accesses to memory
Or behind a lock, a condition, an atomic, or a look at what the host function changes.
$ for what in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/host-hands-over.cu | tail -1; done
> no hazard in 3 operations and 7 accesses to memory
> Whether there is one depends on the order in which threads and host functions take locks, here the predicted one: a run with another order was not looked at.
> Whether there is one depends on the order in which threads and host functions take locks, here the predicted one: a run with another order was not looked at.
> no hazard in 5 operations and 4 accesses to memory
> no hazard in 3 operations and 9 accesses to memory
> no hazard in 3 operations and 9 accesses to memory
> no hazard in 10 operations and 21 accesses to memory
> no hazard in 3 operations and 7 accesses to memory
> no hazard in 8 operations and 15 accesses to memory
> no hazard in 34 operations and 106 accesses to memory
> no hazard in 3 operations and 16 accesses to memory
> no hazard in 3 operations and 6 accesses to memory
> The program decides by times (host-hands-over.cu:236): a run that decides otherwise was not looked at.
> no hazard in 3 operations and 9 accesses to memory
> no hazard in 5 operations and 15 accesses to memory
> no hazard in 3 operations and 8 accesses to memory
A loop that looks again and again is a record or two, however long it turns.
$ nullstream predict -q --gpu h200 -D WHAT=6 -o $TMP/looks.nsp tests/hazards/host-hands-over.cu; grep -c host_read $TMP/looks.nsp
> 10
Two host functions that share what no call is given are their own business, in a program file, too.
$ printf '#include "nullstream.cuh"\nint counter;\nvoid bump(void *) { counter++; }\nint main()\n{\n    cudaStream_t a, b;\n    cudaStreamCreate(&a);\n    cudaStreamCreate(&b);\n    cudaLaunchHostFunc(a, bump, 0);\n    cudaLaunchHostFunc(b, bump, 0);\n    cudaDeviceSynchronize();\n    return counter;\n}\n' >$TMP/two.cu; nullstream check -q --gpu h200 $TMP/two.cu; nullstream predict -q --gpu h200 -o $TMP/two.nsp $TMP/two.cu; nullstream check -q --gpu h200 $TMP/two.nsp
> no hazard in 2 operations and 5 accesses to memory
> no hazard in 2 operations and 5 accesses to memory
Local variables that go out of scope while something may still be using them: with their function, their
block, or the turn of a loop. Of what a copy from pageable memory reads nothing can go wrong: it is staged.
$ for what in 0 1 2 3 4 5 6 7 8 9; do for wait in 0 1; do nullstream check -q --gpu h200 -D WHAT=$what -D WAIT=$wait tests/hazards/out-of-scope.cu | grep -v 'goes wrong\|the other side'; done; done
> tests/hazards/out-of-scope.cu:53:1: warning: `a` goes out of scope while d2h copy of 1 KiB (stream s, line 51) may still be writing it [host-write]
> tests/hazards/out-of-scope.cu:182:9: note: `download` is called here
>   then: it overwrites what stands by then where the variable was
>   missing: cudaStreamSynchronize(s); before line 53
>   cudaMemcpyAsync with pageable memory was seen to wait (docs/semantics.md S2.3, S2.4); CUDA says only that it may
> 1 hazard in 2 operations and 6 accesses to memory
> no hazard in 2 operations and 6 accesses to memory
> tests/hazards/out-of-scope.cu:60:1: warning: `a` goes out of scope while d2h copy of 1 KiB (stream s, line 58) may still be writing it [host-write]
> tests/hazards/out-of-scope.cu:185:9: note: `download_symbol` is called here
>   then: it overwrites what stands by then where the variable was
>   missing: cudaStreamSynchronize(s); before line 60
>   cudaMemcpyFromSymbolAsync with pageable memory was seen to wait (docs/semantics.md S2.3, S2.4); CUDA says only that it may
> 1 hazard in 2 operations and 6 accesses to memory
> no hazard in 2 operations and 6 accesses to memory
> tests/hazards/out-of-scope.cu:67:1: warning: `a` goes out of scope while d2h copy of 1 KiB (stream s, line 65) may still be writing it [host-write]
> tests/hazards/out-of-scope.cu:188:9: note: `download_array` is called here
>   then: it overwrites what stands by then where the variable was
>   missing: cudaStreamSynchronize(s); before line 67
>   cudaMemcpyAsync with pageable memory was seen to wait (docs/semantics.md S2.3, S2.4); CUDA says only that it may
> 1 hazard in 2 operations and 6 accesses to memory
> no hazard in 2 operations and 6 accesses to memory
> tests/hazards/out-of-scope.cu:74:12: warning: the host reads `v` while d2h copy of 4 B (stream s, line 72) may still be writing it [host-read]
> tests/hazards/out-of-scope.cu:191:24: note: `first` is called here
>   then: in v[0..4 B), the host (line 74) may read what stood there at first, expected the result of fill (line 179)
>   missing: cudaStreamSynchronize(s); before line 74
>   cudaMemcpyAsync with pageable memory was seen to wait (docs/semantics.md S2.3, S2.4); CUDA says only that it may
> tests/hazards/out-of-scope.cu:74:12: note: the same cause: `v` goes out of scope while d2h copy of 4 B (stream s, line 72) may still be writing it [host-write]
> tests/hazards/out-of-scope.cu:191:24: note: `first` is called here
> 2 hazards of 1 cause in 2 operations and 7 accesses to memory
> no hazard in 2 operations and 7 accesses to memory
> tests/hazards/out-of-scope.cu:90:1: warning: `values` goes out of scope while d2h copy of 1 KiB (stream s, line 81) may still be writing it [host-write]
> tests/hazards/out-of-scope.cu:194:9: note: `download_object` is called here
> tests/hazards/out-of-scope.cu:88:12: note: `Values::get` is called here
>   then: it overwrites what stands by then where the variable was
>   missing: cudaStreamSynchronize(s); before line 90
>   cudaMemcpyAsync with pageable memory was seen to wait (docs/semantics.md S2.3, S2.4); CUDA says only that it may
> 1 hazard in 2 operations and 6 accesses to memory
> no hazard in 2 operations and 6 accesses to memory
> tests/hazards/out-of-scope.cu:98:5: warning: `a` goes out of scope while d2h copy of 1 KiB (stream s, line 96) may still be writing it [host-write]
> tests/hazards/out-of-scope.cu:197:9: note: `block` is called here
>   then: it overwrites what stands by then where the variable was
>   missing: cudaStreamSynchronize(s); before line 98
>   cudaMemcpyAsync with pageable memory was seen to wait (docs/semantics.md S2.3, S2.4); CUDA says only that it may
> 1 hazard in 2 operations and 7 accesses to memory
> no hazard in 2 operations and 7 accesses to memory
> tests/hazards/out-of-scope.cu:105:15: warning: `v` goes out of scope while d2h copy of 4 B (stream s, line 106) may still be writing it [host-write]
> tests/hazards/out-of-scope.cu:200:9: note: `turns` is called here
>   then: it overwrites what stands by then where the variable was
>   missing: cudaStreamSynchronize(s); before line 105
>   cudaMemcpyAsync with pageable memory was seen to wait (docs/semantics.md S2.3, S2.4); CUDA says only that it may
>   2 pairs in these lines
> tests/hazards/out-of-scope.cu:111:5: warning: `v` goes out of scope while d2h copy of 4 B (stream s, line 106) may still be writing it [host-write]
> tests/hazards/out-of-scope.cu:200:9: note: `turns` is called here
>   then: it overwrites what stands by then where the variable was
>   missing: cudaStreamSynchronize(s); before line 111
>   cudaMemcpyAsync with pageable memory was seen to wait (docs/semantics.md S2.3, S2.4); CUDA says only that it may
> 2 hazards in 6 operations and 19 accesses to memory
> no hazard in 6 operations and 19 accesses to memory
> tests/hazards/out-of-scope.cu:120:1: warning: `v` goes out of scope while host function `put` (stream s, line 34) may still be writing it [host-write]
> tests/hazards/out-of-scope.cu:203:9: note: `written` is called here
> tests/hazards/out-of-scope.cu:118:5: note: `put` is launched here
>   then: it overwrites what stands by then where the variable was
>   missing: cudaStreamSynchronize(s); before line 120
> 1 hazard in 2 operations and 5 accesses to memory
> no hazard in 2 operations and 5 accesses to memory
> tests/hazards/out-of-scope.cu:127:1: warning: `v` goes out of scope while host function `show` (stream s, line 39) may still be reading it [host-write]
> tests/hazards/out-of-scope.cu:206:9: note: `read_later` is called here
> tests/hazards/out-of-scope.cu:125:5: note: `show` is launched here
>   then: it finds what stands by then where the variable was
>   missing: memory of its own for each call in line 125, which is there until the host function has run; or cudaStreamSynchronize(s); before line 127
> 1 hazard in 2 operations and 5 accesses to memory
> no hazard in 2 operations and 5 accesses to memory
> tests/hazards/out-of-scope.cu:142:1: warning: `a` goes out of scope while h2d copy of 1 KiB (stream s, line 132) may still be reading it [host-write]
> tests/hazards/out-of-scope.cu:209:9: note: `upload_locked` is called here
> tests/hazards/out-of-scope.cu:138:5: note: `locked` is called here
>   then: it finds what stands by then where the variable was
>   missing: cudaStreamSynchronize(s); before line 142
> 1 hazard in 2 operations and 6 accesses to memory
> no hazard in 2 operations and 6 accesses to memory
$ for what in 10 11 12 13; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/out-of-scope.cu; done
> no hazard in 2 operations and 5 accesses to memory
> no hazard in 2 operations and 5 accesses to memory
> no hazard in 4 operations and 11 accesses to memory
> no hazard in 4 operations and 10 accesses to memory
$ nullstream predict -q --gpu h200 -o $TMP/out.nsp tests/hazards/out-of-scope.cu; nullstream check -q --gpu h200 $TMP/out.nsp | grep warning
> tests/hazards/out-of-scope.cu:53:1: warning: `a` goes out of scope while d2h copy of 1 KiB (stream s, line 51) may still be writing it [host-write]
Memory that a host function gets lives until it has run; a run that ends it before is looked at to its end.
$ for what in 0 1 2 3 4 5 6; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/lifetimes.cu; done
> tests/hazards/lifetimes.cu:59:14: warning: the host reads `jobs`[4..8 B) while host function `run` (stream s, line 36) may still be writing it [host-read]
> tests/hazards/lifetimes.cu:88:9: note: `append<std::vector<Job>>` is called here
> tests/hazards/lifetimes.cu:36:14: note: the other side: host function `run` (stream s)
> tests/hazards/lifetimes.cu:60:9: note: `run` is launched here
>   it goes wrong so: the host (line 59), and only then host function `run` (stream s, line 36)
>   then: the host may read what stood in `jobs`[4..8 B) before host function `run` (stream s, line 36) wrote it
>   missing: cudaStreamSynchronize(s); before line 59
>   32 pairs in these lines
> tests/hazards/lifetimes.cu:59:14: note: the same cause: the host frees `jobs`[0..4 B) while host function `run` (stream s, line 36) may still be reading it [free-in-use]
> tests/hazards/lifetimes.cu:88:9: note: `append<std::vector<Job>>` is called here
> tests/hazards/lifetimes.cu:59:14: note: the same cause: the host frees `jobs`[4..8 B) while host function `run` (stream s, line 36) may still be writing it [free-in-use]
> tests/hazards/lifetimes.cu:88:9: note: `append<std::vector<Job>>` is called here
> 3 hazards of 1 cause in 43 operations and 127 accesses to memory
> tests/hazards/lifetimes.cu:92:5: warning: the host frees `text` while host function `print` (stream s, line 48) may still be reading it [free-in-use]
> tests/hazards/lifetimes.cu:48:5: note: the other side: host function `print` (stream s)
> tests/hazards/lifetimes.cu:91:9: note: `print` is launched here
>   it goes wrong so: the host (line 92), and only then host function `print` (stream s, line 48)
>   then: it finds what stands by then where the memory was
>   missing: cudaStreamSynchronize(s); before line 92
> 1 hazard in 4 operations and 2 accesses to memory
> tests/hazards/lifetimes.cu:71:9: warning: the host frees `job`[0..4 B) while host function `run` (stream s, line 36) may still be reading it [free-in-use]
> tests/hazards/lifetimes.cu:97:9: note: `own` is called here
> tests/hazards/lifetimes.cu:36:21: note: the other side: host function `run` (stream s)
> tests/hazards/lifetimes.cu:69:5: note: `run` is launched here
>   it goes wrong so: the host (line 71), and only then host function `run` (stream s, line 36)
>   then: it finds what stands by then where the memory was
>   missing: cudaStreamSynchronize(s); before line 71
> tests/hazards/lifetimes.cu:71:9: note: the same cause: the host frees `job`[4..8 B) while host function `run` (stream s, line 36) may still be writing it [free-in-use]
> tests/hazards/lifetimes.cu:97:9: note: `own` is called here
> 2 hazards of 1 cause in 4 operations and 3 accesses to memory
> tests/hazards/lifetimes.cu:95:9: warning: the host frees `text` while host function `print` (stream s, line 48) may still be reading it [free-in-use]
> tests/hazards/lifetimes.cu:48:5: note: the other side: host function `print` (stream s)
> tests/hazards/lifetimes.cu:94:9: note: `print` is launched here
>   it goes wrong so: the host (line 95), and only then host function `print` (stream s, line 48)
>   then: it finds what stands by then where the memory was
>   missing: cudaStreamSynchronize(s); before line 95
> 1 hazard in 4 operations and 2 accesses to memory
> tests/hazards/lifetimes.cu:43:5: warning: host function `run_and_delete` (stream t) frees `job`[0..4 B) while host function `run` (stream s, line 36) may still be reading it [free-in-use]
> tests/hazards/lifetimes.cu:75:9: note: `run_and_delete` is launched here
> tests/hazards/lifetimes.cu:97:9: note: `own` is called here
> tests/hazards/lifetimes.cu:36:21: note: the other side: host function `run` (stream s)
> tests/hazards/lifetimes.cu:69:5: note: `run` is launched here
>   it goes wrong so: host function `run_and_delete` (stream t, line 43), and only then host function `run` (stream s, line 36)
>   then: it finds what stands by then where the memory was
>   missing: cudaEventRecord(e, s); after line 69, and cudaStreamWaitEvent(t, e, 0); before line 75; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> tests/hazards/lifetimes.cu:43:5: note: the same cause: host function `run_and_delete` (stream t) frees `job`[4..8 B), as does host function `run` (stream s, line 36): which of the two is called last, and so what stands there then, is chance [free-in-use]
> tests/hazards/lifetimes.cu:75:9: note: `run_and_delete` is launched here
> tests/hazards/lifetimes.cu:97:9: note: `own` is called here
> 2 hazards of 1 cause in 5 operations and 4 accesses to memory
> tests/hazards/lifetimes.cu:36:21: warning: host function `run` (stream s) reads `job`[0..4 B), which host function `run_and_delete` (stream t, line 43) may have freed [use-after-free]
> tests/hazards/lifetimes.cu:75:9: note: `run` is launched here
> tests/hazards/lifetimes.cu:97:9: note: `own` is called here
> tests/hazards/lifetimes.cu:43:5: note: the other side: host function `run_and_delete` (stream t)
> tests/hazards/lifetimes.cu:69:5: note: `run_and_delete` is launched here
>   it goes wrong so: host function `run_and_delete` (stream t, line 43), and then host function `run` (stream s, line 36)
>   missing: the free of line 43 behind line 36, in stream s or behind an event recorded there
> tests/hazards/lifetimes.cu:36:14: note: the same cause: host function `run` (stream s) writes `job`[4..8 B), which host function `run_and_delete` (stream t, line 43) may have freed [use-after-free]
> tests/hazards/lifetimes.cu:75:9: note: `run` is launched here
> tests/hazards/lifetimes.cu:97:9: note: `own` is called here
> 2 hazards of 1 cause in 5 operations and 4 accesses to memory
> tests/hazards/lifetimes.cu:73:29: warning: the host reads `job`[0..4 B), which host function `run_and_delete` (stream s, line 43) may have freed [use-after-free]
> tests/hazards/lifetimes.cu:97:9: note: `own` is called here
> tests/hazards/lifetimes.cu:43:5: note: the other side: host function `run_and_delete` (stream s)
> tests/hazards/lifetimes.cu:69:5: note: `run_and_delete` is launched here
>   it goes wrong so: host function `run_and_delete` (stream s, line 43), and then the host (line 73)
>   missing: the free of line 43 behind line 73
> 1 hazard in 4 operations and 3 accesses to memory
! 1
$ for what in 7 8 9 10 11 12; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/lifetimes.cu; done
> no hazard in 43 operations and 121 accesses to memory
> no hazard in 43 operations and 121 accesses to memory
> no hazard in 8 operations and 10 accesses to memory
> no hazard in 5 operations and 4 accesses to memory
> no hazard in 9 operations and 10 accesses to memory
> no hazard in 5 operations and 3 accesses to memory
$ nullstream predict -q --gpu h200 -D WHAT=2 tests/hazards/lifetimes.cu
2> tests/hazards/lifetimes.cu:36:21: error: host read of freed memory: `job` (8 bytes, allocated at line 68) was freed at line 71
2>         job->sum = job->id * 2;
2>                         ^
! 2
$ printf '#include "nullstream.cuh"\nvoid f(void *p) { *(int *)p = 1; }\nint main()\n{\n    int *x = new int(0);\n    cudaLaunchHostFunc(0, f, x);\n    delete x;\n    delete x;\n    cudaDeviceSynchronize();\n}\n' >$TMP/twice.cu; nullstream check -q --gpu h200 $TMP/twice.cu
2> TMP/twice.cu:8:5: error: delete: `x` (4 bytes, allocated at line 5) was freed already
2>         delete x;
2>         ^
! 2
An object whose method is the host function of its own copies: by which calls both sides came there.
$ for what in 0 1 2 3 7; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/callback-object.cu; done
> tests/hazards/callback-object.cu:56:24: warning: the host reads `results_`[12..16 B) while host function `Pipeline::callback` (stream p.s_, line 74) may still be writing it [host-read]
> tests/hazards/callback-object.cu:136:26: note: `Pipeline::early` is called here
> tests/hazards/callback-object.cu:74:26: note: the other side: host function `Pipeline::callback` (stream p.s_)
> tests/hazards/callback-object.cu:70:26: note: `Pipeline::finish` is called here
> tests/hazards/callback-object.cu:47:9: note: `Pipeline::callback` is launched here
> tests/hazards/callback-object.cu:135:11: note: `Pipeline::submit` is called here
>   it goes wrong so: the host (line 56), and only then host function `Pipeline::callback` (stream p.s_, line 74)
>   then: the host may read what stood in `results_`[12..16 B) before host function `Pipeline::callback` (stream p.s_, line 74) wrote it
>   missing: cudaStreamSynchronize(p.s_); before line 136 (call of Pipeline::early); line 47 calls it this->s_
> 1 hazard in 3 operations and 20 accesses to memory
> tests/hazards/callback-object.cu:44:16: warning: the host writes `p`[48..52 B) while host function `Pipeline::callback` (stream p.s_, line 74) may still be reading it [host-write]
> tests/hazards/callback-object.cu:139:11: note: `Pipeline::submit` is called here
> tests/hazards/callback-object.cu:74:28: note: the other side: host function `Pipeline::callback` (stream p.s_)
> tests/hazards/callback-object.cu:70:26: note: `Pipeline::finish` is called here
> tests/hazards/callback-object.cu:47:9: note: `Pipeline::callback` is launched here
> tests/hazards/callback-object.cu:138:11: note: `Pipeline::submit` is called here
>   it goes wrong so: the host (line 44), and only then host function `Pipeline::callback` (stream p.s_, line 74)
>   then: it finds what was written for a later call
>   missing: memory of its own for each call in line 47, which is there until the host function has run; or cudaStreamSynchronize(p.s_); before line 44; line 47 calls it this->s_
> 1 hazard in 6 operations and 32 accesses to memory
> tests/hazards/callback-object.cu:64:16: warning: the host writes `p`[52..56 B) while host function `Pipeline::callback` (stream p.s_, line 75) may still be writing it [host-write]
> tests/hazards/callback-object.cu:142:11: note: `Pipeline::reset` is called here
> tests/hazards/callback-object.cu:75:9: note: the other side: host function `Pipeline::callback` (stream p.s_)
> tests/hazards/callback-object.cu:70:26: note: `Pipeline::finish` is called here
> tests/hazards/callback-object.cu:47:9: note: `Pipeline::callback` is launched here
> tests/hazards/callback-object.cu:141:11: note: `Pipeline::submit` is called here
>   it goes wrong so: the host (line 64), and only then host function `Pipeline::callback` (stream p.s_, line 75)
>   missing: cudaStreamSynchronize(p.s_); before line 142 (call of Pipeline::reset); line 47 calls it this->s_
> 1 hazard in 3 operations and 19 accesses to memory
> tests/hazards/callback-object.cu:126:37: warning: the host reads `progress`[0..4 B) while host function `step` (stream s, line 92) may still be writing it [host-read]
> tests/hazards/callback-object.cu:144:9: note: `show` is called here
> tests/hazards/callback-object.cu:92:18: note: the other side: host function `step` (stream s)
> tests/hazards/callback-object.cu:122:9: note: `step` is launched here
>   it goes wrong so: the host (line 126), and only then host function `step` (stream s, line 92)
>   then: the host may read what stood in `progress`[0..4 B) before host function `step` (stream s, line 92) wrote it
>   missing: cudaStreamSynchronize(s); before line 126
>   4 pairs in these lines
> 1 hazard in 4 operations and 18 accesses to memory
> tests/hazards/callback-object.cu:109:29: warning: the host reads `progress`[0..4 B) while host function `step_and_tell` (stream s, line 99) may still be writing it [host-read]
> tests/hazards/callback-object.cu:146:9: note: `show_then_wait` is called here
> tests/hazards/callback-object.cu:99:18: note: the other side: host function `step_and_tell` (stream s)
> tests/hazards/callback-object.cu:108:5: note: `step_and_tell` is launched here
>   it goes wrong so: the host (line 109), and only then host function `step_and_tell` (stream s, line 99)
>   then: the host may read what stood in `progress`[0..4 B) before host function `step_and_tell` (stream s, line 99) wrote it
>   missing: cudaStreamSynchronize(s); before line 109
> 1 hazard in 1 operation and 10 accesses to memory
! 1
$ for what in 4 5 6; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/callback-object.cu; done
> no hazard in 12 operations and 69 accesses to memory
> no hazard in 4 operations and 22 accesses to memory
> no hazard in 3 operations and 22 accesses to memory

A wait for an event that was never recorded orders nothing, in the default stream neither, and where it stands for the turn before the first it is none by design.
$ for what in 0 4 5; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/no-op-wait.cu; done
> tests/hazards/no-op-wait.cu:51:9: warning: cudaStreamWaitEvent waits for nothing: event `full` is never recorded [event-unrecorded]
>   missing: cudaEventRecord(full, ...); before line 51
> tests/hazards/no-op-wait.cu:52:9: warning: kernel `consume` (stream b) reads `x[0]` while kernel `produce` (stream a, line 50) may still be writing it [stream-race]
> tests/hazards/no-op-wait.cu:50:9: note: the other side: kernel `produce` (stream a)
>   it goes wrong so: kernel `consume` (stream b, line 52), and only then kernel `produce` (stream a, line 50)
>   then: in x[0][0..4 MiB), consume (line 52) may read bytes that nothing wrote, expected the result of produce (line 50)
>   missing: cudaEventRecord(e, a); after line 50, and cudaStreamWaitEvent(b, e, 0); before line 52; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 2 hazards in 3 operations and 3 accesses to memory
> tests/hazards/no-op-wait.cu:80:9: warning: cudaEventSynchronize waits for nothing: event `full` is recorded only later, in line 81 [event-unrecorded]
> tests/hazards/no-op-wait.cu:81:9: note: the other side: cudaEventRecord (stream a)
>   missing: cudaEventRecord(full, a); before line 80
> tests/hazards/no-op-wait.cu:82:25: note: the same cause: the host reads `staging[0]`[0..4 B) while d2h copy of 4 MiB (stream a, line 79) may still be writing it [host-read]
>   it goes wrong so: the host (line 82), and only then d2h copy of 4 MiB (stream a, line 79)
>   then: in staging[0][0..4 B), the host (line 82) may read what stood there at first, expected bytes that nothing wrote
> 2 hazards of 1 cause in 2 operations and 3 accesses to memory
> tests/hazards/no-op-wait.cu:86:9: warning: cudaStreamWaitEvent waits for nothing: event `full` is never recorded [event-unrecorded]
>   missing: cudaEventRecord(full, ...); before line 86
> tests/hazards/no-op-wait.cu:88:9: warning: the host writes `staging[0]` while d2h copy of 4 MiB (the default stream, line 85) may still be writing it [host-write]
> tests/hazards/no-op-wait.cu:85:9: note: the other side: d2h copy of 4 MiB (the default stream)
>   it goes wrong so: the host (line 88), and only then d2h copy of 4 MiB (the default stream, line 85)
>   then: staging[0][0..4 MiB) may hold bytes that nothing wrote, expected what the host wrote (line 88)
>   missing: cudaStreamSynchronize(0); before line 88
> 2 hazards in 2 operations and 3 accesses to memory
! 1
$ for turns in 1 3 4 6; do for what in 1 2 3; do nullstream check -q --gpu h200 -D WHAT=$what -D TURNS=$turns tests/hazards/no-op-wait.cu; done; done
> no hazard in 6 operations and 3 accesses to memory
> no hazard in 2 operations and 3 accesses to memory
> no hazard in 8 operations and 4 accesses to memory
> no hazard in 18 operations and 9 accesses to memory
> no hazard in 6 operations and 9 accesses to memory
> no hazard in 8 operations and 4 accesses to memory
> no hazard in 24 operations and 12 accesses to memory
> no hazard in 8 operations and 12 accesses to memory
> no hazard in 8 operations and 4 accesses to memory
> no hazard in 36 operations and 18 accesses to memory
> no hazard in 12 operations and 18 accesses to memory
> no hazard in 8 operations and 4 accesses to memory

A host function that comes behind the end of what it uses: a finding with both places, not an error.
$ for what in 0 1 2 3 4 5 6 7 8 9 10; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/freed-first.cu; done
> tests/hazards/freed-first.cu:83:5: warning: the host frees `buffer`[4..8 B) while host function `of_global` (stream s, line 38) may still be reading it [free-in-use]
> tests/hazards/freed-first.cu:38:26: note: the other side: host function `of_global` (stream s)
> tests/hazards/freed-first.cu:80:9: note: `of_global` is launched here
>   it goes wrong so: the host (line 83), and only then host function `of_global` (stream s, line 38)
>   then: it finds what stands by then where the memory was
>   missing: cudaStreamSynchronize(s); before line 83
> 1 hazard in 2 operations and 5 accesses to memory
> tests/hazards/freed-first.cu:89:5: warning: the host frees `mine`[0..8 B) while host function `of_member` (stream s, line 43) may still be reading it [free-in-use]
> tests/hazards/freed-first.cu:43:35: note: the other side: host function `of_member` (stream s)
> tests/hazards/freed-first.cu:85:9: note: `of_member` is launched here
>   it goes wrong so: the host (line 89), and only then host function `of_member` (stream s, line 43)
>   then: it finds what stands by then where the memory was
>   missing: cudaStreamSynchronize(s); before line 89
> tests/hazards/freed-first.cu:86:5: warning: the host frees `values`[4..8 B) while host function `of_member` (stream s, line 43) may still be reading it [free-in-use]
> tests/hazards/freed-first.cu:43:41: note: the other side: host function `of_member` (stream s)
> tests/hazards/freed-first.cu:85:9: note: `of_member` is launched here
>   it goes wrong so: the host (line 86), and only then host function `of_member` (stream s, line 43)
>   then: it finds what stands by then where the memory was
>   missing: cudaStreamSynchronize(s); before line 86
> 2 hazards in 2 operations and 9 accesses to memory
> tests/hazards/freed-first.cu:89:5: warning: the host writes `mine`[8..16 B) while host function `of_list` (stream s, line 50) may still be reading it [host-write]
> tests/hazards/freed-first.cu:50:19: note: the other side: host function `of_list` (stream s)
> tests/hazards/freed-first.cu:88:9: note: `of_list` is launched here
>   it goes wrong so: the host (line 89), and only then host function `of_list` (stream s, line 50)
>   then: it finds what was written for a later call
>   missing: memory of its own for each call in line 88, which is there until the host function has run; or cudaStreamSynchronize(s); before line 89
>   2 pairs in these lines
> tests/hazards/freed-first.cu:89:5: warning: the host frees `list` while host function `of_list` (stream s, line 50) may still be reading it [free-in-use]
> tests/hazards/freed-first.cu:50:5: note: the other side: host function `of_list` (stream s)
> tests/hazards/freed-first.cu:88:9: note: `of_list` is launched here
>   it goes wrong so: the host (line 89), and only then host function `of_list` (stream s, line 50)
>   then: it finds what stands by then where the memory was
>   missing: cudaStreamSynchronize(s); before line 89
> 2 hazards in 2 operations and 9 accesses to memory
> tests/hazards/freed-first.cu:58:13: warning: host function `of_buffer` (stream s) reads `own`[4..8 B), which the host (line 91) freed [use-after-free]
> tests/hazards/freed-first.cu:92:9: note: `of_buffer` is launched here
> tests/hazards/freed-first.cu:91:9: note: the other side: the host
>   missing: the free of line 91 behind line 92 and a cudaStreamSynchronize(s) there
> tests/hazards/freed-first.cu:58:10: note: the same cause: host function `of_buffer` (stream s) writes `own`[0..4 B), which the host (line 91) freed [use-after-free]
> tests/hazards/freed-first.cu:92:9: note: `of_buffer` is launched here
> 2 hazards of 1 cause in 2 operations and 4 accesses to memory
> tests/hazards/freed-first.cu:58:13: warning: host function `of_buffer` (stream s) reads `pinned`[4..8 B), which cudaFreeHost (line 94) freed [use-after-free]
> tests/hazards/freed-first.cu:95:9: note: `of_buffer` is launched here
> tests/hazards/freed-first.cu:94:9: note: the other side: cudaFreeHost
>   missing: the free of line 94 behind line 95 and a cudaStreamSynchronize(s) there
> tests/hazards/freed-first.cu:58:10: note: the same cause: host function `of_buffer` (stream s) writes `pinned`[0..4 B), which cudaFreeHost (line 94) freed [use-after-free]
> tests/hazards/freed-first.cu:95:9: note: `of_buffer` is launched here
> 2 hazards of 1 cause in 2 operations and 4 accesses to memory
> tests/hazards/freed-first.cu:58:13: warning: host function `of_buffer` (stream s) reads `own`[4..8 B), which host function `drop` (stream s, line 63) freed [use-after-free]
> tests/hazards/freed-first.cu:98:9: note: `of_buffer` is launched here
> tests/hazards/freed-first.cu:63:5: note: the other side: host function `drop` (stream s)
> tests/hazards/freed-first.cu:97:9: note: `drop` is launched here
>   missing: the free of line 63 behind line 58
> tests/hazards/freed-first.cu:58:10: note: the same cause: host function `of_buffer` (stream s) writes `own`[0..4 B), which host function `drop` (stream s, line 63) freed [use-after-free]
> tests/hazards/freed-first.cu:98:9: note: `of_buffer` is launched here
> 2 hazards of 1 cause in 3 operations and 4 accesses to memory
> tests/hazards/freed-first.cu:63:5: warning: host function `drop` (stream s) frees `own`, which host function `drop` (stream s, line 63) freed [use-after-free]
> tests/hazards/freed-first.cu:98:9: note: `drop` is launched here
> tests/hazards/freed-first.cu:63:5: note: the other side: host function `drop` (stream s)
> tests/hazards/freed-first.cu:97:9: note: `drop` is launched here
>   missing: only one of the two frees it
> 1 hazard in 3 operations and 3 accesses to memory
> tests/hazards/freed-first.cu:101:9: warning: the host frees `own`, which host function `drop` (stream s, line 63) may have freed [use-after-free]
> tests/hazards/freed-first.cu:63:5: note: the other side: host function `drop` (stream s)
> tests/hazards/freed-first.cu:100:9: note: `drop` is launched here
>   it goes wrong so: host function `drop` (stream s, line 63), and then the host (line 101)
>   missing: only one of the two frees it
> 1 hazard in 2 operations and 3 accesses to memory
> no hazard in 2 operations and 5 accesses to memory
> no hazard in 3 operations and 4 accesses to memory
> tests/hazards/freed-first.cu:58:13: warning: host function `of_buffer` (stream s) reads `own`[4..8 B), which the host (line 104) freed [use-after-free]
> tests/hazards/freed-first.cu:105:9: note: `of_buffer` is launched here
> tests/hazards/freed-first.cu:104:15: note: the other side: the host
>   missing: the free of line 104 behind line 105 and a cudaStreamSynchronize(s) there
> tests/hazards/freed-first.cu:58:10: note: the same cause: host function `of_buffer` (stream s) writes `own`[0..4 B), which the host (line 104) freed [use-after-free]
> tests/hazards/freed-first.cu:105:9: note: `of_buffer` is launched here
> 2 hazards of 1 cause in 2 operations and 4 accesses to memory
! 1

Which of two threads has a mutex first is chance: the run in which the other one has is looked at as well.
$ for what in 0 1 2 3 4 5 6 7 8 9; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/locks.cu; done
> tests/hazards/locks.cu:84:9: warning: kernel `scale` (stream b) writes `x` while kernel `fill` (stream a, line 53) may still be writing it [stream-race]
> tests/hazards/locks.cu:53:5: note: the other side: kernel `fill` (stream a)
>   it goes wrong so: kernel `scale` (stream b, line 84), and only then kernel `fill` (stream a, line 53)
>   then: x[0..4 MiB) may hold what scale (line 84) made of bytes that nothing wrote, expected: made of the result of fill (line 53)
>   missing: cudaEventRecord(done, a); after line 53 in host thread 1, and cudaStreamWaitEvent(s, done, 0); before line 84 (s is b there) in host thread 2, where done is one event that both threads see, made before they start: cudaEvent_t done; cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
> 1 hazard in 2 operations and 2 accesses to memory
> tests/hazards/locks.cu:53:5: warning: kernel `fill` (stream a) writes `x` while kernel `scale` (stream b, line 84) may still be writing it [stream-race]
> tests/hazards/locks.cu:84:9: note: the other side: kernel `scale` (stream b)
>   it goes wrong so: kernel `fill` (stream a, line 53), and only then kernel `scale` (stream b, line 84)
>   then: x[0..4 MiB) may hold the result of scale (line 84), expected the result of fill (line 53)
>   missing: cudaEventRecord(done, s); after line 84 (s is b there) in host thread 2, and cudaStreamWaitEvent(a, done, 0); before line 53 in host thread 1, where done is one event that both threads see, made before they start: cudaEvent_t done; cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
> 1 hazard in 2 operations and 2 accesses to memory
> So it is where host thread 1 is slower than predicted, and others have the lock before it: which of them is first is chance.
> tests/hazards/locks.cu:48:17: warning: host thread 1 writes `host`[0..4 B) while h2d copy of 4 MiB (stream b, line 75) may still be reading it [host-write]
> tests/hazards/locks.cu:75:9: note: the other side: h2d copy of 4 MiB (stream b)
>   it goes wrong so: host thread 1 (line 48), and only then h2d copy of 4 MiB (stream b, line 75)
>   then: x[0..4 B) may hold what the host wrote (line 48), expected the initial contents of host[0..4 B)
>   missing: cudaStreamSynchronize(b); behind line 75 in host thread 2, before it unlocks in line 76
> 1 hazard in 1 operation and 4 accesses to memory
> So it is where host thread 1 is slower than predicted, and others have the lock before it: which of them is first is chance.
> tests/hazards/locks.cu:80:9: warning: cudaStreamWaitEvent waits for nothing: event `e` is recorded only later, in line 59 [event-unrecorded]
> tests/hazards/locks.cu:59:9: note: the other side: cudaEventRecord (stream a)
>   missing: a join or a condition that makes host thread 2 wait with line 80 until host thread 1 has recorded `e` in line 59
> tests/hazards/locks.cu:53:5: note: the same cause: kernel `fill` (stream a) writes `x` while kernel `scale` (stream b, line 84) may still be writing it [stream-race]
>   it goes wrong so: kernel `scale` (stream b, line 84), and only then kernel `fill` (stream a, line 53)
> 2 hazards of 1 cause in 4 operations and 2 accesses to memory
> So it is where host thread 1 is slower than predicted, and others have the lock before it: which of them is first is chance.
> no hazard in 2 operations and 2 accesses to memory
> Who takes a lock first decides whether kernel `scale` (stream a, line 84) stands behind kernel `fill` (stream a, line 53) or before it.
> Whether there is one depends on the order in which threads take locks, here the predicted one: runs in which one of them is late at its first lock were looked at, too.
> tests/hazards/locks.cu:84:9: warning: kernel `scale` (stream b) writes `y` while kernel `fill` (stream a, line 57) may still be writing it [stream-race]
> tests/hazards/locks.cu:57:9: note: the other side: kernel `fill` (stream a)
>   it goes wrong so: kernel `scale` (stream b, line 84), and only then kernel `fill` (stream a, line 57)
>   then: y[0..4 MiB) may hold what scale (line 84) made of bytes that nothing wrote, expected: made of the result of fill (line 57)
>   missing: cudaEventRecord(done, a); after line 57 in host thread 1, and cudaStreamWaitEvent(s, done, 0); before line 84 (s is b there) in host thread 2, where done is one event that both threads see, made before they start: cudaEvent_t done; cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
> 1 hazard in 4 operations and 4 accesses to memory
> Where another thread is first there are others: check again once these are gone.
> no hazard in 2 operations and 2 accesses to memory
> Whether there is one depends on the order in which threads take locks, here the predicted one: runs in which one of them is late at its first lock were looked at, too.
> no hazard in 6 operations and 2 accesses to memory
> Whether there is one depends on the order in which threads take locks, here the predicted one: runs in which one of them is late at its first lock were looked at, too.
> no hazard in 4 operations and 2 accesses to memory
> Whether there is one depends on the order in which threads take locks, here the predicted one: runs in which one of them is late at its first lock were looked at, too.
> no hazard in 4 operations and 2 accesses to memory
> Whether there is one depends on the order in which threads take locks, here the predicted one: runs in which one of them is late at its first lock were looked at, too.
$ nullstream check -q --gpu h200 -D WHAT=1 --format json tests/hazards/locks.cu | grep -o '"late_thread": [0-9]*'
> "late_thread": 1

A wait that comes before its event's record by chance is no first turn: it is told with who reads what is not there.
$ for d in WHAT=10 'WHAT=10 -D LATE' WHAT=11; do nullstream check -q --gpu h200 -D $d tests/hazards/locks.cu; done
> tests/hazards/locks.cu:80:9: warning: cudaStreamWaitEvent waits for nothing: event `e` is recorded only later, in line 59 [event-unrecorded]
> tests/hazards/locks.cu:59:9: note: the other side: cudaEventRecord (stream a)
>   then: d2d copy of 4 MiB (stream b, line 82) reads `x`, which nothing has written by then
>   missing: a join or a condition that makes host thread 2 wait with line 80 until host thread 1 has recorded `e` in line 59
> 1 hazard in 4 operations and 3 accesses to memory
> So it is where host thread 1 is slower than predicted, and others have the lock before it: which of them is first is chance.
> tests/hazards/locks.cu:80:9: warning: cudaStreamWaitEvent waits for nothing: event `e` is recorded only later, in line 59 [event-unrecorded]
> tests/hazards/locks.cu:59:9: note: the other side: cudaEventRecord (stream a)
>   then: d2d copy of 4 MiB (stream b, line 82) reads `x`, which nothing has written by then
>   missing: a join or a condition that makes host thread 2 wait with line 80 until host thread 1 has recorded `e` in line 59
> 1 hazard in 4 operations and 3 accesses to memory
> Whether there are others depends on the order in which threads take locks, here the predicted one: runs in which one of them is late at its first lock were looked at, too.
> no hazard in 5 operations and 4 accesses to memory
> Who takes a lock first decides whether cudaStreamWaitEvent (line 80) waits for the record of `e` (line 59) or for nothing.
> Whether there is one depends on the order in which threads take locks, here the predicted one: runs in which one of them is late at its first lock were looked at, too.

A wait that comes before its turn's record is for nothing in the first turn, and too early in the others.
$ for what in 0 1 2 3 4 5; do for fixed in 0 1; do nullstream check -q --gpu h200 -D WHAT=$what -D FIXED=$fixed tests/hazards/early-wait.cu; done; done
> tests/hazards/early-wait.cu:47:9: warning: cudaStreamWaitEvent waits for nothing: event `done` is recorded only later, in line 48; in later turns it waits for the record of an earlier one [event-unrecorded]
> tests/hazards/early-wait.cu:48:9: note: the other side: cudaEventRecord (stream a)
>   missing: cudaEventRecord(done, a); before line 47
>   5 pairs in these lines
> tests/hazards/early-wait.cu:49:9: note: the same cause: kernel `consume` (stream b) reads `x[0]` while kernel `produce` (stream a, line 44) may still be writing it [stream-race]
>   it goes wrong so: kernel `consume` (stream b, line 49), and only then kernel `produce` (stream a, line 44)
>   then: in x[0][0..4 MiB), consume (line 49, turn 1 of 5) may read bytes that nothing wrote, expected the result of produce (line 44, turn 1 of 5)
> 2 hazards of 1 cause in 20 operations and 15 accesses to memory
> no hazard in 25 operations and 15 accesses to memory
> tests/hazards/early-wait.cu:56:9: warning: cudaStreamWaitEvent waits for nothing: event `filled[0]` is recorded only later, in line 57; in later turns it waits for the record of an earlier one [event-unrecorded]
> tests/hazards/early-wait.cu:57:9: note: the other side: cudaEventRecord (stream a)
>   missing: cudaEventRecord(filled[0], a); before line 56 (in other turns it is another event)
>   5 pairs in these lines
> tests/hazards/early-wait.cu:58:9: note: the same cause: kernel `consume` (stream b) reads `x[0]` while kernel `produce` (stream a, line 53) may still be writing it [stream-race]
>   it goes wrong so: kernel `consume` (stream b, line 58), and only then kernel `produce` (stream a, line 53)
>   then: in x[0][0..4 MiB), consume (line 58, turn 1 of 5) may read bytes that nothing wrote, expected the result of produce (line 53, turn 1 of 5)
> 2 hazards of 1 cause in 30 operations and 15 accesses to memory
> no hazard in 35 operations and 15 accesses to memory
> tests/hazards/early-wait.cu:65:9: warning: cudaEventSynchronize waits for nothing: event `done` is recorded only later, in line 66; in later turns it waits for the record of an earlier one [event-unrecorded]
> tests/hazards/early-wait.cu:66:9: note: the other side: cudaEventRecord (stream a)
>   missing: cudaEventRecord(done, a); before line 65
>   5 pairs in these lines
> tests/hazards/early-wait.cu:67:14: note: the same cause: the host reads `h`[0..4 B) while d2h copy of 4 MiB (stream a, line 62) may still be writing it [host-read]
>   it goes wrong so: the host (line 67), and only then d2h copy of 4 MiB (stream a, line 62)
>   then: in h[0..4 B), the host (line 67, turn 1 of 5) may read what stood there at first, expected bytes that nothing wrote
> 2 hazards of 1 cause in 10 operations and 15 accesses to memory
> no hazard in 15 operations and 15 accesses to memory
> tests/hazards/early-wait.cu:72:13: warning: cudaStreamWaitEvent waits for nothing: event `done` is recorded only later, in line 74; in later turns it waits for the record of an earlier one [event-unrecorded]
> tests/hazards/early-wait.cu:74:9: note: the other side: cudaEventRecord (stream a)
>   missing: cudaStreamWaitEvent(b, done, 0); behind line 74 instead of in line 72
>   5 pairs in these lines
> tests/hazards/early-wait.cu:77:9: note: the same cause: kernel `consume` (stream b) reads `x[0]` while kernel `produce` (stream a, line 73) may still be writing it [stream-race]
>   it goes wrong so: kernel `consume` (stream b, line 77), and only then kernel `produce` (stream a, line 73)
>   then: in x[0][0..4 MiB), consume (line 77, turn 1 of 5) may read bytes that nothing wrote, expected the result of produce (line 73, turn 1 of 5)
> 2 hazards of 1 cause in 20 operations and 15 accesses to memory
> no hazard in 20 operations and 15 accesses to memory
> tests/hazards/early-wait.cu:81:13: warning: cudaStreamWaitEvent waits for nothing: event `done` is recorded only later, in line 83 [event-unrecorded]
> tests/hazards/early-wait.cu:83:9: note: the other side: cudaEventRecord (stream a)
>   missing: cudaStreamWaitEvent(c, done, 0); behind line 83 instead of in line 81
> tests/hazards/early-wait.cu:86:9: note: the same cause: d2d copy of 4 MiB (stream c) reads `x[0]` while kernel `produce` (stream a, line 82) may still be writing it [stream-race]
>   it goes wrong so: d2d copy of 4 MiB (stream c, line 86), and only then kernel `produce` (stream a, line 82)
>   then: x[1][0..4 MiB) may hold bytes that nothing wrote, expected the result of produce (line 82)
> 2 hazards of 1 cause in 6 operations and 5 accesses to memory
> no hazard in 6 operations and 5 accesses to memory
> tests/hazards/early-wait.cu:98:9: warning: kernel `produce` (stream a) writes `x[0]` while kernel `consume` (stream b, line 93) may still be reading it [stream-race]
> tests/hazards/early-wait.cu:93:13: note: the other side: kernel `consume` (stream b)
>   it may run so: kernel `produce` (stream a, line 98), then kernel `produce` (stream a, line 98), and only then kernel `consume` (stream b, line 93)
>   then: the bytes come out the same, whichever of the two is first: no harm while they hold the same
>   missing: cudaStreamWaitEvent(a, used[0], 0); before line 98: the event is recorded in line 94 (in other turns it is another event)
>   3 pairs in these lines
> 1 hazard in 23 operations and 13 accesses to memory
> no hazard in 28 operations and 13 accesses to memory

An event that another thread records anew meanwhile: a wait is for that record or for the one before.
$ for elsewhere in 0 1; do nullstream check -q --gpu h200 -D ELSEWHERE=$elsewhere tests/hazards/event-ahead.cu; done
> no hazard in 16 operations and 12 accesses to memory
> tests/hazards/event-ahead.cu:36:9: warning: kernel `consume` (stream b) reads `x[0]` while kernel `produce` (stream a[0], line 52) may still be writing it [stream-race]
> tests/hazards/event-ahead.cu:52:9: note: the other side: kernel `produce` (stream a[0])
>   it goes wrong so: kernel `consume` (stream b, line 36), and only then kernel `produce` (stream a[0], line 52)
>   then: in x[0][0..4 MiB), consume (line 36, turn 1 of 4) may read bytes that nothing wrote, expected the result of produce (line 52, turn 1 of 4)
>   missing: cudaEventRecord(e[slot], a[0]); after line 52 in host thread 0, and cudaStreamWaitEvent(b, e[slot], 0); before line 36 in host thread 1, where slot is the index of `x` (one event would do, but wait for a later turn), and e are events that both threads see, made before they start: cudaEvent_t e[4]; for (int i = 0; i < 4; i++) cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
> 1 hazard in 16 operations and 12 accesses to memory
! 1

A std::thread that is assigned to, or that exit() destroys, while it is joinable.
$ for what in 0 1 2 3 4 5 6 7 8; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/replaced-thread.cu; done
> tests/hazards/replaced-thread.cu:39:17: warning: this std::thread is neither joined nor detached: where another one is put in its place (line 40), std::terminate ends the program [joinable-thread]
>   missing: join() the thread before line 40, or detach() it
> 1 hazard in 0 operations and 0 accesses to memory
> tests/hazards/replaced-thread.cu:45:18: warning: this std::thread is neither joined nor detached: where another one is put in its place (line 45), std::terminate ends the program [joinable-thread]
>   missing: join() the thread before line 45, or detach() it
>   2 times in this line
> 1 hazard in 3 operations and 3 accesses to memory
> tests/hazards/replaced-thread.cu:48:17: warning: this std::thread is neither joined nor detached: where another one is put in its place (line 49), std::terminate ends the program [joinable-thread]
>   missing: join() the thread before line 49, or detach() it
> 1 hazard in 0 operations and 0 accesses to memory
> tests/hazards/replaced-thread.cu:51:27: warning: this std::thread is neither joined nor detached: where another one is put in its place (line 52), std::terminate ends the program [joinable-thread]
>   missing: join() the thread before line 52, or detach() it
> 1 hazard in 2 operations and 2 accesses to memory
> tests/hazards/replaced-thread.cu:56:24: warning: this std::thread is neither joined nor detached: where it is destroyed, std::terminate ends the program [joinable-thread]
>   missing: join() the thread before its scope ends, or detach() it
> 1 hazard in 0 operations and 0 accesses to memory
> tests/hazards/replaced-thread.cu:30:17: warning: this std::thread is neither joined nor detached: where it is destroyed, std::terminate ends the program [joinable-thread]
> tests/hazards/replaced-thread.cu:60:5: note: `leave` is called here
>   missing: join() the thread before its scope ends, or detach() it
> 1 hazard in 0 operations and 0 accesses to memory
> no hazard in 2 operations and 2 accesses to memory
> no hazard in 0 operations and 0 accesses to memory
> no hazard in 2 operations and 2 accesses to memory

One line that several threads come to is named once.
$ for what in 0 1 2; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/same-line.cu; done
> tests/hazards/same-line.cu:19:5: warning: h2d copy of 4 MiB (stream s) writes `d` behind h2d copy of 4 MiB (stream s, line 19), which writes it, by chance: host thread 1 and host thread 2 make the calls in no order [call-race]
> tests/hazards/same-line.cu:19:5: note: the other side: h2d copy of 4 MiB (stream s)
>   it may run so: h2d copy of 4 MiB (stream s, line 19), and only then h2d copy of 4 MiB (stream s, line 19)
>   missing: a join or a condition that puts line 19 in host thread 2 behind that in host thread 1, or before it
> 1 hazard in 2 operations and 4 accesses to memory
> tests/hazards/same-line.cu:19:5: warning: h2d copy of 4 MiB (stream s) writes `d` behind h2d copy of 4 MiB (stream s, line 19), which writes it, by chance: host thread 1 and host thread 2 make the calls in no order [call-race]
> tests/hazards/same-line.cu:19:5: note: the other side: h2d copy of 4 MiB (stream s)
>   it may run so: h2d copy of 4 MiB (stream s, line 19), and only then h2d copy of 4 MiB (stream s, line 19)
>   missing: a join or a condition that puts the calls of line 19 in one order
>   2 pairs in these lines
> 1 hazard in 3 operations and 6 accesses to memory
> tests/hazards/same-line.cu:25:42: warning: h2d copy of 4 MiB (stream s) reads `h[0]`[0..4 B) while host thread 1 (line 25) may still be writing it [thread-race]
> tests/hazards/same-line.cu:25:29: note: the other side: host thread 1
>   it goes wrong so: h2d copy of 4 MiB (stream s, line 25), and only then host thread 1 (line 25)
>   then: d[0..4 B) may hold the initial contents of h[0][0..4 B), expected what the host wrote (line 25)
>   missing: a join or a condition between the threads that come to line 25
> 1 hazard in 1 operation and 3 accesses to memory
! 1

Of work of several threads each has to be waited for, and each that needs another one's work has to wait.
$ for what in 0 1 2; do for fixed in 0 1; do nullstream check -q --gpu h200 -D WHAT=$what -D FIXED=$fixed tests/hazards/each-thread.cu | grep -v note; done; done
> tests/hazards/each-thread.cu:47:9: warning: d2h copy of 4 MiB (stream up) reads `x[0][1]` while kernel `add` (stream s[0], line 37) may still be writing it [stream-race]
>   it goes wrong so: d2h copy of 4 MiB (stream up, line 47), and only then kernel `add` (stream s[0], line 37)
>   then: h[0..4 MiB) may hold the memset to 0 (line 83, turn 2 of 8), expected the result of add (line 37, turn 1 of 4)
>   missing: cudaStreamSynchronize(s[...]); behind line 37 in each host thread that calls it, before it arrives in line 40
>   4 pairs in these lines
> 1 hazard in 16 operations and 24 accesses to memory
> no hazard in 16 operations and 24 accesses to memory
> tests/hazards/each-thread.cu:55:9: warning: kernel `add` (stream s[3]) reads `x[0][1]` while kernel `add` (stream s[0], line 55) may still be writing it [stream-race]
>   it goes wrong so: kernel `add` (stream s[3], line 55), then kernel `add` (stream s[3], line 55), and only then kernel `add` (stream s[0], line 55)
>   then: in x[0][1][0..4 MiB), add (line 55, turn 5 of 16) may read the memset to 0 (line 83, turn 2 of 8), expected the result of add (line 55, turn 1 of 16)
>   missing: cudaStreamSynchronize(s[...]); behind line 55 in each host thread that calls it, before it arrives in line 58
>   24 pairs in these lines
> 1 hazard in 24 operations and 56 accesses to memory
> no hazard in 24 operations and 56 accesses to memory
> tests/hazards/each-thread.cu:68:5: warning: kernel `add` (stream s[0]) reads `x[0][1]` while h2d copy of 4 MiB (stream up, line 88) may still be writing it [stream-race]
>   it goes wrong so: kernel `add` (stream s[0], line 68), and only then h2d copy of 4 MiB (stream up, line 88)
>   then: in x[0][1][0..4 MiB), add (line 68, turn 1 of 4) may read the memset to 0 (line 83, turn 2 of 8), expected the initial contents of h[0..4 MiB)
>   missing: cudaEventRecord(e, up); after line 88 in host thread 0, and cudaStreamWaitEvent(s[...], e, 0); before line 68 in each host thread that calls it, where e is one event that all these threads see, made before they start: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
>   4 pairs in these lines
> 1 hazard in 14 operations and 21 accesses to memory
> no hazard in 18 operations and 21 accesses to memory

An event is recorded in the stream that waits for it; unless another one needs it there, it belongs elsewhere.
$ for what in 0 1 2; do for fixed in 0 1; do nullstream check -q --gpu h200 -D WHAT=$what -D FIXED=$fixed tests/hazards/wrong-stream.cu | grep -v note; done; done
> tests/hazards/wrong-stream.cu:44:9: warning: kernel `scale` (stream compute) reads `x[0]` while h2d copy of 4 MiB (stream load, line 41) may still be writing it [stream-race]
>   it goes wrong so: kernel `scale` (stream compute, line 44), and only then h2d copy of 4 MiB (stream load, line 41)
>   then: in x[0][0..4 MiB), scale (line 44) may read bytes that nothing wrote, expected the initial contents of h[0][0..4 MiB)
>   missing: cudaEventRecord(ready, load); in line 42, where stream compute records what it waits for itself in line 43, which orders nothing
> 1 hazard in 4 operations and 4 accesses to memory
> no hazard in 4 operations and 4 accesses to memory
> tests/hazards/wrong-stream.cu:52:9: warning: kernel `scale` (stream compute) reads `x[0]` while h2d copy of 4 MiB (stream load, line 49) may still be writing it [stream-race]
>   it goes wrong so: kernel `scale` (stream compute, line 52), and only then h2d copy of 4 MiB (stream load, line 49)
>   then: in x[0][0..4 MiB), scale (line 52, turn 1 of 6) may read bytes that nothing wrote, expected the initial contents of h[0][0..4 MiB)
>   missing: cudaEventRecord(loaded[0], load); in line 50, where stream compute records what it waits for itself in line 51, which orders nothing (in other turns it is another event)
>   6 pairs in these lines
> 1 hazard in 36 operations and 24 accesses to memory
> no hazard in 36 operations and 24 accesses to memory
> tests/hazards/wrong-stream.cu:64:9: warning: kernel `scale` (stream compute) reads `x[0]` while h2d copy of 4 MiB (stream load, line 57) may still be writing it [stream-race]
>   it goes wrong so: kernel `scale` (stream compute, line 56), then kernel `scale` (stream compute, line 64), and only then h2d copy of 4 MiB (stream load, line 57)
>   then: in x[0][0..4 MiB), scale (line 64) may read bytes that nothing wrote, expected the initial contents of h[0][0..4 MiB)
>   missing: cudaEventRecord(e, load); after line 57, and cudaStreamWaitEvent(compute, e, 0); before line 64; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 1 hazard in 7 operations and 8 accesses to memory
> no hazard in 9 operations and 8 accesses to memory

What a host function may not ask for the host can, behind it.
$ for fixed in 0 1; do nullstream check -q --gpu h200 -D FIXED=$fixed tests/hazards/callback-calls.cu; done
> tests/hazards/callback-calls.cu:21:9: warning: cudaMemsetAsync returns cudaErrorNotPermitted, and nobody looks: a host function may not call CUDA [failed-call]
> tests/hazards/callback-calls.cu:30:5: note: `clear` is launched here
>   missing: that call in a host thread, behind line 30, where the host function is launched: what is put into its stream there comes behind it as well
> 1 hazard in 2 operations and 4 accesses to memory
> no hazard in 3 operations and 6 accesses to memory

Buffers that two threads hand to each other: what lacks is named, and not the wait that is none in its first turn.
$ for lacks in 0 1 2 3; do nullstream check -q --gpu h200 -D LACKS=$lacks tests/hazards/recycled.cu | grep -v note; done
> no hazard in 37 operations and 19 accesses to memory
> Whether there is one depends on the order in which threads take locks, here the predicted one: runs in which one of them is late at its first lock were looked at, too.
> tests/hazards/recycled.cu:68:9: warning: kernel `fill` (stream 2 stream) writes `buffers[0].x` while kernel `add` (stream 1 stream, line 95) may still be reading it [stream-race]
>   it goes wrong so: kernel `fill` (stream 2 stream, line 68), then kernel `fill` (stream 2 stream, line 68), and only then kernel `add` (stream 1 stream, line 95)
>   then: in buffers[0].x[0..4 MiB), add (line 95, turn 1 of 6) may read the result of fill (line 68, turn 3 of 6), expected the result of fill (line 68, turn 1 of 6)
>   missing: cudaEventRecord(e[slot], stream); after line 95 in host thread 0, and cudaStreamWaitEvent(stream, e[slot], 0); before line 68 in host thread 1, where slot is the index of `buffers` (one event would do, but wait for a later turn), and e are events that both threads see, made before they start: cudaEvent_t e[2]; for (int i = 0; i < 2; i++) cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
>   4 pairs in these lines
> 1 hazard in 31 operations and 19 accesses to memory
> Whether there are others depends on the order in which threads take locks, here the predicted one: runs in which one of them is late at its first lock were looked at, too.
> tests/hazards/recycled.cu:95:9: warning: kernel `add` (stream 1 stream) reads `buffers[0].x` while kernel `fill` (stream 2 stream, line 68) may still be writing it [stream-race]
>   it goes wrong so: memset of 4 MiB (stream 1 stream, line 81), then kernel `add` (stream 1 stream, line 95), and only then kernel `fill` (stream 2 stream, line 68)
>   then: in buffers[0].x[0..4 MiB), add (line 95, turn 1 of 6) may read bytes that nothing wrote, expected the result of fill (line 68, turn 1 of 6)
>   missing: cudaStreamWaitEvent(stream, buffers[0].full, 0); before line 95: the event is recorded in line 69 (in other turns it is another event)
>   6 pairs in these lines
> 1 hazard in 31 operations and 19 accesses to memory
> Whether there are others depends on the order in which threads take locks, here the predicted one: runs in which one of them is late at its first lock were looked at, too.
> tests/hazards/recycled.cu:68:9: warning: kernel `fill` (stream 2 stream) writes `buffers[0].x` while kernel `add` (stream 1 stream, line 95) may still be reading it [stream-race]
>   it goes wrong so: kernel `fill` (stream 2 stream, line 68), then kernel `fill` (stream 2 stream, line 68), and only then kernel `add` (stream 1 stream, line 95)
>   then: in buffers[0].x[0..4 MiB), add (line 95, turn 1 of 6) may read the result of fill (line 68, turn 3 of 6), expected the result of fill (line 68, turn 1 of 6)
>   missing: cudaEventRecord(buffers[0].empty, stream); after line 95 instead of before it, in line 94 (in other turns it is another event)
>   4 pairs in these lines
> 1 hazard in 37 operations and 19 accesses to memory
> Whether there are others depends on the order in which threads take locks, here the predicted one: runs in which one of them is late at its first lock were looked at, too.

Whoever leaves a barrier is behind all who came to it, whoever came last; of what comes behind it, nothing is said.
$ for what in 0 1 2 3 4 5 6 7 8 9; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/phases.cu | grep -v note; done
> tests/hazards/phases.cu:20:5: warning: h2d copy of 4 MiB (stream s) reads `h`[0..4 B) while the host (line 46) may still be writing it [thread-race]
>   it goes wrong so: h2d copy of 4 MiB (stream s, line 20), and only then the host (line 46)
>   then: d[0..4 B) may hold the initial contents of h[0..4 B), expected what the host wrote (line 46)
>   missing: a join or a condition between line 46 and line 20
> 1 hazard in 1 operation and 3 accesses to memory
> no hazard in 1 operation and 3 accesses to memory
> tests/hazards/phases.cu:20:5: warning: h2d copy of 4 MiB (stream s) reads `h`[0..4 B) while host thread 1 (line 56) may still be writing it [thread-race]
>   it goes wrong so: h2d copy of 4 MiB (stream s, line 20), and only then host thread 1 (line 56)
>   then: d[0..4 B) may hold the initial contents of h[0..4 B), expected what the host wrote (line 56)
>   missing: a join or a condition between line 56 and line 20
> 1 hazard in 1 operation and 3 accesses to memory
> no hazard in 1 operation and 3 accesses to memory
> tests/hazards/phases.cu:20:5: warning: h2d copy of 4 MiB (stream s) reads `h`[0..4 B) while host thread 1 (line 76) may still be writing it [thread-race]
>   it goes wrong so: h2d copy of 4 MiB (stream s, line 20), and only then host thread 1 (line 76)
>   then: d[0..4 B) may hold the initial contents of h[0..4 B), expected what the host wrote (line 76)
>   missing: a join or a condition between line 76 and line 20
> 1 hazard in 1 operation and 3 accesses to memory
> no hazard in 1 operation and 3 accesses to memory
> tests/hazards/phases.cu:98:10: warning: host thread 1 writes `h`[4..8 B) while h2d copy of 4 MiB (stream s, line 20) may still be reading it [host-write]
>   it goes wrong so: host thread 1 (line 98), and only then h2d copy of 4 MiB (stream s, line 20)
>   then: d[4..8 B) may hold what the host wrote (line 98, turn 2 of 2), expected the initial contents of h[4..8 B)
>   missing: cudaStreamSynchronize(s); before line 107 (call of turn)
> 1 hazard in 1 operation and 7 accesses to memory
> no hazard in 1 operation and 7 accesses to memory
> tests/hazards/phases.cu:20:5: warning: h2d copy of 4 MiB (stream s) reads `h`[0..4 B) while host thread 1 (line 123) may still be writing it [thread-race]
>   it goes wrong so: h2d copy of 4 MiB (stream s, line 20), and only then host thread 1 (line 123)
>   then: d[0..4 B) may hold the initial contents of h[0..4 B), expected what the host wrote (line 123)
>   missing: a join or a condition between line 123 and line 20
> 1 hazard in 1 operation and 3 accesses to memory
> no hazard in 1 operation and 3 accesses to memory
$ for last in 0 1 2; do nullstream check -q --gpu h200 -D LAST=$last tests/hazards/barrier.cu; done; nullstream check -q --gpu h200 -D BEHIND=1 tests/hazards/barrier.cu | grep -v note
> no hazard in 12 operations and 9 accesses to memory
> no hazard in 12 operations and 9 accesses to memory
> no hazard in 12 operations and 9 accesses to memory
> tests/hazards/barrier.cu:43:5: warning: cudaStreamWaitEvent may wait for nothing: event `filled[1]` is recorded by host thread 2 in line 31, and nothing makes host thread 1 wait for that [event-unrecorded]
>   missing: a join or a condition that makes host thread 1 wait with line 43 until host thread 2 has recorded `filled[1]` in line 31
>   it goes wrong so: kernel `fill` (streams[0], line 30), then d2d copy of 4 MiB (streams[0], line 44), and only then kernel `fill` (streams[1], line 30)
> 2 hazards of 1 cause in 12 operations and 9 accesses to memory

Of equal values the place is named that the bytes come from, and a missing line stands where the calls of the two sides part.
$ for what in 0 1 2 3 4 5 6; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/same-work.cu; done
> tests/hazards/same-work.cu:79:9: warning: kernel `consume` (stream b) reads `x` while kernel `produce` (stream a, line 63) may still be writing it [stream-race]
> tests/hazards/same-work.cu:63:9: note: the other side: kernel `produce` (stream a)
>   it goes wrong so: kernel `consume` (stream b, line 79), and only then kernel `produce` (stream a, line 63)
>   then: in x[0..4 MiB), consume (line 79) may read bytes that nothing wrote, expected the result of produce (line 63)
>   missing: cudaEventRecord(e, a); after line 63, and cudaStreamWaitEvent(b, e, 0); before line 79; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 1 hazard in 3 operations and 4 accesses to memory
> tests/hazards/same-work.cu:79:9: warning: kernel `consume` (stream b) reads `x` while memset of 4 MiB (stream a, line 66) may still be writing it [stream-race]
> tests/hazards/same-work.cu:66:9: note: the other side: memset of 4 MiB (stream a)
>   it goes wrong so: kernel `consume` (stream b, line 79), and only then memset of 4 MiB (stream a, line 66)
>   then: in x[0..4 MiB), consume (line 79) may read bytes that nothing wrote, expected the memset to 0 (line 66)
>   missing: cudaEventRecord(e, a); after line 66, and cudaStreamWaitEvent(b, e, 0); before line 79; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 1 hazard in 3 operations and 4 accesses to memory
> tests/hazards/same-work.cu:79:9: warning: kernel `consume` (stream b) reads `x` while kernel `produce` (stream a, line 31) may still be writing it [stream-race]
> tests/hazards/same-work.cu:31:5: note: the other side: kernel `produce` (stream a)
> tests/hazards/same-work.cu:69:9: note: `make` is called here
>   it goes wrong so: kernel `consume` (stream b, line 79), and only then kernel `produce` (stream a, line 31)
>   then: in x[0..4 MiB), consume (line 79) may read bytes that nothing wrote, expected the result of produce (line 31, turn 2 of 2)
>   missing: cudaEventRecord(e, a); after line 69 (call of make), and cudaStreamWaitEvent(b, e, 0); before line 79; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 1 hazard in 3 operations and 4 accesses to memory
> tests/hazards/same-work.cu:79:9: warning: kernel `consume` (stream b) reads `x` while d2d copy of 4 MiB (stream a, line 73) may still be writing it [stream-race]
> tests/hazards/same-work.cu:73:9: note: the other side: d2d copy of 4 MiB (stream a)
>   it goes wrong so: kernel `produce` (stream b, line 31), then kernel `consume` (stream b, line 79), and only then d2d copy of 4 MiB (stream a, line 73)
>   then: in x[0..4 MiB), consume (line 79) may read bytes that nothing wrote, expected the result of produce (line 72)
>   missing: cudaEventRecord(e, a); after line 73, and cudaStreamWaitEvent(b, e, 0); before line 79; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 1 hazard in 4 operations and 6 accesses to memory
> tests/hazards/same-work.cu:79:9: warning: kernel `consume` (stream b) reads `x` while kernel `produce` (stream a, line 76) may still be writing it [stream-race]
> tests/hazards/same-work.cu:76:13: note: the other side: kernel `produce` (stream a)
>   it goes wrong so: kernel `consume` (stream b, line 79), and only then kernel `produce` (stream a, line 76)
>   then: in x[0..4 MiB), consume (line 79) may read bytes that nothing wrote, expected the result of produce (line 76, turn 2 of 3)
>   missing: cudaEventRecord(e[slot], a); after line 76, and cudaStreamWaitEvent(b, e[slot], 0); before line 79, where slot is the turn of line 76 % 2, in the wait that of the turn to wait for (one event would do, but wait for a later turn); once before: cudaEvent_t e[2]; for (int i = 0; i < 2; i++) cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
> 1 hazard in 4 operations and 5 accesses to memory
> tests/hazards/same-work.cu:43:9: warning: kernel `consume` (stream b) reads `x` while kernel `produce` (stream a, line 39) may still be writing it [stream-race]
> tests/hazards/same-work.cu:83:23: note: `stage::use` is called here
> tests/hazards/same-work.cu:49:6: note: `lambda at line 83` is called here
> tests/hazards/same-work.cu:83:9: note: `timed<lambda at line 83>` is called here
> tests/hazards/same-work.cu:39:9: note: the other side: kernel `produce` (stream a)
> tests/hazards/same-work.cu:82:23: note: `stage::run` is called here
> tests/hazards/same-work.cu:49:6: note: `lambda at line 82` is called here
> tests/hazards/same-work.cu:82:9: note: `timed<lambda at line 82>` is called here
>   it goes wrong so: kernel `consume` (stream b, line 43), and only then kernel `produce` (stream a, line 39)
>   then: in x[0..4 MiB), consume (line 43) may read bytes that nothing wrote, expected the result of produce (line 39)
>   missing: cudaEventRecord(e, a); after line 82 (call of timed<lambda at line 82>), and cudaStreamWaitEvent(b, e, 0); before line 83 (call of timed<lambda at line 83>); once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 1 hazard in 2 operations and 3 accesses to memory
> tests/hazards/same-work.cu:89:9: warning: kernel `consume` (stream b) reads `x` while kernel `produce` (stream a, line 31) may still be writing it [stream-race]
> tests/hazards/same-work.cu:31:5: note: the other side: kernel `produce` (stream a)
> tests/hazards/same-work.cu:88:9: note: `make` is called here
>   it goes wrong so: kernel `consume` (stream b, line 89), and only then kernel `produce` (stream a, line 31)
>   then: in x[0..4 MiB), consume (line 89) may read the memset to 0 (line 86), expected the result of produce (line 31)
>   missing: cudaEventRecord(e, a); after line 88 (call of make), and cudaStreamWaitEvent(b, e, 0); before line 89; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 1 hazard in 4 operations and 5 accesses to memory
! 1

An update of an atomic acquires and releases as its order says.
$ for how in 0 1 2 3 4 5 6 7 8 9; do nullstream check -q --gpu h200 -D HOW=$how tests/hazards/atomic-updates.cu; done
> no hazard in 6 operations and 18 accesses to memory
> no hazard in 6 operations and 18 accesses to memory
> no hazard in 6 operations and 18 accesses to memory
> no hazard in 2 operations and 6 accesses to memory
> no hazard in 2 operations and 6 accesses to memory
> no hazard in 1 operation and 3 accesses to memory
> tests/hazards/atomic-updates.cu:95:33: warning: host thread 2 reads `host`[0..4 B) while d2h copy of 512 KiB (stream s[0], line 50) may still be writing it [host-read]
> tests/hazards/atomic-updates.cu:50:5: note: the other side: d2h copy of 512 KiB (stream s[0])
> tests/hazards/atomic-updates.cu:72:9: note: `copy` is called here
>   it goes wrong so: host thread 2 (line 95), and only then d2h copy of 512 KiB (stream s[0], line 50)
>   then: in host[0..4 B), the host (line 95) may read what stood there at first, expected bytes that nothing wrote
>   missing: a join, a condition or an atomic (release, acquire) that makes host thread 2 wait with line 95 until host thread 1 is behind line 52, where it waits itself
> 1 hazard in 1 operation and 3 accesses to memory
> tests/hazards/atomic-updates.cu:95:33: warning: host thread 2 reads `host`[0..4 B) while d2h copy of 512 KiB (stream s[0], line 50) may still be writing it [host-read]
> tests/hazards/atomic-updates.cu:50:5: note: the other side: d2h copy of 512 KiB (stream s[0])
> tests/hazards/atomic-updates.cu:72:9: note: `copy` is called here
>   it goes wrong so: host thread 2 (line 95), and only then d2h copy of 512 KiB (stream s[0], line 50)
>   then: in host[0..4 B), the host (line 95) may read what stood there at first, expected bytes that nothing wrote
>   missing: a join, a condition or an atomic (release, acquire) that makes host thread 2 wait with line 95 until host thread 1 is behind line 52, where it waits itself
> 1 hazard in 1 operation and 3 accesses to memory
> tests/hazards/atomic-updates.cu:95:33: warning: host thread 2 reads `host`[0..4 B) while d2h copy of 512 KiB (stream s[0], line 50) may still be writing it [host-read]
> tests/hazards/atomic-updates.cu:50:5: note: the other side: d2h copy of 512 KiB (stream s[0])
> tests/hazards/atomic-updates.cu:72:9: note: `copy` is called here
>   it goes wrong so: host thread 2 (line 95), and only then d2h copy of 512 KiB (stream s[0], line 50)
>   then: in host[0..4 B), the host (line 95) may read what stood there at first, expected bytes that nothing wrote
>   missing: a join, a condition or an atomic (release, acquire) that makes host thread 2 wait with line 95 until host thread 1 is behind line 52, where it waits itself
> 1 hazard in 1 operation and 3 accesses to memory
> tests/hazards/atomic-updates.cu:95:33: warning: host thread 2 reads `host`[0..4 B) while d2h copy of 512 KiB (stream s[0], line 50) may still be writing it [host-read]
> tests/hazards/atomic-updates.cu:50:5: note: the other side: d2h copy of 512 KiB (stream s[0])
> tests/hazards/atomic-updates.cu:72:9: note: `copy` is called here
>   it goes wrong so: host thread 2 (line 95), and only then d2h copy of 512 KiB (stream s[0], line 50)
>   then: in host[0..4 B), the host (line 95) may read what stood there at first, expected bytes that nothing wrote
>   missing: a join, a condition or an atomic (release, acquire) that makes host thread 2 wait with line 95 until host thread 1 is behind line 52, where it waits itself
> 1 hazard in 1 operation and 3 accesses to memory
! 1

Who sees an atomic before it is set, as nothing waits for that, comes before it; and a thread that nobody joins may get on.
$ for what in 0 1 2 3 4 5 6; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/unawaited.cu; done
> tests/hazards/unawaited.cu:57:33: warning: the host reads `host`[0..1 B) while d2h copy of 1 MiB (stream s, line 22) may still be writing it [host-read]
> tests/hazards/unawaited.cu:22:9: note: the other side: d2h copy of 1 MiB (stream s)
>   it goes wrong so: the host (line 57), and only then d2h copy of 1 MiB (stream s, line 22)
>   then: in host[0..1 B), the host (line 57) may read what stood there at first, expected bytes that nothing wrote
>   missing: a join, a condition or an atomic (release, acquire) that makes host thread 0 wait with line 57 until host thread 1 is behind line 23, where it waits itself
> tests/hazards/unawaited.cu:22:9: warning: d2h copy of 1 MiB (stream s) writes `host`[0..1 B) while the host (line 57) may still be reading it [thread-race]
> tests/hazards/unawaited.cu:57:33: note: the other side: the host
>   it may run so: d2h copy of 1 MiB (stream s, line 22), then d2h copy of 1 MiB (stream s, line 22), and only then the host (line 57)
>   then: the bytes come out the same, whichever of the two is first: no harm while they hold the same
>   missing: a join or a condition between line 57 and line 22
> 2 hazards in 3 operations and 7 accesses to memory
> So it is where host thread 1 is slower than predicted, and others have set or read the atomic before it: which of them is first is chance.
> no hazard in 3 operations and 7 accesses to memory
> no hazard in 3 operations and 7 accesses to memory
> tests/hazards/unawaited.cu:37:21: warning: the host writes `host`[0..1 B) while h2d copy of 1 MiB (stream s, line 38) may still be reading it [host-write]
> tests/hazards/unawaited.cu:38:13: note: the other side: h2d copy of 1 MiB (stream s)
>   it goes wrong so: the host (line 37), and only then h2d copy of 1 MiB (stream s, line 38)
>   then: device[0..1 B) may hold what the host wrote (line 37, turn 2 of 2), expected the initial contents of host[0..1 B)
>   missing: cudaStreamSynchronize(s); before line 37
> 1 hazard in 4 operations and 6 accesses to memory
> So it is where a host function is slower than predicted, and others have set or read the atomic before it: which of them is first is chance.
> tests/hazards/unawaited.cu:22:9: warning: d2h copy of 1 MiB (stream s) writes `host`[0..1 B) while the host (line 57) may still be reading it [thread-race]
> tests/hazards/unawaited.cu:57:33: note: the other side: the host
>   it goes wrong so: d2h copy of 1 MiB (stream s, line 22), and only then the host (line 57)
>   then: in host[0..1 B), the host (line 57) may read bytes that nothing wrote, expected the initial contents of host[0..1 B)
>   missing: a join or a condition between line 57 and line 22
> tests/hazards/unawaited.cu:22:9: warning: the process may end before d2h copy of 1 MiB (stream s), which writes `host`, is done: nobody waits for it [unfinished-work]
>   missing: cudaDeviceSynchronize(); at the end
> 2 hazards in 3 operations and 7 accesses to memory
> tests/hazards/unawaited.cu:22:9: warning: d2h copy of 1 MiB (stream s) writes `host`[0..1 B) while the host (line 57) may still be reading it [thread-race]
> tests/hazards/unawaited.cu:57:33: note: the other side: the host
>   it goes wrong so: d2h copy of 1 MiB (stream s, line 22), and only then the host (line 57)
>   then: in host[0..1 B), the host (line 57) may read bytes that nothing wrote, expected the initial contents of host[0..1 B)
>   missing: a join or a condition between line 57 and line 22
> tests/hazards/unawaited.cu:22:9: warning: the process may end before d2h copy of 1 MiB (stream s), which writes `host`, is done: nobody waits for it [unfinished-work]
>   missing: cudaDeviceSynchronize(); at the end
> 2 hazards in 3 operations and 7 accesses to memory
> So it is where main ends later than predicted: how far the threads that nobody joins get by then is chance.
> no hazard in 3 operations and 7 accesses to memory
$ nullstream check -q --gpu h200 -D WHAT=5 --format json tests/hazards/unawaited.cu | grep -o '"late_[a-z]*": [a-z0-9]*'
> "late_thread": 0
> "late_end": true

Rows with padding behind them meet for certain where both begin with the same bytes.
$ for what in 0 1 2; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/pitched.cu; done
> tests/hazards/pitched.cu:34:9: warning: kernel `fill` (stream b) writes `image`[0..1920 B) while kernel `fill` (stream a, line 30) may still be writing it [stream-race]
> tests/hazards/pitched.cu:30:5: note: the other side: kernel `fill` (stream a)
>   it may run so: kernel `fill` (stream b, line 34), and only then kernel `fill` (stream a, line 30)
>   then: the bytes come out the same, whichever of the two is first: no harm while they hold the same
>   missing: cudaEventRecord(e, a); after line 30, and cudaStreamWaitEvent(b, e, 0); before line 34; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 1 hazard in 2 operations and 4 accesses to memory
> tests/hazards/pitched.cu:32:9: warning: d2d copy of 2 MiB (stream b) reads `image`[0..1920 B) while kernel `fill` (stream a, line 30) may still be writing it [stream-race]
> tests/hazards/pitched.cu:30:5: note: the other side: kernel `fill` (stream a)
>   it goes wrong so: d2d copy of 2 MiB (stream b, line 32), and only then kernel `fill` (stream a, line 30)
>   then: in image[0..1920 B), the d2d copy (line 32) may read bytes that nothing wrote, expected the result of fill (line 30)
>   missing: cudaEventRecord(e, a); after line 30, and cudaStreamWaitEvent(b, e, 0); before line 32; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 1 hazard in 2 operations and 2162 accesses to memory
> tests/hazards/pitched.cu:34:9: possible: kernel `fill` (stream b) writes `image`[960..2210752 B) while kernel `fill` (stream a, line 30) may still be writing it, if it touches all that its pointers lead to; the subscripts of `fill` leave gaps in what they reach, as those of a tile do, which clauses, of a range each, cannot say: if the gaps keep the two apart there is no hazard [stream-race]
> no certain hazard, 1 possible one in 2 operations and 4 accesses to memory

A clause says what is touched of the memory that it names, and hides nothing of the other parameters.
$ for part in '' '-D PART=1'; do nullstream check -q --gpu h200 $part tests/hazards/clauses.cu; done
> tests/hazards/clauses.cu:30:5: warning: kernel `cull` (stream t) reads `body`[0..4 KiB) while h2d copy of 4 KiB (stream s, line 29) may still be writing it [stream-race]
> tests/hazards/clauses.cu:29:5: note: the other side: h2d copy of 4 KiB (stream s)
>   it goes wrong so: kernel `cull` (stream t, line 30), and only then h2d copy of 4 KiB (stream s, line 29)
>   then: in body[0..4 KiB), cull (line 30) may read bytes that nothing wrote, expected the initial contents of host[0..4 KiB)
>   missing: cudaEventRecord(e, s); after line 29, and cudaStreamWaitEvent(t, e, 0); before line 30; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> 1 hazard in 2 operations and 4 accesses to memory
> no hazard in 2 operations and 4 accesses to memory

Memory that the library allocates and frees for the program does so in the program's lines.
$ nullstream check -q --gpu h200 tests/hazards/owned.cu
2> tests/hazards/owned.cu:19:33: error: host read of freed memory: memory of malloc (4 bytes, allocated at line 15) was freed at line 18
2>         std::printf("%d\n", parent->level);
2>                                     ^
! 2

A detached thread that refers to a variable of who started it.
$ for what in 0 1 2; do nullstream check -q --gpu h200 -D WHAT=$what tests/hazards/detached.cu; done
> tests/hazards/detached.cu:34:41: warning: host thread 1 reads `turns`, which goes out of scope in line 37: nothing makes that wait for the thread [thread-race]
> tests/hazards/detached.cu:37:5: note: the other side: the host
>   it goes wrong so: the host (line 37), and only then host thread 1 (line 34)
>   then: it finds what stands by then where the variable was
>   missing: a copy of its own for the thread, or a join before the variable goes
> 1 hazard in 3 operations and 8 accesses to memory
> no hazard in 3 operations and 6 accesses to memory
> no hazard in 3 operations and 8 accesses to memory
Host functions of two streams: one thread calls them, in an order that is chance, which matters where each
overwrites what the other one wrote for main.
$ for what in 0 1 2 3; do for wait in 0 1; do nullstream check -q --gpu h200 -D WHAT=$what -D WAIT=$wait tests/hazards/last-function.cu; done; done
> tests/hazards/last-function.cu:35:18: warning: host function `put` (stream b) writes `result`, as does host function `put` (stream a, line 35): which of the two is called last, and so what stands there then, is chance [stream-race]
> tests/hazards/last-function.cu:61:5: note: `put` is launched here
> tests/hazards/last-function.cu:35:18: note: the other side: host function `put` (stream a)
> tests/hazards/last-function.cu:55:5: note: `put` is launched here
>   it goes wrong so: host function `put` (stream b, line 35), and only then host function `put` (stream a, line 35)
>   missing: cudaEventRecord(done, a); after line 55, and cudaStreamWaitEvent(b, done, 0); before line 61; once before: cudaEvent_t done; cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
> 1 hazard in 4 operations and 7 accesses to memory
> no hazard in 6 operations and 7 accesses to memory
> no hazard in 4 operations and 9 accesses to memory
> no hazard in 6 operations and 9 accesses to memory
> no hazard in 4 operations and 5 accesses to memory
> no hazard in 6 operations and 5 accesses to memory
> no hazard in 4 operations and 6 accesses to memory
> no hazard in 6 operations and 6 accesses to memory
Where the free and what uses the memory stand in one line, that is called what it is.
$ sed 's/ k<<</ cudaFreeAsync(x, s); k<<</; /^ *cudaFreeAsync(x, s);$/d' tests/scenarios/pool_turns.cu > $TMP/one_line.cu; nullstream check -q $TMP/one_line.cu | grep missing
>   missing: the free of line 12 behind kernel `k` there
