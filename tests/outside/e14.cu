// vDNN: activations go out to pinned memory in the forward pass and come back in the backward pass, a layer ahead;
// a memory stream each way, events a layer, only three device buffers for offloaded activations.
#include "nullstream.cuh"
#include <cstdio>
#include <vector>

struct LayerSpec {
    const char *name;
    size_t bytes; // of its activation
    double gflop; // forward
};

#pragma nullstream kernel(forward) flops(gflop * 1e9) bytes(2.0 * bytes) regs(96) shared(49152) reads(in, bytes) writes(out, bytes)
__global__ void forward(const char *in, char *out, size_t bytes, double gflop)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < bytes; i += (size_t)gridDim.x * blockDim.x)
        out[i] = in[i];
}
#pragma nullstream kernel(backward) flops(2e9 * gflop) bytes(4.0 * bytes) regs(96) shared(49152) reads(act, bytes) reads(grad, bytes) writes(grad, bytes)
__global__ void backward(const char *act, char *grad, size_t bytes, double gflop)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < bytes; i += (size_t)gridDim.x * blockDim.x)
        grad[i] ^= act[i];
}
#pragma nullstream kernel(sgd) bytes(3.0 * n) reads(w, n) writes(w, n)
__global__ void sgd(float *w, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n / 4)
        w[i] *= 0.999f;
}

int main()
{
    const LayerSpec spec[] = {
        {"conv1", 48u << 20, 3.1}, {"conv2", 48u << 20, 7.4}, {"conv3", 24u << 20, 7.4}, {"conv4", 24u << 20, 11.0},
        {"conv5", 12u << 20, 7.4}, {"conv6", 12u << 20, 7.4}, {"fc7", 1u << 20, 1.2},    {"fc8", 1u << 18, 0.2},
    };
    const int L = sizeof(spec) / sizeof(spec[0]), BUF = 3;
    char *act[BUF], *grad;
    float *weights;
    std::vector<char *> home(L);
    for (char *&a : act)
        cudaMalloc(&a, 48u << 20);
    cudaMalloc(&grad, 48u << 20);
    cudaMalloc(&weights, 64u << 20);
    for (int l = 0; l < L; l++)
        cudaMallocHost(&home[l], spec[l].bytes);
    cudaStream_t compute, out, in;
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&out, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&in, cudaStreamNonBlocking);
    std::vector<cudaEvent_t> computed(L), offloaded(L), fetched(L), used(L);
    for (auto *v : {&computed, &offloaded, &fetched, &used})
        for (auto &e : *v)
            cudaEventCreateWithFlags(&e, cudaEventDisableTiming);

    for (int step = 0; step < 2; step++) {
        // act[l % BUF] holds layer l's input, then its output is act[(l + 1) % BUF]
        for (int l = 0; l < L; l++) {
            const int to = (l + 1) % BUF;
            if (l + 1 >= BUF) // its former holder, layer l + 1 - BUF, must have left
                cudaStreamWaitEvent(compute, offloaded[l + 1 - BUF], 0);
            forward<<<264, 256, 0, compute>>>(act[l % BUF], act[to], spec[l].bytes, spec[l].gflop);
            cudaEventRecord(computed[l], compute);
            cudaStreamWaitEvent(out, computed[l], 0);
            // the input of layer l is needed again only in the backward pass
            cudaMemcpyAsync(home[l], act[l % BUF], spec[l].bytes, cudaMemcpyDeviceToHost, out);
            cudaEventRecord(offloaded[l], out);
        }
        cudaMemsetAsync(grad, 1, spec[L - 1].bytes, compute);
        cudaStreamWaitEvent(in, offloaded[L - 1], 0);
        cudaStreamWaitEvent(in, computed[L - 1], 0);
        for (int l = L - 1; l >= 0; l--) {
            if (l + BUF < L)
                cudaStreamWaitEvent(in, used[l + BUF], 0);
            cudaMemcpyAsync(act[l % BUF], home[l], spec[l].bytes, cudaMemcpyHostToDevice, in);
            cudaEventRecord(fetched[l], in);
            cudaStreamWaitEvent(compute, fetched[l], 0);
            backward<<<264, 256, 0, compute>>>(act[l % BUF], grad, spec[l].bytes, spec[l].gflop);
            cudaEventRecord(used[l], compute);
        }
        sgd<<<(64 << 18) / 512, 512, 0, compute>>>(weights, 64u << 20);
    }
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    printf("done, %s to %s\n", spec[0].name, spec[L - 1].name);
    return 0;
}
