// PageRank and connected components side by side on one graph, each with a host loop that polls its
// own event and launches the next iteration as soon as its residual has come back.
#include "nullstream.cuh"
#include <array>
#include <cstdio>

#define CHECK(c)                                                                              \
    if (auto rc_ = (c); rc_ != cudaSuccess) {                                                     \
        std::printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(rc_));               \
        std::exit(1);                                                                         \
    }

struct Graph {
    int *offsets, *edges;
    int n, m;
};

#pragma nullstream kernel(gather) bytes(12.0 * g.m + 12.0 * g.n) reads(rank, g.n * 4) writes(next, g.n * 4)
__global__ void gather(Graph g, const float *rank, float *next) {}
#pragma nullstream kernel(residual) bytes(8.0 * n) reads(a, n * 4) reads(b, n * 4) atomics(sum, 4)
__global__ void residual(const float *a, const float *b, float *sum, int n) {}
#pragma nullstream kernel(hook) bytes(16.0 * g.m) writes(label, g.n * 4) writes(changed, 4)
__global__ void hook(Graph g, int *label, int *changed) {}
#pragma nullstream kernel(jump) block_time(6us) writes(label, n * 4)
__global__ void jump(int *label, int n) {}

struct Job {
    cudaStream_t s;
    cudaEvent_t back;
    int turn, turns;
    bool busy;
};

int main()
{
    Graph g{nullptr, nullptr, 1 << 19, 1 << 23};
    CHECK(cudaMalloc(&g.offsets, (g.n + 1) * sizeof(int)));
    CHECK(cudaMalloc(&g.edges, g.m * sizeof(int)));
    int *edges_host;
    CHECK(cudaMallocHost(&edges_host, g.m * sizeof(int)));
    float *rank[2], *sum, *sum_host;
    int *label, *changed, *changed_host;
    for (auto &r : rank)
        CHECK(cudaMalloc(&r, g.n * sizeof(float)));
    CHECK(cudaMalloc(&sum, sizeof(float)));
    CHECK(cudaMalloc(&label, g.n * sizeof(int)));
    CHECK(cudaMalloc(&changed, sizeof(int)));
    CHECK(cudaHostAlloc(&sum_host, sizeof(float), cudaHostAllocDefault));
    CHECK(cudaHostAlloc(&changed_host, sizeof(int), cudaHostAllocDefault));

    std::array<Job, 2> jobs{};
    for (Job &j : jobs) {
        CHECK(cudaStreamCreateWithFlags(&j.s, cudaStreamNonBlocking));
        CHECK(cudaEventCreateWithFlags(&j.back, cudaEventDisableTiming));
    }
    jobs[0].turns = 30;
    jobs[1].turns = 22;

    // the graph goes up in eight pieces, the first half of the offsets from pageable memory
    static int offsets_host[(1 << 19) + 1];
    CHECK(cudaMemcpyAsync(g.offsets, offsets_host, sizeof offsets_host, cudaMemcpyHostToDevice, jobs[1].s));
    for (int i = 0; i < 8; ++i)
        CHECK(cudaMemcpyAsync(g.edges + i * (g.m / 8), edges_host + i * (g.m / 8), g.m / 8 * sizeof(int),
                              cudaMemcpyHostToDevice, jobs[0].s));
    CHECK(cudaMemsetAsync(rank[0], 0, g.n * sizeof(float), jobs[0].s));
    CHECK(cudaMemsetAsync(label, 0xff, g.n * sizeof(int), jobs[1].s));
    CHECK(cudaEventRecord(jobs[0].back, jobs[0].s));
    CHECK(cudaEventRecord(jobs[1].back, jobs[1].s));
    CHECK(cudaStreamWaitEvent(jobs[1].s, jobs[0].back, 0));
    CHECK(cudaStreamWaitEvent(jobs[0].s, jobs[1].back, 0));

    int left = 2;
    long polls = 0;
    while (left > 0) {
        for (int k = 0; k < 2; ++k) {
            Job &j = jobs[k];
            if (j.busy) {
                ++polls;
                cudaError_t e = cudaEventQuery(j.back);
                if (e == cudaErrorNotReady) {
                    (void)cudaGetLastError(); // no error of anybody's
                    continue;
                }
                CHECK(e);
                j.busy = false;
                if (++j.turn == j.turns)
                    --left;
            }
            if (j.turn >= j.turns)
                continue;
            if (k == 0) {
                CHECK(cudaMemsetAsync(sum, 0, sizeof(float), j.s));
                gather<<<(g.n + 255) / 256, 256, 0, j.s>>>(g, rank[j.turn & 1], rank[~j.turn & 1]);
                residual<<<264, 512, 0, j.s>>>(rank[0], rank[1], sum, g.n);
                CHECK(cudaMemcpyAsync(sum_host, sum, sizeof(float), cudaMemcpyDeviceToHost, j.s));
            } else {
                CHECK(cudaMemsetAsync(changed, 0, sizeof(int), j.s));
                hook<<<g.m / 4096, 256, 0, j.s>>>(g, label, changed);
                jump<<<g.n / 1024, 1024, 0, j.s>>>(label, g.n);
                CHECK(cudaMemcpyAsync(changed_host, changed, sizeof(int), cudaMemcpyDeviceToHost, j.s));
            }
            CHECK(cudaGetLastError());
            CHECK(cudaEventRecord(j.back, j.s));
            j.busy = true;
        }
        host_work_us(2.5); // other requests
    }
    CHECK(cudaDeviceSynchronize());
    std::printf("residual %f, changed %d\n", *sum_host, *changed_host);
    return polls == 0;
}
