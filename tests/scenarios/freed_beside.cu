// One thread frees what another one writes.
#include <cstdlib>
#include <cuda_runtime.h>
#include <thread>
int main()
{
    float *h = (float *)malloc(4096), *d;
    cudaMalloc(&d, 4096);
    cudaMemcpy(d, h, 4096, cudaMemcpyHostToDevice);
    std::thread a([&] {
        for (int i = 0; i < 100; i++)
            h[i] = 1;
    });
    std::thread b([&] { free(h); });
    a.join();
    b.join();
}
