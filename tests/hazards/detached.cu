// A detached thread and a local variable of who started it. WHAT: 0: it refers to the variable, which goes
// out of scope; 1: it has a copy; 2: the variable stays until an atomic says that the thread is done.
#include "nullstream.cuh"
#include <atomic>
#include <thread>

#ifndef WHAT
#define WHAT 0
#endif

const int BYTES = 1 << 20;
std::atomic<bool> done;
unsigned char *host, *device;
cudaStream_t s;

static void copy(int turns)
{
    for (int i = 0; i < turns; i++)
        cudaMemcpyAsync(host, device, BYTES, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    done = true;
}

int main()
{
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMallocHost(&host, BYTES);
    cudaMalloc(&device, BYTES);
    {
        int turns = 3;
        if (WHAT == 1)
            std::thread([turns] { copy(turns); }).detach();
        else
            std::thread([&turns] { copy(turns); }).detach();
        while (WHAT == 2 && !done)
            std::this_thread::yield();
    }
    while (!done)
        std::this_thread::yield();
    return 0;
}
