nullstream check --orders: what CUDA guarantees, what is predicted, what was measured. What the legacy
stream orders, all three have:
$ nullstream check --gpu h200 --orders lessons/legacy-fence/fence.cu --against traces/h200/legacy-fence.json
> no hazard in 3 operations and 0 accesses to memory
> 
> orders of 2 near pairs of operations in different streams, 2 of them by CUDA
> guaranteed, predicted and measured say the same of all
Several streams on one connection: the connection orders them, CUDA does not.
$ nullstream check --gpu h200 --orders tests/validation/one-connection.cu --connections 1
> no hazard in 12 operations and 0 accesses to memory
> 
> orders of 9 near pairs of operations in different streams, 0 of them by CUDA
> where they differ, how the one called first stands to the other:
> first called                   second called                   guaranteed  predicted
> #1 step (streams[0], line 22)  #3 step (streams[1], line 22)   none        before
> #2 step (streams[0], line 22)  #4 step (streams[1], line 22)   none        before
> #4 step (streams[1], line 22)  #6 step (streams[2], line 22)   none        before
> #5 step (streams[1], line 22)  #7 step (streams[2], line 22)   none        before
> #7 step (streams[2], line 22)  #9 step (streams[3], line 22)   none        before
> #8 step (streams[2], line 22)  #10 step (streams[3], line 22)  none        before
> 6 pairs have an order that nothing guarantees: another run or device may have another
$ nullstream check --gpu h200 --orders tests/validation/one-connection.cu --connections 1 --against traces/h200/one-connection.json
> no hazard in 12 operations and 0 accesses to memory
> 
> orders of 9 near pairs of operations in different streams, 0 of them by CUDA
> where they differ, how the one called first stands to the other:
> first called                   second called                   guaranteed  predicted  measured
> #1 step (streams[0], line 22)  #3 step (streams[1], line 22)   none        before     before
> #2 step (streams[0], line 22)  #4 step (streams[1], line 22)   none        before     before
> #4 step (streams[1], line 22)  #6 step (streams[2], line 22)   none        before     before
> #5 step (streams[1], line 22)  #7 step (streams[2], line 22)   none        before     before
> #7 step (streams[2], line 22)  #9 step (streams[3], line 22)   none        before     before
> #8 step (streams[2], line 22)  #10 step (streams[3], line 22)  none        before     before
> 6 pairs have an order that nothing guarantees: another run or device may have another
A measurement that has other orders than the prediction, and a hazard of which the prediction shows
nothing.
$ nullstream check --gpu h200 --orders tests/validation/double_buffer.cu -D SAFE=0 --against traces/h200/validation/double-buffer-unsafe.json
> tests/validation/double_buffer.cu:46:9: possible: h2d copy of 8 MiB (stream copy) writes `in`[8..16 MiB) while kernel `process` (stream compute, line 49) may still be reading it, if it touches all that its pointers lead to; if its threads touch one element each, the first so many behind each pointer, this line settles it: #pragma nullstream kernel(process) reads(in, gridDim.x * blockDim.x * sizeof(*in)) reads(out, gridDim.x * blockDim.x * sizeof(*out)) writes(out, gridDim.x * blockDim.x * sizeof(*out)) [stream-race]
> no certain hazard, 1 possible one in 60 operations and 48 accesses to memory
> 
> orders of 41 near pairs of operations in different streams, 7 of them by CUDA
> where they differ, how the one called first stands to the other:
> first called                    second called                  guaranteed  predicted  measured
> #3 process (compute, line 49)   #15 h2d 8 MiB (copy, line 46)  none        before     before
> #8 process (compute, line 49)   #20 h2d 8 MiB (copy, line 46)  none        before     before
> #13 process (compute, line 49)  #25 h2d 8 MiB (copy, line 46)  none        before     before
> #18 process (compute, line 49)  #30 h2d 8 MiB (copy, line 46)  none        before     before
> #23 process (compute, line 49)  #35 h2d 8 MiB (copy, line 46)  none        before     before
> #23 process (compute, line 49)  #40 h2d 8 MiB (copy, line 46)  none        before     before
> #28 process (compute, line 49)  #45 h2d 8 MiB (copy, line 46)  none        before     before
> #33 process (compute, line 49)  #35 h2d 8 MiB (copy, line 46)  none        after      after
> #38 process (compute, line 49)  #40 h2d 8 MiB (copy, line 46)  none        after      after
> #33 process (compute, line 49)  #50 h2d 8 MiB (copy, line 46)  none        before     before
> #43 process (compute, line 49)  #45 h2d 8 MiB (copy, line 46)  none        after      after
> #38 process (compute, line 49)  #55 h2d 8 MiB (copy, line 46)  none        before     before
> #48 process (compute, line 49)  #50 h2d 8 MiB (copy, line 46)  none        after      after
> #53 process (compute, line 49)  #55 h2d 8 MiB (copy, line 46)  none        after      after
> 14 pairs have an order that nothing guarantees: another run or device may have another
What --against takes:
$ nullstream check --gpu h200 lessons/legacy-fence/fence.cu --against traces/h200/legacy-fence.json
2> nullstream: error: --against says what was measured: it goes with --orders
2>   hint: `nullstream validate --against` compares times
! 2
$ nullstream check --gpu h200 --orders lessons/legacy-fence/fence.cu --against tests/scenarios/calls.cu -q
2> tests/scenarios/calls.cu: error: this is not a measured timeline
2>   hint: `nullstream measure` makes one
! 2
The same for programs:
$ nullstream check --gpu h200 --orders tests/validation/one-connection.cu --connections 1 --against traces/h200/one-connection.json --format json | head -c 900
> {"format": "nullstream-check", "version": 1, "scenario": "tests/validation/one-connection.cu", "certain": 0, "possible": 0, "operations": 12, "accesses": 0, "hazards": [], "orders": {"near_pairs": 9, "guaranteed": 0, "broken": 0, "missed": 0, "chance": 6, "pairs": [{"class": "chance", "first": {"id": 1, "name": "step", "stream": 1, "file": "tests/validation/one-connection.cu", "line": 22}, "second": {"id": 3, "name": "step", "stream": 2, "file": "tests/validation/one-connection.cu", "line": 22}, "predicted": "before", "measured": "before"}, {"class": "chance", "first": {"id": 2, "name": "step", "stream": 1, "file": "tests/validation/one-connection.cu", "line": 22}, "second": {"id": 4, "name": "step", "stream": 2, "file": "tests/validation/one-connection.cu", "line": 22}, "predicted": "before", "measured": "before"}, {"class": "chance", "first": {"id": 4, "name": "step", "stream": 2, "fil
