Bad input: each a clear message and its exit status.

A missing, a binary, an empty file, a folder.
$ nullstream predict --gpu h200 nothing.cu
2> nothing.cu: error: cannot open: No such file or directory
! 2
$ head -c 4096 /dev/zero >$TMP/binary.cu; nullstream predict --gpu h200 $TMP/binary.cu
2> TMP/binary.cu: error: this is a binary file: neither a scenario, a program nor a timeline
! 2
$ : >$TMP/empty.cu; nullstream predict --gpu h200 $TMP/empty.cu
2> TMP/empty.cu: error: this is an empty file: neither a scenario, a program nor a timeline
! 2
$ nullstream predict --gpu h200 tests
2> tests: error: cannot read: Is a directory
! 2

What is not read.
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu -o $TMP/fence.svg; nullstream $TMP/fence.svg
2> TMP/fence.svg: error: this is an SVG or the like: neither a scenario, a program nor a timeline
2>   hint: read are CUDA C++, and what -o writes as .json (timelines) and .nsp (programs)
! 2
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu -o $TMP/fence.csv; nullstream convert $TMP/fence.csv $TMP/fence.svg
2> TMP/fence.csv: error: this is a CSV table: neither a scenario, a program nor a timeline
2>   hint: read are CUDA C++, and what -o writes as .json (timelines) and .nsp (programs)
! 2
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu -o $TMP/fence.trace; nullstream explain $TMP/fence.trace
2> TMP/fence.trace: error: this is a Chrome trace, which is not read yet
2>   hint: read are CUDA C++, and what -o writes as .json (timelines) and .nsp (programs)
! 2

