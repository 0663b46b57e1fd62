// Data-parallel training: backward in one stream, buckets all-reduced in another, loader thread behind it. C++20.
#include "nullstream.cuh"
#include <cstdio>
#include <semaphore>
#include <stdexcept>
#include <thread>
#include <vector>

static void ck(cudaError_t e)
{
    if (e != cudaSuccess)
        throw std::runtime_error(cudaGetErrorString(e));
}

__global__ void forward_layer(const float *x, float *y)
{
    y[blockIdx.x * blockDim.x + threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
    spin_us(35);
}

__global__ void backward_layer(const float *dy, float *grad)
{
    grad[blockIdx.x * blockDim.x + threadIdx.x] = dy[blockIdx.x * blockDim.x + threadIdx.x];
    spin_us(60);
}

#pragma nullstream kernel(sgd) bytes(12.0 * n) flops(2.0 * n)
__global__ void sgd(float *w, const float *grad, float lr, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        w[i] -= lr * grad[i];
}

int main()
{
    constexpr int layers = 8, steps = 5, bucket = 2, n = 1 << 20;
    constexpr size_t bytes = n * sizeof(float);
    cudaStream_t compute, comm, load;
    int least, greatest;
    ck(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    ck(cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking));
    ck(cudaStreamCreateWithPriority(&comm, cudaStreamNonBlocking, greatest));
    ck(cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking));

    std::vector<float *> weight(layers), grad(layers);
    for (int l = 0; l < layers; l++) {
        ck(cudaMalloc(&weight[l], bytes));
        ck(cudaMalloc(&grad[l], bytes));
        ck(cudaMemset(weight[l], 0, bytes));
    }
    float *host[2], *input[2];
    cudaEvent_t loaded[2], used[2], reduced, bucket_ready;
    for (int i = 0; i < 2; i++) {
        ck(cudaMallocHost(&host[i], bytes));
        ck(cudaMalloc(&input[i], bytes));
        ck(cudaEventCreateWithFlags(&loaded[i], cudaEventDisableTiming));
        ck(cudaEventCreateWithFlags(&used[i], cudaEventDisableTiming));
    }
    ck(cudaEventCreateWithFlags(&reduced, cudaEventDisableTiming));
    ck(cudaEventCreateWithFlags(&bucket_ready, cudaEventDisableTiming));
    ck(cudaDeviceSynchronize());

    std::counting_semaphore<2> batches(0), room(2);
    std::thread loader([&] {
        for (int s = 0; s < steps; s++) {
            room.acquire();
            host_work_us(400); // augment
            ck(cudaEventSynchronize(loaded[s % 2])); // the staging buffer is free again
            host[s % 2][0] = (float)s;
            ck(cudaStreamWaitEvent(load, used[s % 2], 0));
            ck(cudaMemcpyAsync(input[s % 2], host[s % 2], bytes, cudaMemcpyHostToDevice, load));
            ck(cudaEventRecord(loaded[s % 2], load));
            batches.release();
        }
    });

    for (int s = 0; s < steps; s++) {
        batches.acquire();
        ck(cudaStreamWaitEvent(compute, loaded[s % 2], 0));
        float *act[layers + 1];
        act[0] = input[s % 2];
        for (int l = 0; l < layers; l++) {
            act[l + 1] = (float *)ns_pool_alloc(bytes, compute);
            forward_layer<<<n / 1024, 1024, 0, compute>>>(act[l], act[l + 1]);
        }
        ck(cudaEventRecord(used[s % 2], compute));
        room.release();
        for (int l = layers - 1; l >= 0; l--) {
            backward_layer<<<n / 1024, 1024, 0, compute>>>(act[l + 1], grad[l]);
            ns_pool_free(act[l + 1]);
            if (l % bucket == 0) {
                ck(cudaEventRecord(bucket_ready, compute));
                ck(cudaStreamWaitEvent(comm, bucket_ready, 0));
                ck(ns_all_reduce(bucket * bytes, 16, comm));
            }
        }
        ck(cudaEventRecord(reduced, comm));
        ck(cudaStreamWaitEvent(compute, reduced, 0));
        for (int l = 0; l < layers; l++)
            sgd<<<n / 256, 256, 0, compute>>>(weight[l], grad[l], 0.1f, n);
    }
    loader.join();
    float w0 = 0;
    ck(cudaStreamSynchronize(compute));
    ck(cudaMemcpy(&w0, weight[0], sizeof w0, cudaMemcpyDeviceToHost));
    std::printf("w[0] = %f\n", w0);
    return 0;
}
