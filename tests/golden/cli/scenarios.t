The binding: what scenarios that use every call print, and the programs that are recorded of them.
$ nullstream predict --gpu h200 --format program -o $TMP/a.nsp tests/scenarios/accesses.cu 2>/dev/null; grep -E '^(alloc|kernel|launch|access|host)' $TMP/a.nsp
> alloc id=1 kind=device bytes=16384 name=a
> alloc id=2 kind=device bytes=16384 name=b
> alloc id=3 kind=device bytes=16384 name=index
> alloc id=4 kind=pageable bytes=16 name=host
> kernel id=1 name=guarded registers=16 guessed=1
> kernel id=2 name=early registers=16 guessed=1
> kernel id=3 name=strided registers=16 guessed=1
> kernel id=4 name=even registers=16 guessed=1
> kernel id=5 name=tile registers=16 guessed=1
> kernel id=6 name=gather registers=16 guessed=1
> kernel id=7 name=said registers=16
> kernel id=8 name=members registers=16 guessed=1
> launch id=1 kernel=1 grid=4,1,1 block=256,1,1 registers=16 cost=time time_ns=100000 arguments=8730322441088214943
> access alloc=2 at=32 bytes=3968 mode=read certain=1
> access alloc=1 at=32 bytes=3968 mode=write certain=1
> launch id=2 kernel=2 grid=4,1,1 block=256,1,1 registers=16 cost=time time_ns=100000 arguments=626981771844474561
> access alloc=1 at=400 bytes=4000 mode=read-write certain=1
> launch id=3 kernel=3 grid=2,1,1 block=64,1,1 registers=16 cost=time time_ns=100000 arguments=626981771844474561
> access alloc=1 bytes=4000 mode=write certain=1
> launch id=4 kernel=4 grid=2,1,1 block=64,1,1 registers=16 cost=time time_ns=100000
> access alloc=1 bytes=4 mode=write certain=1
> access alloc=1 bytes=1020 mode=write
> launch id=5 kernel=5 grid=4,2,1 block=16,16,1 registers=16 cost=time time_ns=100000 arguments=1525291228314771694
> access alloc=1 bytes=4000 mode=write certain=1
> launch id=6 kernel=6 grid=1,1,1 block=64,1,1 registers=16 cost=time time_ns=100000
> access alloc=3 bytes=256 mode=read certain=1
> access alloc=1 bytes=16384 mode=write
> launch id=7 kernel=7 grid=1,1,1 block=100,1,1 registers=16 cost=time time_ns=5000 arguments=14820093427903110041
> access alloc=1 bytes=400 mode=read certain=1
> access alloc=1 at=400 bytes=400 mode=write certain=1
> launch id=8 kernel=8 grid=1,1,1 block=128,1,1 registers=16 cost=time time_ns=100000 arguments=14820093427903110041
> access alloc=2 bytes=400 mode=read certain=1
> access alloc=1 bytes=400 mode=write certain=1
> host_read thread=0 line=81 column=24 copy=2
$ nullstream predict --gpu h200 --format program -q tests/scenarios/costs.cu | grep -E '^(kernel|launch)'
> kernel id=1 name=whole registers=16
> kernel id=2 name=scaled registers=64
> kernel id=3 name=block registers=16 static_shared_bytes=49152
> kernel id=4 name=work registers=16
> kernel id=5 name=spins registers=16
> kernel id=6 name=filled<float> registers=16
> kernel id=7 name=filled<double> registers=16
> kernel id=8 name=unknown_cost registers=16 guessed=1
> launch id=1 kernel=1 grid=1,1,1 block=32,1,1 registers=16 cost=time time_ns=400000 arguments=11400714836765684190
> launch id=2 kernel=2 grid=1,1,1 block=32,1,1 registers=64 cost=time time_ns=50000 arguments=14820093427903110041
> launch id=3 kernel=3 grid=132,1,1 block=32,1,1 shared_bytes=49152 registers=16 cost=block-time time_ns=25000
> launch id=4 kernel=4 grid=1320,1,1 block=1024,1,1 registers=16 cost=work flops=167772160 bytes=134217728 arguments=13366484106351367136
> launch id=5 kernel=5 grid=1,1,1 block=32,1,1 registers=16 cost=block-time time_ns=20000 arguments=5801149595818825350
> launch id=6 kernel=6 grid=4,1,1 block=32,1,1 registers=16 cost=block-time time_ns=16000 arguments=9444885985219825209
> launch id=7 kernel=7 grid=4,1,1 block=32,1,1 registers=16 cost=block-time time_ns=32000 arguments=9128796461683703808
> launch id=8 kernel=8 grid=1,1,1 block=32,1,1 registers=16 cost=time time_ns=100000
$ nullstream predict --gpu h200 --format program -q --cost whole=1us --cost 'filled<double>=2us' tests/scenarios/costs.cu | grep -E '^launch.*kernel=(1|7) '
> launch id=1 kernel=1 grid=1,1,1 block=32,1,1 registers=16 cost=time time_ns=1000 arguments=11400714836765684190
> launch id=7 kernel=7 grid=4,1,1 block=32,1,1 registers=16 cost=time time_ns=2000 arguments=9128796461683703808
$ nullstream predict --gpu h200 -q --strict tests/scenarios/costs.cu
2> tests/scenarios/costs.cu:43:5: error: kernel `unknown_cost` has no cost
2>         unknown_cost<<<1, 32, 0, s>>>(x);
2>         ^
2>   hint: say how long it takes: #pragma nullstream kernel(unknown_cost) time(400us), or --cost unknown_cost=400us
! 2
$ nullstream predict --gpu h200 -q --cost whol=1us tests/scenarios/costs.cu
2> nullstream: error: --cost whol=1us: there is no kernel `whol`
2>   hint: did you mean whole?
! 2
$ nullstream predict --gpu h200 --format program -o $TMP/a.nsp tests/scenarios/memory.cu
2> tests/scenarios/memory.cu:11:17: warning: kernel `touch` has no cost: 100 us assumed; --cost touch=TIME sets it
2>     __global__ void touch(int *x) { x[threadIdx.x] = 1; }
2>                     ^
2> -1 16 1046529
2> ? 64
2> 3 4 42
2> 16
2> 512 baz
2> cudaErrorHostMemoryAlreadyRegistered
2> 1 1
2> cudaErrorHostMemoryNotRegistered
2> invalid argument
2> cudaErrorInvalidValue
2> cudaErrorInvalidValue
2> cudaErrorInvalidValue
2> cudaErrorInvalidValue
2> 0
2> ? 7
2> 1
2> cudaErrorMemoryAllocation
$ grep -E '^(alloc|copy)' $TMP/a.nsp
> alloc id=1 kind=device bytes=16 name=table
> alloc id=2 kind=device bytes=4 name=counter
> alloc id=3 kind=managed bytes=4 name=shared_value
> alloc id=4 kind=device bytes=4096 name=d
> alloc id=5 kind=pinned bytes=4096 name=pinned
> alloc id=6 kind=managed bytes=4096 name=managed
> alloc id=7 kind=pageable bytes=4096 name=pageable
> alloc id=8 kind=pageable bytes=16 name=host
> alloc id=9 kind=pageable bytes=16 name=back
> alloc id=10 kind=pageable bytes=4 name=value
> alloc id=11 kind=pageable bytes=4 name=got
> alloc id=12 kind=device bytes=4096 name=plane
> alloc id=13 kind=pageable bytes=800 name=rows
> alloc id=14 kind=pageable bytes=400 name=half
> alloc id=15 kind=registered bytes=4096 name=pageable
> alloc id=16 kind=device bytes=1125899906842624 name=too_much
> copy id=1 kind=h2d dst=4 dst_bytes=4096 src=7 src_bytes=4096 rows=1 host_memory=pageable
> copy id=2 kind=memset dst=4 dst_bytes=16 rows=1 value=255
> copy id=3 kind=d2h dst=5 dst_bytes=4096 src=4 src_bytes=4096 rows=1 host_memory=pinned
> copy id=4 kind=h2h dst=5 dst_bytes=4 rows=1
> copy id=5 kind=h2h dst=5 dst_at=16 dst_bytes=4 rows=1
> copy id=6 kind=h2h dst=5 dst_at=4092 dst_bytes=4 rows=1
> copy id=7 kind=h2d dst=1 dst_bytes=16 src=8 src_bytes=16 rows=1 host_memory=pageable
> copy id=8 kind=h2h dst=5 dst_at=28 dst_bytes=8 rows=1
> copy id=9 kind=d2h dst=9 dst_bytes=8 src=1 src_at=8 src_bytes=8 rows=1 host_memory=pageable
> copy id=10 kind=h2d dst=2 dst_bytes=4 src=10 src_bytes=4 rows=1 host_memory=pageable
> copy id=11 kind=d2h dst=11 dst_bytes=4 src=2 src_bytes=4 rows=1 host_memory=pageable
> copy id=12 kind=h2h dst=9 dst_bytes=8 rows=1
> copy id=13 kind=h2h dst=11 dst_bytes=4 rows=1
> copy id=14 kind=h2d dst=12 dst_bytes=100 src=13 src_bytes=100 rows=8 dst_pitch=512 src_pitch=100 host_memory=pageable
> copy id=15 kind=memset dst=12 dst_bytes=10 rows=8 dst_pitch=512 value=98
> copy id=16 kind=d2h dst=14 dst_bytes=50 src=12 src_bytes=50 rows=8 dst_pitch=50 src_pitch=512 host_memory=pageable
> copy id=17 kind=h2h dst=14 dst_at=199 dst_bytes=1 rows=1
> copy id=18 kind=h2h dst=14 dst_at=359 dst_bytes=2 rows=1
> copy id=19 kind=h2h dst=3 dst_bytes=4 rows=1
> copy id=20 kind=h2h dst=6 dst_at=12 dst_bytes=4 rows=1
> copy id=21 kind=h2h dst=6 dst_bytes=4 rows=1
> copy id=22 kind=h2h dst=7 dst_bytes=4096 rows=1
$ nullstream predict --gpu h200 --format program -o $TMP/a.nsp tests/scenarios/calls.cu
2> NVIDIA H200 9.0, 132 SMs, 3 engines
2> 49152 1024 2147483647 64
2> 0 -5 32 1
2> 1 -2
2> host function 3
2> callback 3 cudaSuccess
2> cudaErrorInvalidResourceHandle
2> cudaErrorInvalidResourceHandle
2> 1024 8 264 1024
2> cudaErrorInvalidValue
2> cudaErrorInvalidValue
2> cudaErrorInvalidValue
2> cudaSuccess
2> cudaErrorIllegalAddress
2> cudaErrorIllegalAddress
$ grep -vE '^(alloc|access|kernel|file|program|thread)' $TMP/a.nsp
> nullstream-program 1
> stream id=0 kind=legacy name=default
> stream id=1 kind=non-blocking name=streams[0]
> stream id=2 kind=non-blocking priority=-1 name=streams[1]
> stream id=3 kind=non-blocking priority=-2 name=streams[2]
> stream id=4 kind=per-thread name=per-thread
> event id=1 name=start timing=1
> event id=2 name=stop
> hostfn id=1 name=said
> hostfn id=2 name=called callback=1
> copy id=1 kind=h2h dst=1 dst_bytes=4 rows=1
> launch id=1 kernel=1 grid=2,1,1 block=64,1,1 registers=16 cost=block-time time_ns=10000 arguments=15755400376392359260
> launch id=2 kernel=1 grid=4,1,1 block=32,1,1 registers=16 priority=-2 cost=block-time time_ns=10000 arguments=15755400376392359260
> launch id=3 kernel=1 grid=4,1,1 block=32,1,1 registers=16 priority=-2 cost=block-time time_ns=10000 arguments=8709371130924156795
> launch id=4 kernel=1 grid=1,1,1 block=32,1,1 registers=16 cooperative=1 cost=block-time time_ns=10000 arguments=15755400376392359260
> launch id=5 kernel=1 grid=1,1,1 block=32,1,1 registers=16 cost=block-time time_ns=10000 arguments=11400714836765684190
> launch id=6 kernel=1 grid=0,1,1 block=32,1,1 registers=16 cost=block-time time_ns=10000 arguments=11400714836765684190
> launch id=7 kernel=2 grid=1,1,1 block=1,1,1 registers=16 cost=time time_ns=80000 fails=700
> cudaGetDeviceProperties thread=0 line=19 column=5
> cudaDeviceGetStreamPriorityRange thread=0 line=25 column=5
> cudaDeviceGetAttribute thread=0 line=26 column=5 count=10
> cudaGetDeviceCount thread=0 line=27 column=5
> cudaStreamCreateWithPriority thread=0 line=32 column=9 stream=1 of=1
> cudaStreamCreateWithPriority thread=0 line=32 column=9 stream=2 of=2
> cudaStreamCreateWithPriority thread=0 line=32 column=9 stream=3 of=3
> cudaStreamGetFlags thread=0 line=35 column=5 stream=3 of=3
> cudaStreamGetPriority thread=0 line=36 column=5 stream=3 of=3
> cudaEventCreate thread=0 line=40 column=5 event=1
> cudaEventCreateWithFlags thread=0 line=41 column=5 event=2
> cudaEventRecord thread=0 line=42 column=5 stream=1 event=1
> range_push thread=0 line=46 column=5 name=launches
> cudaLaunchKernel thread=0 line=47 column=5 stream=1 launch=1
> cudaLaunchKernelExC thread=0 line=57 column=5 stream=2 launch=2
> cudaLaunchKernelExC thread=0 line=58 column=5 stream=2 launch=3
> cudaLaunchCooperativeKernel thread=0 line=59 column=5 stream=4 launch=4
> range_pop thread=0 line=60 column=5
> cudaEventRecord thread=0 line=61 column=5 stream=1 event=2
> cudaStreamWaitEvent thread=0 line=62 column=5 stream=2 event=2
> cudaLaunchHostFunc thread=0 line=63 column=5 stream=2 hostfn=1
> cudaStreamAddCallback thread=0 line=64 column=5 stream=2 hostfn=2
> cudaLaunchHostFunc thread=1 line=63 hostfn=1
> host_read thread=1 line=10 column=64 copy=1
> cudaLaunchHostFunc thread=1 line=64 hostfn=2
> host_read thread=1 line=13 column=32 copy=1
> cudaDeviceSynchronize thread=0 line=65 column=5
> cudaEventElapsedTime thread=0 line=67 column=37 event=1 value=2 result=400
> cudaEventQuery thread=0 line=68 column=37 result=400 refused
> cudaFuncGetAttributes thread=0 line=71 column=5 kernel=1
> cudaOccupancyMaxActiveBlocksPerMultiprocessor thread=0 line=73 column=5 kernel=1 count=256
> cudaOccupancyMaxPotentialBlockSize thread=0 line=74 column=5 kernel=1
> cudaFuncSetAttribute thread=0 line=76 column=37 kernel=1 value=1048576 count=8 result=1
> cudaDeviceGetDefaultMemPool thread=0 line=81 column=5
> cudaMemPoolSetAttribute thread=0 line=83 column=5 value=9223372036854775807 count=4
> cudaMallocAsync thread=0 line=84 column=5 stream=1 alloc=2
> cudaLaunchKernel thread=0 line=85 column=5 stream=1 launch=5
> cudaFreeAsync thread=0 line=86 column=5 stream=1 alloc=2
> cudaMallocAsync thread=0 line=87 column=5 stream=1 alloc=3
> cudaFreeAsync thread=0 line=88 column=5 stream=1 alloc=3
> cudaStreamSynchronize thread=0 line=89 column=5 stream=1 of=1
> cudaLaunchKernel thread=0 line=91 column=5 launch=6 result=1 ignored
> cudaPeekAtLastError thread=0 line=92 column=37 result=1
> cudaGetLastError thread=0 line=93 column=37 result=1
> cudaGetLastError thread=0 line=94 column=37
> cudaLaunchKernel thread=0 line=95 column=5 launch=7
> cudaDeviceSynchronize thread=0 line=96 column=37 result=700
> cudaGetLastError thread=0 line=97 column=37 result=700
$ nullstream predict --gpu h200 --format program -o $TMP/a.nsp tests/scenarios/allocator.cu
2> 1
2> 0
2> 1
$ grep -E '^(alloc|event|cuda|stream)' $TMP/a.nsp
> stream id=0 kind=legacy name=default
> stream id=1 kind=non-blocking name=a
> stream id=2 kind=non-blocking name=b
> event id=1 name=done[0]
> alloc id=1 kind=device bytes=2097152 name=memory
> cudaStreamCreateWithFlags thread=0 line=14 column=5 stream=1 of=1
> cudaStreamCreateWithFlags thread=0 line=15 column=5 stream=2 of=2
> cudaMalloc thread=0 line=16 column=25 alloc=1
> cudaLaunchKernel thread=0 line=17 column=5 stream=1 launch=1
> cudaLaunchKernel thread=0 line=21 column=5 stream=2 launch=1
> cudaEventCreateWithFlags thread=0 line=23 column=5 event=1
> cudaEventRecord thread=0 line=23 column=5 stream=2 event=1
> cudaEventQuery thread=0 line=24 column=25 event=1 count=1 result=600 branched
> cudaGetLastError thread=0 line=24 column=25
> cudaLaunchKernel thread=0 line=26 column=5 stream=2 launch=2
> cudaGetLastError thread=0 line=26 column=5
> cudaDeviceSynchronize thread=0 line=27 column=5
> cudaEventQuery thread=0 line=29 column=25 event=1 count=1 branched poll
The same lines come from an H200 with CUDA 13.0.
$ nullstream predict --gpu h200 --cost k=1us --format program -o $TMP/a.nsp tests/scenarios/errors.cu
2> cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 1<<20) cudaErrorInvalidValue
2> cudaPeekAtLastError()                                              cudaErrorInvalidValue
2> cudaGetLastError()                                                 cudaErrorInvalidValue
2> cudaGetLastError()                                                 cudaSuccess
2> cudaPeekAtLastError()                                              cudaErrorInvalidValue
2> cudaGetLastError()                                                 cudaErrorInvalidValue
2> cudaGetLastError()                                                 cudaErrorInvalidValue
2> cudaGetLastError()                                                 cudaErrorInvalidValue
2> cudaGetLastError()                                                 cudaErrorInvalidValue
2> cudaGetLastError()                                                 cudaErrorInvalidValue
2> cudaGetLastError()                                                 cudaErrorInvalidValue
2> cudaMalloc(&p, (size_t)1<<50)                                      cudaErrorMemoryAllocation
2> cudaGetLastError()                                                 cudaErrorInvalidValue
2> cudaGetLastError()                                                 cudaSuccess
2> cudaMalloc(&p, (size_t)1<<50)                                      cudaErrorMemoryAllocation
2> cudaGetLastError()                                                 cudaErrorMemoryAllocation
2> cudaGetLastError()                                                 cudaSuccess
2> cudaEventCreate(&e)                                                cudaSuccess
2> cudaEventCreate(&f)                                                cudaSuccess
2> cudaEventQuery(e)                                                  cudaSuccess
2> cudaEventQuery((cudaEvent_t)0)                                     cudaErrorInvalidResourceHandle
2> cudaGetLastError()                                                 cudaErrorInvalidResourceHandle
2> cudaEventElapsedTime(&ms, e, f)                                    cudaErrorInvalidResourceHandle
2> cudaEventElapsedTime(&ms, e, f)                                    cudaErrorInvalidResourceHandle
2> cudaEventElapsedTime(&ms, 0, e)                                    cudaErrorInvalidResourceHandle
2> cudaEventElapsedTime(0, e, e)                                      cudaErrorInvalidValue
2> cudaGetLastError()                                                 cudaErrorInvalidValue
2> cudaMalloc(&p, 0)                                                  cudaSuccess
2> (nil)
2> cudaFree(p)                                                        cudaSuccess
2> cudaMalloc(&p, 256)                                                cudaSuccess
2> cudaMemcpy(p, 0, 4, cudaMemcpyHostToDevice)                        cudaErrorInvalidValue
2> cudaMemcpy(0, p, 4, cudaMemcpyDeviceToHost)                        cudaErrorInvalidValue
2> cudaMemcpy(0, 0, 0, cudaMemcpyDeviceToHost)                        cudaSuccess
2> cudaGetLastError()                                                 cudaErrorInvalidValue
2> cudaMemcpy(p, h, 2048, cudaMemcpyHostToDevice)                     cudaErrorInvalidValue
2> cudaMemcpy(h, p, 8, cudaMemcpyHostToDevice)                        cudaErrorInvalidValue
2> cudaMemcpy(h, p, 8, cudaMemcpyHostToHost)                          cudaSuccess
2> cudaMemcpy(h, h+100, 8, cudaMemcpyDeviceToDevice)                  cudaErrorInvalidValue
2> cudaMemcpy(h, h+100, 8, cudaMemcpyDefault)                         cudaSuccess
2> cudaMemcpy(h, h+100, 8, cudaMemcpyHostToDevice)                    cudaErrorInvalidValue
2> cudaMemcpy(p, p + 8, 8, cudaMemcpyHostToDevice)                    cudaSuccess
2> cudaMemcpy(p, p + 8, 8, cudaMemcpyDeviceToHost)                    cudaSuccess
2> cudaMemcpy(p, p, 4, (cudaMemcpyKind)7)                             cudaErrorInvalidMemcpyDirection
2> cudaMemcpyAsync(p, h, 4, (cudaMemcpyKind)7)                        cudaErrorInvalidMemcpyDirection
2> cudaMemcpy2D(p, 4, h, 8, 8, 2, cudaMemcpyHostToDevice)             cudaErrorInvalidPitchValue
2> cudaMemcpy2D(p, 8, h, 4, 8, 2, cudaMemcpyHostToDevice)             cudaErrorInvalidPitchValue
2> cudaMemcpy2D(p, 8, h, 8, 0, 2, cudaMemcpyHostToDevice)             cudaSuccess
2> cudaMemset(h, 0, 4)                                                cudaErrorInvalidValue
2> cudaMemset(p, 0, 257)                                              cudaErrorInvalidValue
2> cudaMemset(p, 0, 0)                                                cudaSuccess
2> cudaMemset(0, 0, 0)                                                cudaSuccess
2> cudaMemset2D(p, 4, 0, 8, 2)                                        cudaErrorInvalidValue
2> cudaMallocHost(&pin, 4096)                                         cudaSuccess
2> cudaMemset(pin, 1, 16)                                             cudaSuccess
2> 1
2> cudaMemcpy(pin, p, 8, cudaMemcpyDeviceToDevice)                    cudaSuccess
2> cudaMemcpy(pin, h, 8, cudaMemcpyHostToDevice)                      cudaSuccess
2> cudaMemcpy(h, pin, 8, cudaMemcpyDeviceToHost)                      cudaSuccess
2> cudaFree(pin)                                                      cudaErrorInvalidValue
2> cudaFreeHost(p)                                                    cudaErrorInvalidValue
2> cudaFreeHost(pin + 8)                                              cudaErrorInvalidValue
2> cudaFreeHost(h)                                                    cudaErrorInvalidValue
2> cudaHostRegister(pin, 64, 0)                                       cudaErrorInvalidValue
2> cudaFree(p + 1)                                                    cudaErrorInvalidValue
2> cudaFree(h)                                                        cudaErrorInvalidValue
2> cudaFree(p)                                                        cudaSuccess
2> cudaFree(p)                                                        cudaErrorInvalidValue
2> cudaFreeHost(0)                                                    cudaSuccess
2> cudaStreamDestroy(0)                                               cudaErrorInvalidResourceHandle
2> cudaStreamCreateWithFlags((cudaStream_t*)&p, 7)                    cudaErrorInvalidValue
2> cudaStreamCreateWithFlags((cudaStream_t*)0, 0)                     cudaErrorInvalidValue
2> cudaEventCreateWithFlags(&e, 4)                                    cudaErrorInvalidValue
2> cudaEventCreateWithFlags(&e, 64)                                   cudaErrorInvalidValue
2> cudaLaunchHostFunc(0, 0, 0)                                        cudaErrorInvalidValue
2> cudaStreamAddCallback(0, 0, 0, 0)                                  cudaErrorInvalidValue
2> cudaHostUnregister(h)                                              cudaErrorHostMemoryNotRegistered
2> cudaHostRegister(h, 100, 0)                                        cudaSuccess
2> cudaHostRegister(h+50, 100, 0)                                     cudaErrorHostMemoryAlreadyRegistered
2> cudaHostRegister(h+1000, 0, 0)                                     cudaErrorInvalidValue
2> cudaHostRegister(0, 100, 0)                                        cudaErrorInvalidValue
2> cudaHostUnregister(h + 4)                                          cudaErrorInvalidValue
2> cudaHostUnregister(h)                                              cudaSuccess
2> cudaPointerGetAttributes(&at, h)                                   cudaSuccess
2> 0 -2 0 1
2> cudaPointerGetAttributes(&at, 0)                                   cudaSuccess
2> 0 -2
2> cudaPointerGetAttributes(&at, pin + 5)                             cudaSuccess
2> 1 0 1 1
2> cudaHostGetDevicePointer(&d, pin + 8, 0)                           cudaSuccess
2> 1
2> cudaHostGetDevicePointer(&d, h, 0)                                 cudaErrorInvalidValue
2> cudaHostGetFlags(&fl, pin)                                         cudaSuccess
2> flags 2
2> cudaHostGetFlags(&fl, h)                                           cudaErrorInvalidValue
2> cudaMemcpyToSymbol(sym, h, 8)                                      cudaErrorInvalidValue
2> cudaMemcpyToSymbol(sym, h, 4, 2)                                   cudaErrorInvalidValue
2> cudaMemcpyToSymbol((const void *)h, h, 4)                          cudaErrorInvalidSymbol
2> cudaGetSymbolAddress(&d, (const void *)h)                          cudaErrorInvalidSymbol
2> cudaMemcpyFromSymbol(h, sym, 4, 0, cudaMemcpyHostToDevice)         cudaErrorInvalidMemcpyDirection
2> cudaOccupancyMaxActiveBlocksPerMultiprocessor(&b, k, 0, 0)         cudaErrorInvalidValue
2> cudaDeviceGetAttribute(&b, (cudaDeviceAttr)999, 0)                 cudaErrorInvalidValue
2> cudaFuncSetAttribute((void*)h, cudaFuncAttributeMaxDynamicSharedMemorySize, 1) cudaErrorInvalidResourceHandle
2> cudaFuncSetAttribute(k, cudaFuncAttributePreferredSharedMemoryCarveout, 101) cudaErrorInvalidValue
2> cudaFuncSetAttribute(k, (cudaFuncAttribute)77, 1)                  cudaErrorInvalidValue
2> cudaGetDeviceProperties((cudaDeviceProp*)0, 0)                     cudaErrorInvalidValue
2> cudaStreamWaitEvent(0,0,0)                                         cudaErrorInvalidResourceHandle
2> cudaStreamQuery((cudaStream_t)0)                                   cudaSuccess
2> cudaEventRecord(0)                                                 cudaErrorInvalidResourceHandle
2> cudaEventDestroy(0)                                                cudaErrorInvalidResourceHandle
2> cudaEventSynchronize(0)                                            cudaErrorInvalidResourceHandle
2> cudaMallocPitch((void**)0, (size_t*)0, 1, 1)                       cudaErrorInvalidValue
2> cudaMallocPitch(&d, &pitch, 0, 4)                                  cudaSuccess
2> 0 1
2> cudaMallocPitch(&d, &pitch, 513, 4)                                cudaSuccess
2> 1024
2> cudaMallocManaged(&d, 0)                                           cudaSuccess
2> cudaMallocManaged(&d, 16, 8)                                       cudaErrorInvalidValue
2> cudaMallocHost(&d, 0)                                              cudaSuccess
2> 1
2> cudaHostAlloc(&d, 16, 64)                                          cudaErrorInvalidValue
2> cudaDeviceSetLimit((cudaLimit)99, 1)                               cudaErrorInvalidValue
2> cudaFreeAsync(h, 0)                                                cudaErrorInvalidValue
2> cudaFreeAsync(0, 0)                                                cudaSuccess
2> cudaMallocAsync(&d, 0, 0)                                          cudaSuccess
2> cudaLaunchKernel((const void *)h, dim3(1), dim3(1), 0, 0, 0)       cudaErrorInvalidResourceHandle
2> cudaLaunchKernel(k, dim3(0), dim3(1), args, 0, 0)                  cudaErrorInvalidValue
2> cudaLaunchCooperativeKernel(k, dim3(100000), dim3(1024), args, 0, 0) cudaErrorCooperativeLaunchTooLarge
2> cudaGetLastError()                                                 cudaErrorCooperativeLaunchTooLarge
2> cudaGetLastError()                                                 cudaSuccess
What goes wrong is said at its line.
$ for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do nullstream predict -q --gpu h200 -D CASE=$i tests/scenarios/wrong.cu; done
2> tests/scenarios/wrong.cu:21:5: error: k: the stream was never given a value
2>         k<<<1, 1, 0, never>>>(d);
2>         ^
2> tests/scenarios/wrong.cu:23:10: error: host write of device memory: `d` (4096 bytes, allocated at line 17)
2>         d[0] = 1;
2>              ^
2>   hint: the host cannot touch it; copy it with cudaMemcpy
2> tests/scenarios/wrong.cu:26:5: error: cudaEventRecord: the event was never given a value
2>         cudaEventRecord(never, s);
2>         ^
2> tests/scenarios/wrong.cu:28:5: error: cudaMemcpy beyond its buffer: 100 bytes past the end of `h` (100 bytes, allocated at line 13)
2>         cudaMemcpy(d, h, 200, cudaMemcpyHostToDevice);
2>         ^
2> tests/scenarios/wrong.cu:32:5: error: the grid is unknown: a kernel would have computed it
2>         k<<<n, 1>>>(d);
2>         ^
2>   hint: what a kernel would have computed is not known here; give it a value where it was read, between #ifdef __NULLSTREAM__ and #endif, as in n = 500;
2> tests/scenarios/wrong.cu:36:5: error: cudaMalloc: the size is unknown
2>         cudaMalloc(&d, n);
2>         ^
2>   hint: what a kernel would have computed is not known here; give it a value where it was read, between #ifdef __NULLSTREAM__ and #endif, as in n = 500;
2> tests/scenarios/wrong.cu:39:5: error: cudaMemcpy of freed memory: `h` (100 bytes, allocated at line 13) was freed at line 38
2>         cudaMemcpy(d, h, 100, cudaMemcpyHostToDevice);
2>         ^
2> tests/scenarios/wrong.cu:41:9: error: host write of device memory: `dev` (4 bytes, allocated at line 9)
2>         dev = 3;
2>             ^
2>   hint: the host cannot touch it; copy it with cudaMemcpy
2> tests/scenarios/wrong.cu:43:5: error: cudaMemcpy at address 0x1234, which is no memory (a null pointer plus an offset?)
2>         cudaMemcpy(d, (void *)0x1234, 100, cudaMemcpyHostToDevice);
2>         ^
2> tests/scenarios/wrong.cu:45:5: error: what is called here is no function of the program
2>         cudaLaunchHostFunc(s, (cudaHostFn_t)h, NULL);
2>         ^
2> tests/scenarios/wrong.cu:47:5: error: k is a kernel: it cannot be called
2>         k(d);
2>         ^
2>   hint: launch it with <<<grid, block>>>
2> tests/scenarios/wrong.cu:49:5: error: k takes 1 argument, here are 2
2>         k<<<1, 1>>>(d, 2);
2>         ^
2> tests/scenarios/wrong.cu:51:16: error: argument 1 of cudaMalloc must be void **, but it is float *
2>         cudaMalloc(d, 3);
2>                    ^
2>   hint: write & in front of it
2> tests/scenarios/wrong.cu:53:27: error: argument 1 of cudaStreamSynchronize must be cudaStream_t, but it is cudaEvent_t
2>         cudaStreamSynchronize(e);
2>                               ^
2> tests/scenarios/wrong.cu:57:22: error: cudaDeviceProp has no 'clockRate' in CUDA 13
2>         printf("%d\n", p.clockRate);
2>                          ^
2>   hint: use cudaDeviceGetAttribute with cudaDevAttrClockRate
2> tests/scenarios/wrong.cu:59:5: error: cudaGraphAddKernelNode: graphs are not predicted yet
2>         cudaGraphAddKernelNode(0, 0, 0, 0, 0);
2>         ^
2>   hint: issue the work into streams; 'nullstream rules' lists what is known
! 2
$ nullstream predict --gpu h200 -D CASE=17 --format program -o $TMP/a.nsp tests/scenarios/wrong.cu
2> cudaErrorInvalidValue
What events answered is in the timeline.
$ nullstream predict --gpu h200 -q tests/scenarios/classes.cu --format json | grep -o '"cudaEventElapsedTime".*"elapsed_us": [0-9.]*'
> "cudaEventElapsedTime", "file": "tests/scenarios/classes.cu", "line": 60, "enter_us": 381.648, "return_us": 381.892, "elapsed_us": 330.976
> "cudaEventElapsedTime", "file": "tests/scenarios/classes.cu", "line": 60, "enter_us": 747.011, "return_us": 747.255, "elapsed_us": 176.832

