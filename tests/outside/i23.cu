// Prefix sums (Blelloch in three kernels, two levels) and a radix sort's counting passes built on it, over small arrays in six streams: hundreds of kernels
// of 2 to 4 us. The driver is generic: a "pipeline" is a vector of std::function that take a stream.
#include <cuda_runtime.h>
#include <array>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

constexpr int N = 1 << 16, TILE = 512, TILES = N / TILE, BITS = 8, LANES = 6, ROUNDS = 5;
using u32 = unsigned int;

#pragma nullstream kernel(flags) flops(3.0 * N) bytes(8.0 * N) regs(16)
__global__ void flags(const u32 *keys, u32 *flag, int bit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    flag[i] = !(keys[i] >> bit & 1);
}

#pragma nullstream kernel(scan_tiles) time(2.6us) regs(20) shared(2 * TILE * 4) reads(in, N * 4) writes(out, N * 4) writes(sums, TILES * 4)
__global__ void scan_tiles(const u32 *in, u32 *out, u32 *sums)
{
    __shared__ u32 buffer[2][TILE];
    int t = threadIdx.x, i = blockIdx.x * TILE + t, which = 0;
    u32 mine = in[i];
    buffer[0][t] = mine;
    __syncthreads();
    for (int d = 1; d < TILE; d *= 2) {
        buffer[1 - which][t] = buffer[which][t] + (t >= d ? buffer[which][t - d] : 0);
        which = 1 - which;
        __syncthreads();
    }
    out[i] = buffer[which][t] - mine;
    if (t == TILE - 1)
        sums[blockIdx.x] = buffer[which][t];
}

#pragma nullstream kernel(scan_sums) time(2us) regs(16) shared(2 * TILES * 4) reads(sums, TILES * 4) writes(sums, (TILES + 1) * 4)
__global__ void scan_sums(u32 *sums)
{
    __shared__ u32 buffer[2][TILES];
    int t = threadIdx.x, which = 0;
    u32 mine = sums[t];
    buffer[0][t] = mine;
    __syncthreads();
    for (int d = 1; d < TILES; d *= 2) {
        buffer[1 - which][t] = buffer[which][t] + (t >= d ? buffer[which][t - d] : 0);
        which = 1 - which;
        __syncthreads();
    }
    sums[t] = buffer[which][t] - mine;
    if (t == TILES - 1)
        sums[TILES] = buffer[which][t];
}

#pragma nullstream kernel(add_sums) flops(1.0 * N) bytes(8.0 * N) regs(16) reads(out, N * 4) reads(sums, TILES * 4) writes(out, N * 4)
__global__ void add_sums(u32 *out, const u32 *sums)
{
    out[blockIdx.x * TILE + threadIdx.x] += sums[blockIdx.x];
}

#pragma nullstream kernel(scatter) flops(6.0 * N) bytes(16.0 * N) regs(16) reads(keys, N * 4) reads(rank, N * 4) reads(sums, (TILES + 1) * 4) writes(to, N * 4)
__global__ void scatter(const u32 *keys, const u32 *rank, const u32 *sums, u32 *to, int bit)
{
    u32 i = blockIdx.x * blockDim.x + threadIdx.x, k = keys[i], r = rank[i];
    u32 at = k >> bit & 1 ? sums[TILES] + i - r : r;
    to[min(at, (u32)N - 1)] = k;
}

struct Lane {
    cudaStream_t stream;
    u32 *keys[2], *flag, *rank, *sums;
    cudaEvent_t begin, end;
    std::vector<std::pair<std::string, std::function<void(cudaStream_t)>>> pipeline;
    int now = 0;
    void build()
    {
        auto add = [this](std::string name, auto f) { pipeline.emplace_back(std::move(name), f); };
        for (int bit = 0; bit < BITS; bit++) {
            int from = bit & 1;
            add("flags", [=](cudaStream_t s) { flags<<<N / 256, 256, 0, s>>>(keys[from], flag, bit); });
            add("tiles", [=](cudaStream_t s) { scan_tiles<<<TILES, TILE, 0, s>>>(flag, rank, sums); });
            add("sums", [=](cudaStream_t s) { scan_sums<<<1, TILES, 0, s>>>(sums); });
            add("add", [=](cudaStream_t s) { add_sums<<<TILES, TILE, 0, s>>>(rank, sums); });
            add("scatter", [=](cudaStream_t s) { scatter<<<N / 256, 256, 0, s>>>(keys[from], rank, sums, keys[1 - from], bit); });
        }
    }
};

int main()
{
    std::array<Lane, LANES> lanes;
    std::vector<u32> start(N);
    for (u32 i = 0; i < N; i++)
        start[i] = i * 2654435761u >> 24;
    for (auto &l : lanes) {
        cudaStreamCreateWithFlags(&l.stream, cudaStreamNonBlocking);
        for (u32 **p : {&l.keys[0], &l.keys[1], &l.flag, &l.rank})
            cudaMalloc(p, N * sizeof(u32));
        cudaMalloc(&l.sums, (TILES + 1) * sizeof(u32));
        cudaMemcpy(l.keys[0], start.data(), N * sizeof(u32), cudaMemcpyHostToDevice);
        cudaEventCreate(&l.begin);
        cudaEventCreate(&l.end);
        l.build();
    }
    cudaDeviceSynchronize();
    for (int r = 0; r < ROUNDS; r++) {
        for (auto &l : lanes)
            cudaEventRecord(l.begin, l.stream);
        // breadth first on even rounds, depth first on odd ones
        if (r % 2 == 0) {
            for (size_t step = 0; step < lanes[0].pipeline.size(); step++)
                for (auto &l : lanes)
                    l.pipeline[step].second(l.stream);
        } else {
            for (auto &l : lanes)
                for (auto &[name, f] : l.pipeline)
                    f(l.stream);
        }
        for (auto &l : lanes)
            cudaEventRecord(l.end, l.stream);
        float worst = 0;
        for (auto &l : lanes) {
            float ms = 0;
            cudaEventSynchronize(l.end);
            cudaEventElapsedTime(&ms, l.begin, l.end);
            worst = std::max(worst, ms);
        }
        std::fprintf(stderr, "round %d (%s): %.1f us\n", r, r % 2 ? "depth" : "breadth", worst * 1000);
    }
    std::vector<u32> sorted(N);
    cudaMemcpy(sorted.data(), lanes[LANES - 1].keys[BITS & 1], N * sizeof(u32), cudaMemcpyDeviceToHost);
    std::printf("%u .. %u: %s\n", sorted.front(), sorted.back(), cudaGetErrorString(cudaGetLastError()));
}
