What programs print: the lines of the first two come from an H200 with CUDA 13.0 as well.
$ nullstream predict --gpu h200 tests/scenarios/refusals.cu 2>/dev/null | sed '/^predicted for/,$d'
> bounds cudaErrorInvalidValue
> 2048 cudaErrorInvalidValue
> grid.y cudaErrorInvalidValue
> 64K cudaErrorInvalidValue
> 0 cudaErrorInvalidValue
> z65 cudaErrorInvalidValue
> main cudaErrorInvalidResourceHandle
> legacy cudaSuccess
> flags cudaErrorInvalidValue
> eflags cudaErrorInvalidValue
> elapsed cudaErrorInvalidResourceHandle
> query cudaSuccess
> null cudaErrorInvalidResourceHandle
> nullquery cudaErrorInvalidResourceHandle
> nullcreate cudaErrorInvalidValue
> nulldestroy cudaErrorInvalidResourceHandle
> nulledestroy cudaErrorInvalidResourceHandle
> 0 malloc cudaSuccess
> 1
> 0 host cudaSuccess
> 1
> attr cudaErrorInvalidValue
> prio cudaSuccess
> -5
> prio cudaSuccess
> 0
> hostfree null cudaSuccess
> hostfree stack cudaErrorInvalidValue
> register cudaErrorInvalidValue
> unregister cudaErrorHostMemoryNotRegistered
> memset big cudaErrorInvalidValue
> last cudaErrorInvalidValue
> copy big cudaErrorInvalidValue
> copy 0 cudaSuccess
> copy wrong way cudaErrorInvalidValue
> copy default cudaSuccess
> free cudaSuccess
> free twice cudaErrorInvalidValue
> 2d cudaErrorInvalidValue
> last cudaErrorInvalidValue
> last cudaErrorInvalidValue
> last cudaSuccess
$ nullstream predict --gpu h200 tests/scenarios/launches.cu 2>/dev/null | sed '/^predicted for/,$d'
> cudaErrorInvalidValue
> 1 64
> 8 264 1024 128
> invalid argument
> cudaErrorInvalidValue
> cudaSuccess

Host clocks run in virtual time.
$ nullstream predict --gpu h200 tests/scenarios/host_time.cu | sed '/^predicted for/,$d'
> usleep 2.1 ms
> sleep_for 3.1 ms
> 3091 us
> work 500 us
> declared 250 us
> nanosleep 1073 us

Arguments, -D of a constant, the environment.
$ nullstream predict --gpu h200 --cost work=1us tests/scenarios/cmdline.cu | sed "/^predicted for/,\$d"
> 4 streams, 4096 KiB
> not set
> to stderr
$ nullstream predict --gpu h200 -D CHUNKS=2 --env CUDA_LAUNCH_BLOCKING=1 --cost work=1us tests/scenarios/cmdline.cu | sed "/^predicted for/,\$d"
> 2 streams, 2048 KiB
> 1
> to stderr
2> tests/scenarios/cmdline.cu:35:5: warning: main returned 1: the program's exit status
2>     int main(int argc, char **argv)
2>         ^
$ nullstream predict --gpu h200 --cost work=1us tests/scenarios/cmdline.cu -- -n 7 | sed "/^predicted for/,\$d"
> 7 streams, 7168 KiB
> not set
> to stderr
2> tests/scenarios/cmdline.cu:35:5: warning: main returned 1: the program's exit status
2>     int main(int argc, char **argv)
2>         ^

Names that our own headers use for something else, too.
$ printf '#include <string>\n#define size 2\n__global__ void k() {}\nint main() {\n    const int n = 4, value = 1;\n    printf("%%d %%d %%d\\n", n, size, value);\n    k<<<n, 32>>>();\n    cudaDeviceSynchronize();\n}\n' >$TMP/names.cu; nullstream predict --gpu h200 $TMP/names.cu -D n=7 -D size=3 -D value=9 --cost k=1us | head -1
> 7 3 9