The host by itself: cudaMallocHost takes 1100 us and host_work_us(400) what it says. Both are lines of
the host's lane that differ from waiting, here for the copy of 4 MiB at the end.
$ nullstream predict --gpu h200 --width 90 tests/scenarios/host_busy.cu
> predicted for NVIDIA H200, profile h200
> The host asks for the work later than the device could do it: cudaMallocHost
>   (host_busy.cu:15) takes 1269 us of the critical path.
> 
>           |0                    |500 us                |1 ms                  |1.5 ms
> host      ╷cudaMallocHost━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━╷host work━━━━━━━━━─st─
> 
> stream s  █k█████████████                                                             ░d2░
> 
> SM array  █k█████████████
> copy out                                                                              ░d2░
> █ kernel  ░ copy out  ╷ call  ━ host busy  ─ host blocked
> 
> wall     1758 us, span 1748 us
> busy     SM array         300 us, 17.2 % of the span, 1.9 % full, 1 operation
>          copy engine out  77.5 us, 4.4 % of the span, 1 operation
> overlap  0.00 of at most 0.21 (1 - time with work / sum of durations), 1 at once at most
> idle     1370 us, 78.4 % of the span, with nothing on the device
> Bound by the host: host calls and host work make up 95.4 % of the critical path; the
>   device is idle for 78.4 % of the span.
$ nullstream predict --gpu h200 --width 90 --ascii tests/scenarios/host_busy.cu | sed -n 5,6p
>           |0                    |500 us                |1 ms                  |1.5 ms
> host      'cudaMallocHost__________________________________________'host work_________-st-

