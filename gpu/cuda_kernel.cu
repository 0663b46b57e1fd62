#include "gpu/cuda_kernel.h"

#include "gpu/kernel_work.h"

#include <string.h>

#define MOST_NS ((unsigned long long)DEVICE_BLOCK_MOST)

/* What a launch passes to its threads. */
struct kernel_args {
    long long block_ns; /* -1: by work */
    struct kernel_work work;
    unsigned int never;       /* 0; the compiler does not know */
    unsigned int first, mask; /* in the buffer, in loads */
    const uint4 *buffer;
    struct device_stamp *stamps;
    unsigned int stamp_count;
};

static __device__ __forceinline__ unsigned long long global_ns()
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

/* The same to within four seconds. */
static __device__ __forceinline__ unsigned int global_ns_low()
{
    unsigned int t;
    asm volatile("mov.u32 %0, %%globaltimer_lo;" : "=r"(t));
    return t;
}

static __device__ __forceinline__ void sleep_ns(unsigned int ns)
{
    asm volatile("nanosleep.u32 %0;" ::"r"(ns));
}

/* So many values alive at once that a thread takes about so many registers. */
template <int COUNT> static __device__ __forceinline__ void fill_registers(unsigned int *at)
{
    unsigned int values[COUNT];
#pragma unroll
    for (int i = 0; i < COUNT; i++)
        asm volatile("mov.u32 %0, %%clock;" : "=r"(values[i]));
#pragma unroll
    for (int i = 0; i < COUNT; i++)
        asm volatile("st.volatile.global.u32 [%0], %1;" ::"l"(at), "r"(values[i]) : "memory");
}

#define FMA4                                                                                       \
    "fma.rn.f32 %0, %0, %1, %2;\n\tfma.rn.f32 %0, %0, %1, %2;\n\t"                                 \
    "fma.rn.f32 %0, %0, %1, %2;\n\tfma.rn.f32 %0, %0, %1, %2;\n\t"

/* A chain of 4 * COUNT FMAs, each of which needs the one before. */
template <int COUNT> static __device__ __forceinline__ void chain(float &sum, float a, float b)
{
#pragma unroll
    for (int i = 0; i < COUNT; i++)
        asm volatile(FMA4 : "+f"(sum) : "f"(a), "f"(b));
}

/* A chain of any length: long stretches without a branch, or the branches would cost. */
static __device__ __forceinline__ void multiply_add(float &sum, unsigned int count)
{
    const float a = 0.5f, b = 1.0f;
#pragma unroll 1
    for (; count >= 256; count -= 256)
        chain<64>(sum, a, b);
    if (count & 128)
        chain<32>(sum, a, b);
    if (count & 64)
        chain<16>(sum, a, b);
    if (count & 32)
        chain<8>(sum, a, b);
    if (count & 16)
        chain<4>(sum, a, b);
    if (count & 8)
        chain<2>(sum, a, b);
    if (count & 4)
        chain<1>(sum, a, b);
    if (count & 2)
        asm volatile("fma.rn.f32 %0, %0, %1, %2;\n\tfma.rn.f32 %0, %0, %1, %2;"
                     : "+f"(sum)
                     : "f"(a), "f"(b));
    if (count & 1)
        asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(sum) : "f"(a), "f"(b));
}

/* Likewise; one after the other where there are few. */
static __device__ __forceinline__ void few_multiply_add(float &sum, unsigned int count)
{
    if (count > 8) {
        multiply_add(sum, count);
        return;
    }
#pragma unroll 1
    for (; count > 0; count--)
        asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(sum) : "f"(0.5f), "f"(1.0f));
}

/* Arithmetic in stretches of some 20 us, after each of which the time since the block's start is
 * looked at. */
static __device__ __forceinline__ void compute(unsigned int count, unsigned int start, float &sum)
{
    if (count > 8192) {
#pragma unroll 1
        do {
            multiply_add(sum, 8192);
            count -= 8192;
        } while (count > 8192 && global_ns_low() - start < MOST_NS);
        if (count > 8192)
            return;
    }
    multiply_add(sum, count);
}

static __device__ __forceinline__ uint4 load(const uint4 *at)
{
    uint4 v;
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(at));
    return v;
}

