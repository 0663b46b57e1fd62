// A vector is made anew in each turn of each thread, and copied as pageable memory: one buffer a thread in
// its place is page-locked once, whatever says so and however the program is read.
#include <cuda_runtime.h>

#include <thread>
#include <vector>

#define THREADS 1
#define TURNS 14
#define BYTES (8192 * 160)

static void work()
{
    float *d;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&d, BYTES);
    for (int i = 0; i < TURNS; i++) {
        std::vector<char> v(BYTES);
        cudaMemcpyAsync(d, v.data(), v.size(), cudaMemcpyHostToDevice, s);
        cudaStreamSynchronize(s);
    }
}

int main()
{
    std::vector<std::thread> others;
    for (int i = 1; i < THREADS; i++)
        others.emplace_back(work);
    work();
    for (auto &other : others)
        other.join();
    return 0;
}