A call that failed, and that nobody asked about, is named.
$ sed 's/<<<20, 256>>>/<<<20, 2560>>>/' lessons/legacy-fence/fence.cu >$TMP/fails.cu; nullstream predict --gpu h200 $TMP/fails.cu | tail -1; nullstream explain --gpu h200 $TMP/fails.cu | sed -n 2,4p
> errors   cudaLaunchKernel (fails.cu:14) returned cudaErrorInvalidValue
> cudaLaunchKernel (fails.cu:14) fails and does nothing (cudaErrorInvalidValue): this is the run
>   without it. 97.3 % of the possible overlap is reached.
> errors   cudaLaunchKernel (fails.cu:14) returned cudaErrorInvalidValue
$ nullstream predict --gpu h200 -q tests/scenarios/errors.cu | tail -1
> errors   cudaFuncSetAttribute (errors.cu:13) returned cudaErrorInvalidValue; 74 more calls failed
Stream-ordered memory is no event, in no picture.
$ printf '__global__ void k(float *x) { *x = 1; }\nint main() {\n  float *x;\n  cudaStream_t s;\n  cudaStreamCreate(&s);\n  cudaMallocAsync(&x, 4, s);\n  k<<<1, 1, 0, s>>>(x);\n  cudaFreeAsync(x, s);\n  cudaStreamSynchronize(s);\n}\n' >$TMP/pool.cu; nullstream predict -q --gpu h200 --cost k=20us $TMP/pool.cu --width 80 | grep -E '^(stream|█)'
> stream s  ◇     █k███████████████◇
> █ kernel  ◇ allocation or free  ╷ call  ━ host busy  ─ host blocked
$ nullstream predict -q --gpu h200 --cost k=20us $TMP/pool.cu --width 80 --ascii | grep -E '^(stream|#)'
> stream s  *     #k###############*
> # kernel  * allocation or free  ' call  _ host busy  - host blocked
$ nullstream predict -q --gpu h200 --cost k=20us $TMP/pool.cu --format svg | grep -o -e '<rect class="alloc"' -e '>allocation or free<'
> <rect class="alloc"
> <rect class="alloc"
> <rect class="alloc"
> >allocation or free<

