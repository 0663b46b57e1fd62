// What another host thread tells, and how far it gets, if nobody waits for it. WHAT: 0: a counter that
// is only shown; 1: a look whether the copy is done, which is right; 2: a wait for it, likewise; 3: a
// host function counts, and main shows it; 4: a detached thread that gets on, 5: that does not before
// the process ends; 6: one that main waits for.
#include "nullstream.cuh"
#include <atomic>
#include <cstdio>
#include <thread>

#ifndef WHAT
#define WHAT 0
#endif

const int BYTES = 1 << 20;
std::atomic<int> done;
unsigned char *host, *device;
cudaStream_t s;

static void work()
{
    for (int i = 0; i < 3; i++) {
        cudaMemcpyAsync(host, device, BYTES, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        done++;
    }
}

static void count(void *) { done++; }

int main()
{
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMallocHost(&host, BYTES);
    cudaMalloc(&device, BYTES);
    if (WHAT == 3) {
        for (int i = 0; i < 2; i++) {
            host[0] = i;
            cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, s);
            cudaLaunchHostFunc(s, count, nullptr);
            host_work_us(500);
            std::printf("%d of %d\n", done.load(), i + 1);
        }
        cudaDeviceSynchronize();
        return 0;
    }
    std::thread thread(work);
    if (WHAT >= 4)
        thread.detach();
    if (WHAT == 0 || WHAT == 1)
        host_work_us(3000);
    if (WHAT == 2 || WHAT == 6)
        while (done < 3)
            std::this_thread::yield();
    const int seen = WHAT < 4 ? done.load() : 0;
    std::printf("%d done\n", seen);
    if (WHAT != 1 || seen == 3)
        std::printf("%d\n", host[0]);
    if (WHAT == 4)
        host_work_us(3000);
    if (WHAT < 4)
        thread.join();
    return 0;
}