static __device__ __forceinline__ unsigned int folded(uint4 v)
{
    return v.x ^ v.y ^ v.z ^ v.w;
}

/* Four loads in flight, arithmetic meanwhile, then the next four. A warp reads 2 KiB in a batch. */
template <bool FMAS>
static __device__ __forceinline__ unsigned int
read_batches(const struct kernel_args &args, unsigned int at, unsigned int batches,
             unsigned int step, float &sum, unsigned int &left)
{
    unsigned int fold = 0;
#pragma unroll 1
    for (; batches > 0; batches--) {
        const uint4 *from = args.buffer + (at & args.mask);
        const uint4 v0 = load(from), v1 = load(from + 32), v2 = load(from + 64),
                    v3 = load(from + 96);
        at += step;
        if (FMAS) {
            const unsigned int now = args.work.batch_fmas < left ? args.work.batch_fmas : left;
            multiply_add(sum, now);
            left -= now;
        }
        fold ^= folded(v0) ^ folded(v1) ^ folded(v2) ^ folded(v3);
    }
    return fold;
}

/* The last batch, of which some threads do less, or nothing. */
static __device__ __forceinline__ unsigned int read_rest(const struct kernel_args &args,
                                                         unsigned int at, unsigned int thread,
                                                         unsigned int threads, float &sum,
                                                         unsigned int &left)
{
    const uint4 *from = args.buffer + (at & args.mask), none = make_uint4(0, 0, 0, 0);
    uint4 v0 = none, v1 = none, v2 = none;
    if (thread < args.work.rest)
        v0 = load(from);
    if (thread + threads < args.work.rest)
        v1 = load(from + 32);
    if (thread + 2 * threads < args.work.rest)
        v2 = load(from + 64);
    unsigned int fold = 0;
    if (thread + 3 * threads < args.work.rest)
        fold = folded(load(from + 96));
    multiply_add(sum, args.work.batch_fmas < left ? args.work.batch_fmas : left);
    left = 0;
    return fold ^ folded(v0) ^ folded(v1) ^ folded(v2);
}

/* Reads what the block has to read. In stretches, after each of which the time since its start is
 * looked at. */
static __device__ __forceinline__ unsigned int read_memory(const struct kernel_args &args,
                                                           unsigned int block, unsigned int thread,
                                                           unsigned int threads, unsigned int start,
                                                           float &sum)
{
    const unsigned int step = (threads + 31) / 32 * 128, stretch = args.work.stretch;
    unsigned int at = args.first + block * args.work.block_loads + thread / 32 * 128 + thread % 32;
    unsigned int left = args.work.batch_fmas ? args.work.fmas : 0;
    unsigned int batches = args.work.batches, fold = 0;
    if (batches > stretch) {
#pragma unroll 1
        do {
            fold ^= left ? read_batches<true>(args, at, stretch, step, sum, left)
                         : read_batches<false>(args, at, stretch, step, sum, left);
            batches -= stretch;
            at += stretch * step;
        } while (batches > stretch && global_ns_low() - start < MOST_NS);
        if (batches > stretch)
            return fold;
    }
    fold ^= left ? read_batches<true>(args, at, batches, step, sum, left)
                 : read_batches<false>(args, at, batches, step, sum, left);
    if (args.work.rest)
        fold ^= read_rest(args, at + batches * step, thread, threads, sum, left);
    return fold;
}

static __device__ __forceinline__ unsigned long long linear(uint3 index, dim3 size)
{
    return index.x + size.x * (index.y + (unsigned long long)size.y * index.z);
}

/* One thread waits and the others wait for it at the barrier: 2048 threads of an SM that all read
 * the timer made blocks of 400 us take 447 us on an H200. It sleeps as long as it is not nearly
 * time, since a thread that only looks at the timer takes a fifth of what its scheduler can issue
 * from arithmetic beside it (475 us became 609). Bounded by the clock and by turns, which take more
 * than 10 ns. */
static __device__ __forceinline__ void wait_until(unsigned long long start, unsigned long long ns)
{
    enum { AWAKE_NS = 1500, MOST_SLEEP_NS = 2000 };
    const unsigned long long most = ns < MOST_NS ? ns : MOST_NS;
#pragma unroll 1
    for (int turn = 0; turn < 100000000; turn++) {
        const unsigned long long past = global_ns() - start;
        if (past >= most)
            break;
        if (most - past > AWAKE_NS) { /* it sleeps up to twice as long as asked */
            const unsigned long long half = (most - past - AWAKE_NS) / 2;
            sleep_ns(half < MOST_SLEEP_NS ? (unsigned int)half : MOST_SLEEP_NS);
        }
    }
}