The timed part ends with the query that finds the second stream done, not with the last launch, nor with what
the host asks once more.
$ nullstream predict -q tests/scenarios/polled.cu --gpu h200 | grep '^wall'
> wall     1117 us, span 1007 us
$ nullstream explain -q tests/scenarios/polled.cu --gpu h200 | grep -A3 '^Critical path'
> Critical path: 1117 us went into
>   kernels                    1000 us   89.5 %  2 times step (line 25)
>   CUDA calls of the host     10.7 us   0.96 %  2 calls of step (line 25), 1 more line
>   latency of the device       107 us    9.6 %  cudaEventQuery (line 30), 2 more lines
A loop that looks at memory that the device is to write, by a kernel or a copy, waits for that.
$ nullstream explain -q tests/scenarios/polled_memory.cu --gpu h200 | grep -E 'the host waited|CUDA calls'
>   condition, polled_memory.cu:23: the host waited 82.3 us in a loop that waits; the run ends with it
>      the host waited 82.3 us: condition (work, line 22, default stream)
>   condition, polled_memory.cu:27: the host waited 3.39 us in a loop that waits; the run ends with it
>      the host waited 3.39 us: condition (d2h 4 B, line 25, default stream)
>   CUDA calls of the host     9.92 us   10.4 %  work (line 22), d2h 4 B (line 25), 1 more line
$ printf '#include <cuda_runtime.h>\n__global__ void k(volatile int *f) { *f = 1; }\nint main() { int *f; cudaMallocHost(&f, 4); *f = 0; k<<<1, 1>>>(f); for (;;) { if (*(volatile int *)f) break; } }\n' >$TMP/endless.cu; nullstream predict -q --limit steps=1000000 $TMP/endless.cu
2> TMP/endless.cu:3:69: error: loops made more than 1000000 turns, the last of them here
2>     int main() { int *f; cudaMallocHost(&f, 4); *f = 0; k<<<1, 1>>>(f); for (;;) { if (*(volatile int *)f) break; } }
2>                                                                         ^
2>   hint: an endless loop? The condition in line 3 is unknown, and neither arm was taken: --assume 3=true|false decides; --limit steps=N raises the limit
! 2
A loop that waits for another thread's write is one row of host work, however often it turns, for
each write that lets it go on.
$ nullstream predict -q --gpu h200 --format json tests/hazards/atomic-handoff.cu | grep -c '"name": "host_work"'
> 7

