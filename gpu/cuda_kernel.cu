#include "gpu/cuda_kernel.h"

#include <string.h>

#define MOST_NS 1000000000ULL /* of one block, whatever was asked for */

/* What a launch passes to its threads. */
struct kernel_args {
    long long block_ns; /* -1: by work */
    unsigned int fmas, loads;
    unsigned int first, stride, mask; /* in the buffer, in units of a load */
    const uint4 *buffer;
    struct kernel_stamp *stamps;
    unsigned int stamp_count;
    unsigned int never; /* 0; the compiler does not know */
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

static __device__ __forceinline__ uint4 load(const struct kernel_args &args, unsigned int index)
{
    const uint4 *at = args.buffer + (index & args.mask);
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

/* Arithmetic in stretches of some 20 us, after each of which the time is looked at. */
static __device__ __forceinline__ void compute(unsigned int count, float &sum)
{
    const unsigned int start = global_ns_low();
#pragma unroll 1
    while (count > 8192) {
        multiply_add(sum, 8192);
        count -= 8192;
        if (global_ns_low() - start > MOST_NS)
            return;
    }
    multiply_add(sum, count);
}

/* Four loads in flight, the thread's arithmetic meanwhile, then the next four. Ends after a second.
 */
static __device__ __forceinline__ unsigned int read_memory(const struct kernel_args &args,
                                                           unsigned int block, unsigned int thread,
                                                           unsigned int threads, float &sum)
{
    const unsigned int start = global_ns_low();
    const unsigned int batches = (args.loads + 4 * threads - 1) / (4 * threads);
    const unsigned int fmas = (args.fmas + batches - 1) / batches;
    const unsigned int first = args.first + block * args.stride;
    unsigned int left = args.fmas, fold = 0, turn = 0;
#pragma unroll 1
    for (unsigned int at = thread; at < args.loads; at += 4 * threads) {
        const uint4 none = make_uint4(0, 0, 0, 0);
        uint4 v0 = load(args, first + at), v1 = none, v2 = none, v3 = none;
        if (at + 3 * threads < args.loads) {
            v1 = load(args, first + at + threads);
            v2 = load(args, first + at + 2 * threads);
            v3 = load(args, first + at + 3 * threads);
        } else {
            if (at + threads < args.loads)
                v1 = load(args, first + at + threads);
            if (at + 2 * threads < args.loads)
                v2 = load(args, first + at + 2 * threads);
        }
        const unsigned int now = fmas < left ? fmas : left;
        multiply_add(sum, now);
        left -= now;
        fold ^= folded(v0) ^ folded(v1) ^ folded(v2) ^ folded(v3);
        if ((++turn & 255) == 0 && global_ns_low() - start > MOST_NS)
            return fold;
    }
    compute(left, sum);
    return fold;
}

static __device__ __forceinline__ unsigned long long linear(uint3 index, dim3 size)
{
    return index.x + size.x * (index.y + (unsigned long long)size.y * index.z);
}

/* By time, one thread spins and the others wait for it at the barrier: 2048 threads of an SM that
 * all read the timer made blocks of 400 us take 447 us on an H200. The loop is bounded by the clock
 * and by turns: a turn takes more than 10 ns. */
template <bool WORK>
static __device__ __forceinline__ void run_block(const struct kernel_args &args)
{
    const unsigned int thread = (unsigned int)linear(threadIdx, blockDim);
    const unsigned long long start = global_ns();
    if (WORK && args.block_ns < 0) {
        float sum = 0;
        unsigned int fold = 0;
        if (args.loads)
            fold = read_memory(args, (unsigned int)linear(blockIdx, gridDim), thread,
                               blockDim.x * blockDim.y * blockDim.z, sum);
        else
            compute(args.fmas, sum);
        if (args.never)
            args.stamps->unused = fold + __float_as_uint(sum);
    } else if (thread == 0) {
        const unsigned long long asked = (unsigned long long)args.block_ns;
        const unsigned long long most = asked < MOST_NS ? asked : MOST_NS;
        for (int turn = 0; turn < 100000000; turn++)
            if (global_ns() - start >= most)
                break;
    }
    __syncthreads();
    if (thread != 0 || args.stamps == NULL)
        return;
    const unsigned long long block = linear(blockIdx, gridDim);
    if (block >= args.stamp_count)
        return;
    struct kernel_stamp *stamp = args.stamps + block;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(stamp->sm));
    stamp->start = start;
    stamp->end = global_ns();
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

#define EIGHT(from)                                                                                \
    some_registers<from>, some_registers<from + 8>, some_registers<from + 16>,                     \
        some_registers<from + 24>, some_registers<from + 32>, some_registers<from + 40>,           \
        some_registers<from + 48>, some_registers<from + 56>

/* In the order of their registers; those by work from FIRST_WORK on. */
static void (*const instantiations[])(struct kernel_args) = {
    few_registers,       some_registers<24>,  EIGHT(32),           EIGHT(96),
    EIGHT(160),          some_registers<224>, some_registers<232>, some_registers<240>,
    some_registers<248>, some_registers<255>};
enum {
    COUNT = sizeof instantiations / sizeof *instantiations,
    FIRST_WORK = 2,
    WARP_UNIT = 256 /* registers that a warp is given at a time, since compute capability 3.0 */
};

static const void *function_of(const struct cuda_kernels *kernels,
                               const struct kernel_launch *launch)
{
    int wanted = kernel_work_registers(launch->registers, WARP_UNIT);
    for (int i = launch->block_ns < 0 ? FIRST_WORK : 0; i < COUNT; i++)
        if (kernels->registers[i] >= wanted)
            return (const void *)instantiations[i];
    return NULL;
}

static cudaError_t make_buffer(struct cuda_kernels *kernels)
{
    enum { L2_TIMES = 8 };
    int l2 = 0;
    size_t free_bytes = 0, total = 0, bytes = 1 << 20;
    cudaError_t error = cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0);
    if (error == cudaSuccess)
        error = cudaMemGetInfo(&free_bytes, &total);
    while (bytes < (size_t)l2 * L2_TIMES)
        bytes *= 2;
    if (error == cudaSuccess && bytes > free_bytes)
        error = cudaErrorMemoryAllocation;
    if (error == cudaSuccess)
        error = cudaMalloc(&kernels->buffer, bytes);
    if (error == cudaSuccess)
        error = cudaMemset(kernels->buffer, 0, bytes);
    kernels->buffer_bytes = bytes;
    return error;
}

extern "C" cudaError_t cuda_kernels_init(struct cuda_kernels *kernels, bool bytes)
{
    memset(kernels, 0, sizeof *kernels);
    int most = 0;
    cudaError_t error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    for (int i = 0; i < COUNT && error == cudaSuccess; i++) {
        const void *function = (const void *)instantiations[i];
        struct cudaFuncAttributes attributes;
        error = cudaFuncGetAttributes(&attributes, function);
        kernels->registers[i] = kernel_work_registers(attributes.numRegs, WARP_UNIT);
        if (error == cudaSuccess)
            error =
                cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
        if (error == cudaSuccess)
            error =
                cudaFuncSetAttribute(function, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    }
    if (error == cudaErrorInvalidValue && 0)
        error = cudaSuccess;
    return error == cudaSuccess && bytes ? make_buffer(kernels) : error;
}

extern "C" cudaError_t cuda_kernels_fit(const struct cuda_kernels *kernels,
                                        const struct kernel_launch *launch, int *registers,
                                        int *blocks)
{
    const void *function = function_of(kernels, launch);
    if (function == NULL)
        return cudaErrorInvalidDeviceFunction;
    struct cudaFuncAttributes attributes;
    cudaError_t error = cudaFuncGetAttributes(&attributes, function);
    *registers = kernel_work_registers(attributes.numRegs, WARP_UNIT);
    if (error == cudaSuccess)
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            blocks, function, (int)(launch->block.x * launch->block.y * launch->block.z),
            launch->shared_bytes);
    return error;
}

static unsigned int set_attributes(const struct kernel_launch *launch, cudaLaunchAttribute *to)
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

extern "C" cudaError_t cuda_kernels_launch(struct cuda_kernels *kernels,
                                           const struct kernel_launch *launch, cudaStream_t stream)
{
    const void *function = function_of(kernels, launch);
    if (function == NULL)
        return cudaErrorInvalidDeviceFunction;
    struct kernel_args args;
    memset(&args, 0, sizeof args);
    args.block_ns = launch->block_ns;
    args.stamps = launch->stamps;
    args.stamp_count = (unsigned int)launch->stamp_count;
    if (launch->block_ns < 0) {
        args.fmas = launch->work.fmas;
        args.loads = launch->work.loads;
        if (args.loads) {
            args.buffer = (const uint4 *)kernels->buffer;
            args.mask = kernels->buffer_bytes / WORK_LOAD_BYTES - 1;
            args.stride = launch->work.stride_bytes / WORK_LOAD_BYTES;
            args.first =
                kernel_work_place(kernels->launches++, kernels->buffer_bytes) / WORK_LOAD_BYTES;
        }
    }
    void *pointers[] = {&args};
    cudaLaunchAttribute attributes[4];
    cudaLaunchConfig_t config;
    memset(&config, 0, sizeof config);
    config.numAttrs = set_attributes(launch, attributes);
    if (config.numAttrs == 0)
        return cudaLaunchKernel(function, launch->grid, launch->block, pointers,
                                launch->shared_bytes, stream);
    config.gridDim = launch->grid;
    config.blockDim = launch->block;
    config.dynamicSmemBytes = launch->shared_bytes;
    config.stream = stream;
    config.attrs = attributes;
    return cudaLaunchKernelExC(&config, function, pointers);
}

extern "C" void cuda_kernels_release(struct cuda_kernels *kernels)
{
    cudaFree(kernels->buffer);
    kernels->buffer = NULL;
}
