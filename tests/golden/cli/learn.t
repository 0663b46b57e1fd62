The lessons without a screen. The list; with -q for completions.
$ nullstream learn | tail -2
> 
> nullstream learn NAME begins a lesson; --text shows it as text, --watch grades its exercise as you write.
$ nullstream learn -q
> queue
> engines
> two-streams
> pinned
> pipeline
> legacy-fence
> ways-out
> events
$ mkdir -p $TMP/state/nullstream; printf '[lesson queue]\npage = 2\n[lesson engines]\npage = 5\nexercise = passed\n' >$TMP/state/nullstream/progress; nullstream learn --text | sed -n 's/.*(/(/p'
> (page 2)
> (exercise passed)
$ printf '[lesson queue]\npages = 2\n' >$TMP/state/nullstream/progress; nullstream learn --text
2> TMP/state/nullstream/progress:2:1: error: `pages` is not understood here
2>   hint: this file says how far you are; delete it to begin anew
! 2
$ rm -r $TMP/state

A lesson as text. A question hides what follows it.
$ nullstream learn lessons/skeleton --text --width 80
> [1/3]
> 
> TODO: the first page
> ====================
> 
> shown.cu
>    1  // TODO: what this program shows, in a line.
>    2  #include "nullstream.cuh"
>    3
>    4  __global__ void first() { spin_us(100); }
>    5  __global__ void second() { spin_us(100); }
>    6
>    7  int main() {
>    8      cudaStream_t a, b;
>    9      cudaStreamCreate(&a);
>   10      cudaStreamCreate(&b);
>   11      first<<<20, 256, 0, a>>>();
>   12      second<<<20, 256, 0, b>>>();
>   13      cudaDeviceSynchronize();
>   14      return 0;
>   15  }
> 
> TODO: Say what the program does. Numbers are never written but asked for: each
> kernel takes 100 us.
> 
> Question
>   TODO: Two kernels of 100 us are launched into two streams. How long does the
>   run take?
>   (A time, such as 450us or 1.5ms.)
> (--answers shows the answer and what follows)
> 
> [2/3]
> 
> TODO: the second page
> =====================
> 
> Before the first call:
> 
> TODO: Nothing was called yet. Press space to make the first launch.
> 
> At 5.39 us, line 11 of shown.cu:
>   host: in second<<<20, 256, 0, b>>>
>   first in stream a: soon (latency)
>   second in stream b: is being put into its queue
> 
> TODO: The call has returned; the kernel has not begun.
> 
> At 11.7 us, line 12 of shown.cu:
>   host: in cudaDeviceSynchronize, waits for first: device-synchronize
>   first in stream a: runs
>   second in stream b: runs
> 
> TODO: Now both run.
> 
> At 115 us:
>   host: done, after cudaDeviceSynchronize
> 
> TODO: The last step is the end of the run.
> 
> [3/3]
> 
> TODO: your turn
> ===============
> 
> Exercise
>   TODO: The two kernels take turns. Let them run at the same time; what comes
>   out must stay the same.
> 
> What must hold
>   - it takes at most 1.05 times as long as the solution
>   - no hazard: nothing is used before it is ready
>   - the work is that of the starting point, and the result that of the solution
> 
> `nullstream learn lessons/skeleton --watch` puts it into
> ./nullstream-lessons/skeleton and grades it whenever it is saved; `--grade FILE`
> grades a file once. The starting point:
> 
> start.cu
>    1  // TODO: Two kernels take turns in one stream. Let them run at the same time.
>    2  #include "nullstream.cuh"
>    3
>    4  #define N (1 << 16)
>    5
>    6  // The times come from the lesson, and so does what the kernels read and write.
>    7  #pragma nullstream kernel(first) time(100us)
>    8  __global__ void first(float *x) {
>    9      int i = blockIdx.x * blockDim.x + threadIdx.x;
>   10      if (i < N) x[i] = x[i] + 1.0f;
>   11  }
>   12  #pragma nullstream kernel(second) time(100us)
>   13  __global__ void second(float *y) {
>   14      int i = blockIdx.x * blockDim.x + threadIdx.x;
>   15      if (i < N) y[i] = y[i] * 2.0f;
>   16  }
>   17
>   18  int main() {
>   19      float *x, *y, *hx, *hy;
>   20      cudaMalloc(&x, N * sizeof(float));
>   21      cudaMalloc(&y, N * sizeof(float));
>   22      cudaMallocHost(&hx, N * sizeof(float));
>   23      cudaMallocHost(&hy, N * sizeof(float));
>   24      cudaStream_t a, b;
>   25      cudaStreamCreate(&a);
>   26      cudaStreamCreate(&b);
>   27
>   28      cudaMemcpyAsync(x, hx, N * sizeof(float), cudaMemcpyHostToDevice, a);
>   29      cudaMemcpyAsync(y, hy, N * sizeof(float), cudaMemcpyHostToDevice, a);
>   30      first<<<N / 256, 256, 0, a>>>(x);
>   31      second<<<N / 256, 256, 0, a>>>(y);
>   32      cudaMemcpyAsync(hx, x, N * sizeof(float), cudaMemcpyDeviceToHost, a);
>   33      cudaMemcpyAsync(hy, y, N * sizeof(float), cudaMemcpyDeviceToHost, a);
>   34      cudaDeviceSynchronize();
>   35  #pragma nullstream result(hx, N * sizeof(float))
>   36  #pragma nullstream result(hy, N * sizeof(float))
>   37      return 0;
>   38  }
With the answers.
$ nullstream learn lessons/skeleton --answers --width 80 --ascii | sed -n '/^Question/,/^a real/p; /^Hint/,$p'
> Question
>   TODO: Two kernels of 100 us are launched into two streams. How long does the
>   run take?
>   (A time, such as 450us or 1.5ms.)
> Answer: 115 us
>   TODO: They run at the same time: nothing orders them.
> a simple rule  200 us      wrong  (one after the other)
> nullstream     115 us      predicted
> a real H200    not recorded
> Question
>   TODO: When does `second` start?
>     after:
>       when `first` is done
>     beside:
>       while `first` runs
>   (The name of a choice.)
> Answer: beside
>   TODO: Yes: it is in another stream.
> nullstream     beside      predicted
> a real H200    not recorded
> Hint 1
>   TODO: Which stream is each kernel in?
> 
> Hint 2
>   TODO: Launch `second` into a stream of its own, and wait for both.
> 
> A solution
> 
> solution.cu
>    1  // TODO: one stream each.
>    2  #include "nullstream.cuh"
>    3
>    4  #define N (1 << 16)
>    5
>    6  // The times come from the lesson, and so does what the kernels read and write.
>    7  #pragma nullstream kernel(first) time(100us)
>    8  __global__ void first(float *x) {
>    9      int i = blockIdx.x * blockDim.x + threadIdx.x;
>   10      if (i < N) x[i] = x[i] + 1.0f;
>   11  }
>   12  #pragma nullstream kernel(second) time(100us)
>   13  __global__ void second(float *y) {
>   14      int i = blockIdx.x * blockDim.x + threadIdx.x;
>   15      if (i < N) y[i] = y[i] * 2.0f;
>   16  }
>   17
>   18  int main() {
>   19      float *x, *y, *hx, *hy;
>   20      cudaMalloc(&x, N * sizeof(float));
>   21      cudaMalloc(&y, N * sizeof(float));
>   22      cudaMallocHost(&hx, N * sizeof(float));
>   23      cudaMallocHost(&hy, N * sizeof(float));
>   24      cudaStream_t a, b;
>   25      cudaStreamCreate(&a);
>   26      cudaStreamCreate(&b);
>   27
>   28      cudaMemcpyAsync(x, hx, N * sizeof(float), cudaMemcpyHostToDevice, a);
>   29      cudaMemcpyAsync(y, hy, N * sizeof(float), cudaMemcpyHostToDevice, b);
>   30      first<<<N / 256, 256, 0, a>>>(x);
>   31      second<<<N / 256, 256, 0, b>>>(y);
>   32      cudaMemcpyAsync(hx, x, N * sizeof(float), cudaMemcpyDeviceToHost, a);
>   33      cudaMemcpyAsync(hy, y, N * sizeof(float), cudaMemcpyDeviceToHost, b);
>   34      cudaDeviceSynchronize();
>   35  #pragma nullstream result(hx, N * sizeof(float))
>   36  #pragma nullstream result(hy, N * sizeof(float))
>   37      return 0;
>   38  }
Somebody answers: one is no answer, one is wrong, one is right.
$ printf '300\n300us\nbeside\n' | nullstream learn lessons/skeleton --text --width 80 | sed -n '/^> /,/^a real/p; /^The questions/,$p'
> > `300` is no time: a number and a unit, such as `450us` or `1.5ms`
> > Not quite.
>   TODO: They are in different streams, so nothing makes one wait for the other.
> you            300 us      wrong
> a simple rule  200 us      wrong  (one after the other)
> nullstream     115 us      predicted
> a real H200    not recorded
> > Right.
>   TODO: Yes: it is in another stream.
> you            beside      right
> nullstream     beside      predicted
> a real H200    not recorded
> The questions
> you            right 1 of 2
> a simple rule  right 0 of 2
> nullstream     right 2 of 2
A lesson may be called by its number in the list.
$ nullstream learn 6 --text </dev/null | sed -n 3p
> The default stream is a fence
$ nullstream learn 9 --text
2> nullstream: error: there is no lesson `9`
2>   hint: `nullstream learn --text` lists them; a folder is named with a slash, as in ./9
! 2
A chart that answers a question of its page comes after it, and not at all where nobody answers.
$ printf 'k1 k2 k3\n' | XDG_STATE_HOME=$TMP/other nullstream learn ./tests/learn/small --text | sed -n '/In which/p; /^a real/p; /, predicted:/p; 2,/^.2/{/^The run takes/p}'
>   In which order do the three kernels start?
> a real H200    k1 k2 k3    measured
> fence.cu, predicted: 915 us
> The run takes 915 us.
$ nullstream learn ./tests/learn/small --text </dev/null | grep -c ', predicted:'
> 0
! 1
A recording says who was closest.
$ printf '300us\n' | nullstream learn legacy-fence --text | sed -n '/^you/,/^a real/p'
> you            300 us      -67.4 %
> a simple rule  300 us      -67.4 %  (three independent kernels: the longest of them)
> nullstream     915 us      -0.53 %, closest
> a real H200    920 us      measured
> you            right 0 of 1, closest 0 of 1
> a simple rule  right 0 of 1, closest 0 of 1
> nullstream     right 1 of 1, closest 1 of 1