Loops that fill memory are free, whoever else is there; one that waits takes as long as it waits.
$ nullstream predict --gpu h200 tests/scenarios/fills.cu | sed '/^predicted/,$d'
> int: 0 us
> a member: 0 us
> short2 in a thread: 0 us
> a wait: over 200 us

Volumes in linear memory are copied as rows of 2D copies; hazards are found in what they touch.
$ nullstream predict --gpu h200 --format table tests/scenarios/volumes.cu | sed -n 4,10p
> operation       stream   source         machine          call us  start us   end us  takes us  waited for
> memset 3.1 MiB  default  volumes.cu:30  SM array           0.000     7.852   10.628     2.776
> h2d 3.1 MiB     default  volumes.cu:37  copy engine in     5.547    14.609   75.042    60.433  memset 3.1 MiB 1.27 us (stream)
> stencil         stream   volumes.cu:39  SM array          77.987    85.192  165.192    80.000
> d2h 781 KiB     stream   volumes.cu:48  copy engine out   82.887   169.872  185.825    15.953  stencil 80.4 us (stream)
> d2d 31.3 KiB    stream   volumes.cu:64  SM array          84.757   190.678  191.834     1.156  d2h 781 KiB 96.5 us (stream)
> memset 3.1 MiB  stream   volumes.cu:66  SM array          89.299   192.828  195.604     2.776  d2d 31.3 KiB 98.5 us (stream)
$ nullstream check --gpu h200 tests/scenarios/volumes.cu; nullstream check --gpu h200 -D RACE tests/scenarios/volumes.cu
> no hazard in 6 operations and 10473 accesses to memory
> tests/scenarios/volumes.cu:61:5: warning: d2d copy of 31.3 KiB (stream other) writes `b.ptr`[824320..825320 B) while d2h copy of 781 KiB (stream stream, line 48) may still be reading it [stream-race]
> tests/scenarios/volumes.cu:48:5: note: the other side: d2h copy of 781 KiB (stream stream)
>   it goes wrong so: d2d copy of 31.3 KiB (stream other, line 61), and only then d2h copy of 781 KiB (stream stream, line 48)
>   then: in b.ptr[824320..825320 B), the d2h copy (line 48) may read the initial contents of host[803000..804000 B), expected the result of stencil (line 39)
>   missing: cudaEventRecord(e, stream); after line 48, and cudaStreamWaitEvent(other, e, 0); before line 61; once before: cudaEvent_t e; cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
> tests/scenarios/volumes.cu:61:5: possible: d2d copy of 31.3 KiB (stream other) writes `b.ptr`[5120..6120 B) while kernel `stencil` (stream stream, line 39) may still be writing it, if it touches all that its pointers lead to; reads(POINTER, BYTES) and writes(POINTER, BYTES) in the pragma of kernel `stencil` settle it [stream-race]
> 1 hazard, 1 possible one in 6 operations and 10473 accesses to memory
! 1
What a launch is given, in the order of nvcc's binary, which prints the same two lines; then the draws, from the right.
$ nullstream predict --gpu h200 tests/scenarios/argument_order.cu | head -2
> stream shared=0 block=1 grid=2 us=3 n=4 stream shared=5 y=6 x=7 us=8 n=9 
> 13 63
$ nullstream predict --gpu h200 --format program -q tests/scenarios/argument_order.cu | grep -E '^launch'
> launch id=1 kernel=1 grid=3,1,1 block=33,1,1 registers=16 cost=time time_ns=13000 arguments=11726992039992023097
> launch id=2 kernel=1 grid=8,7,1 block=32,1,1 registers=16 cost=time time_ns=18000 arguments=1571747557023896785
> launch id=3 kernel=1 grid=4,1,1 block=64,1,1 registers=16 cost=time time_ns=14000 arguments=4417557418354506437
How long spin_us in a body takes; the last two are not known, which is said.
$ nullstream predict --gpu h200 --format program -q tests/scenarios/spins.cu | grep -E '^(kernel|launch)'
> kernel id=1 name=several registers=16
> kernel id=2 name=leaves registers=16
> kernel id=3 name=of_variable registers=16
> kernel id=4 name=in_function registers=16
> kernel id=5 name=guarded registers=16
> kernel id=6 name=uneven registers=16 guessed=1
> kernel id=7 name=by_data registers=16 guessed=1
> launch id=1 kernel=1 grid=4,1,1 block=256,1,1 registers=16 cost=block-time time_ns=65000 arguments=626981771844474561
> launch id=2 kernel=1 grid=4,1,1 block=256,1,1 registers=16 cost=block-time time_ns=35000 arguments=3326683753404616997
> launch id=3 kernel=2 grid=4,1,1 block=256,1,1 registers=16 cost=block-time arguments=626981771844474561
> launch id=4 kernel=2 grid=4,1,1 block=256,1,1 registers=16 cost=block-time time_ns=30000 arguments=3326683753404616997
> launch id=5 kernel=3 grid=4,1,1 block=256,1,1 registers=16 cost=block-time time_ns=83000 arguments=2633061157198064982
> launch id=6 kernel=4 grid=4,1,1 block=256,1,1 registers=16 cost=block-time time_ns=23000 arguments=4354685565462078397
> launch id=7 kernel=5 grid=4,1,1 block=256,1,1 registers=16 cost=block-time time_ns=40000 arguments=626981771844474561
> launch id=8 kernel=6 grid=4,1,1 block=256,1,1 registers=16 cost=time time_ns=100000
> launch id=9 kernel=7 grid=4,1,1 block=256,1,1 registers=16 cost=time time_ns=100000
$ nullstream predict --gpu h200 --format table tests/scenarios/spins.cu 2>&1 >/dev/null
> tests/scenarios/spins.cu:73:5: warning: the blocks of kernel `uneven` spin for different times, by blockIdx, which is not followed: 100 us assumed; time(E) in a pragma, or --cost uneven=TIME, says how long all of them take together
>         spin_us(10.0 + 5.0 * (blockIdx.x % 8));
>         ^
> tests/scenarios/spins.cu:79:23: warning: how long kernel `by_data` spins is not known, as it depends on what only the device knows: 100 us assumed; --cost by_data=TIME sets it
>         for (int i = 0; i < turns; i++)
>                           ^
$ nullstream predict --gpu h200 -q --strict tests/scenarios/spins.cu
2> tests/scenarios/spins.cu:96:5: error: how long kernel `uneven` spins is not known: it depends on blockIdx (line 73)
2>         uneven<<<4, 256>>>(d);
2>         ^
2>   hint: #pragma nullstream kernel(uneven) time(E), how long all blocks take together, goes before spin_us
! 2
What changes the numbers on the way to a spin_us, and what the threads of a block have of it.
$ nullstream predict --gpu h200 --format program -q tests/scenarios/spin_effects.cu | grep -E '^(kernel|launch)' | sed -E 's/ (id|registers|grid|arguments)=[^ ]*//g'
> kernel name=counts
> kernel name=counts_down
> kernel name=in_switch
> kernel name=behind_loop guessed=1
> kernel name=referred guessed=1
> kernel name=alias guessed=1
> kernel name=pointed guessed=1
> kernel name=of_record guessed=1
> kernel name=arms
> kernel name=by_arm guessed=1
> kernel name=both_return
> kernel name=all_return
> kernel name=warps
> kernel name=some_break
> kernel name=of_device guessed=1
> kernel name=of_memory guessed=1
> kernel name=in_template guessed=1
> launch kernel=1 block=32,1,1 cost=block-time time_ns=9000
> launch kernel=2 block=32,1,1 cost=block-time time_ns=9000
> launch kernel=3 block=32,1,1 cost=block-time time_ns=9000
> launch kernel=4 block=32,1,1 cost=time time_ns=100000
> launch kernel=5 block=32,1,1 cost=time time_ns=100000
> launch kernel=6 block=32,1,1 cost=time time_ns=100000
> launch kernel=7 block=32,1,1 cost=time time_ns=100000
> launch kernel=8 block=32,1,1 cost=time time_ns=100000
> launch kernel=9 block=32,1,1 cost=block-time time_ns=3000
> launch kernel=10 block=32,1,1 cost=time time_ns=100000
> launch kernel=11 block=32,1,1 cost=block-time time_ns=4000
> launch kernel=12 block=32,1,1 cost=block-time
> launch kernel=13 block=32,1,1 cost=block-time time_ns=6000
> launch kernel=13 block=64,1,1 cost=block-time time_ns=11000
> launch kernel=14 block=32,1,1 cost=block-time time_ns=21000
> launch kernel=15 block=32,1,1 cost=time time_ns=100000
> launch kernel=16 block=32,1,1 cost=time time_ns=100000
> launch kernel=17 block=32,1,1 cost=time time_ns=100000
$ nullstream predict --gpu h200 --format table tests/scenarios/spin_effects.cu 2>&1 >/dev/null | grep warning
> tests/scenarios/spin_effects.cu:40:5: warning: how long kernel `behind_loop` spins is not known, as it depends on what only the device knows: 100 us assumed; --cost behind_loop=TIME sets it
> tests/scenarios/spin_effects.cu:52:5: warning: how long kernel `referred` spins is not known, as it depends on what only the device knows: 100 us assumed; --cost referred=TIME sets it
> tests/scenarios/spin_effects.cu:59:5: warning: how long kernel `alias` spins is not known, as it depends on what only the device knows: 100 us assumed; --cost alias=TIME sets it
> tests/scenarios/spin_effects.cu:66:5: warning: how long kernel `pointed` spins is not known, as it depends on what only the device knows: 100 us assumed; --cost pointed=TIME sets it
> tests/scenarios/spin_effects.cu:76:5: warning: how long kernel `of_record` spins is not known, as it depends on what only the device knows: 100 us assumed; --cost of_record=TIME sets it
> tests/scenarios/spin_effects.cu:97:5: warning: how long kernel `by_arm` spins is not known, as it depends on threadIdx: 100 us assumed; --cost by_arm=TIME sets it
> tests/scenarios/spin_effects.cu:155:5: warning: how long kernel `of_device` spins is not known, as it depends on what only the device knows: 100 us assumed; --cost of_device=TIME sets it
> tests/scenarios/spin_effects.cu:161:5: warning: how long kernel `of_memory` spins is not known, as it depends on what only the device knows: 100 us assumed; --cost of_memory=TIME sets it
> tests/scenarios/spin_effects.cu:166:17: warning: how long kernel `in_template` spins is not known, as spin_us stands in a template or is not understood: 100 us assumed; --cost in_template=TIME sets it
Loops that a count ends where the rest of their condition is unknown: 2, 3 - 1, 4, 4, 5, 6 turns and one that has no count.
$ nullstream predict --gpu h200 --format program -q tests/scenarios/bounded.cu | grep -E '^(cudaLaunchKernel|launch|record)' | sed 's/ id=[0-9]*//' | sort | uniq -c | sed 's/^ *//'
> 24 cudaLaunchKernel thread=0 line=15 column=5 launch=1
> 1 launch kernel=1 grid=1,1,1 block=32,1,1 registers=16 cost=time time_ns=50000
$ nullstream predict --gpu h200 -o $TMP/b.json tests/scenarios/bounded.cu
2> tests/scenarios/bounded.cu:26:14: warning: this part of the condition is unknown: the loop goes on until another ends it; --assume 26=true|false decides
2>         while (e > 1e-3f && it < 2) {
2>                  ^
2> tests/scenarios/bounded.cu:33:33: warning: this part of the condition is unknown: the loop goes on until another ends it
2>         while (it < 3 && residual() > 1e-3f);
2>                                     ^
2> tests/scenarios/bounded.cu:37:27: warning: this part of the condition is unknown: the loop goes on until another ends it; --assume 37=true|false decides
2>             done = residual() < 1e-3f || ++it >= 4;
2>                               ^
2> tests/scenarios/bounded.cu:40:37: warning: this part of the condition is unknown: the loop goes on until another ends it; --assume 40=true|false decides
2>             more = it < 4 && residual() > 1e-3f;
2>                                         ^
2> tests/scenarios/bounded.cu:43:24: warning: this part of the condition is unknown: the loop goes on until another ends it; --assume 43=true|false decides
2>             if (residual() < 1e-3f || ++it == 5) {
2>                            ^
2> tests/scenarios/bounded.cu:46:32: warning: this part of the condition is unknown: the loop goes on until another ends it; --assume 46=true|false decides
2>         for (int i = 0; i < 6 && e > 1e-3f; i++)
2>                                    ^
2> tests/scenarios/bounded.cu:50:5: warning: the condition is unknown: the loop ends
2>         while (go && residual() > 1e-3f) // nothing ends it: it ends
2>         ^
2> ?
The same with ! in front: 1, 2, 3 - 1, 4, 4, 5, 6, 2 turns and one that has no count.
$ nullstream predict --gpu h200 --format program -q tests/scenarios/negated.cu | grep -E '^(cudaLaunchKernel|launch|record)' | sed 's/ id=[0-9]*//' | sort | uniq -c | sed 's/^ *//'
> 27 cudaLaunchKernel thread=0 line=14 column=5 launch=1
> 1 launch kernel=1 grid=1,1,1 block=32,1,1 registers=16 cost=time time_ns=50000
$ nullstream predict --gpu h200 -o $TMP/b.json tests/scenarios/negated.cu 2>&1 | sed -n '1,6p;13,18p;25,27p'
> tests/scenarios/negated.cu:25:16: warning: this part of the condition is unknown: the loop goes on until another ends it; --assume 25=true|false decides
>         while (!(e <= 1e-3f || it >= 2)) {
>                    ^
> tests/scenarios/negated.cu:32:25: warning: this part of the condition is unknown: the loop goes on until another ends it
>         while (!(it >= 3 || !(residual() > 1e-3f)));
>                             ^
> tests/scenarios/negated.cu:42:26: warning: this part of the condition is unknown: the loop goes on until another ends it; --assume 42=true|false decides
>             if (!(residual() >= 1e-3f && ++it != 5)) {
>                              ^
> tests/scenarios/negated.cu:45:38: warning: this part of the condition is unknown: the loop goes on until another ends it; --assume 45=true|false decides
>         for (int i = 0; !(i >= 6) && !(e < 1e-3f || e > 10); i++)
>                                          ^
> tests/scenarios/negated.cu:52:5: warning: the condition is unknown: the loop ends
>         while (!(stop || residual() > 1e-3f)) // nothing ends it: it ends
>         ^
$ nullstream predict --gpu h200 --format program -q tests/scenarios/dimensions.cu | grep -E '^launch'
> launch id=1 kernel=1 grid=4,2,1 block=32,1,1 registers=16 cost=time time_ns=5000
> launch id=2 kernel=1 grid=4,2,1 block=64,1,1 registers=16 cost=time time_ns=5000
> launch id=3 kernel=1 grid=3,2,1 block=32,1,1 registers=16 cost=time time_ns=5000
Headers that only bodies of kernels need, ranges of nvtx3.hpp, and cudaStreamIsCapturing, which none is.
$ nullstream predict --gpu h200 --format program -q tests/scenarios/headers.cu | grep -E '^(cuda|range)'
> cudaMalloc thread=0 line=73 column=5 alloc=1
> cudaMalloc thread=0 line=74 column=5 alloc=2
> cudaStreamIsCapturing thread=0 line=75 column=5 stream=1 of=1
> range_push thread=0 line=76 column=25 name="all of it"
> range_push thread=0 line=64 column=5 name=work
> cudaLaunchKernel thread=0 line=65 column=5 launch=1
> range_pop thread=0 line=66 column=1
> cudaLaunchKernel thread=0 line=79 column=5 launch=2
> cudaLaunchKernel thread=0 line=80 column=5 launch=3
> cudaDeviceSynchronize thread=0 line=81 column=5
> range_pop thread=0 line=87 column=5

Concepts say what kernels and buffers take; a kernel's pragma holds for each of its instances.
$ nullstream predict --gpu h200 tests/scenarios/constrained.cu | sed -n '1p;/^wall/p;/^streams/p'
> 1 0
> streams[0]     ▒h2d▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒   █sc██halve<float>███
> streams[1]            ▄▄     █sc█
> wall     115 us, span 108 us
$ nullstream check --gpu h200 tests/scenarios/constrained.cu
> no hazard in 5 operations and 11 accesses to memory
$ nullstream predict --gpu h200 tests/scenarios/shared_base.cu | sed -n '1,2p;/^wall/p;/^stream/p'
> first 4194304
> second 4194304
> stream 1 stream      ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~▒h2d▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ ███
> stream 2 stream    ▒h2d▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒  ███
> wall     172 us, span 165 us
$ nullstream check --gpu h200 tests/scenarios/shared_base.cu
> no hazard in 4 operations and 14 accesses to memory
A sleep until some time counts from the reading of the clock that the time was made of, in the recorded program as well: four
beats of 500 us and 100, 56 late; where that may be one of many readings, it is as long as it was. Each sleep is a record.
$ for d in '' '-D READINGS=100' '-D RELATIVE'; do nullstream predict --gpu h200 $d tests/scenarios/beat.cu | grep ^wall; nullstream predict --gpu h200 --format program -o $TMP/beat.nsp $d tests/scenarios/beat.cu >/dev/null; grep -c '^host_sleep.*object=' $TMP/beat.nsp; grep -c ^host_sleep $TMP/beat.nsp; nullstream predict -q --gpu h200 $TMP/beat.nsp | grep ^wall; done
> wall     1716 us, span 1705 us
> 8
> 8
> wall     1716 us, span 1705 us
> wall     1716 us, span 1705 us
> 2
> 8
> wall     1716 us, span 1705 us
> wall     1102 us, span 1092 us
> 4
> 4
> wall     1102 us, span 1092 us
2> 2156 us, 0
2> 2156 us, 0
2> 1389 us, 0

A class that takes managed memory for its objects: what `new` makes is what a kernel is given.
$ nullstream predict --gpu h200 --format program tests/scenarios/managed_class.cu -o $TMP/m.nsp; grep -E '^alloc' $TMP/m.nsp; nullstream check --gpu h200 tests/scenarios/managed_class.cu
> alloc id=1 kind=managed bytes=8 name=counter
> alloc id=2 kind=managed bytes=16 name=p
> alloc id=3 kind=managed bytes=8192 name=p.cells
> alloc id=4 kind=managed bytes=32 name=counters
> no hazard in 6 operations and 26 accesses to memory
2> steps of 2 in 8 bytes
2> 64 x 32
2> 2

The elements of a std::vector that is a member, and was moved to where it is.
$ printf '#include <cuda_runtime.h>\n#include <vector>\nstruct Part {\n    int number;\n    std::vector<short> values;\n};\nstatic Part make(int n) { return {n, std::vector<short>(1 << 18)}; }\nint main()\n{\n    short *d;\n    cudaMalloc(&d, 2 << 18);\n    {\n        Part p = make(3);\n        cudaMemcpyAsync(d, p.values.data(), 2 << 18, cudaMemcpyHostToDevice);\n    }\n    cudaDeviceSynchronize();\n}\n' >$TMP/part.cu; nullstream check --gpu h200 $TMP/part.cu
> TMP/part.cu:15:5: warning: the host frees `p.values` while h2d copy of 512 KiB (the default stream, line 14) may still be reading it [free-in-use]
> TMP/part.cu:14:9: note: the other side: h2d copy of 512 KiB (the default stream)
>   it goes wrong so: the host (line 15), and only then h2d copy of 512 KiB (the default stream, line 14)
>   missing: cudaStreamSynchronize(0); before line 15
>   cudaMemcpyAsync with pageable memory was seen to wait (docs/semantics.md S2.3, S2.4); CUDA says only that it may
> 1 hazard in 1 operation and 3 accesses to memory
! 1

What is chosen by a value that a kernel left is unknown, as it says where it is printed; it is no news before.
$ printf '#include <cuda_runtime.h>\n#include <cstdio>\n#pragma nullstream kernel(k) time(1us)\n__global__ void k(int *n) { n[0] = 3; }\nint main()\n{\n    int *n;\n    cudaMallocManaged(&n, 4);\n    k<<<1, 1>>>(n);\n    cudaDeviceSynchronize();\n    float mean = 6.0f / (*n ? *n : 1);\n    printf("%%g\\n", mean);\n    int &last = *n ? n[0] : n[1];\n    last = 4;\n}\n' >$TMP/chosen.cu; nullstream predict --gpu h200 $TMP/chosen.cu 2>&1 | sed '/^predicted for/,$d'
> TMP/chosen.cu:13:20: warning: the condition is unknown, so is the result
>         int &last = *n ? n[0] : n[1];
>                        ^
> ?
> TMP/chosen.cu:14:10: error: a pointer or index is used whose value is unknown
>         last = 4;
>              ^
>   hint: what a kernel would have computed is not known here, nor what a skipped arm would have assigned: --assume 11=true|false decides that of line 11; a number can be given where it was read, between #ifdef __NULLSTREAM__ and #endif
