// A small training step: forward, backward per layer, gradient buckets reduced on a side stream, optimizer.
#include "nullstream.cuh"
#include <cstdio>
#include <vector>

#pragma nullstream kernel(gemm_forward) flops(2.0 * batch * in * out) bytes(4.0 * (batch * in + in * out + batch * out)) shared(32768) regs(96)
__global__ void gemm_forward(const float *x, const float *w, float *y, long batch, long in, long out) {}
#pragma nullstream kernel(gemm_backward) flops(4.0 * batch * in * out) bytes(8.0 * (batch * in + in * out + batch * out)) shared(32768) regs(96) reads(dy, batch * out * 4) reads(w, in * out * 4) writes(dx, batch * in * 4) writes(dw, in * out * 4)
__global__ void gemm_backward(const float *dy, const float *w, float *dx, float *dw, long batch, long in, long out) {}
#pragma nullstream kernel(adam) bytes(28.0 * n) flops(12.0 * n)
__global__ void adam(float *w, const float *g, float *m, float *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        m[i] = 0.9f * m[i] + 0.1f * g[i];
        v[i] = 0.99f * v[i] + 0.01f * g[i] * g[i];
        w[i] -= 1e-3f * m[i] / (sqrtf(v[i]) + 1e-8f);
    }
}

class Layer {
public:
    Layer(long batch, long in, long out) : batch_(batch), in_(in), out_(out)
    {
        cudaMalloc(&w, in * out * sizeof(float));
        cudaMalloc(&dw, in * out * sizeof(float));
        cudaMalloc(&m, in * out * sizeof(float));
        cudaMalloc(&v, in * out * sizeof(float));
        cudaMalloc(&y, batch * out * sizeof(float));
        cudaMalloc(&dx, batch * in * sizeof(float));
        cudaMemset(w, 0, in * out * sizeof(float));
        cudaMemset(m, 0, in * out * sizeof(float));
        cudaMemset(v, 0, in * out * sizeof(float));
        cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&reduced, cudaEventDisableTiming);
    }
    float *forward(const float *x, cudaStream_t s)
    {
        gemm_forward<<<dim3(out_ / 128, batch_ / 128), 256, 0, s>>>(x, w, y, batch_, in_, out_);
        return y;
    }
    float *backward(const float *dy, cudaStream_t compute, cudaStream_t comm)
    {
        gemm_backward<<<dim3(out_ / 128, batch_ / 128), 256, 0, compute>>>(dy, w, dx, dw, batch_, in_, out_);
        cudaEventRecord(ready, compute);
        cudaStreamWaitEvent(comm, ready);
        ns_all_reduce(in_ * out_ * sizeof(float), 8, comm);
        cudaEventRecord(reduced, comm);
        return dx;
    }
    void step(cudaStream_t s)
    {
        cudaStreamWaitEvent(s, reduced);
        int n = (int)(in_ * out_);
        adam<<<(n + 255) / 256, 256, 0, s>>>(w, dw, m, v, n);
    }

private:
    long batch_, in_, out_;
    float *w, *dw, *m, *v, *y, *dx;
    cudaEvent_t ready, reduced;
};

int main()
{
    const long batch = 1024;
    std::vector<Layer> net;
    net.reserve(4);
    net.emplace_back(batch, 1024, 2048);
    net.emplace_back(batch, 2048, 2048);
    net.emplace_back(batch, 2048, 2048);
    net.emplace_back(batch, 2048, 1024);
    float *x, *host;
    cudaMalloc(&x, batch * 1024 * sizeof(float));
    cudaMallocHost(&host, batch * 1024 * sizeof(float));
    int low, high;
    cudaDeviceGetStreamPriorityRange(&low, &high);
    cudaStream_t compute, comm;
    cudaStreamCreateWithPriority(&compute, cudaStreamNonBlocking, low);
    cudaStreamCreateWithPriority(&comm, cudaStreamNonBlocking, high);
    cudaEvent_t t0, t1;
    cudaEventCreate(&t0);
    cudaEventCreate(&t1);
    cudaDeviceSynchronize();
    cudaEventRecord(t0, compute);
    for (int step = 0; step < 4; step++) {
        cudaMemcpyAsync(x, host, batch * 1024 * sizeof(float), cudaMemcpyHostToDevice, compute);
        float *a = x;
        for (Layer &l : net)
            a = l.forward(a, compute);
        for (auto l = net.rbegin(); l != net.rend(); ++l)
            a = l->backward(a, compute, comm);
        for (Layer &l : net)
            l.step(compute);
    }
    cudaEventRecord(t1, compute);
    cudaEventSynchronize(t1);
    float ms;
    cudaEventElapsedTime(&ms, t0, t1);
    printf("4 steps: %.3f ms\n", ms);
}
