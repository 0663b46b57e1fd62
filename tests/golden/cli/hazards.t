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