Every lesson of the list, and the beginning of a new one, is as it should be.
$ for l in $(nullstream learn -q); do nullstream learn --lint lessons/$l >$TMP/lint && grep '^0 faults, 0 notes' -o $TMP/lint || cat $TMP/lint; done
> 0 faults, 0 notes
> 0 faults, 0 notes
> 0 faults, 0 notes
> 0 faults, 0 notes
> 0 faults, 0 notes
> 0 faults, 0 notes
> 0 faults, 0 notes
> 0 faults, 0 notes
$ nullstream learn --new $TMP/mine; nullstream learn --lint $TMP/mine; diff -r $TMP/mine lessons/skeleton
> TMP/mine holds a lesson that passes its lint; the word TODO says what to replace.
>   nullstream learn --lint TMP/mine
>   nullstream learn TMP/mine --text
> TMP/mine/lesson.ini:11: note: what a real GPU answers to `long` was not recorded
> TMP/mine/lesson.ini:23: note: what a real GPU answers to `beside` was not recorded
> 0 faults, 2 notes: 4 numbers, 2 questions, 2 requirements, 3 wrong edits, 0 recordings
$ nullstream learn --new $TMP/mine
2> nullstream: error: TMP/mine is there already
! 2

What lint finds: a literal time, a solution that does not pass, a recording of another program.
$ cp -r lessons/skeleton $TMP/bad; sed -i 's/^TODO: Say/Takes 100 us. Say/; s/first.time/frist.time/' $TMP/bad/text.md; cp $TMP/bad/start.cu $TMP/bad/solution.cu; rm $TMP/bad/wrong/no-wait.cu; cp $TMP/bad/start.cu $TMP/bad/wrong/spare.cu; sed -i 's/beside = second.start </beside = second.start >/' $TMP/bad/lesson.ini; mkdir $TMP/bad/recorded; cp traces/h200/legacy-fence.json $TMP/bad/recorded/shown.json; cp traces/h200/legacy-fence.json $TMP/bad/recorded/other.json; nullstream learn --lint $TMP/bad
> TMP/bad/text.md:6:19: error: the run of shown.cu has no `frist`
>     {predict shown.cu frist.time}.
>                       ^
>   hint: did you mean `first`?
> TMP/bad/text.md:5:7: error: a time stands here as a number: 100 us
>     Takes 100 us. Say what the program does. Numbers are never written but asked for: each kernel takes
>           ^
>   hint: ask for it from a run, as in `{predict fence.cu wall}`; what somebody else states is `{quote ...}`
> TMP/bad/lesson.ini:11: note: what a real GPU answers to `long` was not recorded
> TMP/bad/lesson.ini:23: error: of the choices of `beside` exactly one must be right
> TMP/bad/lesson.ini:23: note: what a real GPU answers to `beside` was not recorded
> TMP/bad/lesson.ini:36: error: start.cu passes the exercise, and must not
> TMP/bad/wrong/no-wait.cu: error: cannot open: No such file or directory
> TMP/bad/wrong/spare.cu: error: lesson.ini has no [wrong NAME] for this edit
> TMP/bad/recorded/other.json: error: this recording is of nothing that the lesson runs
> TMP/bad/recorded/shown.json: error: this recording is of another program than shown.cu is now: record it again
> 8 faults, 2 notes: 4 numbers, 2 questions, 2 requirements, 3 wrong edits, 2 recordings
! 1

