// Native only: what cudaMallocHost and cudaFreeHost take by size, us, each from a process that has done
// so before.
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>
int main()
{
    cudaFree(nullptr);
    using clock = std::chrono::steady_clock;
    auto us = [](clock::time_point a, clock::time_point b) {
        return std::chrono::duration<double, std::micro>(b - a).count();
    };
    for (size_t kib : {4, 64, 512, 1024, 1536, 2048, 2560, 3072, 4096, 6144, 8192, 12288, 16384,
                       32768, 65536, 131072}) {
        std::printf("%7zu KiB", kib);
        for (int turn = 0; turn < 4; turn++) {
            std::vector<void *> p(3);
            std::printf(" | get");
            for (auto &q : p) {
                auto a = clock::now();
                cudaMallocHost(&q, kib << 10);
                std::printf(" %.0f", us(a, clock::now()));
            }
            std::printf(" give");
            for (auto &q : p) {
                auto a = clock::now();
                cudaFreeHost(q);
                std::printf(" %.0f", us(a, clock::now()));
            }
        }
        std::printf("\n");
    }
}