template <bool WORK>
static __device__ __forceinline__ void run_block(const struct kernel_args &args)
{
    /* First of all: the first look at an argument, or at the block's size, takes 0.3 us. */
    const unsigned long long start = global_ns();
    const unsigned int thread = (unsigned int)linear(threadIdx, blockDim);
    if (WORK && args.block_ns < 0) {
        float sum = 0;
        unsigned int fold = 0;
        if (args.work.block_loads)
            fold = read_memory(args, (unsigned int)linear(blockIdx, gridDim), thread,
                               blockDim.x * blockDim.y * blockDim.z, (unsigned int)start, sum);
        if (args.work.batch_fmas == 0)
            compute(args.work.fmas, (unsigned int)start, sum);
        if (args.never)
            args.stamps->unused = fold + __float_as_uint(sum);
    } else if (thread == 0) {
        wait_until(start, (unsigned long long)args.block_ns);
    }
    if (args.stamps == NULL && args.block_ns < 0)
        return;
    __syncthreads();
    if (thread != 0 || args.stamps == NULL)
        return;
    const unsigned long long block = linear(blockIdx, gridDim);
    if (block >= args.stamp_count)
        return;
    struct device_stamp *stamp = args.stamps + block;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(stamp->sm));
    stamp->start = start;
    stamp->end = global_ns();
}

/* A block that has one batch to read at most, as most programs' kernels have, a thread an element:
 * what run_block() does besides (it looks at the time, and divides the work) takes several times as
 * long as the rest. */
static __device__ __forceinline__ void run_brief_block(const struct kernel_args &args)
{
    const unsigned int threads = blockDim.x * blockDim.y * blockDim.z;
    const unsigned int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const unsigned int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    const unsigned int loads = args.work.brief_loads;
    const uint4 *from =
        args.buffer +
        ((args.first + block * args.work.block_loads + thread / 32 * 128 + thread % 32) &
         args.mask);
    const uint4 none = make_uint4(0, 0, 0, 0);
    unsigned int fold = 0;
    if (loads <= threads) {
        if (thread < loads)
            fold = folded(load(from));
    } else {
        uint4 v1 = none, v2 = none, v3 = none;
        const uint4 v0 = load(from);
        if (thread + threads < loads)
            v1 = load(from + 32);
        if (thread + 2 * threads < loads)
            v2 = load(from + 64);
        if (thread + 3 * threads < loads)
            v3 = load(from + 96);
        fold = folded(v0) ^ folded(v1) ^ folded(v2) ^ folded(v3);
    }
    float sum = 0;
    few_multiply_add(sum, args.work.fmas);
    asm volatile("" ::"r"(fold)); /* no thread ends before what it reads has come */
    if (args.never)
        args.stamps->unused = fold + __float_as_uint(sum);
}

/* Blocks that only spin: these take few registers. */
static __global__ void __launch_bounds__(1024) few_registers(struct kernel_args args)
{
    run_block<false>(args);
}

template <int REGISTERS>
static __global__ void __maxnreg__(REGISTERS) some_registers(struct kernel_args args)
{
    run_block<(REGISTERS >= 32)>(args);
    if (args.never)
        fill_registers<REGISTERS - 8>((unsigned int *)args.stamps);
}

template <int REGISTERS>
static __global__ void __maxnreg__(REGISTERS) brief_blocks(struct kernel_args args)
{
    run_brief_block(args);
    if (args.never)
        fill_registers<REGISTERS - 8>((unsigned int *)args.stamps);
}

#define EIGHT(kernel, from)                                                                        \
    kernel<from>, kernel<from + 8>, kernel<from + 16>, kernel<from + 24>, kernel<from + 32>,       \
        kernel<from + 40>, kernel<from + 48>, kernel<from + 56>
#define FROM_32(kernel)                                                                            \
    EIGHT(kernel, 32), EIGHT(kernel, 96), EIGHT(kernel, 160), kernel<224>, kernel<232>,            \
        kernel<240>, kernel<248>, kernel<255>

