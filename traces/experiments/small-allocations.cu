// Native only: do small allocations take longer than those of a chunk, or only the first ones?
// cudaMalloc and cudaMallocHost of 4 KiB to 4 MiB, each given back at once, as in calibrate; in
// rising order (argument 0) or in falling (1), us.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>
int main(int argc, char **argv)
{
    cudaFree(nullptr);
    cudaStream_t s;
    cudaStreamCreate(&s);
    bool falling = argc > 1 && std::atoi(argv[1]);
    using clock = std::chrono::steady_clock;
    auto us = [](clock::time_point a, clock::time_point b) {
        return std::chrono::duration<double, std::micro>(b - a).count();
    };
    std::vector<size_t> sizes = {4, 64, 1024, 2048, 4096};
    if (falling)
        sizes = {4096, 2048, 1024, 64, 4};
    for (int host = 0; host < 2; host++)
        for (int turn = 0; turn < 2; turn++)
            for (size_t kib : sizes) {
                std::printf("%s %5zu KiB get/give", host ? "host  " : "device", kib);
                for (int i = 0; i < 6; i++) {
                    void *p;
                    auto a = clock::now();
                    if (host)
                        cudaMallocHost(&p, kib << 10);
                    else
                        cudaMalloc(&p, kib << 10);
                    auto b = clock::now();
                    if (host)
                        cudaFreeHost(p);
                    else
                        cudaFree(p);
                    std::printf(" %.1f/%.1f", us(a, b), us(b, clock::now()));
                }
                std::printf("\n");
            }
}
