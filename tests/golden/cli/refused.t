What nvcc refuses is refused: each with one message, at the line and column of the fault.
(make check tries that a compiler refuses them as well.)

$ nullstream predict --gpu h200 tests/bad/cxx/ambiguous.cu
2> tests/bad/cxx/ambiguous.cu:6:5: error: more than one 'f' takes (long)
2>         f(1L);
2>         ^
2>   hint: cast the arguments to the types that are meant
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/auto_mixed.cu
2> tests/bad/cxx/auto_mixed.cu:4:17: error: auto is int for the first of these variables, double for this one
2>         auto a = 1, b = 2.0;
2>                     ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/auto_own_value.cu
2> tests/bad/cxx/auto_own_value.cu:3:19: error: 'value' is the variable that is declared here, whose type is not known before its initial value is
2>         auto value = (value);
2>                       ^
2>   hint: give one of the two another name
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/base_twice.cu
2> tests/bad/cxx/base_twice.cu:6:23: error: Device would be a base of Port twice
2>     struct Port : Reader, Writer {};
2>                           ^
2>   hint: derive from it virtually, or make one a member
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/case_dup.cu
2> tests/bad/cxx/case_dup.cu:7:5: error: this case stands in the switch already, at line 6
2>         case 1: break;
2>         ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/const_arg.cu
2> tests/bad/cxx/const_arg.cu:5:14: error: argument 1 of cudaFree must be void *, but it is const float *
2>         cudaFree(h);
2>                  ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/const_assign.cu
2> tests/bad/cxx/const_assign.cu:5:7: error: 'n' is const
2>         n = 5;
2>           ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/const_vector_push.cu
2> tests/bad/cxx/const_vector_push.cu:6:7: error: this vector is const
2>         v.push_back(1);
2>           ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/default_arg_twice.cu
2> tests/bad/cxx/default_arg_twice.cu:3:11: error: this parameter has its default already, from line 2
2>     int f(int a = 1) { return a; }
2>               ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/deleted_copy.cu
2> tests/bad/cxx/deleted_copy.cu:6:11: error: S cannot be copied: its copy constructor is deleted
2>         S b = a;
2>               ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/dup_function.cu
2> tests/bad/cxx/dup_function.cu:3:5: error: 'f' is defined already, at line 2
2>     int f() { return 2; }
2>         ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/dup_local.cu
2> tests/bad/cxx/dup_local.cu:5:11: error: 'a' is declared already, at line 4
2>         float a = 2;
2>               ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/elapsed_type.cu
2> tests/bad/cxx/elapsed_type.cu:8:26: error: argument 1 of cudaEventElapsedTime must be float *, but it is double *
2>         cudaEventElapsedTime(&ms, a, b);
2>                              ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/enum_arg.cu
2> tests/bad/cxx/enum_arg.cu:7:26: error: argument 4 of cudaMemcpy must be cudaMemcpyKind, but it is int
2>         cudaMemcpy(d, h, 64, 1);
2>                              ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/goto_init.cu
2> tests/bad/cxx/goto_init.cu:5:5: error: this goto skips the initial value of 'n' (line 6)
2>         goto end;
2>         ^
2>   hint: declare it before the goto, or use braces
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/goto_into_block.cu
2> tests/bad/cxx/goto_into_block.cu:5:5: error: this goto skips the initial value of 'z' (line 7)
2>         goto in;
2>         ^
2>   hint: declare it before the goto, or use braces
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/host_in_device.cu
2> tests/bad/cxx/host_in_device.cu:5:5: error: f is a __device__ function: host code cannot call it
2>         f();
2>         ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/kernel_direct.cu
2> tests/bad/cxx/kernel_direct.cu:7:5: error: k is a kernel: it cannot be called
2>         k(d, 1);
2>         ^
2>   hint: launch it with <<<grid, block>>>
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/kernel_returns.cu
2> tests/bad/cxx/kernel_returns.cu:2:16: error: a kernel must return void
2>     __global__ int bad(int a) { return a; }
2>                    ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/lambda_capture.cu
2> tests/bad/cxx/lambda_capture.cu:6:28: error: 'a' is not captured by this lambda
2>         auto f = []() { return a; };
2>                                ^
2>   hint: write [=] or [&], or name it between [ and ]
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/launch_args.cu
2> tests/bad/cxx/launch_args.cu:7:5: error: k takes 2 arguments, here is 1
2>         k<<<1, 1>>>(d);
2>         ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/launch_missing_gt.cu
2> tests/bad/cxx/launch_missing_gt.cu:5:27: error: a >>> expected, but here is ';'
2>         k<<<1, 1>>(nullptr, 1);
2>                               ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/launch_nonkernel.cu
2> tests/bad/cxx/launch_nonkernel.cu:5:5: error: f is not a kernel: it cannot be launched
2>         f<<<1, 1>>>();
2>         ^
2>   hint: put __global__ in front of its definition
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/launch_type.cu
2> tests/bad/cxx/launch_type.cu:7:17: error: argument 1 of k must be float *, but it is int
2>         k<<<1, 1>>>(3, d);
2>                     ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/malloc_value.cu
2> tests/bad/cxx/malloc_value.cu:5:16: error: argument 1 of cudaMalloc must be void **, but it is float *
2>         cudaMalloc(d, 64);
2>                    ^
2>   hint: write & in front of it
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/memcpyasync_swap.cu
2> tests/bad/cxx/memcpyasync_swap.cu:8:31: error: argument 4 of cudaMemcpyAsync must be cudaMemcpyKind, but it is cudaStream_t
2>         cudaMemcpyAsync(d, a, 16, s, cudaMemcpyHostToDevice);
2>                                   ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/missing_semi.cu
2> tests/bad/cxx/missing_semi.cu:4:14: error: a ; is missing here
2>         int a = 1
2>                  ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/narrow_brace_const.cu
2> tests/bad/cxx/narrow_brace_const.cu:5:19: error: int cannot hold this value of type double, which braces demand
2>         int a[] = {1, 2.5, 3};
2>                       ^
2>   hint: cast it
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/no_final_overrider.cu
2> tests/bad/cxx/no_final_overrider.cu:10:8: error: 'id' of Port is in Reader and in Writer
2>     struct Port : Reader, Writer {};
2>            ^
2>   hint: override it there
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/no_member.cu
2> tests/bad/cxx/no_member.cu:6:22: error: dim3 has no member 'w'
2>         printf("%d\n", g.w);
2>                          ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/no_return_type.cu
2> tests/bad/cxx/no_return_type.cu:2:1: error: 'twice' is not declared
2>     twice(int a)
2>     ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/private.cu
2> tests/bad/cxx/private.cu:10:7: error: 'n' is private in C
2>         c.n = 1;
2>           ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/prop_clock.cu
2> tests/bad/cxx/prop_clock.cu:7:20: error: cudaDeviceProp has no 'clockRate' in CUDA 13
2>         printf("%d", p.clockRate);
2>                        ^
2>   hint: use cudaDeviceGetAttribute with cudaDevAttrClockRate
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/reinterpret_int.cu
2> tests/bad/cxx/reinterpret_int.cu:5:15: error: reinterpret_cast cannot make float of int
2>         float f = reinterpret_cast<float>(a);
2>                   ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/requires_no_template.cu
2> tests/bad/cxx/requires_no_template.cu:8:35: error: Buffer has no member 'size'
2>         return requires(Buffer b) { b.size(); } ? 0 : 1;
2>                                       ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/requires_syntax.cu
2> tests/bad/cxx/requires_syntax.cu:3:9: error: a value expected, but here is ';'
2>         a + ;
2>             ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/requires_undeclared.cu
2> tests/bad/cxx/requires_undeclared.cu:2:56: error: 'limt' is not declared
2>     template <class T> requires requires(T t) { t.size() < limt; } int count(const T &t)
2>                                                            ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/return_value_void.cu
2> tests/bad/cxx/return_value_void.cu:4:12: error: this function returns void: no value may stand here
2>         return 3;
2>                ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/shared_host.cu
2> tests/bad/cxx/shared_host.cu:4:20: error: __shared__ variables belong into kernels
2>         __shared__ int a;
2>                        ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/stmt_decl_if.cu
2> tests/bad/cxx/stmt_decl_if.cu:7:20: error: 'i' is not declared
2>         printf("%d\n", i);
2>                        ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/struct_no_semi.cu
2> tests/bad/cxx/struct_no_semi.cu:2:20: error: a ; behind the struct is missing here
2>     struct S { int n; }
2>                        ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/switch_init.cu
2> tests/bad/cxx/switch_init.cu:11:5: error: this label skips the initial value of 'b' (line 8)
2>         case 2:
2>         ^
2>   hint: put braces around the case that declares it
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/template_missing_typename.cu
2> tests/bad/cxx/template_missing_typename.cu:2:11: error: 'T' is not declared
2>     template <T> __global__ void t(T *x) {}
2>               ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/too_few_api.cu
2> tests/bad/cxx/too_few_api.cu:6:5: error: cudaMemcpyAsync takes 4 to 5 arguments, here are 3
2>         cudaMemcpyAsync(0, 0, 0);
2>         ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/undeclared_fn.cu
2> tests/bad/cxx/undeclared_fn.cu:4:5: error: 'compute' is not declared
2>         compute(3);
2>         ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/use_before.cu
2> tests/bad/cxx/use_before.cu:4:12: error: 'later' is not declared
2>         return later(1);
2>                ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/virtual_base_down.cu
2> tests/bad/cxx/virtual_base_down.cu:12:34: error: Device is a virtual base of Reader
2>         return static_cast<Reader *>(d)->reads;
2>                                      ^
2>   hint: use dynamic_cast
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/virtual_base_unmade.cu
2> tests/bad/cxx/virtual_base_unmade.cu:9:12: error: Device::Device takes 1 argument, here are 0
2>         Port() {}
2>                ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/void_to_float.cu
2> tests/bad/cxx/void_to_float.cu:5:16: error: the initial value of 'p' must be float *, but it is void *
2>         float *p = malloc(64);
2>                    ^
2>   hint: C++ converts void * only explicitly: write a cast
! 2

