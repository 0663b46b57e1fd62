// C++20. Domain decomposition with a thread for each subdomain: halos are exchanged by device copies after events of the neighbours, and std::barrier keeps the steps together.
#include <cuda_runtime.h>
#include <barrier>
#include <cstdio>
#include <thread>
#include <vector>

constexpr int RANKS = 3, STEPS = 15;
constexpr int NX = 1024, ROWS = 512, HALO = 4;

struct Rank {
    cudaStream_t interior, edge;
    cudaEvent_t edges_done, halo_done, interior_done;
    float *a, *b;
};

#pragma nullstream kernel(relax_edge) bytes(8.0 * nx * rows) flops(10.0 * nx * rows)
__global__ void relax_edge(const float *a, float *b, int nx, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nx && i < nx * rows) b[i] = 0.25f * (a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx]);
}

#pragma nullstream kernel(relax_interior) bytes(8.0 * nx * rows) flops(10.0 * nx * rows)
__global__ void relax_interior(const float *a, float *b, int nx, int rows)
{
    int i = (HALO * 2) * nx + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nx * (rows - 2 * HALO)) b[i] = 0.25f * (a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx]);
}

int main()
{
    std::vector<Rank> ranks(RANKS);
    const size_t total = size_t(ROWS + 2 * HALO) * NX;
    for (Rank &r : ranks) {
        cudaStreamCreateWithFlags(&r.interior, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&r.edge, cudaStreamNonBlocking);
        for (cudaEvent_t *e : {&r.edges_done, &r.halo_done, &r.interior_done})
            cudaEventCreateWithFlags(e, cudaEventDisableTiming);
        cudaMalloc(&r.a, total * sizeof(float));
        cudaMalloc(&r.b, total * sizeof(float));
        cudaMemset(r.a, 0, total * sizeof(float));
        cudaMemset(r.b, 0, total * sizeof(float));
    }
    cudaDeviceSynchronize();

    std::barrier everybody(RANKS);
    auto run = [&](int me) {
        Rank &r = ranks[me];
        float *a = r.a, *b = r.b;
        for (int step = 0; step < STEPS; step++) {
            if (step > 0) {
                cudaStreamWaitEvent(r.interior, r.halo_done, 0);
                cudaStreamWaitEvent(r.edge, r.interior_done, 0);
            }
            relax_edge<<<2 * HALO * NX / 256, 256, 0, r.edge>>>(a, b, NX, 2 * HALO);
            cudaEventRecord(r.edges_done, r.edge);
            relax_interior<<<(ROWS - 2 * HALO) * NX / 256, 256, 0, r.interior>>>(a, b, NX, ROWS);
            cudaEventRecord(r.interior_done, r.interior);
            everybody.arrive_and_wait(); // the events of all ranks are recorded
            if (me > 0) {
                Rank &up = ranks[me - 1];
                float *from = step & 1 ? up.a : up.b;
                cudaStreamWaitEvent(r.edge, up.edges_done, 0);
                cudaMemcpyAsync(b, from + ROWS * NX, HALO * NX * sizeof(float), cudaMemcpyDeviceToDevice, r.edge);
            }
            if (me + 1 < RANKS) {
                Rank &down = ranks[me + 1];
                float *from = step & 1 ? down.a : down.b;
                cudaStreamWaitEvent(r.edge, down.edges_done, 0);
                cudaMemcpyAsync(b + size_t(ROWS + HALO) * NX, from + HALO * NX, HALO * NX * sizeof(float), cudaMemcpyDeviceToDevice, r.edge);
            }
            cudaEventRecord(r.halo_done, r.edge);
            everybody.arrive_and_wait();
            for (int other = 0; other < RANKS; other++) // nobody overwrites what a neighbour still copies
                if (other == me - 1 || other == me + 1) cudaStreamWaitEvent(r.edge, ranks[other].halo_done, 0);
            float *t = a; a = b; b = t;
            everybody.arrive_and_wait();
        }
        cudaStreamSynchronize(r.edge);
        cudaStreamSynchronize(r.interior);
    };
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < RANKS; i++) threads.emplace_back(run, i);
    }
    std::printf("%d steps on %d ranks\n", STEPS, RANKS);
}
