// Data-parallel training: backward fills gradient buckets, which are flattened and reduced in a
// communication stream of high priority while backward goes on; the optimizer waits for all of them.
#include "nullstream.cuh"
#include <cstdio>
#include <vector>

#define CUDA_CHECK(call)                                                                   \
    do {                                                                                   \
        cudaError_t err_ = (call);                                                         \
        if (err_ != cudaSuccess) {                                                         \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_));  \
            exit(1);                                                                       \
        }                                                                                  \
    } while (0)

struct Bucket {
    char *flat;
    size_t bytes;
    cudaEvent_t ready, reduced;
};

#pragma nullstream kernel(forward) flops(6e9) bytes(9e7) regs(96) shared(32768)
__global__ void forward(const char *x, const char *w, char *act) {}
#pragma nullstream kernel(backward) flops(1.1e10) bytes(1.4e8) regs(128) shared(49152) reads(act, 64) writes(grad, n)
__global__ void backward(const char *act, char *grad, size_t n) {}
#pragma nullstream kernel(sgd) flops(n * 0.5) bytes(n * 3.0) reads(g, n) writes(w, n)
__global__ void sgd(char *w, const char *g, size_t n) {}
#pragma nullstream kernel(loss_fn) time(9us) writes(loss, 4)
__global__ void loss_fn(const char *act, float *loss) {}

int main()
{
    const int layers = 12, perBucket = 3, steps = 5;
    const size_t layerBytes = 5 << 20, inputBytes = 19 << 20;
    cudaStream_t compute, comm, load;
    int least, greatest;
    CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CUDA_CHECK(cudaStreamCreateWithPriority(&compute, cudaStreamNonBlocking, least));
    CUDA_CHECK(cudaStreamCreateWithPriority(&comm, cudaStreamNonBlocking, greatest));
    CUDA_CHECK(cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking));
    char *act, *w, *grad[12], *input[2], *hInput;
    float *loss, *hLoss;
    CUDA_CHECK(cudaMalloc(&act, 256 << 20));
    CUDA_CHECK(cudaMalloc(&w, layers * layerBytes));
    CUDA_CHECK(cudaMalloc(&loss, 4));
    CUDA_CHECK(cudaMallocHost(&hLoss, steps * sizeof(float)));
    CUDA_CHECK(cudaMallocHost(&hInput, inputBytes));
    for (int i = 0; i < 2; i++) CUDA_CHECK(cudaMalloc(&input[i], inputBytes));
    for (int l = 0; l < layers; l++) CUDA_CHECK(cudaMalloc(&grad[l], layerBytes));
    std::vector<Bucket> buckets(layers / perBucket);
    for (auto &b : buckets) {
        b.bytes = layerBytes * perBucket;
        CUDA_CHECK(cudaMalloc(&b.flat, b.bytes));
        CUDA_CHECK(cudaEventCreateWithFlags(&b.ready, cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&b.reduced, cudaEventDisableTiming));
    }
    cudaEvent_t loaded[2], consumed[2];
    for (int i = 0; i < 2; i++) {
        CUDA_CHECK(cudaEventCreateWithFlags(&loaded[i], cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&consumed[i], cudaEventDisableTiming));
    }
    CUDA_CHECK(cudaMemcpyAsync(input[0], hInput, inputBytes, cudaMemcpyHostToDevice, load));
    CUDA_CHECK(cudaEventRecord(loaded[0], load));
    for (int step = 0; step < steps; step++) {
        int cur = step & 1, nxt = cur ^ 1;
        if (step + 1 < steps) {
            CUDA_CHECK(cudaStreamWaitEvent(load, consumed[nxt], 0));
            CUDA_CHECK(cudaMemcpyAsync(input[nxt], hInput, inputBytes, cudaMemcpyHostToDevice, load));
            CUDA_CHECK(cudaEventRecord(loaded[nxt], load));
        }
        CUDA_CHECK(cudaStreamWaitEvent(compute, loaded[cur], 0));
        for (int l = 0; l < layers; l++) {
            forward<<<512, 256, 0, compute>>>(l ? act : input[cur], w + l * layerBytes, act);
            if (l == 0) CUDA_CHECK(cudaEventRecord(consumed[cur], compute));
        }
        loss_fn<<<32, 256, 0, compute>>>(act, loss);
        CUDA_CHECK(cudaMemcpyAsync(&hLoss[step], loss, sizeof(float), cudaMemcpyDeviceToHost, compute));
        for (int l = layers - 1; l >= 0; l--) {
            backward<<<640, 256, 0, compute>>>(act, grad[l], layerBytes);
            if (l % perBucket) continue;
            Bucket &b = buckets[l / perBucket];
            for (int k = 0; k < perBucket; k++)
                CUDA_CHECK(cudaMemcpyAsync(b.flat + k * layerBytes, grad[l + k], layerBytes, cudaMemcpyDeviceToDevice, compute));
            CUDA_CHECK(cudaEventRecord(b.ready, compute));
            CUDA_CHECK(cudaStreamWaitEvent(comm, b.ready, 0));
            CUDA_CHECK(ns_all_reduce(b.bytes, 16, comm));
            CUDA_CHECK(cudaEventRecord(b.reduced, comm));
        }
        for (size_t i = 0; i < buckets.size(); i++) {
            CUDA_CHECK(cudaStreamWaitEvent(compute, buckets[i].reduced, 0));
            sgd<<<1024, 256, 0, compute>>>(w + i * perBucket * layerBytes, buckets[i].flat, buckets[i].bytes);
        }
        CUDA_CHECK(cudaGetLastError());
    }
    CUDA_CHECK(cudaStreamSynchronize(compute));
    printf("loss %f\n", hLoss[steps - 1]);
    return 0;
}
