// Hash join of two tables in managed memory: prefetched to the device with advice, built and probed in
// slices on two streams, and the counts prefetched back for the host.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                    \
    {                                                                                  \
        cudaError_t _e = (call);                                                       \
        if (_e != cudaSuccess) {                                                       \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(_e)); \
            return 1;                                                                  \
        }                                                                              \
    }

static const uint32_t EMPTY = 0xffffffffu;
struct Row { uint32_t key, value; };

static cudaError_t prefetch(const void *p, size_t bytes, int device, cudaStream_t s)
{
#if CUDART_VERSION >= 13000
    cudaMemLocation where = {};
    where.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    where.id = device == cudaCpuDeviceId ? 0 : device;
    return cudaMemPrefetchAsync(p, bytes, where, 0, s);
#else
    return cudaMemPrefetchAsync(p, bytes, device, s);
#endif
}

static cudaError_t read_mostly(const void *p, size_t bytes, int device)
{
#if CUDART_VERSION >= 13000
    cudaMemLocation where = {};
    where.type = cudaMemLocationTypeDevice;
    where.id = device;
    return cudaMemAdvise(p, bytes, cudaMemAdviseSetReadMostly, where);
#else
    return cudaMemAdvise(p, bytes, cudaMemAdviseSetReadMostly, device);
#endif
}

__device__ __forceinline__ uint32_t hash(uint32_t k)
{
    k ^= k >> 16; k *= 0x7feb352du; k ^= k >> 15; k *= 0x846ca68bu; k ^= k >> 16;
    return k;
}

__global__ void clear(Row *table, uint32_t slots)
{
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < slots; i += gridDim.x * blockDim.x)
        table[i] = Row{EMPTY, 0};
}

__global__ void build(const Row *rows, uint32_t n, Row *table, uint32_t mask)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Row r = rows[i];
    uint32_t at = hash(r.key) & mask;
    for (uint32_t tries = 0; tries <= mask; tries++) {
        uint32_t old = atomicCAS(&table[at].key, EMPTY, r.key);
        if (old == EMPTY) {
            table[at].value = r.value;
            return;
        }
        at = (at + 1) & mask;
    }
}

__global__ void probe(const Row *rows, uint32_t n, const Row *table, uint32_t mask, unsigned long long *matches, unsigned long long *sum)
{
    unsigned long long m = 0, s = 0;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        Row r = rows[i];
        uint32_t at = hash(r.key) & mask;
        while (table[at].key != EMPTY) {
            if (table[at].key == r.key) {
                m++;
                s += table[at].value + r.value;
            }
            at = (at + 1) & mask;
        }
    }
    for (int o = 16; o; o >>= 1) {
        m += __shfl_down_sync(0xffffffff, m, o);
        s += __shfl_down_sync(0xffffffff, s, o);
    }
    if (threadIdx.x % 32 == 0) {
        atomicAdd(matches, m);
        atomicAdd(sum, s);
    }
}

int main()
{
    const uint32_t nb = 1 << 20, np = 1 << 22, slots = 1 << 22, slices = 4;
    int dev = 0;
    Row *left, *right, *table;
    unsigned long long *result;
    CHECK(cudaGetDevice(&dev));
    CHECK(cudaMallocManaged(&left, nb * sizeof(Row)));
    CHECK(cudaMallocManaged(&right, np * sizeof(Row)));
    CHECK(cudaMallocManaged(&result, slices * 2 * sizeof *result));
    CHECK(cudaMalloc(&table, slots * sizeof(Row)));
    for (uint32_t i = 0; i < nb; i++) left[i] = {i * 7 + 1, i};
    for (uint32_t i = 0; i < np; i++) right[i] = {i * 3 + 1, 1};
    for (uint32_t i = 0; i < slices * 2; i++) result[i] = 0;

    cudaStream_t st[2];
    cudaEvent_t built;
    CHECK(cudaStreamCreate(&st[0]));
    CHECK(cudaStreamCreate(&st[1]));
    CHECK(cudaEventCreateWithFlags(&built, cudaEventDisableTiming));
    CHECK(read_mostly(left, nb * sizeof(Row), dev));
    CHECK(read_mostly(right, np * sizeof(Row), dev));
    clear<<<264, 512, 0, st[0]>>>(table, slots);
    CHECK(prefetch(left, nb * sizeof(Row), dev, st[0]));
    CHECK(prefetch(result, slices * 2 * sizeof *result, dev, st[0]));
    build<<<nb / 256, 256, 0, st[0]>>>(left, nb, table, slots - 1);
    CHECK(cudaEventRecord(built, st[0]));
    uint32_t per = np / slices;
    for (uint32_t i = 0; i < slices; i++) {
        cudaStream_t s = st[(i + 1) % 2];
        CHECK(prefetch(right + i * per, per * sizeof(Row), dev, s));
        CHECK(cudaStreamWaitEvent(s, built, 0));
        probe<<<528, 256, 0, s>>>(right + i * per, per, table, slots - 1, result + 2 * i, result + 2 * i + 1);
    }
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(st[1]));
    CHECK(prefetch(result, slices * 2 * sizeof *result, cudaCpuDeviceId, st[0]));
    CHECK(cudaStreamSynchronize(st[0]));
    unsigned long long m = 0, s = 0;
    for (uint32_t i = 0; i < slices; i++) {
        m += result[2 * i];
        s += result[2 * i + 1];
    }
    printf("%llu matches, sum %llu\n", m, s);
    cudaFree(left); cudaFree(right); cudaFree(result); cudaFree(table);
    return 0;
}