What stream 0 is, nvcc can be told in two ways, and not in a third.
$ printf '#define CUDA_API_PER_THREAD_DEFAULT_STREAM\n#include <cuda_runtime.h>\n#include <thread>\n__global__ void k() {}\nvoid work() { k<<<1, 32>>>(); cudaStreamSynchronize(0); }\nint main() {\n    std::thread a(work), b(work);\n    a.join();\n    b.join();\n}\n' >$TMP/ptds.cu; nullstream predict --gpu h200 $TMP/ptds.cu --cost k=1ms | grep wall
> wall     2029 us, span 2002 us
2> TMP/ptds.cu:1:9: warning: this #define has no effect: nvcc includes cuda_runtime.h before it; compile with nvcc --default-stream per-thread, and give nullstream that, too
2>     #define CUDA_API_PER_THREAD_DEFAULT_STREAM
2>             ^
$ nullstream predict --gpu h200 $TMP/ptds.cu --cost k=1ms --default-stream per-thread | grep wall
> wall     1043 us, span 1015 us
$ sed -i 1d $TMP/ptds.cu; nullstream predict --gpu h200 $TMP/ptds.cu --cost k=1ms -D CUDA_API_PER_THREAD_DEFAULT_STREAM=1 | grep wall
> wall     1043 us, span 1015 us
$ nullstream predict --gpu h200 $TMP/ptds.cu --cost k=1ms -D CUDA_API_PER_THREAD_DEFAULT_STREAM | grep wall
> wall     1043 us, span 1015 us

What OpenMP would let several threads do is said to be done by one.
$ printf '__global__ void k() {}\nint main() {\n#pragma omp simd\n    for (int i = 0; i < 2; i++)\n        ;\n#pragma omp parallel for num_threads(2)\n    for (int i = 0; i < 2; i++)\n        k<<<1, 32>>>();\n    cudaDeviceSynchronize();\n}\n' >$TMP/omp.cu; nullstream predict --gpu h200 $TMP/omp.cu --cost k=1ms | grep wall
> wall     2012 us, span 2002 us
2> TMP/omp.cu:6:9: warning: OpenMP is not simulated: one thread does all of this, as where nvcc compiles it without -Xcompiler -fopenmp; std::thread has several
2>     #pragma omp parallel for num_threads(2)
2>             ^

A text that is no number: std::stoi and the like end the program, atoi gives 0.
$ printf '#include <cstdio>\n#include <cstdlib>\n#include <string>\nint main(int argc, char **argv) {\n    std::string text = argc > 2 ? argv[2] : "12 abc", how = argc > 1 ? argv[1] : "";\n    size_t end = 0;\n    printf("%%d\\n", std::atoi(text.c_str()));\n    if (how == "real")\n        printf("%%g\\n", std::stof(text, &end));\n    else if (how == "unsigned")\n        printf("%%lu\\n", std::stoul(text, &end));\n    else\n        printf("%%d\\n", std::stoi(text, &end, 16));\n    printf("%%zu\\n", end);\n}\n' >$TMP/number.cu; nullstream predict --gpu h200 $TMP/number.cu | head -3
> 12
> 18
> 2
$ nullstream predict --gpu h200 $TMP/number.cu -- unsigned abc
> 0
2> TMP/number.cu:11:30: error: std::stoul("abc") throws std::invalid_argument, which ends the program: the text does not begin with a number
2>             printf("%lu\n", std::stoul(text, &end));
2>                                  ^
2>   hint: atoi and atof give 0 for such a text
! 2
$ nullstream predict --gpu h200 $TMP/number.cu -- signed 80000000
> 80000000
2> TMP/number.cu:13:29: error: std::stoi("80000000") throws std::out_of_range, which ends the program: the text is a number beyond what the type holds
2>             printf("%d\n", std::stoi(text, &end, 16));
2>                                 ^
! 2
$ nullstream predict --gpu h200 $TMP/number.cu -- real .
> 0
2> TMP/number.cu:9:29: error: std::stof(".") throws std::invalid_argument, which ends the program: the text does not begin with a number
2>             printf("%g\n", std::stof(text, &end));
2>                                 ^
2>   hint: atoi and atof give 0 for such a text
! 2
$ nullstream predict --gpu h200 $TMP/number.cu -- real 1e-3ms | head -3
> 1
> 0.001
> 4

