// Both sides of a hazard are calls in one line, which two threads come to. WHAT: 0: two threads that
// copy into the same memory, 1: three of them, 2: one in whose line another thread writes.
#include "nullstream.cuh"

#include <thread>
#include <vector>

#ifndef WHAT
#define WHAT 0
#endif

const int N = 1 << 20;

float *d, *h[3];
cudaStream_t s;

static void put(int i)
{
    cudaMemcpyAsync(d, h[i], N * sizeof(float), cudaMemcpyHostToDevice, s);
    cudaStreamSynchronize(s);
}

static void put_or_fill(int i)
{
    i == 0 ? (void)(h[0][0] = 1) : (void)cudaMemcpyAsync(d, h[0], N * sizeof(float), cudaMemcpyHostToDevice, s);
    cudaStreamSynchronize(s);
}

int main()
{
    cudaMalloc(&d, N * sizeof(float));
    cudaStreamCreate(&s);
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; i++)
        cudaMallocHost(&h[i], N * sizeof(float));
    for (int i = 0; i < (WHAT == 1 ? 3 : 2); i++)
        threads.emplace_back(WHAT == 2 ? put_or_fill : put, i);
    for (std::thread &thread : threads)
        thread.join();
    return 0;
}