What a scenario printed before its error often says why; it stands before the error, beside a machine's format.
$ printf '#include <stdio.h>\nint main() {\n    printf("step 1\\n");\n    int *p = 0;\n    *p = 1;\n    return 0;\n}\n' >$TMP/said.cu; for command in predict explain check; do nullstream $command $TMP/said.cu 2>$TMP/err; head -1 $TMP/err; done
> step 1
> TMP/said.cu:5:8: error: host write through a null pointer
> step 1
> TMP/said.cu:5:8: error: host write through a null pointer
> step 1
> TMP/said.cu:5:8: error: host write through a null pointer
$ nullstream check --format json $TMP/said.cu
2> step 1
2> TMP/said.cu:5:8: error: host write through a null pointer
2>         *p = 1;
2>            ^
! 2

Managed memory is not moved for nothing on a device, as it is here.
$ printf '#pragma nullstream kernel(k) time(100us)\n__global__ void k(float *x) { x[0] = 1; }\nint main() { float *x; cudaMallocManaged(&x, 4096); k<<<1, 32>>>(x); cudaDeviceSynchronize(); }\n' >$TMP/managed.cu; for command in predict explain; do nullstream $command $TMP/managed.cu | head -3; done
> predicted for NVIDIA H200, profile h200
> managed memory: pages that move on a fault take no time here; prefetches do
> One operation, k: nothing to overlap.
> predicted for NVIDIA H200, profile h200
> managed memory: pages that move on a fault take no time here; prefetches do
> One operation, k: nothing to overlap.