Source that is no program.
$ nullstream predict --gpu h200 tests/bad/comment.cu
2> tests/bad/comment.cu:3:16: error: this comment never ends
2>         int x = 1; /* the end of this comment is missing
2>                    ^
2>   hint: close it with */
! 2
$ nullstream predict --gpu h200 tests/bad/misspelt.cu
2> tests/bad/misspelt.cu:5:5: error: 'cudaEventSyncronize' is not declared
2>         cudaEventSyncronize(e);
2>         ^
2>   hint: did you mean 'cudaEventSynchronize'?
! 2
$ nullstream predict --gpu h200 tests/bad/no_stdio.cu
2> tests/bad/no_stdio.cu:3:5: error: 'printf' is not declared
2>         printf("without its header\n");
2>         ^
2>   hint: add #include <stdio.h>
! 2
$ nullstream predict --gpu h200 tests/bad/removed.cu
2> tests/bad/removed.cu:3:5: error: 'cudaThreadSynchronize' is gone in CUDA 13
2>         cudaThreadSynchronize();
2>         ^
2>   hint: use cudaDeviceSynchronize
! 2
$ { printf 'int main() { return '; head -c 200000 /dev/zero | tr '\0' '('; } >$TMP/parens.cu; nullstream predict --gpu h200 $TMP/parens.cu 2>&1 | cut -c 1-150
> TMP/parens.cu:1:276: error: parentheses, braces or statements are nested more than 256 deep
>     ...(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((
>                                                                                                                                                       
>   hint: --limit nesting=N raises the limit, up to 1000
$ { printf 'int main() '; head -c 200000 /dev/zero | tr '\0' '{'; } >$TMP/braces.cu; nullstream predict --gpu h200 $TMP/braces.cu 2>&1 | cut -c 1-150
> TMP/braces.cu:1:268: error: parentheses, braces or statements are nested more than 256 deep
>     ...{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{
>                                                                                                                                                       
>   hint: --limit nesting=N raises the limit, up to 1000
$ nullstream predict --gpu h200 tests/bad/prefetch.cu
2> tests/bad/prefetch.cu:5:35: error: argument 3 of cudaMemPrefetchAsync must be cudaMemLocation, but it is int
2>         cudaMemPrefetchAsync(m, 4096, 0, 0);
2>                                       ^
2>   hint: in CUDA 13 it is cudaMemLocation{cudaMemLocationTypeDevice, 0}, and 0 (flags) behind it
! 2
$ nullstream predict --gpu h200 tests/bad/library.cu
2> tests/bad/library.cu:1:10: error: <cublas_v2.h> is not a header we know
2>     #include <cublas_v2.h>
2>              ^
2>   hint: put a kernel of about the cost of the library's call in its place
! 2

A kernel without a cost is a warning, and an error under --strict.
$ nullstream predict --gpu h200 tests/bad/no_cost.cu >/dev/null
2> tests/bad/no_cost.cu:2:17: warning: kernel `scale` has no cost: 100 us assumed; --cost scale=TIME sets it
2>     __global__ void scale(float *x) { x[threadIdx.x] *= 2.0f; }
2>                     ^
$ nullstream predict --gpu h200 --strict tests/bad/no_cost.cu
2> tests/bad/no_cost.cu:6:5: error: kernel `scale` has no cost
2>         scale<<<1, 256>>>(d);
2>         ^
2>   hint: say how long it takes: #pragma nullstream kernel(scale) time(400us), or --cost scale=400us
! 2

Faults of the program.
$ nullstream predict --gpu h200 tests/bad/beyond_buffer.cu
2> tests/bad/beyond_buffer.cu:6:14: error: host write beyond its buffer: 4 bytes past the end of `h` (64 bytes, allocated at line 4)
2>             h[i] = i;
2>                  ^
! 2
$ nullstream predict --gpu h200 tests/bad/printed.cu | tail -1
> size 4
2> tests/bad/printed.cu:7:18: error: host write beyond its buffer: 4 bytes past the end of `sizes` (16 bytes, declared at line 4)
2>             sizes[i] = i;
2>                      ^
$ nullstream predict --gpu h200 --format json tests/bad/printed.cu 2>&1 >/dev/null | sed -n '4,6p'
> size 3
> size 4
> tests/bad/printed.cu:7:18: error: host write beyond its buffer: 4 bytes past the end of `sizes` (16 bytes, declared at line 4)
$ nullstream predict --gpu h200 -q tests/bad/printed.cu | tail -1
2> tests/bad/printed.cu:7:18: error: host write beyond its buffer: 4 bytes past the end of `sizes` (16 bytes, declared at line 4)
2>             sizes[i] = i;
2>                      ^
$ nullstream convert --gpu h200 tests/bad/printed.cu $TMP/printed.svg 2>&1 >/dev/null | sed -n '4,6p'
> size 3
> size 4
> tests/bad/printed.cu:7:18: error: host write beyond its buffer: 4 bytes past the end of `sizes` (16 bytes, declared at line 4)
$ nullstream predict --gpu h200 tests/bad/destroyed_stream.cu
2> tests/bad/destroyed_stream.cu:7:5: error: cudaLaunchKernel: stream 's' was destroyed at tests/bad/destroyed_stream.cu:6
2>         work<<<1, 32, 0, s>>>();
2>         ^
2>   hint: what a destroyed stream does is undefined: destroy it after its last use
! 2
$ nullstream predict --gpu h200 tests/bad/never_made.cu
2> tests/bad/never_made.cu:9:8: error: a vector or string that nothing has made is used
2>         *s += "abc";
2>            ^
2>   hint: its bytes are no vector's: memory without a constructor's run?
! 2
$ nullstream predict --gpu h200 tests/bad/null_pointer.cu
2> tests/bad/null_pointer.cu:4:8: error: host write through a null pointer
2>         *p = 1;
2>            ^
! 2
$ nullstream predict --gpu h200 --limit steps=10000000 tests/bad/endless_loop.cu
2> tests/bad/endless_loop.cu:2:5: error: loops made more than 10000000 turns, the last of them here
2>         for (;;)
2>         ^
2>   hint: an endless loop? --limit steps=N raises the limit
! 2
What waits for a call of another thread to return names that call and the thread.
$ nullstream predict -q --gpu h200 tests/bad/free_deadlock.cu
2> tests/bad/free_deadlock.cu:30:5: error: deadlock: thread 0 (main) at tests/bad/free_deadlock.cu:30 waits in cudaLaunchKernel for cudaFree of thread 1 to return; thread 1 (lambda at line 28) at tests/bad/free_deadlock.cu:28 waits in cudaFree for the device; thread 2 (host functions) at tests/bad/free_deadlock.cu:16 waits for lock 1, which thread 0 holds
2>         k<<<1, 1, 0, s>>>();
2>         ^
! 2
A loop that waits for memory which nobody writes any more ends soon, also one that sleeps in between.
$ nullstream predict --gpu h200 tests/bad/waits_in_vain.cu
2> tests/bad/waits_in_vain.cu:8:5: error: deadlock: this loop waits for memory that nobody writes any more; thread 0 (main) at tests/bad/waits_in_vain.cu:17 waits in cudaStreamSynchronize for the device
2>         while (!go) {
2>         ^
2>   hint: --limit steps=N lets it turn longer
! 2
$ nullstream predict --gpu h200 tests/bad/sleeps_in_vain.cu
2> tests/bad/sleeps_in_vain.cu:10:9: error: deadlock: this loop waits for memory that nobody writes any more; thread 0 (main) at tests/bad/sleeps_in_vain.cu:18 waits in cudaStreamSynchronize for the device
2>             usleep(10);
2>             ^
2>   hint: --limit steps=N lets it turn longer
! 2
$ nullstream predict --gpu h200 --limit calls=100000 -q tests/bad/endless_launches.cu
2> tests/bad/endless_launches.cu:4:9: error: more than 100000 calls, the last of them here
2>             step<<<1, 32>>>();
2>             ^
2>   hint: an endless loop? --limit calls=N raises the limit; each takes some 260 bytes of memory
! 2
$ nullstream predict --gpu h200 tests/bad/endless_recursion.cu
2> tests/bad/endless_recursion.cu:1:26: error: more than 10000 calls inside each other, the last of `down`
2>     int down(int n) { return down(n + 1) + 1; }
2>                              ^
2>   hint: recursion without end? --limit depth=N raises the limit
! 2
$ nullstream predict --gpu h200 tests/bad/absurd_allocation.cu
2> tests/bad/absurd_allocation.cu:4:23: error: an allocation of 1152921504606846976 bytes is over the limit of 274877906944
2>         char *p = (char *)malloc(1ull << 60);
2>                           ^
2>   hint: --limit allocation=BYTES raises the limit
! 2
$ nullstream predict --gpu h200 tests/bad/mutex.cu
2> tests/bad/mutex.cu:16:7: error: deadlock: thread 0 (main) at tests/bad/mutex.cu:16 waits for lock 2, which thread 1 holds; thread 1 (other) at tests/bad/mutex.cu:8 waits for lock 1, which thread 0 holds
2>         b.lock();
2>           ^
! 2
$ nullstream predict --gpu h200 tests/bad/tries_in_vain.cu
2> tests/bad/tries_in_vain.cu:5:15: error: deadlock: this is tried again and again, but thread 0 holds the lock and nobody can go on
2>         while (!m.try_lock())
2>                   ^
! 2
$ nullstream predict --gpu h200 tests/bad/deadlock.cu
2> tests/bad/deadlock.cu:15:5: error: deadlock: thread 0 (main) at tests/bad/deadlock.cu:15 waits for lock 2, which thread 1 holds; thread 1 (other) at tests/bad/deadlock.cu:7 waits for lock 1, which thread 0 holds
2>         pthread_mutex_lock(&b);
2>         ^
! 2

What is not predicted yet.
$ nullstream predict --gpu h200 tests/bad/graph.cu
2> tests/bad/graph.cu:5:5: error: cudaStreamBeginCapture: graphs are not predicted yet
2>         cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
2>         ^
2>   hint: issue the work into streams; 'nullstream rules' lists what is known
! 2
$ nullstream predict --gpu h200 tests/bad/second_device.cu
2> tests/bad/second_device.cu:3:5: error: cudaSetDevice names device 1: only device 0 is predicted yet
2>         cudaSetDevice(1);
2>         ^
2>   hint: use device 0 throughout
! 2

A profile with a negative bandwidth, no profile, a full disk.
$ nullstream predict --gpu tests/bad/negative_bandwidth.ini lessons/legacy-fence/fence.cu
2> tests/bad/negative_bandwidth.ini:6: error: h2d_rate = -55.4GB/s: it must be at least 1B/s
2>     h2d_rate = -55.4GB/s ; assumed: a bandwidth below zero
! 2
$ nullstream predict --gpu h20 lessons/legacy-fence/fence.cu
2> nullstream: error: there is no device profile `h20`
2>   hint: did you mean `h200`?
! 2
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu >/dev/full
2> nullstream: error: cannot write standard output: No space left on device
! 4
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu -o /dev/full --format svg
2> nullstream: error: cannot write /dev/full: No space left on device
! 4
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu -o $TMP/no/such/folder.svg
2> nullstream: error: cannot write TMP/no/such/folder.svg: No such file or directory
! 4

What is for predictions only; a list of nothing.
$ nullstream measure --instrument cupti lessons/legacy-fence/fence.cu
2> nullstream: error: --instrument is for predictions: it makes calls slower than they are
2>   hint: --clock says how a measurement finds starts and ends
! 2
$ : >$TMP/list; nullstream measure --batch $TMP/list
2> TMP/list: error: the list is empty: a line of it is NAME FILE [OPTION...]
! 2

What a compiler of device code refuses: 256 bytes more than a block's variables may take.
$ nullstream predict --gpu h200 tests/bad/shared_size.cu
2> tests/bad/shared_size.cu:3:17: error: kernel `tile` declares 49408 bytes of __shared__ variables, but 49152 is the most that ptxas takes
2>     __global__ void tile(float *x)
2>                     ^
2>   hint: declare them extern __shared__, pass the size in the launch, and allow it with cudaFuncSetAttribute(..., cudaFuncAttributeMaxDynamicSharedMemorySize, ...)
! 2
$ nullstream predict --gpu fermi tests/bad/shared_size.cu
2> tests/bad/shared_size.cu:3:17: error: kernel `tile` declares 49408 bytes of __shared__ variables, but 49152 is the most that ptxas takes
2>     __global__ void tile(float *x)
2>                     ^
2>   hint: this device has no more for a block
! 2
$ sed 's/64..97/64][96/' tests/bad/shared_size.cu >$TMP/fits.cu; nullstream predict -q --gpu h200 $TMP/fits.cu | sed -n 2p
> One operation, tile: nothing to overlap.

A time that comes out of range: its unit, and what is allowed.
$ for v in '-40us' 'n * 1e30s' '0.0 / (n - 3) * 1us'; do printf '#pragma nullstream kernel(k) time(%s)\n__global__ void k(int n) {}\nint main() {\n    k<<<1, 32>>>(3);\n}\n' "$v" >$TMP/time.cu; nullstream predict --gpu h200 $TMP/time.cu; done
2> TMP/time.cu:4:5: error: the time of kernel `k` is -40 us here: it cannot be less than 0
2>         k<<<1, 32>>>(3);
2>         ^
2>   hint: line 1 says how it is found
2> TMP/time.cu:4:5: error: the time of kernel `k` is 3e+36 us here: that is too much
2>         k<<<1, 32>>>(3);
2>         ^
2>   hint: line 1 says how it is found
2> TMP/time.cu:4:5: error: the time of kernel `k` is no number here
2>         k<<<1, 32>>>(3);
2>         ^
2>   hint: line 1 says how it is found
! 2
$ printf '#include "nullstream.cuh"\n#pragma nullstream kernel(k) time(1us) reads(x, n)\n__global__ void k(float *x, int n) {}\nint main(int count, char **words) {\n    if (count > 1)\n        host_work_us(-3);\n    k<<<1, 32>>>(0, -4);\n}\n' >$TMP/work.cu; nullstream predict --gpu h200 $TMP/work.cu; nullstream predict --gpu h200 $TMP/work.cu -- 1
2> TMP/work.cu:7:5: error: the size of an access of kernel `k` is -4 bytes here: it cannot be less than 0
2>         k<<<1, 32>>>(0, -4);
2>         ^
2>   hint: line 2 says how it is found
2> TMP/work.cu:6:9: error: the host is busy for -3 us here: it cannot be less than 0
2>             host_work_us(-3);
2>             ^
! 2

Memory that is filled is counted once.
$ printf '#include <stdlib.h>\n__global__ void k() {}\nint main(int count, char **words) {\n    size_t n = atoi(words[1]) << 20;\n    long *p = (long *)malloc(n);\n    for (size_t i = 0; i < n / 8; i++)\n        p[i] = i;\n    k<<<1, 32>>>();\n}\n' >$TMP/fills.cu; nullstream predict -q --gpu h200 --limit memory=32MiB $TMP/fills.cu -- 28 | sed -n 3p
> One operation, k?: nothing to overlap.
$ nullstream predict -q --gpu h200 --limit memory=32MiB $TMP/fills.cu -- 36
2> TMP/fills.cu:7:14: error: here the program fills more memory than the limit of 33554432 bytes
2>             p[i] = i;
2>                  ^
2>   hint: raise it, as with --limit memory=4GiB; untouched memory is free, partly unknown memory takes twice its size
! 2
$ nullstream predict -q --gpu h200 --limit memory=1GB $TMP/fills.cu -- 36
2> nullstream: error: --limit memory=1GB: the value is a whole number above 0, or one with KiB, MiB, GiB or TiB
! 2
$ nullstream predict -q --gpu h200 --limit steps=1KiB $TMP/fills.cu -- 36
2> nullstream: error: --limit steps=1KiB: the value is a whole number above 0
! 2

Of a long line what stands around the fault is shown.
$ { printf '#include <cuda_runtime.h>\nint main()\n{\n    int a = '; for i in $(seq 100); do printf '%s + ' $i; done; printf 'nope;\n}\n'; } >$TMP/long.cu; nullstream predict --gpu h200 $TMP/long.cu
2> TMP/long.cu:4:505: error: 'nope' is not declared
2>     ...+ 64 + 65 + 66 + 67 + 68 + 69 + 70 + 71 + 72 + 73 + 74 + 75 + 76 + 77 + 78 + 79 + 80 + 81 + 82 + 83 + 84 + 85 + 86 + 87 + 88 + 89 + 90 + 91 + 92 + 93 + 94 + 95 + 96 + 97 + 98 + 99 + 100 + nope;
2>                                                                                                                                                                                                    ^
! 2

More blocks than times can tell of: 2^31 - 1 of 65535 times 65535.
$ printf '#pragma nullstream kernel(k) block_time(1us)\n__global__ void k() {}\nint main()\n{\n    k<<<dim3(2147483647, 65535, 65535), 256>>>();\n}\n' >$TMP/years.cu; nullstream predict --gpu h200 $TMP/years.cu
2> TMP/years.cu:5:5: error: 9223090559730712575 blocks of kernel k would take years
2>         k<<<dim3(2147483647, 65535, 65535), 256>>>();
2>         ^
! 2

What cannot be written leaves what stands there as it was, and what is read is not written over.
$ echo precious >$TMP/kept.nsp; nullstream convert traces/h200/legacy-fence.json $TMP/kept.nsp; cat $TMP/kept.nsp
> precious
2> traces/h200/legacy-fence.json: error: a timeline holds no program
$ cp lessons/legacy-fence/fence.cu $TMP/own.cu; nullstream predict --gpu h200 --format json $TMP/own.cu -o $TMP/own.cu; cmp lessons/legacy-fence/fence.cu $TMP/own.cu
2> nullstream: error: TMP/own.cu is what is read; it would be written over
2>   hint: give -o another name

Units of time, constants of CUDA that are macros, a pragma that is nearly ours, options of other commands.
$ printf '#pragma nullstream kernel(k) time(40usec)\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n' >$TMP/unit.cu; nullstream predict $TMP/unit.cu
2> TMP/unit.cu:1:35: error: 'usec' cannot end a number
2>     #pragma nullstream kernel(k) time(40usec)
2>                                       ^
2>   hint: units of time are ns, us, ms, s
! 2
$ printf '#include <cuda_runtime.h>\nint main()\n{\n    cudaStream_t s;\n    cudaStreamCreateWithFlags(&s, cudaStreamNonblocking);\n}\n' >$TMP/constant.cu; nullstream predict $TMP/constant.cu
2> TMP/constant.cu:5:35: error: 'cudaStreamNonblocking' is not declared
2>         cudaStreamCreateWithFlags(&s, cudaStreamNonblocking);
2>                                       ^
2>   hint: did you mean 'cudaStreamNonBlocking'?
! 2
$ printf '#pragma nullstraem kernel(k) time(40us)\n#pragma nounroll\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }\n' >$TMP/pragma.cu; nullstream predict --gpu h200 $TMP/pragma.cu >/dev/null
2> TMP/pragma.cu:1:9: warning: this pragma has no effect; did you mean 'nullstream'?
2>     #pragma nullstraem kernel(k) time(40us)
2>             ^
2> TMP/pragma.cu:3:17: warning: kernel `k` has no cost: 100 us assumed; --cost k=TIME sets it
2>     __global__ void k() {}
2>                     ^
$ nullstream predict --what-if tests/pitfalls/sync-all.cu
2> nullstream: error: option '--what-if' has no meaning here
2>   hint: it is an option of: explain
! 2

What a clause says is for all blocks.
$ nullstream predict --gpu h200 tests/bad/uneven_clause.cu
2> tests/bad/uneven_clause.cu:13:5: error: the time of kernel `uneven` depends on what is unknown here
2>         uneven<<<8, 256>>>(d);
2>         ^
2>   hint: a clause is for all blocks, whatever blockIdx and threadIdx are: where blocks take different times, time(E) says how long all of them take together
! 2
