// C++17. Holter ECG analysis: four recording threads, each on cudaStreamPerThread, push short windows
// through baseline removal, band-pass and R-peak detection; peaks are merged under a mutex.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
#include <mutex>
#include <thread>
#include <vector>

#pragma nullstream kernel(baseline) time(9us)
__global__ void baseline(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] -= 0.25f;
}

#pragma nullstream kernel(bandpass) time(22us)
__global__ void bandpass(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 0.7f * x[i];
}

#pragma nullstream kernel(find_peaks) time(14us)
__global__ void find_peaks(const float *y, unsigned char *mark, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        mark[i] = y[i] > 0.9f;
}

struct Summary {
    std::mutex lock;
    std::vector<int> windows_done;
};

static void lead(int id, Summary &summary)
{
    constexpr int n = 16 * 1024, windows = 24;
    float *pinned, *raw, *clean;
    unsigned char *mark, *host_mark;
    cudaMallocHost(&pinned, n * sizeof(float));
    cudaMallocHost(&host_mark, n);
    cudaMalloc(&raw, n * sizeof(float));
    cudaMalloc(&clean, n * sizeof(float));
    cudaMalloc(&mark, n);
    const cudaStream_t s = cudaStreamPerThread;
    int done = 0;
    for (int w = 0; w < windows; w++) {
        for (int i = 0; i < n; i += 64)
            pinned[i] = float(id + w + i);
        cudaMemcpyAsync(raw, pinned, n * sizeof(float), cudaMemcpyHostToDevice, s);
        baseline<<<n / 256, 256, 0, s>>>(raw, n);
        bandpass<<<n / 256, 256, 0, s>>>(raw, clean, n);
        find_peaks<<<n / 256, 256, 0, s>>>(clean, mark, n);
        cudaMemcpyAsync(host_mark, mark, n, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        done++;
    }
    {
        std::lock_guard<std::mutex> g(summary.lock);
        summary.windows_done.push_back(done);
    }
    cudaFree(raw);
    cudaFree(clean);
    cudaFree(mark);
    cudaFreeHost(pinned);
    cudaFreeHost(host_mark);
}

int main()
{
    Summary summary;
    std::vector<std::thread> leads;
    for (int i = 0; i < 4; i++)
        leads.emplace_back(lead, i, std::ref(summary));
    for (auto &t : leads)
        t.join();
    int total = 0;
    for (int d : summary.windows_done)
        total += d;
    std::printf("%d windows of %zu leads\n", total, summary.windows_done.size());
}
