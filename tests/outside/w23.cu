// A mixed-precision training step: backward layers fill gradient buckets whose all-reduce overlaps, the optimizer waits for the loss scale check that comes back to the host.
#include "nullstream.cuh"
#include <cstdio>
#include <vector>

struct Layer {
    int in, out;
    size_t parameters() const { return size_t(in) * out; }
};

#pragma nullstream kernel(forward) flops(2.0 * batch * in * out / 12) bytes(2.0 * in * out + 2.0 * batch * (in + out)) regs(160) shared(98304)
__global__ void __launch_bounds__(256) forward(const unsigned short *x, const unsigned short *w, unsigned short *y, int batch, int in, int out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < batch * out) y[i] = x[i % (batch * in)] ^ w[i % (in * out)];
}

#pragma nullstream kernel(backward) flops(4.0 * batch * in * out / 12) bytes(6.0 * in * out + 4.0 * batch * (in + out)) regs(160) shared(98304)
__global__ void __launch_bounds__(256) backward(const unsigned short *dy, const unsigned short *w, unsigned short *dx, float *grad, int batch, int in, int out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < in * out) grad[i] += dy[i % (batch * out)] + w[i];
    if (i < batch * in) dx[i] = dy[i % (batch * out)];
}

#pragma nullstream kernel(unscale_check) bytes(8.0 * n) flops(3.0 * n)
__global__ void unscale_check(float *grad, int *overflow, float inverse, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        grad[i] *= inverse;
        if (!isfinite(grad[i])) *overflow = 1;
    }
}

#pragma nullstream kernel(adam) bytes(30.0 * n) flops(14.0 * n)
__global__ void adam(float *master, unsigned short *half, const float *grad, float *m, float *v, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        m[i] = 0.9f * m[i] + 0.1f * grad[i];
        v[i] = 0.99f * v[i] + 0.01f * grad[i] * grad[i];
        master[i] -= 1e-3f * m[i] / (sqrtf(v[i]) + 1e-8f);
        half[i] = (unsigned short)master[i];
    }
}

#define BATCH 2048
#define BUCKET_BYTES (size_t(24) << 20)
#define ITERATIONS 3

int main()
{
    const std::vector<Layer> net = {{1024, 2048}, {2048, 2048}, {2048, 2048}, {2048, 1024}, {1024, 512}};
    size_t total = 0, widest = 0;
    for (const Layer &l : net) {
        total += l.parameters();
        widest = l.out > (int)widest ? l.out : widest;
    }
    float *grad, *master, *m, *v;
    unsigned short *weights, *activation, *delta[2], *batch_host;
    int *overflow, *host_overflow;
    cudaMalloc(&grad, total * 4);
    cudaMalloc(&master, total * 4);
    cudaMalloc(&m, total * 4);
    cudaMalloc(&v, total * 4);
    cudaMalloc(&weights, total * 2);
    cudaMalloc(&activation, (net.size() + 1) * widest * BATCH * 2);
    for (auto &d : delta) cudaMalloc(&d, widest * BATCH * 2);
    cudaMalloc(&overflow, sizeof(int));
    cudaMallocHost(&host_overflow, sizeof(int));
    cudaMallocHost(&batch_host, BATCH * 1024 * 2);

    cudaStream_t compute, comm, load;
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithPriority(&comm, cudaStreamNonBlocking, -1);
    cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking);
    cudaEvent_t loaded, consumed, bucket_ready, reduced;
    for (cudaEvent_t *e : {&loaded, &consumed, &bucket_ready, &reduced}) cudaEventCreateWithFlags(e, cudaEventDisableTiming);

    float scale = 65536.f;
    int skipped = 0;
    cudaMemcpyAsync(activation, batch_host, BATCH * 1024 * 2, cudaMemcpyHostToDevice, load);
    cudaEventRecord(loaded, load);
    for (int it = 0; it < ITERATIONS; it++) {
        cudaStreamWaitEvent(compute, loaded, 0);
        cudaMemsetAsync(grad, 0, total * 4, compute);
        cudaMemsetAsync(overflow, 0, sizeof(int), compute);
        size_t w = 0;
        for (size_t l = 0; l < net.size(); l++) {
            unsigned short *x = activation + l * widest * BATCH, *y = x + widest * BATCH;
            forward<<<(BATCH / 128) * (net[l].out / 128), 256, 0, compute>>>(x, weights + w, y, BATCH, net[l].in, net[l].out);
            w += net[l].parameters();
        }
        size_t pending = 0, end = w;
        for (size_t l = net.size(); l-- > 0;) {
            w -= net[l].parameters();
            backward<<<(net[l].in / 128) * (net[l].out / 128), 256, 0, compute>>>(delta[l & 1], weights + w, delta[(l + 1) & 1], grad + w, BATCH, net[l].in, net[l].out);
            pending = (end - w) * 4;
            if (pending >= BUCKET_BYTES || l == 0) {
                cudaEventRecord(bucket_ready, compute);
                cudaStreamWaitEvent(comm, bucket_ready, 0);
                ns_all_reduce(pending, 16, comm);
                end = w;
            }
        }
        cudaEventRecord(consumed, compute);
        if (it + 1 < ITERATIONS) {
            cudaStreamWaitEvent(load, consumed, 0);
            cudaMemcpyAsync(activation, batch_host, BATCH * 1024 * 2, cudaMemcpyHostToDevice, load);
            cudaEventRecord(loaded, load);
        }
        cudaEventRecord(reduced, comm);
        cudaStreamWaitEvent(compute, reduced, 0);
        unscale_check<<<264, 512, 0, compute>>>(grad, overflow, 1.f / scale, total);
        cudaMemcpyAsync(host_overflow, overflow, sizeof(int), cudaMemcpyDeviceToHost, compute);
        cudaStreamSynchronize(compute);
        if (*host_overflow) {
            skipped++;
            scale *= 0.5f;
            continue;
        }
        adam<<<264, 512, 0, compute>>>(master, weights, grad, m, v, total);
        if (it == 1) scale *= 2; // the scale grows now and then
    }
    cudaDeviceSynchronize();
    std::printf("%zu parameters, %d steps skipped\n", total, skipped);
    return 0;
}