The usual call of CUDA 12, without flags and with a device's number:
$ printf 'int main() { float *x; cudaMallocManaged(&x, 4096);\n    cudaMemPrefetchAsync(x, 4096, 0); }\n' >$TMP/older.cu; nullstream predict $TMP/older.cu
2> TMP/older.cu:2:5: error: cudaMemPrefetchAsync takes 4 to 5 arguments, here are 3
2>         cudaMemPrefetchAsync(x, 4096, 0); }
2>         ^
2>   hint: in CUDA 13 it is cudaMemLocation{cudaMemLocationTypeDevice, 0}, and 0 (flags) behind it
! 2
Prefetches do: the driver moves the pages, one prefetch after the other, beside the copy engines.
$ printf '#pragma nullstream kernel(k) time(100us)\n__global__ void k(float *x) { x[0] = 1; }\nint main() { float *x, *h, *d; cudaMallocManaged(&x, 8 << 20); cudaMalloc(&d, 1 << 20); cudaMallocHost(&h, 1 << 20); cudaMemPrefetchAsync(x, 8 << 20, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, 0); cudaMemcpyAsync(d, h, 1 << 20, cudaMemcpyHostToDevice); k<<<1, 32>>>(x); cudaDeviceSynchronize(); }\n' >$TMP/prefetch.cu; nullstream predict --gpu h200 --width 80 $TMP/prefetch.cu
> predicted for NVIDIA H200, profile h200
> managed memory: pages that move on a fault take no time here; prefetches do
> Nothing overlapped: all work is in one stream, default.
> 
>              |0               |100 us           |200 us          |300 us
> host         ─cudaMemPrefetchA─╷─device sync────────────────────────────────────
> 
> default       ▒h2d▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒h2d█k█████████████████
> 
> SM array                                                     █k█████████████████
> copy in                                                  ▒h2d▒
> prefetching   ▒h2d▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
> █ kernel  ▒ copy in  ╷ call  ─ host blocked
> 
> wall     380 us, span 370 us
> busy     SM array         100 us, 27.0 % of the span, 0.02 % full, 1 operation
>          copy engine in   21.7 us, 5.9 % of the span, 1 operation
>          prefetching      240 us, 64.8 % of the span, 1 operation
> overlap  0.00 of at most 0.34 (1 - time with work / sum of durations), 1 at once
>          at most
> idle     8.51 us, 2.3 % of the span, with nothing on the device
> Bound by waiting: 3 operations that ran one after the other take 362 us. Most of
>   the waiting comes from this: operations of one stream run in the order of
>   their calls (stream).