A question about a run that the reader has stepped through, or whose chart stood on a page before; a
chart on the page of the question is hidden, and a chart of what the program prints tells nothing.
$ cp -r lessons/skeleton $TMP/seen; sed -i '/^@ask beside/d; s/^TODO: The last step.*/@ask beside/' $TMP/seen/text.md; nullstream learn --lint $TMP/seen | grep -v note
> TMP/seen/text.md:29:1: error: `beside` asks about a run whose chart the reader has seen: line 11 shows it
$ sed -i '/^@step/d; /^@show/d; s/^@code shown.cu/&\n@show shown.cu/' $TMP/seen/text.md; nullstream learn --lint $TMP/seen | grep -v note
> TMP/seen/text.md:25:1: error: `beside` asks about a run whose chart the reader has seen: line 4 shows it
$ sed -i 's/^@show shown.cu/& output/' $TMP/seen/text.md; nullstream learn --lint $TMP/seen | grep -v note
! 1

A kernel of an exercise that does not say what it touches: its races would cost no points.
$ cp -r lessons/skeleton $TMP/mute; sed -i 's/y\[i\] = y\[i\]/y[(int)x[i]] = y[i]/; s/float \*y) {/float *y, float *x) {/; s/>>>(y)/>>>(y, x)/' $TMP/mute/start.cu; nullstream learn --lint $TMP/mute | grep -v note
> TMP/mute/lesson.ini:36: error: kernel `second` of start.cu does not say what it touches, so its races cost no points: give it `reads` and `writes`