/* In the order of their registers; those by work from FIRST_WORK on, and again for brief blocks. */
static void (*const instantiations[])(struct kernel_args) = {
    few_registers, some_registers<24>, FROM_32(some_registers), FROM_32(brief_blocks)};
enum {
    COUNT = sizeof instantiations / sizeof *instantiations,
    FIRST_WORK = 2,
    FIRST_BRIEF = (COUNT + FIRST_WORK) / 2,
    WARP_UNIT = 256 /* registers that a warp is given at a time, since compute capability 3.0 */
};

static_assert(COUNT <= sizeof((struct cuda_kernels *)0)->registers / sizeof(int),
              "a count of registers for each");

static dim3 size_of(const uint32_t *size)
{
    return dim3(size[0], size[1], size[2]);
}

static int64_t count_of(const uint32_t *size)
{
    return (int64_t)size[0] * size[1] * size[2];
}

/* What one thread and block of it do, nothing where they spin; false when that is too much. */
static bool divide(const struct device_launch *launch, struct kernel_work *work)
{
    memset(work, 0, sizeof *work);
    return launch->block_ns >= 0 ||
           kernel_work_divide(launch->flops, launch->bytes, count_of(launch->grid),
                              count_of(launch->block), work);
}

static const void *function_of(const struct cuda_kernels *kernels,
                               const struct device_launch *launch, const struct kernel_work *work)
{
    int wanted = kernel_work_registers((int)launch->registers, WARP_UNIT);
    int first = launch->block_ns < 0 ? FIRST_WORK : 0, end = FIRST_BRIEF;
    if (work->brief_loads > 0 && launch->stamps == NULL) { /* they have no time for stamps */
        first = FIRST_BRIEF;
        end = COUNT;
    }
    for (int i = first; i < end; i++)
        if (kernels->registers[i] >= wanted)
            return (const void *)instantiations[i];
    return NULL;
}

extern "C" cudaError_t cuda_kernels_init(struct cuda_kernels *kernels)
{
    memset(kernels, 0, sizeof *kernels);
    int most = 0, clusters = 0;
    cudaError_t error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&clusters, cudaDevAttrClusterLaunch, 0);
    for (int i = 0; i < COUNT && error == cudaSuccess; i++) {
        const void *function = (const void *)instantiations[i];
        struct cudaFuncAttributes attributes;
        error = cudaFuncGetAttributes(&attributes, function);
        if (error != cudaSuccess)
            break;
        kernels->registers[i] = kernel_work_registers(attributes.numRegs, WARP_UNIT);
        error = cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
        if (error == cudaSuccess && clusters)
            error =
                cudaFuncSetAttribute(function, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    }
    return error;
}

/* As large as can be up to 64 times the level 2 cache, since blocks of different kernels may by
 * chance read the same part soon after one another; 8 times at least. */
static cudaError_t make_buffer(struct cuda_kernels *kernels, uint64_t spared)
{
    enum {
        L2_TIMES = 8,
        L2_TIMES_WANTED = 64,
        BATCH_BYTES =
            WORK_WARP * WORK_IN_FLIGHT * WORK_LOAD_BYTES /* a batch may begin at the end */
    };
    int l2 = 0;
    size_t free_bytes = 0, total = 0, bytes = 1 << 20;
    cudaError_t error = cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0);
    if (error == cudaSuccess)
        error = cudaMemGetInfo(&free_bytes, &total);
    if (error != cudaSuccess)
        return error;
    free_bytes -= spared < free_bytes ? (size_t)spared : free_bytes;
    while (bytes < (size_t)l2 * L2_TIMES_WANTED && bytes < (size_t)1 << 35)
        bytes *= 2;
    while (bytes > (size_t)l2 * L2_TIMES * 2 && bytes > free_bytes / 4)
        bytes /= 2;
    const size_t all = bytes + DEVICE_CHUNK;
    static_assert(BATCH_BYTES <= DEVICE_CHUNK, "a batch has room in one");
    if (all > free_bytes)
        return cudaErrorMemoryAllocation;
    error = cudaMalloc(&kernels->buffer, all);
    if (error == cudaSuccess)
        error = cudaMemset(kernels->buffer, 0, all);
    kernels->buffer_bytes = bytes;
    return error;
}

