// After simpleCallback: heterogeneous workloads, each with a stream; a host function postprocesses each
// result and counts a barrier down; the main thread waits on a condition variable.
#include "nullstream.cuh"
#include <condition_variable>
#include <mutex>
#include <vector>
#include <stdio.h>

const int N_workloads = 12;
const int N_elements_per_workload = 400000;

struct heterogeneous_workload {
    int id;
    int *h_data;
    int *d_data;
    cudaStream_t stream;
    bool success;
};

std::mutex m;
std::condition_variable cv;
int pending = N_workloads;

#pragma nullstream kernel(incKernel) bytes(8.0 * N) flops(2.0 * N)
__global__ void incKernel(int *data, int N)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        data[i]++;
}

void CUDART_CB postprocess(void *data)
{
    heterogeneous_workload *workload = (heterogeneous_workload *)data;
    host_work_us(25 + 5 * (workload->id % 4));
    workload->success = true;
    std::lock_guard<std::mutex> lock(m);
    if (--pending == 0)
        cv.notify_one();
}

int main()
{
    std::vector<heterogeneous_workload> workloads(N_workloads);
    const size_t bytes = N_elements_per_workload * sizeof(int);
    for (int i = 0; i < N_workloads; i++) {
        workloads[i].id = i;
        workloads[i].success = false;
        cudaStreamCreate(&workloads[i].stream);
        cudaMalloc(&workloads[i].d_data, bytes);
        cudaHostAlloc(&workloads[i].h_data, bytes, cudaHostAllocPortable);
        for (int j = 0; j < N_elements_per_workload; j++)
            workloads[i].h_data[j] = i + j;
    }
    dim3 block(512);
    dim3 grid((N_elements_per_workload + block.x - 1) / block.x);
    for (int i = 0; i < N_workloads; i++) {
        heterogeneous_workload &w = workloads[i];
        cudaMemcpyAsync(w.d_data, w.h_data, bytes, cudaMemcpyHostToDevice, w.stream);
        for (int k = 0; k <= i % 3; k++)
            incKernel<<<grid, block, 0, w.stream>>>(w.d_data, N_elements_per_workload);
        cudaMemcpyAsync(w.h_data, w.d_data, bytes, cudaMemcpyDeviceToHost, w.stream);
        cudaLaunchHostFunc(w.stream, postprocess, &w);
    }
    {
        std::unique_lock<std::mutex> lock(m);
        cv.wait(lock, [] { return pending == 0; });
    }
    cudaDeviceSynchronize();
    int good = 0;
    for (auto &w : workloads)
        good += w.success;
    printf("%d of %d workloads done\n", good, N_workloads);
    return 0;
}