What would be faster or slower on a device than it is predicted is said, once.
$ nullstream predict --gpu h200 tests/scenarios/link.cu | grep ^wall
> wall     33.5 us, span 22.8 us
2> tests/scenarios/link.cu:20:9: warning: kernel `dot` touches `host`, which is the host's, at the rate of the device's memory here; give it a time()
2>             dot<<<264, 256>>>(host, 1 << 20);
2>             ^
2> tests/scenarios/link.cu:29:5: warning: programmatic launches are not modelled: the kernel waits here until what is before it in its stream has ended
2>         cudaLaunchKernelEx(&config, next);
2>         ^

$ nullstream predict --gpu h200 tests/bad/cxx/while_without_value.cu
2> tests/bad/cxx/while_without_value.cu:3:12: error: a declaration in the condition of while needs a value
2>         while (int x) {
2>                ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/wrong_destructor.cu
2> tests/bad/cxx/wrong_destructor.cu:6:7: error: 'B' is not the type of what is destroyed: A
2>         x.~B();
2>           ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/while_two.cu
2> tests/bad/cxx/while_two.cu:3:21: error: a ) expected, but here is ','
2>         while (int x = 1, y = 2) {
2>                         ^
! 2

$ nullstream predict --gpu h200 tests/bad/cxx/try_without_catch.cu
2> tests/bad/cxx/try_without_catch.cu:3:2: error: catch is missing here
2>     }
2>      ^
! 2
To return from within a statement in an expression would be to return from the function around it.
$ printf 'int f(int x)\n{\n    int y = ({\n        if (x)\n            return 3;\n        5;\n    });\n    return y;\n}\nint main()\n{\n    return f(0);\n}\n' >$TMP/within.cu; nullstream predict $TMP/within.cu
2> TMP/within.cu:5:13: error: to return from within ({ ... }) is not supported
2>                 return 3;
2>                 ^
2>   hint: let the macro be statements, do { ... } while (0)
! 2
What is ours is no pragma of a macro.
$ printf '#define COST(k) _Pragma("nullstream kernel(k) time(5us)")\nCOST(k)\n__global__ void k() {}\nint main()\n{\n    k<<<1, 1>>>();\n}\n' >$TMP/macro.cu; nullstream predict $TMP/macro.cu
2> TMP/macro.cu:2:1: error: write it in a line of its own: #pragma nullstream ...
2>     COST(k)
2>     ^
! 2
