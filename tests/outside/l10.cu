// threadMigration/cudaOpenMP-like: host threads, each a part of the array, barrier between the phases (C++17)
#include <atomic>
#include <cuda_runtime.h>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {
void ck(cudaError_t e, const char *w)
{
    if (e != cudaSuccess)
        throw std::runtime_error(std::string(w) + ": " + cudaGetErrorString(e));
}
#define CK(x) ck((x), #x)
}

__global__ void kernelAddConstant(int *g_a, const int b)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    g_a[idx] += b;
}

static int correctResult(int *data, const int n, const int b)
{
    for (int i = 0; i < n; i++)
        if (data[i] != i + b)
            return 0;
    return 1;
}

int main()
{
    const int num_threads = 3;
    unsigned n = num_threads * 1048576;
    size_t nbytes = n * sizeof(int);
    int *a = nullptr;
    int b = 3;
    CK(cudaMallocHost(&a, nbytes));
    for (unsigned i = 0; i < n; i++)
        a[i] = i;
    std::vector<std::thread> team;
    std::atomic<int> phase{0};
    for (int cpu_thread_id = 0; cpu_thread_id < num_threads; cpu_thread_id++) {
        team.emplace_back([=, &phase] {
            CK(cudaSetDevice(0));
            int gpu_id = -1;
            CK(cudaGetDevice(&gpu_id));
            printf("CPU thread %d (of %d) uses CUDA device %d\n", cpu_thread_id, num_threads, gpu_id);
            int *d_a = nullptr;
            int *sub_a = a + cpu_thread_id * n / num_threads;
            size_t nbytes_per_kernel = nbytes / num_threads;
            dim3 gpu_threads(128);
            dim3 gpu_blocks(n / (gpu_threads.x * num_threads));
            CK(cudaMalloc((void **)&d_a, nbytes_per_kernel));
            CK(cudaMemset(d_a, 0, nbytes_per_kernel));
            CK(cudaMemcpy(d_a, sub_a, nbytes_per_kernel, cudaMemcpyHostToDevice));
            phase++;
            while (phase.load() < num_threads)
                std::this_thread::yield();
            kernelAddConstant<<<gpu_blocks, gpu_threads>>>(d_a, b);
            CK(cudaGetLastError());
            CK(cudaMemcpy(sub_a, d_a, nbytes_per_kernel, cudaMemcpyDeviceToHost));
            CK(cudaFree(d_a));
        });
    }
    for (auto &t : team)
        t.join();
    if (cudaSuccess != cudaGetLastError())
        printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    bool bResult = correctResult(a, n, b);
    CK(cudaFreeHost(a));
    return bResult ? EXIT_SUCCESS : EXIT_FAILURE;
}
