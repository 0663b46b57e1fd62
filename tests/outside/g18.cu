// Sorts keys in chunks by a bitonic network while the next chunk arrives, then merges pairs of chunks on
// the device by merge path; launch geometry comes from the occupancy calculator; stages are timed by events.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CHK(x) do { cudaError_t rc_ = (x); if (rc_ != cudaSuccess) { fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(rc_)); exit(1); } } while (0)

constexpr int SHARED_KEYS = 2048;

__global__ void bitonic_shared(uint32_t *d, int k_max)
{
    __shared__ uint32_t s[SHARED_KEYS];
    uint32_t base = blockIdx.x * SHARED_KEYS;
    for (int i = threadIdx.x; i < SHARED_KEYS; i += blockDim.x) s[i] = d[base + i];
    __syncthreads();
    int k0 = k_max <= SHARED_KEYS ? 2 : k_max, k1 = k_max <= SHARED_KEYS ? SHARED_KEYS : k_max;
    for (int k = k0; k <= k1; k *= 2)
        for (int j = (k < SHARED_KEYS ? k : SHARED_KEYS) / 2; j > 0; j /= 2) {
            for (int t = threadIdx.x; t < SHARED_KEYS / 2; t += blockDim.x) {
                int i = 2 * t - (t & (j - 1)), p = i + j;
                bool up = ((base + i) & k) == 0;
                if ((s[i] > s[p]) == up) { uint32_t x = s[i]; s[i] = s[p]; s[p] = x; }
            }
            __syncthreads();
        }
    for (int i = threadIdx.x; i < SHARED_KEYS; i += blockDim.x) d[base + i] = s[i];
}

__global__ void bitonic_global(uint32_t *d, int n, int k, int j)
{
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < n / 2; t += gridDim.x * blockDim.x) {
        int i = 2 * t - (t & (j - 1)), p = i + j;
        bool up = (i & k) == 0;
        uint32_t a = d[i], b = d[p];
        if ((a > b) == up) { d[i] = b; d[p] = a; }
    }
}

__global__ void merge_pairs(const uint32_t *in, uint32_t *out, int run, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int pair = i / (2 * run) * 2 * run, other = i - pair < run ? pair + run : pair;
        bool left = other > pair;
        uint32_t v = in[i];
        int lo = 0, hi = run;
        while (lo < hi) {
            int mid = (lo + hi) / 2;
            bool before = left ? in[other + mid] < v : in[other + mid] <= v;
            if (before) lo = mid + 1;
            else hi = mid;
        }
        int own = left ? i - pair : i - pair - run;
        out[pair + own + lo] = v;
    }
}

int main()
{
    const int chunk = 1 << 20, chunks = 8, n = chunk * chunks;
    int block = 0, grid = 0, mblock = 0, mgrid = 0;
    CHK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bitonic_global, 0, 0));
    CHK(cudaOccupancyMaxPotentialBlockSize(&mgrid, &mblock, merge_pairs, 0, 256));
    uint32_t *h, *a, *b;
    CHK(cudaMallocHost(&h, n * sizeof(uint32_t)));
    CHK(cudaMalloc(&a, n * sizeof(uint32_t)));
    CHK(cudaMalloc(&b, n * sizeof(uint32_t)));
    uint32_t x = 2463534242u;
    for (int i = 0; i < n; i++) {
        x ^= x << 13; x ^= x >> 17; x ^= x << 5;
        h[i] = x;
    }
    std::vector<cudaStream_t> s(4);
    for (auto &t : s) CHK(cudaStreamCreate(&t));
    cudaEvent_t ev[4];
    for (auto &e : ev) CHK(cudaEventCreate(&e));
    std::vector<cudaEvent_t> sorted(chunks);
    for (auto &e : sorted) CHK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));

    CHK(cudaEventRecord(ev[0], s[0]));
    for (int c = 0; c < chunks; c++) {
        cudaStream_t t = s[c % s.size()];
        uint32_t *d = a + (size_t)c * chunk;
        CHK(cudaMemcpyAsync(d, h + (size_t)c * chunk, chunk * sizeof(uint32_t), cudaMemcpyHostToDevice, t));
        bitonic_shared<<<chunk / SHARED_KEYS, 512, 0, t>>>(d, SHARED_KEYS);
        for (int k = 2 * SHARED_KEYS; k <= chunk; k *= 2) {
            for (int j = k / 2; j >= SHARED_KEYS; j /= 2) bitonic_global<<<grid, block, 0, t>>>(d, chunk, k, j);
            bitonic_shared<<<chunk / SHARED_KEYS, 512, 0, t>>>(d, k);
        }
        CHK(cudaGetLastError());
        CHK(cudaEventRecord(sorted[c], t));
    }
    for (auto &e : sorted) CHK(cudaStreamWaitEvent(s[0], e, 0));
    CHK(cudaEventRecord(ev[1], s[0]));
    for (int run = chunk; run < n; run *= 2) {
        merge_pairs<<<mgrid, mblock, 0, s[0]>>>(a, b, run, n);
        CHK(cudaGetLastError());
        std::swap(a, b);
    }
    CHK(cudaEventRecord(ev[2], s[0]));
    CHK(cudaMemcpyAsync(h, a, n * sizeof(uint32_t), cudaMemcpyDeviceToHost, s[0]));
    CHK(cudaEventRecord(ev[3], s[0]));
    CHK(cudaEventSynchronize(ev[3]));
    float ms[3];
    for (int i = 0; i < 3; i++) CHK(cudaEventElapsedTime(&ms[i], ev[i], ev[i + 1]));
    int wrong = 0;
    for (int i = 1; i < n; i += 13) wrong += h[i - 1] > h[i];
    printf("sort %.3f ms, merge %.3f ms, back %.3f ms, %d wrong\n", ms[0], ms[1], ms[2], wrong);
    return wrong ? 1 : 0;
}
