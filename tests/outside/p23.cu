// Bandwidth test in the manner of the samples: pageable, pinned, registered memory, both directions and D2D, by host clock.
#include <cuda_runtime.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

using Clock = std::chrono::high_resolution_clock;

template <typename F> static double best(int reps, F f)
{
    double t = 1e30;
    for (int i = 0; i < reps; i++) {
        auto a = Clock::now();
        f();
        auto b = Clock::now();
        t = std::min(t, std::chrono::duration<double>(b - a).count());
    }
    return t;
}

int main()
{
    const size_t bytes = 8 << 20;
    char *pageable = static_cast<char *>(malloc(bytes));
    char *registered = static_cast<char *>(aligned_alloc(4096, bytes));
    memset(pageable, 1, bytes);
    memset(registered, 2, bytes);
    char *pinned, *dev, *dev2;
    cudaMallocHost(&pinned, bytes);
    cudaHostRegister(registered, bytes, cudaHostRegisterDefault);
    cudaMalloc(&dev, bytes);
    cudaMalloc(&dev2, bytes);
    cudaMemset(dev, 0, bytes);
    cudaDeviceSynchronize();

    std::map<std::string, double> gbs;
    const auto rate = [&](double s) { return bytes / s / 1e9; };
    gbs["h2d pageable"] = rate(best(2, [&] { cudaMemcpy(dev, pageable, bytes, cudaMemcpyHostToDevice); }));
    gbs["d2h pageable"] = rate(best(2, [&] { cudaMemcpy(pageable, dev, bytes, cudaMemcpyDeviceToHost); }));
    gbs["h2d pinned"] = rate(best(3, [&] { cudaMemcpy(dev, pinned, bytes, cudaMemcpyHostToDevice); }));
    gbs["d2h pinned"] = rate(best(3, [&] { cudaMemcpy(pinned, dev, bytes, cudaMemcpyDeviceToHost); }));
    gbs["h2d registered"] = rate(best(3, [&] {
        cudaMemcpyAsync(dev, registered, bytes, cudaMemcpyHostToDevice);
        cudaDeviceSynchronize();
    }));
    gbs["d2d"] = rate(best(3, [&] {
        cudaMemcpy(dev2, dev, bytes, cudaMemcpyDeviceToDevice);
        cudaDeviceSynchronize();
    }));
    cudaStream_t up, down;
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking);
    gbs["both ways"] = 2 * rate(best(3, [&] {
        cudaMemcpyAsync(dev, pinned, bytes, cudaMemcpyHostToDevice, up);
        cudaMemcpyAsync(registered, dev2, bytes, cudaMemcpyDeviceToHost, down);
        cudaStreamSynchronize(up);
        cudaStreamSynchronize(down);
    }));
    for (const auto &[name, value] : gbs)
        printf("%-16s %8.2f GB/s\n", name.c_str(), value);
    cudaHostUnregister(registered);
    cudaFreeHost(pinned);
    cudaFree(dev);
    cudaFree(dev2);
    free(registered);
    free(pageable);
    return 0;
}
