// Halo exchange: two threads (as two MPI ranks of one node) own half of a 2-D wave simulation each. Every step: boundary rows first, then to the pinned
// mailbox of the neighbour, the interior meanwhile, a barrier of the two threads, and the received halo goes up.
#include <cuda_runtime.h>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

constexpr int NX = 4096, ROWS = 512, RANKS = 2, STEPS = 100;
constexpr size_t ROW = NX * sizeof(float);

// rows from..to-1 of ROWS + 2
#pragma nullstream kernel(wave) flops(9.0 * NX * (to - from)) bytes(12.0 * NX * (to - from)) regs(20) reads(now + (from - 1) * NX, (to - from + 2) * ROW) reads(next + from * NX, (to - from) * ROW) writes(next + from * NX, (to - from) * ROW)
__global__ void wave(const float *now, float *next, int from, int to)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = from + blockIdx.y;
    if (y >= to)
        return;
    int i = y * NX + x, l = x ? i - 1 : i, r = x < NX - 1 ? i + 1 : i;
    next[i] = 1.9f * now[i] - 0.95f * next[i] + 0.1f * (now[l] + now[r] + now[i - NX] + now[i + NX] - 4 * now[i]);
}

class Barrier {
    std::mutex m;
    std::condition_variable cv;
    const int n;
    int waiting = 0;
    unsigned long phase = 0;

public:
    explicit Barrier(int count) : n(count) {}
    void arrive_and_wait()
    {
        std::unique_lock<std::mutex> l(m);
        const auto mine = phase;
        if (++waiting == n) {
            waiting = 0;
            ++phase;
            l.unlock();
            cv.notify_all();
            return;
        }
        cv.wait(l, [&] { return phase != mine; });
    }
};

struct Mail {
    float *row[RANKS][2]; // sent by the rank, one for even steps and one for odd ones
};

static void rank_main(int rank, Mail &mail, Barrier &barrier, float &checksum)
{
    float *u[2], *probe;
    cudaStream_t edge, inner;
    cudaEvent_t sent, bulk, done, t0, t1;
    for (auto &p : u) {
        cudaMalloc((void **)&p, (ROWS + 2) * ROW);
        cudaMemset(p, 0, (ROWS + 2) * ROW);
    }
    cudaMallocHost((void **)&probe, sizeof(float));
    cudaStreamCreateWithFlags(&edge, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&inner, cudaStreamNonBlocking);
    for (cudaEvent_t *e : {&sent, &bulk, &done})
        cudaEventCreateWithFlags(e, cudaEventDisableTiming);
    cudaEventCreate(&t0);
    cudaEventCreate(&t1);
    cudaDeviceSynchronize();
    barrier.arrive_and_wait();

    const int border = rank == 0 ? ROWS : 1, halo = rank == 0 ? ROWS + 1 : 0;
    const int from = rank == 0 ? 1 : 2, to = rank == 0 ? ROWS : ROWS + 1; // without the border row
    cudaEventRecord(t0, inner);
    for (int s = 0; s < STEPS; s++) {
        float *now = u[s % 2], *next = u[1 - s % 2];
        if (s > 0)
            cudaStreamWaitEvent(edge, bulk, 0);
        wave<<<dim3(NX / 128, 1), 128, 0, edge>>>(now, next, border, border + 1);
        cudaMemcpyAsync(mail.row[rank][s % 2], next + (size_t)border * NX, ROW, cudaMemcpyDeviceToHost, edge);
        cudaEventRecord(sent, edge);
        wave<<<dim3(NX / 128, to - from), 128, 0, inner>>>(now, next, from, to);
        cudaEventRecord(bulk, inner);
        cudaEventSynchronize(sent);
        barrier.arrive_and_wait();
        cudaMemcpyAsync(next + (size_t)halo * NX, mail.row[1 - rank][s % 2], ROW, cudaMemcpyHostToDevice, edge);
        cudaEventRecord(done, edge);
        cudaStreamWaitEvent(inner, done, 0);
    }
    cudaEventRecord(t1, inner);
    cudaMemcpyAsync(probe, u[STEPS % 2] + NX, sizeof(float), cudaMemcpyDeviceToHost, inner);
    cudaStreamSynchronize(inner);
    float ms = 0;
    cudaEventElapsedTime(&ms, t0, t1);
    fprintf(stderr, "rank %d: %.1f us a step\n", rank, ms * 1000 / STEPS);
    checksum = *probe;
    barrier.arrive_and_wait();
    for (auto p : u)
        cudaFree(p);
    cudaFreeHost(probe);
}

int main()
{
    Mail mail;
    for (auto &of : mail.row)
        for (auto &p : of)
            cudaMallocHost((void **)&p, ROW);
    Barrier barrier(RANKS);
    float sums[RANKS];
    std::vector<std::thread> ranks;
    for (int r = 0; r < RANKS; r++)
        ranks.emplace_back(rank_main, r, std::ref(mail), std::ref(barrier), std::ref(sums[r]));
    for (auto &t : ranks)
        t.join();
    printf("sum %g\n", sums[0] + sums[1]);
    return 0;
}
