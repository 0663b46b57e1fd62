// Compresses columns of sorted timestamps by delta and bit packing: each page's packed size is known
// only after the first kernel, so the host reads it and copies just as many bytes.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#define GPU(x) gpu((x), __LINE__)
static void gpu(cudaError_t e, int line)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "g13.cu:%d: %s\n", line, cudaGetErrorString(e));
        exit(1);
    }
}

constexpr int PAGE = 1 << 20, FRAME = 1024, FRAMES = PAGE / FRAME, PAGES = 16;

__global__ void widths(const uint32_t *ts, uint32_t *bits)
{
    __shared__ uint32_t top;
    if (threadIdx.x == 0) top = 0;
    __syncthreads();
    uint32_t base = blockIdx.x * FRAME, m = 0;
    for (int i = threadIdx.x + 1; i < FRAME; i += blockDim.x) m = max(m, ts[base + i] - ts[base + i - 1]);
    atomicMax(&top, m);
    __syncthreads();
    if (threadIdx.x == 0) bits[blockIdx.x] = top ? 32 - __clz(top) : 1;
}

// one block scans the widths of a page into offsets in words
__global__ void offsets(const uint32_t *bits, uint32_t *offs, uint32_t *total)
{
    __shared__ uint32_t s[FRAMES];
    int t = threadIdx.x;
    s[t] = (bits[t] * FRAME + 31) / 32 + 1;
    __syncthreads();
    for (int d = 1; d < FRAMES; d *= 2) {
        uint32_t v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    offs[t] = t ? s[t - 1] : 0;
    if (t == FRAMES - 1) *total = s[t];
}

__global__ void pack(const uint32_t *ts, const uint32_t *bits, const uint32_t *offs, uint32_t *out)
{
    uint32_t base = blockIdx.x * FRAME, w = bits[blockIdx.x], *to = out + offs[blockIdx.x];
    if (threadIdx.x == 0) to[0] = ts[base];
    for (int i = threadIdx.x; i < FRAME; i += blockDim.x) {
        uint32_t d = i ? ts[base + i] - ts[base + i - 1] : 0, at = i * w, word = 1 + at / 32, sh = at % 32;
        atomicOr(to + word, d << sh);
        if (sh + w > 32) atomicOr(to + word + 1, d >> (32 - sh));
    }
}

struct Lane {
    cudaStream_t stream;
    cudaEvent_t sized;
    uint32_t *ts, *bits, *offs, *packed, *total, *h_total;
    int page = -1;
};

int main()
{
    std::vector<Lane> lanes(2);
    uint32_t *host, *out;
    GPU(cudaMallocHost(&host, sizeof(uint32_t) * PAGE * PAGES));
    GPU(cudaMallocHost(&out, sizeof(uint32_t) * PAGE * PAGES));
    uint32_t now = 1700000000u;
    for (int i = 0; i < PAGE * PAGES; i++) host[i] = now += (i & 7) ? 1 : 3 + (i >> 20);
    for (auto &l : lanes) {
        GPU(cudaStreamCreateWithFlags(&l.stream, cudaStreamNonBlocking));
        GPU(cudaEventCreateWithFlags(&l.sized, cudaEventDisableTiming));
        GPU(cudaMalloc(&l.ts, PAGE * 4));
        GPU(cudaMalloc(&l.bits, FRAMES * 4));
        GPU(cudaMalloc(&l.offs, FRAMES * 4));
        GPU(cudaMalloc(&l.packed, (PAGE + 2 * FRAMES) * 4));
        GPU(cudaMalloc(&l.total, 4));
        GPU(cudaMallocHost(&l.h_total, 4));
    }
    size_t used = 0;
    std::vector<uint32_t> sizes(PAGES);
    auto finish = [&](Lane &l) {
        if (l.page < 0) return;
        GPU(cudaEventSynchronize(l.sized));
        const uint32_t words = *l.h_total, bound = PAGE / 4 + 2 * FRAMES; // at most 8 bits a delta
        GPU(cudaMemcpyAsync(out + (size_t)l.page * bound, l.packed, bound * sizeof(uint32_t), cudaMemcpyDeviceToHost, l.stream));
        sizes[l.page] = words;
        used += words;
        l.page = -1;
    };
    for (int p = 0; p < PAGES; p++) {
        Lane &l = lanes[p % lanes.size()];
        finish(l);
        GPU(cudaMemcpyAsync(l.ts, host + (size_t)p * PAGE, PAGE * 4, cudaMemcpyHostToDevice, l.stream));
        GPU(cudaMemsetAsync(l.packed, 0, (PAGE + 2 * FRAMES) * 4, l.stream));
        widths<<<FRAMES, 256, 0, l.stream>>>(l.ts, l.bits);
        offsets<<<1, FRAMES, 0, l.stream>>>(l.bits, l.offs, l.total);
        GPU(cudaMemcpyAsync(l.h_total, l.total, 4, cudaMemcpyDeviceToHost, l.stream));
        GPU(cudaEventRecord(l.sized, l.stream));
        pack<<<FRAMES, 256, 0, l.stream>>>(l.ts, l.bits, l.offs, l.packed);
        GPU(cudaGetLastError());
        l.page = p;
    }
    for (auto &l : lanes) finish(l);
    for (auto &l : lanes) GPU(cudaStreamSynchronize(l.stream));
    size_t words = std::accumulate(sizes.begin(), sizes.end(), size_t(0));
    printf("%d pages, %zu of %zu words, ratio %.2f\n", PAGES, words, (size_t)PAGE * PAGES, (double)PAGE * PAGES / words);
    return words == used ? 0 : 1;
}
