// C++17. Training with asynchronous checkpoints: every 5th step the weights are snapshot on the device, a low-priority
// stream drains the snapshot in 8 MiB pieces, and std::async "writes" it once an event says that it has arrived.
#include "nullstream.cuh"
#include <cstdio>
#include <future>
#include <vector>

constexpr size_t WEIGHTS = 6u << 20; // floats
constexpr int STEPS = 20, PERIOD = 5;
constexpr size_t PIECE = 8u << 20;

#pragma nullstream kernel(forward) time(180us) reads(w, n * 4) writes(act, n)
__global__ void forward(const float *w, float *act, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n / 4)
        act[i] = w[i] + w[i + n / 4] + w[i + n / 2];
}

#pragma nullstream kernel(backward) time(320us) reads(w, n * 4) reads(act, n) writes(grad, n * 4)
__global__ void backward(const float *w, const float *act, float *grad, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        grad[i] = w[i] * act[i / 4];
}

#pragma nullstream kernel(sgd) bytes(12.0 * n)
__global__ void sgd(float *w, const float *grad, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        w[i] -= 1e-3f * grad[i];
}

#pragma nullstream host(write_out) time(700us)
static unsigned write_out(const float *image, size_t n)
{
    unsigned sum = 0;
    for (size_t i = 0; i < n; i += 4096)
        sum = sum * 31 + (unsigned)image[i];
    return sum;
}

int main()
{
    int least, greatest;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStream_t compute, drain;
    cudaStreamCreateWithPriority(&compute, cudaStreamNonBlocking, greatest);
    cudaStreamCreateWithPriority(&drain, cudaStreamNonBlocking, least);
    cudaEvent_t snapped, drained;
    cudaEventCreateWithFlags(&snapped, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&drained, cudaEventDisableTiming | cudaEventBlockingSync);
    float *w, *act, *grad, *snapshot, *image;
    cudaMalloc(&w, WEIGHTS * 4);
    cudaMalloc(&act, WEIGHTS);
    cudaMalloc(&grad, WEIGHTS * 4);
    cudaMalloc(&snapshot, WEIGHTS * 4);
    cudaMallocHost(&image, WEIGHTS * 4);
    cudaMemset(w, 0, WEIGHTS * 4);
    cudaDeviceSynchronize();

    std::future<unsigned> writer;
    std::vector<unsigned> sums;
    for (int step = 1; step <= STEPS; step++) {
        forward<<<WEIGHTS / 4 / 256, 256, 0, compute>>>(w, act, WEIGHTS);
        backward<<<WEIGHTS / 256, 256, 0, compute>>>(w, act, grad, WEIGHTS);
        sgd<<<WEIGHTS / 256, 256, 0, compute>>>(w, grad, WEIGHTS);
        if (step % PERIOD == 0) {
            if (writer.valid())
                sums.push_back(writer.get());
            cudaMemcpyAsync(snapshot, w, WEIGHTS * 4, cudaMemcpyDeviceToDevice, compute);
            cudaEventRecord(snapped, compute);
            cudaStreamWaitEvent(drain, snapped, 0);
            for (size_t at = 0; at < WEIGHTS * 4; at += PIECE)
                cudaMemcpyAsync((char *)image + at, (char *)snapshot + at, PIECE, cudaMemcpyDeviceToHost, drain);
            cudaEventRecord(drained, drain);
            writer = std::async(std::launch::async, [=] {
                cudaEventSynchronize(drained);
                return write_out(image, WEIGHTS);
            });
        }
    }
    sums.push_back(writer.get());
    cudaStreamSynchronize(compute);
    std::printf("%zu checkpoints\n", sums.size());
    for (float *p : {w, act, grad, snapshot})
        cudaFree(p);
    cudaFreeHost(image);
    cudaEventDestroy(snapped);
    cudaEventDestroy(drained);
    cudaStreamDestroy(compute);
    cudaStreamDestroy(drain);
}
