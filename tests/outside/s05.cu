// Data-parallel training loop: backward with bucketed gradient all-reduce in a communication stream,
// and a prefetching loader in a copy stream.
#include "nullstream.cuh"
#include <cstdio>
#include <vector>

struct Layer {
    size_t params;
    float *weight, *grad;
};

#pragma nullstream kernel(forward) reads(w, n * 4) writes(act, 1048576)
__global__ void forward(const float *w, float *act, int n, double us) { spin_us(us); }
#pragma nullstream kernel(backward) reads(w, n * 4) reads(act, 1048576) writes(g, n * 4)
__global__ void backward(const float *w, const float *act, float *g, int n, double us) { spin_us(us); }
#pragma nullstream kernel(sgd) flops(2.0 * n) bytes(12.0 * n)
__global__ void sgd(float *w, const float *g, int n, float lr)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        w[i] -= lr * g[i];
}

int main(int argc, char **argv)
{
    const int STEPS = 4;
    const size_t BATCH_BYTES = 8u << 20;
    std::vector<Layer> net;
    for (size_t p : {1u << 18, 1u << 19, 1u << 20, 1u << 20, 1u << 21})
        net.push_back({p, nullptr, nullptr});
    for (auto &l : net) {
        cudaMalloc(&l.weight, l.params * sizeof(float));
        cudaMalloc(&l.grad, l.params * sizeof(float));
        cudaMemset(l.weight, 0, l.params * sizeof(float));
    }
    float *act, *batch_h[2], *batch_d[2];
    cudaMalloc(&act, 1 << 20);
    for (int i = 0; i < 2; i++) {
        cudaMallocHost(&batch_h[i], BATCH_BYTES);
        cudaMalloc(&batch_d[i], BATCH_BYTES);
    }
    cudaStream_t compute, comm, loader;
    int lo, hi;
    cudaDeviceGetStreamPriorityRange(&lo, &hi);
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithPriority(&comm, cudaStreamNonBlocking, hi);
    cudaStreamCreateWithFlags(&loader, cudaStreamNonBlocking);
    std::vector<cudaEvent_t> ready(net.size());
    for (auto &e : ready)
        cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaEvent_t loaded[2], consumed[2], reduced;
    for (int i = 0; i < 2; i++) {
        cudaEventCreateWithFlags(&loaded[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&consumed[i], cudaEventDisableTiming);
    }
    cudaEventCreateWithFlags(&reduced, cudaEventDisableTiming);
    cudaDeviceSynchronize();

    for (int step = 0; step < STEPS; step++) {
        int b = step & 1;
        // augmentation on the CPU, then the upload
        cudaEventSynchronize(loaded[b]);
        host_work_us(60);
        batch_h[b][0] = (float)step;
        cudaStreamWaitEvent(loader, consumed[b], 0);
        cudaMemcpyAsync(batch_d[b], batch_h[b], BATCH_BYTES, cudaMemcpyHostToDevice, loader);
        cudaEventRecord(loaded[b], loader);

        cudaStreamWaitEvent(compute, loaded[b], 0);
        cudaMemcpyAsync(act, batch_d[b], 1 << 20, cudaMemcpyDeviceToDevice, compute);
        cudaEventRecord(consumed[b], compute);
        for (auto &l : net)
            forward<<<96, 256, 0, compute>>>(l.weight, act, (int)l.params, 40.0 + l.params / 65536.0);
        for (int i = (int)net.size() - 1; i >= 0; i--) {
            Layer &l = net[i];
            backward<<<96, 256, 0, compute>>>(l.weight, act, l.grad, (int)l.params, 80.0 + l.params / 32768.0);
            cudaEventRecord(ready[i], compute);
            cudaStreamWaitEvent(comm, ready[i], 0);
            ns_all_reduce(l.params * sizeof(float), 16, comm);
        }
        cudaEventRecord(reduced, comm);
        cudaStreamWaitEvent(compute, reduced, 0);
        for (auto &l : net)
            sgd<<<(unsigned)(l.params / 256), 256, 0, compute>>>(l.weight, l.grad, (int)l.params, 0.01f);
    }
    cudaDeviceSynchronize();
    float w0;
    cudaMemcpy(&w0, net[0].weight, sizeof(float), cudaMemcpyDeviceToHost);
    printf("w[0] = %f\n", w0);
    return 0;
}