What a kernel computes is unknown, and --assume decides.
$ nullstream predict --gpu h200 --cost fill=1us tests/scenarios/unknown.cu | sed '/^predicted for/,$d'
> copied back: 7
> computed: ?
> ?
> sum ?
> end
2> tests/scenarios/unknown.cu:25:9: warning: the condition is unknown: neither arm is taken
2>             if (h[i] != i)
2>             ^
2> tests/scenarios/unknown.cu:27:32: warning: the condition is unknown, so is the result
2>         printf("%s\n", errors == 0 ? "ok" : "failed");
2>                                    ^
2> tests/scenarios/unknown.cu:28:5: warning: the condition is unknown: neither arm is taken
2>         if (h[0] != 0) {
2>         ^
$ nullstream predict --gpu h200 --cost fill=1us --assume 28=true tests/scenarios/unknown.cu | sed '/^predicted for/,$d'
> copied back: 7
> computed: ?
> ?
> wrong
2> tests/scenarios/unknown.cu:25:9: warning: the condition is unknown: neither arm is taken
2>             if (h[i] != i)
2>             ^
2> tests/scenarios/unknown.cu:27:32: warning: the condition is unknown, so is the result
2>         printf("%s\n", errors == 0 ? "ok" : "failed");
2>                                    ^
2> tests/scenarios/unknown.cu:9:5: warning: main returned 1: the program's exit status
2>     int main()
2>         ^
$ nullstream predict --gpu h200 --cost fill=1us --assume 2=true tests/scenarios/unknown.cu
2> nullstream: error: --assume 2=true: there is no condition in line 2
2>   hint: a warning names the line of each condition that is unknown
! 2

So is how long what is filled by that is, and what algorithms make of it; as a size it is an error.
$ nullstream predict --gpu h200 tests/scenarios/unknown_sizes.cu | sed '/^predicted for/,$d'
> vectors ? ? ? ? ? ?, 1 0
> words ? a, cut ? ?
> map ? 2, table ?, set ? ?, list ?, deque ?, found ?
> ? ?, x? ?, ? ?
> ? x? ?
> stats ? ? ?
> still ? ?
> known again 1 1 3 known, 0 0
> ? ? ? ? ? ?
> ? ? ?
> ? ? ?
> ? ? 1 ?
> ? 2.000000
> ? ? ? ?
> ? kept
2> tests/scenarios/unknown_sizes.cu:59:5: warning: the condition is unknown: neither arm is taken
2>         if (h[0] > 0.5f) {
2>         ^
2> tests/scenarios/unknown_sizes.cu:77:5: warning: the condition is unknown: the loop ends
2>         for (int i = 0; h[i] > 0.5f; i++)
2>         ^
2> tests/scenarios/unknown_sizes.cu:87:5: warning: the condition is unknown: the loop ends
2>         for (auto &e : map)
2>         ^
2> tests/scenarios/unknown_sizes.cu:127:39: warning: the condition is unknown, so is the result
2>         const float &either = h[0] < 1.0f ? h[0] : h[1];
2>                                           ^
2> tests/scenarios/unknown_sizes.cu:33:18: warning: the condition is unknown, so is the result
2>         return b < a ? b : a;
2>                      ^
2> tests/scenarios/unknown_sizes.cu:142:9: warning: the condition is unknown: neither arm is taken
2>             if (h[i] > 0.5f)
2>             ^
2> tests/scenarios/unknown_sizes.cu:144:5: warning: the condition is unknown: neither arm is taken, and CUDA calls are skipped; --assume 144=true|false decides
2>         if (!keep.empty()) {
2>         ^
$ line=$(grep -n keep.empty tests/scenarios/unknown_sizes.cu | sed 's/:.*//'); nullstream predict --gpu h200 --assume $line=true tests/scenarios/unknown_sizes.cu 2>&1 | grep -A 2 error
> tests/scenarios/unknown_sizes.cu:148:9: error: cudaMemcpy: the size is unknown
>             cudaMemcpy(d, keep.data(), keep.size() * sizeof(float), cudaMemcpyHostToDevice);
>             ^
$ line=$(grep -n keep.empty tests/scenarios/unknown_sizes.cu | sed 's/:.*//'); nullstream predict --gpu h200 --assume $line=true -D TAKEN=700 tests/scenarios/unknown_sizes.cu 2>/dev/null | grep -e kept -e operations
> 700 kept
> busy     SM array         240 us, 93.1 % of the span, 0.30 % full, 2 operations
$ nullstream predict --gpu h200 --assume $(grep -n 'h.i. > 0.5f)' tests/scenarios/unknown_sizes.cu | sed 's/:.*//')=true tests/scenarios/unknown_sizes.cu 2>/dev/null | grep -e kept -e operations
> 1024 kept
> busy     SM array         240 us, 93.0 % of the span, 0.38 % full, 2 operations
$ printf '#include <vector>\n#include <cuda_runtime.h>\n__global__ void k(int *p) {}\nint main() {\n    int *d, h = 0;\n    cudaMalloc(&d, 4);\n    k<<<1, 1>>>(d);\n    cudaMemcpy(&h, d, 4, cudaMemcpyDefault);\n    std::vector<int> v{1};\n    if (h > 0)\n        v.push_back(h);\n    k<<<v.size(), 1>>>(d);\n}\n' >$TMP/grid.cu; nullstream predict --gpu h200 --cost k=1us $TMP/grid.cu
2> TMP/grid.cu:10:5: warning: the condition is unknown: neither arm is taken
2>         if (h > 0)
2>         ^
2> TMP/grid.cu:12:5: error: the grid is unknown: a kernel would have computed it
2>         k<<<v.size(), 1>>>(d);
2>         ^
2>   hint: what a kernel would have computed is not known here, nor what a skipped arm would have assigned: --assume 10=true|false decides that of line 10; a number can be given where it was read, between #ifdef __NULLSTREAM__ and #endif
! 2

What a wrapper of launches takes may be two packs.
$ nullstream predict --gpu h200 tests/scenarios/launch_wrapper.cu | sed '/^predicted for/,$d'
> 2 of 2
> 0 of 0
> 2 of 2
> scale
> none
> 2 of 2
$ printf '__global__ void k(int n) {}\ntemplate <class... P, class... A> void launch(void (*f)(P...), A... a) { f<<<1, 1>>>(a...); }\nint main() {\n    launch(k, 1, 2);\n}\n' >$TMP/packs.cu; nullstream predict --gpu h200 --cost k=1us $TMP/packs.cu
2> TMP/packs.cu:2:75: error: this function takes 1 argument, here are 2
2>     template <class... P, class... A> void launch(void (*f)(P...), A... a) { f<<<1, 1>>>(a...); }
2>                                                                               ^
! 2

New takes an address, or std::nothrow.
$ printf '#include <new>\nint main() {\n    int *p = new (1, 2) int[4];\n}\n' >$TMP/nothrow.cu; nullstream predict --gpu h200 $TMP/nothrow.cu
2> TMP/nothrow.cu:3:14: error: new with such arguments is not supported
2>         int *p = new (1, 2) int[4];
2>                  ^
2>   hint: use new without arguments, or with the address of a buffer
! 2
$ printf '#include <new>\nint main() {\n    char room[4];\n    long *p = new (room) long(3);\n}\n' >$TMP/room.cu; nullstream predict --gpu h200 $TMP/room.cu
2> TMP/room.cu:4:15: error: host write beyond its buffer: 4 bytes past the end of `room` (4 bytes, declared at line 3)
2>         long *p = new (room) long(3);
2>                   ^
! 2

The program of docs/scenarios.md.
$ sed -n '/^```c++/,/^```/p' docs/scenarios.md | sed '1d;$d' >$TMP/doc.cu; nullstream predict --gpu h200 $TMP/doc.cu --format table | sed -n '5,10p'; nullstream check --gpu h200 $TMP/doc.cu
> operation  stream   source     machine          call us  start us   end us  takes us  waited for
> scale      stream   doc.cu:38  SM array           0.000     7.700  407.700   400.000
> gather     stream   doc.cu:39  SM array           5.395   409.214  413.733     4.519  scale 398 us (stream)
> blink      default  doc.cu:40  SM array           9.321   307.580  357.591    50.011  scale 292 us (sm-full)
> d2h 4 MiB  stream   doc.cu:42  copy engine out   43.325   418.413  495.952    77.539  gather 368 us (stream)
> 
> no hazard in 4 operations and 6 accesses to memory

Classes, templates, threads.
$ nullstream predict --gpu h200 tests/scenarios/classes.cu | sed '/^predicted for/,$d'
> NVIDIA H200 SMs 132
> serial 0.331 ms
> streams 0.177 ms
> 3 done
$ nullstream predict -q --gpu h200 --width 60 tests/scenarios/classes.cu | grep '^thread'
> thread 1 lambda:155                          ╷─sle─st─
> thread 2 lambda:155                          ╷─sleep─────
> thread 3 lambda:155                           ─sleep────────
$ nullstream predict --gpu h200 tests/scenarios/classes.cu -- 1000000 | sed '/^predicted for/,$d'
> NVIDIA H200 SMs 132
> serial 0.331 ms
> streams 0.333 ms
> 3 done

The header may lie beside the scenario, as nvcc wants it.

$ cp lessons/nullstream.cuh $TMP && printf '#include "nullstream.cuh"\n__global__ void k() { spin_us(100); }\nint main() {\n    k<<<1, 32>>>();\n    host_work_us(20);\n    cudaDeviceSynchronize();\n}\n' >$TMP/beside.cu && nullstream predict $TMP/beside.cu --gpu h200 | tail -4
> wall     111 us, span 100 us
> busy     SM array         100 us, 100.0 % of the span, 0.02 % full, 1 operation
> overlap  0.00 of at most 0.00 (1 - time with work / sum of durations), 1 at once at most
> Bound by the SM array: there is one operation.

Sorting what is not known ends, in some order; the smallest of it is not known either.
$ printf '#include <algorithm>\n#include <cstdio>\n#include <vector>\nint main()\n{\n    float *d, h[8];\n    cudaMalloc(&d, 32);\n    cudaMemcpy(h, d, 32, cudaMemcpyDeviceToHost);\n    std::vector<float> v(h, h + 8);\n    std::sort(v.begin(), v.end());\n    printf("%%f, %%f at least\\n", v[3], *std::min_element(v.begin(), v.end()));\n}\n' >$TMP/sort.cu; nullstream predict --gpu h200 $TMP/sort.cu | sed -n 1p
> ?, ? at least

Layers behind an interface, made by a factory, with checks that throw.
$ nullstream predict --gpu h200 tests/scenarios/layers.cu | sed '/^predicted for/,$d'
> 3 layers, first fc1 (relu): timed
> outputs: 66176
> CUDA error 2: tests/scenarios/layers.cu:43: cudaMalloc(&p_, bytes()): out of memory
2> tests/scenarios/layers.cu:132:5: warning: main returned 1: the program's exit status
2>     int main(int argc, char **argv) {
2>         ^
$ nullstream predict --gpu h200 tests/scenarios/layers.cu -- --batch | sed '/^predicted for/,$d'
> missing value for --batch
2> tests/scenarios/layers.cu:132:5: warning: main returned 2: the program's exit status
2>     int main(int argc, char **argv) {
2>         ^

What a host pragma says is the function's own work: its CUDA calls come on top, which is said once. Three
kernels of 100 us, and 60 us of work before the second and the third (the first turn's is over at zero).
$ printf '#include <cuda_runtime.h>\n#pragma nullstream kernel(k) time(100us)\n__global__ void k() {}\n#pragma nullstream host(turn) time(50us)\nvoid turn() { k<<<1, 32>>>(); cudaDeviceSynchronize(); }\n#pragma nullstream host(plan) time(10us)\nvoid plan() {}\nint main() { for (int i = 0; i < 3; i++) { plan(); turn(); } }\n' >$TMP/turn.cu; nullstream predict --gpu h200 $TMP/turn.cu | grep ^wall
> wall     449 us, span 439 us
2> TMP/turn.cu:5:6: warning: the time that the pragma says is that of the work of `turn` itself; its CUDA calls, and what they wait for, come on top
2>     void turn() { k<<<1, 32>>>(); cudaDeviceSynchronize(); }
2>          ^

What a condition declares may be unknown: the loop ends, as one whose condition only reads would.
$ nullstream predict --gpu h200 tests/scenarios/until_empty.cu | grep ^wall
> wall     36.8 us, span 26.2 us
2> tests/scenarios/until_empty.cu:13:5: warning: the condition is unknown: the loop ends, and CUDA calls are skipped; --assume 13=true goes on until something else ends it
2>         while (int now = left) {
2>         ^

-D gives an enumerator a number as it does a constant; those behind it follow.
$ printf '#include <cstdio>\nenum { LANES = 4, ROWS, COLS = 2 * LANES };\nenum class mode { fast = 1, slow };\nint main() { int list[] = { LANES, 1 }; printf("%%d %%d %%d %%d %%d\\n", LANES, ROWS, COLS, (int)mode::slow, list[0]); }\n' >$TMP/lanes.cu; for d in LANES=3 ROWS=9 slow=7 LANES=1.5 ROW=2; do nullstream predict --gpu h200 -D $d $TMP/lanes.cu | head -1; done
> 3 4 6 2 3
> 4 9 8 2 4
> 4 5 8 7 4
2> TMP/lanes.cu:2:8: error: -D LANES: the value of an enumerator must be a whole number
2>     enum { LANES = 4, ROWS, COLS = 2 * LANES };
2>            ^
2> nullstream: error: -D ROW: no macro and no constant in TMP/lanes.cu is called so
2>   hint: its macros and constants are LANES, fast

A size that the device has computed is an error; the hint says where to give it one.
$ nullstream predict --gpu h200 tests/scenarios/counted.cu
2> tests/scenarios/counted.cu:16:5: error: the grid is unknown: a kernel would have computed it
2>         level<<<left, 32>>>(count);
2>         ^
2>   hint: what a kernel would have computed is not known here; give it a value where it was read, between #ifdef __NULLSTREAM__ and #endif, as in n = 500;
! 2
$ nullstream predict --gpu h200 -D SAID=1 tests/scenarios/counted.cu | grep ^wall
> wall     65.9 us, span 55.3 us

What main returns may be unknown without a condition that is.
$ printf '__global__ void k(int *p) { *p = 1; }\nint main()\n{\n    int *d, h;\n    cudaMalloc(&d, 4);\n    k<<<1, 1>>>(d);\n    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);\n    return h != 1;\n}\n' >$TMP/main.cu; nullstream check --gpu h200 --cost k=10us $TMP/main.cu
> no hazard in 2 operations and 4 accesses to memory
2> TMP/main.cu:2:5: warning: what main returns is unknown: the program's exit status is taken to be 0
2>     int main()
2>         ^

An enumerator that stands behind a directive is one, too.
$ printf '#include <cstdio>\nenum {\n#if 1\n    A = 4,\n#else\n    A = 5,\n#endif\n    B,\n#define C 1\n    D\n#if C\n};\n#endif\nint main() { printf("%%d %%d %%d\\n", A, B, D); }\n' >$TMP/enum.cu; for d in A=7 B=8 D=9; do nullstream predict -D $d $TMP/enum.cu | head -1; done
> 7 8 9
> 4 8 9
> 4 5 9

A loop that works, and looks each time whether to stop, takes no time as long as it is not endless.
$ printf '#include <atomic>\n#include <thread>\n__global__ void k(int) {}\nstd::atomic<bool> stop(false);\nstatic int v[200000];\nint main()\n{\n    std::thread t([] {\n        k<<<1, 32>>>(1);\n        cudaDeviceSynchronize();\n    });\n    for (int i = 0; i < 200000; i++) {\n        if (stop.load())\n            break;\n        v[i] = i;\n    }\n    k<<<1, 32>>>(2);\n    cudaDeviceSynchronize();\n    t.join();\n}\n' >$TMP/looks.cu; nullstream predict --gpu h200 --cost k=50us $TMP/looks.cu | grep ^wall
> wall     112 us, span 102 us

Loops of the host take no time, which is said where they would have taken some between two pieces of work; not
where their time stands beside them, nor of set-up.
$ nullstream predict tests/scenarios/untimed.cu | grep ^wall
> wall     379 us, span 372 us
2> tests/scenarios/untimed.cu:24:9: warning: the host's loops made 1048577 turns before this call: they take no time here, 0.3 to 3 ns a turn or more where they are run; host_work_us(), or a pragma for their function, says how long
2>             cudaMemcpyAsync(device, host, N * sizeof(float), cudaMemcpyHostToDevice);
2>             ^
$ nullstream predict -D SAID=1 tests/scenarios/untimed.cu | grep ^wall
> wall     1082 us, span 1075 us

What C++23 has of ranges, which GCC 12 lacks.
$ printf '#include <algorithm>\n#include <cstdio>\n#include <ranges>\n#include <vector>\nint main()\n{\n    std::vector<float> v{1.5f, 2.5f};\n    std::vector<int> w{7, 8, 9};\n    for (auto [i, x] : std::views::enumerate(v))\n        printf("%%d:%%g ", (int)i, x += 1);\n    for (auto [a, b] : std::views::zip(v, w))\n        printf("%%g/%%d ", a, b += 1);\n    auto o = w | std::views::transform([](int x) { return x * 2; }) | std::ranges::to<std::vector<int>>();\n    auto q = std::views::iota(0, 3) | std::ranges::to<std::vector>();\n    printf("%%d %%zu %%d %%d\\n", o[2], q.size(), std::ranges::contains(w, 9), std::ranges::fold_left(w, 0, std::plus<>{}));\n}\n' >$TMP/later.cu; nullstream predict --gpu h200 $TMP/later.cu | head -1
> 0:2.5 1:3.5 2.5/8 3.5/9 18 3 1 26

std::format and std::print, which GCC 12 lacks; what a kernel computed is a ? there, too.
$ printf '#include <cstdio>\n#include <format>\n#include <print>\n#include <string>\n__global__ void k(int *p) { *p = 1; }\nint main()\n{\n    std::println("{} {:5}|{:<5}|{:^5}|{:>5}|{:05d}|{:+}|{:x}|{:#x}|{:#b}|{:c}", "one", 3, 4, 5, "r", -42, 7, 255, 255u, 5, 65);\n    std::print("{} {} {} {} {} {}\\n", 1.5, 1e6, 0.0001, 123456789.0, 1.0f / 3, -0.0);\n    std::println("{:.3f} {:8.2e} {:g} {:.3} {:>10.2f}|{:<10.1f}|{:010.3f}", 3.14159, 12345.678, 0.5, 3.14159, 2.5, 2.5, -2.5);\n    std::println("{1} {0} {1} {{}} {2:{3}}|{4:*^9}|{5:.2}", "a", "b", 7, 4, "mid", std::string("abcdef"));\n    std::println("{} {} {:d} {} {}", true, \047c\047, \047c\047, 1ull << 40, (unsigned char)200);\n    try {\n        (void)std::format("{} {}", 1);\n    } catch (const std::format_error &e) {\n        std::println("{}", e.what());\n    }\n    int h = 3, *d;\n    cudaMalloc(&d, 4);\n    k<<<1, 1>>>(d);\n    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);\n    std::println(stdout, "{} {:5} {:.2f} {:x}|", h, h, h * 2.0, h);\n}\n' >$TMP/format.cu; nullstream predict --gpu h200 --cost k=10us $TMP/format.cu | head -8
> one     3|4    |  5  |    r|-0042|+7|ff|0xff|0b101|A
> 1.5 1e+06 1e-04 123456789 0.33333334 -0
> 3.142 1.23e+04 0.5 3.14       2.50|2.5       |-00002.500
> b a b {}    7|***mid***|ab
> true c 99 1099511627776 200
> format error: argument index out of range
> ?     ? ? ?|
> predicted for NVIDIA H200, profile h200