Grades: the solution, the starting point, a file with a fault.
$ nullstream learn lessons/skeleton --grade lessons/skeleton/solution.cu
> TODO: what the learner knows afterwards, in a few words, on h200: 137 us; the solution takes 137 us, the starting point 245 us
>   yes  1 of 1  frozen: what comes from the lesson is as it was
>   yes  1 of 1  same_work: as many bytes are copied, kernels launched, and cost as much, as in the start
>   yes  1 of 1  same_result: the result comes from the same inputs through the same kernels as in the solution
>   yes  2 of 2  time: it takes at most 1.05 times as long as the solution
>   yes  1 of 1  hazards: no hazard: nothing is used before it is ready
> 6 of 6 points: passed
$ nullstream learn lessons/skeleton --grade lessons/skeleton/start.cu --width 80
> TODO: what the learner knows afterwards, in a few words, on h200: 245 us; the solution takes 137 us, the starting point 245 us
>   yes  1 of 1  frozen: what comes from the lesson is as it was
>   yes  1 of 1  same_work: as many bytes are copied, kernels launched, and cost as much, as in the start
>   yes  1 of 1  same_result: the result comes from the same inputs through the same kernels as in the solution
>   no   0 of 2  time: it takes at most 1.05 times as long as the solution
>                TODO: It takes 245 us, the solution 137 us.
>                245 us; the solution takes 137 us
>   yes  1 of 1  hazards: no hazard: nothing is used before it is ready
> 4 of 6 points: not passed
! 1
$ nullstream learn lessons/skeleton --grade lessons/skeleton/wrong/no-wait.cu --format json
> {"format": "nullstream-grade", "version": 1,
>  "lesson": "skeleton", "lesson_sha256": "e34042c0f7ee58fd3515ec85c729971ce733fdfc8de18b420e312f07ce01fe88", "gpu": "h200",
>  "file": "lessons/skeleton/wrong/no-wait.cu", "passed": false, "points": 5, "most_points": 6,
>  "time_us": 130.356, "solution_us": 137.084, "start_us": 244.748,
>  "requirements": [
>   {"name": "frozen", "check": "what comes from the lesson is as it was", "passed": true, "points": 1, "most_points": 1},
>   {"name": "same_work", "check": "as many bytes are copied, kernels launched, and cost as much, as in the start", "passed": true, "points": 1, "most_points": 1},
>   {"name": "same_result", "check": "the result comes from the same inputs through the same kernels as in the solution", "passed": true, "points": 1, "most_points": 1},
>   {"name": "time", "check": "time <= 1.05 * solution", "passed": true, "points": 2, "most_points": 2},
>   {"name": "hazards", "check": "hazards = none", "passed": false, "points": 0, "most_points": 1, "says": "TODO: Something is used before it is ready.", "found": "line 33: the process may end before d2h copy of 256 KiB (stream b), which writes `hy`, is done: nobody waits for it"}]}
! 1
$ sed 's/100us/50us/' lessons/skeleton/solution.cu >$TMP/cheaper.cu; nullstream learn lessons/skeleton --grade $TMP/cheaper.cu
> TODO: what the learner knows afterwards, in a few words, on h200: 87.1 us; the solution takes 137 us, the starting point 245 us
>   no   0 of 1  frozen: what comes from the lesson is as it was
>                A line that comes from the lesson was changed.
>                line 7: `#pragma nullstream kernel(first) time(50us)` comes from the lesson, where it
>                is `#pragma nullstream kernel(first) time(100us)`
>   no   0 of 1  same_work: as many bytes are copied, kernels launched, and cost as much, as in the start
>                It does not do the work of the starting program.
>                kernel `first` does 50.0 % of the work that it does in the starting program
>   yes  1 of 1  same_result: the result comes from the same inputs through the same kernels as in the solution
>   yes  2 of 2  time: it takes at most 1.05 times as long as the solution
>   yes  1 of 1  hazards: no hazard: nothing is used before it is ready
> 4 of 6 points: not passed
! 1
$ sed '$d' lessons/skeleton/start.cu >$TMP/fault.cu; nullstream learn lessons/skeleton --grade $TMP/fault.cu 2>/dev/null
> TODO: what the learner knows afterwards, in a few words, on h200: not a program that runs; the solution takes 137 us, the starting point 245 us
> 0 of 6 points: not passed
! 2
$ echo 'int main() { return 0 }' >$TMP/fault.cu; nullstream learn lessons/skeleton --grade $TMP/fault.cu --format json | head -5
> {"format": "nullstream-grade", "version": 1,
>  "lesson": "skeleton", "lesson_sha256": "e34042c0f7ee58fd3515ec85c729971ce733fdfc8de18b420e312f07ce01fe88", "gpu": "h200",
>  "file": "TMP/fault.cu", "passed": false, "points": 0, "most_points": 6,
>  "solution_us": 137.084, "start_us": 244.748,
>  "error": {"file": "TMP/fault.cu", "line": 1, "column": 23, "message": "a ; after return expected, but here is '}'"},
2> TMP/fault.cu:1:23: error: a ; after return expected, but here is '}'
2>     int main() { return 0 }
2>                           ^
$ nullstream learn lessons/skeleton --grade $TMP/fault.cu
> TODO: what the learner knows afterwards, in a few words, on h200: not a program that runs; the solution takes 137 us, the starting point 245 us
> 0 of 6 points: not passed
2> TMP/fault.cu:1:23: error: a ; after return expected, but here is '}'
2>     int main() { return 0 }
2>                           ^
! 2
$ nullstream learn lessons/skeleton --grade $TMP/none.cu
> TODO: what the learner knows afterwards, in a few words, on h200: not a program that runs; the solution takes 137 us, the starting point 245 us
> 0 of 6 points: not passed
2> TMP/none.cu: error: cannot open: No such file or directory
! 2

An exercise that is graded whenever it is saved: under another name, then half written, then in place.
$ w=$TMP/work/skeleton; graded() { until [ "$(grep -c 'points:\|error:' $TMP/out)" -ge $1 ]; do sleep 0.1; done; }; nullstream learn lessons/skeleton --watch --dir $TMP/work >$TMP/out & graded 1 2>/dev/null; cp lessons/skeleton/wrong/less-work.cu $w/new.cu; mv $w/new.cu $w/skeleton.cu; graded 2; echo 'int main() {' >$w/skeleton.cu; graded 3; cat lessons/skeleton/solution.cu >$w/skeleton.cu; wait; cat $TMP/out; ls $w; cat $TMP/state/nullstream/progress
> Edit TMP/work/skeleton/skeleton.cu; it is graded whenever it is saved, until it passes. Ctrl-C ends.
> TODO: what the learner knows afterwards, in a few words, on h200: 245 us; the solution takes 137 us, the starting point 245 us
>   yes  1 of 1  frozen: what comes from the lesson is as it was
>   yes  1 of 1  same_work: as many bytes are copied, kernels launched, and cost as much, as in the start
>   yes  1 of 1  same_result: the result comes from the same inputs through the same kernels as in the solution
>   no   0 of 2  time: it takes at most 1.05 times as long as the solution
>                TODO: It takes 245 us, the solution 137 us.
>                245 us; the solution takes 137 us
>   yes  1 of 1  hazards: no hazard: nothing is used before it is ready
> 4 of 6 points: not passed
> TODO: what the learner knows afterwards, in a few words, on h200: 130 us; the solution takes 137 us, the starting point 245 us
>   yes  1 of 1  frozen: what comes from the lesson is as it was
>   no   0 of 1  same_work: as many bytes are copied, kernels launched, and cost as much, as in the start
>                It does not do the work of the starting program.
>                kernel `second` is never launched
>   no   0 of 1  same_result: the result comes from the same inputs through the same kernels as in the solution
>                It computes something else than the solution.
>                hy[0..256 KiB) would hold the initial contents of hy[0..256 KiB), expected the result
>                of second (solution.cu:31)
>   yes  2 of 2  time: it takes at most 1.05 times as long as the solution
>   yes  1 of 1  hazards: no hazard: nothing is used before it is ready
> 4 of 6 points: not passed
> TMP/work/skeleton/skeleton.cu:1:12: error: this { is never closed
>     int main() {
>                ^
> TODO: what the learner knows afterwards, in a few words, on h200: 137 us; the solution takes 137 us, the starting point 245 us
>   yes  1 of 1  frozen: what comes from the lesson is as it was
>   yes  1 of 1  same_work: as many bytes are copied, kernels launched, and cost as much, as in the start
>   yes  1 of 1  same_result: the result comes from the same inputs through the same kernels as in the solution
>   yes  2 of 2  time: it takes at most 1.05 times as long as the solution
>   yes  1 of 1  hazards: no hazard: nothing is used before it is ready
> 6 of 6 points: passed
> TODO: One stream each is all it takes.
> nullstream.cuh
> skeleton.cu
> [lesson skeleton]
> page = 3
> exercise = passed
> hints = 0
> answer long = 300us
> answer beside = beside
> 
> [lesson legacy-fence]
> page = 6
> exercise = new
> hints = 0
> answer long = 300us

What is asked wrongly.
$ nullstream learn legacy-fense
2> nullstream: error: there is no lesson `legacy-fense`
2>   hint: did you mean `legacy-fence`?
! 2
$ nullstream learn zzz
2> nullstream: error: there is no lesson `zzz`
2>   hint: `nullstream learn --text` lists them; a folder is named with a slash, as in ./zzz
! 2
$ nullstream learn capstone
2> nullstream: error: the lesson `capstone` is still to be written
2>   hint: `nullstream learn --text` lists those that are there
! 2
$ nullstream learn ./nowhere
2> ./nowhere/lesson.ini: error: cannot open: No such file or directory
! 2
$ nullstream learn --grade x.cu
2> nullstream: error: which lesson?
2>   hint: nullstream learn LESSON --grade FILE
! 2
$ nullstream learn queue --lint lessons/queue
2> nullstream: error: --new and --lint take a folder and no lesson
! 2
$ nullstream learn queue --watch --grade x.cu
2> nullstream: error: --text, --watch, --grade, --new and --lint are one of them at a time
! 2
$ printf '[lesson]\ntitel = x\n' >$TMP/mine/lesson.ini; nullstream learn $TMP/mine --text
2> TMP/mine/lesson.ini:2:1: error: `titel` is no key of [lesson]
2>   hint: did you mean `title`?
! 2
$ printf 'a\0b' >$TMP/mine/lesson.ini; nullstream learn --lint $TMP/mine
> TMP/mine/lesson.ini: error: this is a binary file, not a text
> 1 fault, 0 notes: 0 numbers, 0 questions, 0 requirements, 0 wrong edits, 0 recordings
! 1
$ rm $TMP/mine/lesson.ini; nullstream learn --lint $TMP/mine
> TMP/mine/lesson.ini: error: cannot open: No such file or directory
> 1 fault, 0 notes: 0 numbers, 0 questions, 0 requirements, 0 wrong edits, 0 recordings
! 1
