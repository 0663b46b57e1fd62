// A token of a semaphore says that a buffer is free, not which one: whether it is that of the turn
// depends on which stream is done first. FIRST: how long the kernels of the first one take, in us;
// with some of these the run itself goes wrong. OWN=1: each buffer has tokens of its own.
#include "nullstream.cuh"
#include <condition_variable>
#include <mutex>

#ifndef FIRST
#define FIRST 200
#endif
#ifndef OWN
#define OWN 0
#endif

#pragma nullstream kernel(work) time(us * 1us) reads(x, 4096) writes(x, 4096)
__global__ void work(float *x, double us)
{
    x[threadIdx.x] += us;
}

std::mutex m;
std::condition_variable changed;
int tokens[2] = {OWN ? 1 : 2, 1};

static void release(void *slot)
{
    std::lock_guard<std::mutex> lock(m);
    tokens[(size_t)slot]++;
    changed.notify_one();
}

int main()
{
    float *host[2], *device[2];
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++) {
        cudaMallocHost(&host[i], 4096);
        cudaMalloc(&device[i], 4096);
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    }
    for (int turn = 0; turn < 6; turn++) {
        int slot = turn % 2, of = OWN ? slot : 0;
        {
            std::unique_lock<std::mutex> lock(m);
            changed.wait(lock, [=] { return tokens[of] > 0; });
            tokens[of]--;
        }
        host[slot][0] = turn;
        cudaMemcpyAsync(device[slot], host[slot], 4096, cudaMemcpyHostToDevice, s[slot]);
        work<<<1, 128, 0, s[slot]>>>(device[slot], slot ? 200 : FIRST);
        cudaMemcpyAsync(host[slot], device[slot], 4096, cudaMemcpyDeviceToHost, s[slot]);
        cudaLaunchHostFunc(s[slot], release, (void *)(size_t)of);
    }
    cudaDeviceSynchronize();
    return 0;
}
