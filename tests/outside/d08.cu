// A simulation with telemetry: each step a 64 B to 4 KB record goes to a pinned ring in a low priority stream; a logger thread
// waits for the record's event (blocking sync) and writes it out. A slow logger does not stop the simulation unless the ring is full.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#define RING 16
#define STEPS 160

#pragma nullstream kernel(integrate) time(47us) regs(56)
__global__ void integrate(float *state) {}
#pragma nullstream kernel(summarize) block_time(6us) shared(4096) reads(state, 1 << 22) writes(rec, 4096)
__global__ void summarize(const float *state, char *rec) {}

struct Ring {
    char *dev[RING], *host;
    cudaEvent_t copied[RING];
    size_t bytes[RING];
    std::vector<int> ready;
    size_t head = 0;
    int inFlight = 0;
    bool stop = false;
    std::mutex m;
    std::condition_variable notEmpty, notFull;
} ring;

void logger()
{
    for (;;) {
        int slot;
        {
            std::unique_lock<std::mutex> l(ring.m);
            ring.notEmpty.wait(l, [] { return ring.head < ring.ready.size() || ring.stop; });
            if (ring.head == ring.ready.size())
                return;
            slot = ring.ready[ring.head++];
        }
        cudaEventSynchronize(ring.copied[slot]);
        host_work_us(20 + ring.bytes[slot] * 0.02); // format, write
        std::lock_guard<std::mutex> l(ring.m);
        ring.inFlight--;
        ring.notFull.notify_one();
    }
}

int main()
{
    float *state;
    cudaMalloc(&state, 1 << 22);
    cudaMallocHost(&ring.host, RING * 4096);
    for (int i = 0; i < RING; i++) {
        cudaMalloc(&ring.dev[i], 4096);
        cudaEventCreateWithFlags(&ring.copied[i], cudaEventBlockingSync | cudaEventDisableTiming);
    }
    cudaStream_t sim, tele;
    cudaStreamCreateWithFlags(&sim, cudaStreamNonBlocking);
    cudaStreamCreateWithPriority(&tele, cudaStreamNonBlocking, 0);
    cudaEvent_t summed;
    cudaEventCreateWithFlags(&summed, cudaEventDisableTiming);
    std::thread log(logger);
    for (int i = 0; i < STEPS; i++) {
        int slot = i % RING;
        {
            std::unique_lock<std::mutex> l(ring.m);
            ring.notFull.wait(l, [] { return ring.inFlight < RING; });
            ring.inFlight++;
        }
        integrate<<<300, 256, 0, sim>>>(state);
        summarize<<<8, 256, 0, sim>>>(state, ring.dev[slot]);
        cudaEventRecord(summed, sim);
        cudaStreamWaitEvent(tele, summed, 0);
        ring.bytes[slot] = 64 << (i % 7);
        cudaMemcpyAsync(ring.host + slot * 4096, ring.dev[slot], ring.bytes[slot], cudaMemcpyDeviceToHost, tele);
        cudaEventRecord(ring.copied[slot], tele);
        std::lock_guard<std::mutex> l(ring.m);
        ring.ready.push_back(slot);
        ring.notEmpty.notify_one();
    }
    {
        std::lock_guard<std::mutex> l(ring.m);
        ring.stop = true;
        ring.notEmpty.notify_one();
    }
    log.join();
    cudaDeviceSynchronize();
    return 0;
}