extern "C" cudaError_t cuda_kernels_prepare(struct cuda_kernels *kernels,
                                            const struct device_launch *launch, uint64_t spared,
                                            int *blocks)
{
    struct kernel_work work;
    if (!divide(launch, &work))
        return cudaErrorInvalidValue;
    const void *function = function_of(kernels, launch, &work);
    if (function == NULL)
        return cudaErrorInvalidDeviceFunction;
    if (work.block_loads > 0 && kernels->buffer == NULL) {
        cudaError_t error = make_buffer(kernels, spared);
        if (error != cudaSuccess)
            return error;
    }
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks, function, (int)count_of(launch->block), launch->shared_bytes);
}

static unsigned int set_attributes(const struct device_launch *launch, cudaLaunchAttribute *to)
{
    unsigned int count = 0;
    if (launch->cooperative) {
        to[count].id = cudaLaunchAttributeCooperative;
        to[count++].val.cooperative = 1;
    }
    if (launch->cluster > 1) {
        to[count].id = cudaLaunchAttributeClusterDimension;
        to[count].val.clusterDim.x = launch->cluster;
        to[count].val.clusterDim.y = to[count].val.clusterDim.z = 1;
        count++;
    }
    if (launch->priority != INT32_MIN) {
        to[count].id = cudaLaunchAttributePriority;
        to[count++].val.priority = launch->priority;
    }
    if (launch->carveout >= 0) {
        to[count].id = cudaLaunchAttributePreferredSharedMemoryCarveout;
        to[count++].val.sharedMemCarveout = (unsigned int)launch->carveout;
    }
    return count;
}

/* Which part of the buffer the launch reads. */
static void place_reads(struct cuda_kernels *kernels, const struct device_launch *launch,
                        struct kernel_args *args)
{
    args->buffer = (const uint4 *)kernels->buffer;
    args->work.block_loads =
        kernel_work_stride(&args->work, count_of(launch->grid), kernels->buffer_bytes);
    args->mask = (unsigned int)(kernels->buffer_bytes / WORK_LOAD_BYTES - 1);
    args->first = (unsigned int)(kernel_work_place(kernels->launches++, kernels->buffer_bytes) /
                                 WORK_LOAD_BYTES);
}

extern "C" cudaError_t cuda_kernels_launch(struct cuda_kernels *kernels,
                                           const struct device_launch *launch, cudaStream_t stream)
{
    struct kernel_args args;
    memset(&args, 0, sizeof args);
    if (!divide(launch, &args.work))
        return cudaErrorInvalidValue;
    const void *function = function_of(kernels, launch, &args.work);
    if (function == NULL)
        return cudaErrorInvalidDeviceFunction;
    args.block_ns = launch->block_ns;
    args.stamps = launch->stamps;
    args.stamp_count = (unsigned int)launch->stamp_count;
    if (args.work.block_loads > 0)
        place_reads(kernels, launch, &args);
    void *pointers[] = {&args};
    cudaLaunchAttribute attributes[4];
    cudaLaunchConfig_t config;
    memset(&config, 0, sizeof config);
    config.numAttrs = set_attributes(launch, attributes);
    if (config.numAttrs == 0)
        return cudaLaunchKernel(function, size_of(launch->grid), size_of(launch->block), pointers,
                                launch->shared_bytes, stream);
    config.gridDim = size_of(launch->grid);
    config.blockDim = size_of(launch->block);
    config.dynamicSmemBytes = launch->shared_bytes;
    config.stream = stream;
    config.attrs = attributes;
    return cudaLaunchKernelExC(&config, function, pointers);
}

static __device__ int symbol;

extern "C" const void *cuda_kernels_function(void)
{
    return (const void *)few_registers;
}

extern "C" const void *cuda_kernels_symbol(void)
{
    return (const void *)&symbol;
}

extern "C" cudaError_t cuda_kernels_potential(int *grid, int *block, size_t shared_bytes)
{
    return cudaOccupancyMaxPotentialBlockSize(grid, block, few_registers, shared_bytes);
}

extern "C" void cuda_kernels_release(struct cuda_kernels *kernels)
{
    cudaFree(kernels->buffer);
    kernels->buffer = NULL;
}
