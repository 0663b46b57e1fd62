// Data-parallel gradient reduction overlapped with backward: buckets go to a side stream, main stream joins.
#include "nullstream.cuh"
#include <thread>
#include <vector>

struct Bucket {
    size_t bytes;
    cudaEvent_t ready;
};

__global__ void backward_layer(float *g, int layer) { spin_us(85); }
#pragma nullstream kernel(optimizer) bytes(20.0 * n)
__global__ void optimizer(float *w, float *m, const float *g, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) {
        m[i] = 0.9f * m[i] + g[i];
        w[i] -= 0.01f * m[i];
    }
}

int main()
{
    const int LAYERS = 8, STEPS = 4;
    const size_t N = 12 << 20;
    float *w, *m, *g, *next_batch, *host_batch;
    cudaMalloc(&w, N * 4);
    cudaMalloc(&m, N * 4);
    cudaMalloc(&g, N * 4);
    cudaMalloc(&next_batch, 32 << 20);
    cudaMallocHost(&host_batch, 32 << 20);
    cudaStream_t compute, comm, prefetch;
    int least, greatest;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithPriority(&comm, cudaStreamNonBlocking, greatest);
    cudaStreamCreateWithFlags(&prefetch, cudaStreamNonBlocking);
    std::vector<Bucket> buckets(LAYERS);
    for (auto &b : buckets) {
        b.bytes = N * 4 / LAYERS;
        cudaEventCreateWithFlags(&b.ready, cudaEventDisableTiming);
    }
    cudaEvent_t reduced;
    cudaEventCreateWithFlags(&reduced, cudaEventDisableTiming);
    for (int step = 0; step < STEPS; step++) {
        std::thread loader([=] {
            host_work_us(300);
            cudaMemcpyAsync(next_batch, host_batch, 32 << 20, cudaMemcpyHostToDevice, prefetch);
            cudaStreamSynchronize(prefetch);
        });
        for (int l = LAYERS - 1; l >= 0; l--) {
            backward_layer<<<110, 512, 0, compute>>>(g, l);
            cudaEventRecord(buckets[l].ready, compute);
            cudaStreamWaitEvent(comm, buckets[l].ready, 0);
            ns_all_reduce(buckets[l].bytes, 16, comm);
        }
        cudaEventRecord(reduced, comm);
        cudaStreamWaitEvent(compute, reduced, 0);
        optimizer<<<(unsigned)((N + 255) / 256), 256, 0, compute>>>(w, m, g, N);
        loader.join();
    }
    cudaDeviceSynchronize();
    return 0;
}
