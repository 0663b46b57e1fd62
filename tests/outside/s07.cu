// bandwidthTest in the small: pinned and pageable, both directions, several sizes, then both at once.
#include "nullstream.cuh"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

struct Timer {
    cudaEvent_t a, b;
    Timer() { cudaEventCreate(&a); cudaEventCreate(&b); }
    ~Timer() { cudaEventDestroy(a); cudaEventDestroy(b); }
    void start(cudaStream_t s = 0) { cudaEventRecord(a, s); }
    float stop(cudaStream_t s = 0)
    {
        float ms;
        cudaEventRecord(b, s);
        cudaEventSynchronize(b);
        cudaEventElapsedTime(&ms, a, b);
        return ms;
    }
};

struct Row {
    std::string name;
    size_t bytes;
    float ms;
};

int main()
{
    const size_t MAX = 16 << 20;
    const int REPS = 3;
    char *dev, *dev2, *pinned, *pinned2;
    char *pageable = (char *)malloc(MAX);
    memset(pageable, 1, MAX);
    cudaMalloc(&dev, MAX);
    cudaMalloc(&dev2, MAX);
    cudaMallocHost(&pinned, MAX);
    cudaMallocHost(&pinned2, MAX);
    memset(pinned, 2, MAX);

    std::vector<Row> rows;
    Timer timer;
    for (size_t bytes : {size_t(64) << 10, size_t(1) << 20, MAX}) {
        timer.start();
        for (int r = 0; r < REPS; ++r)
            cudaMemcpy(dev, pageable, bytes, cudaMemcpyHostToDevice);
        rows.push_back({"H2D pageable", bytes, timer.stop() / REPS});

        timer.start();
        for (int r = 0; r < REPS; ++r)
            cudaMemcpyAsync(dev, pinned, bytes, cudaMemcpyHostToDevice, 0);
        rows.push_back({"H2D pinned", bytes, timer.stop() / REPS});

        timer.start();
        for (int r = 0; r < REPS; ++r)
            cudaMemcpy(pageable, dev, bytes, cudaMemcpyDeviceToHost);
        rows.push_back({"D2H pageable", bytes, timer.stop() / REPS});

        timer.start();
        for (int r = 0; r < REPS; ++r)
            cudaMemcpyAsync(pinned, dev, bytes, cudaMemcpyDeviceToHost, 0);
        rows.push_back({"D2H pinned", bytes, timer.stop() / REPS});

        timer.start();
        for (int r = 0; r < REPS; ++r)
            cudaMemcpyAsync(dev2, dev, bytes, cudaMemcpyDeviceToDevice, 0);
        rows.push_back({"D2D", bytes, timer.stop() / REPS});

        timer.start();
        for (int r = 0; r < REPS; ++r)
            cudaMemsetAsync(dev2, 0, bytes, 0);
        rows.push_back({"memset", bytes, timer.stop() / REPS});
    }

    // full duplex
    cudaStream_t up, down;
    cudaStreamCreate(&up);
    cudaStreamCreate(&down);
    cudaEvent_t joined;
    cudaEventCreate(&joined);
    timer.start(up);
    for (int r = 0; r < REPS; ++r) {
        cudaMemcpyAsync(dev, pinned, MAX, cudaMemcpyHostToDevice, up);
        cudaMemcpyAsync(pinned2, dev2, MAX, cudaMemcpyDeviceToHost, down);
    }
    cudaEventRecord(joined, down);
    cudaStreamWaitEvent(up, joined, 0);
    rows.push_back({"duplex", 2 * MAX, timer.stop(up) / REPS});

    printf("%-14s %10s %9s %9s\n", "what", "KiB", "ms", "GB/s");
    for (const auto &r : rows)
        printf("%-14s %10zu %9.4f %9.2f\n", r.name.c_str(), r.bytes >> 10, r.ms, r.bytes / r.ms * 1e-6);
    free(pageable);
    return 0;
}
