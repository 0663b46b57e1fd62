// Backward pass with bucketed gradients: as soon as a bucket of layers is done, a communication stream
// reduces it with what the "peer" (another buffer on this device) has, and brings it through host memory.
#include <stdio.h>
#include <cuda_runtime.h>

#define LAYERS 16
#define PER_BUCKET 4
#define BUCKETS (LAYERS / PER_BUCKET)
#define PARAMS (1 << 20)

#define CK(x)                                                                                      \
    if ((x) != cudaSuccess) {                                                                      \
        printf("failed: %s, line %d\n", #x, __LINE__);                                             \
        return 1;                                                                                  \
    }

// weight gradient of a layer: `depth` multiply-adds a parameter
#pragma nullstream kernel(layer_backward) flops(2.0 * n * depth) bytes(8.0 * n) regs(20)
__global__ void layer_backward(const float *act, float *grad, int n, int depth)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float a = act[i], g = 0.0f;
        for (int d = 0; d < depth; d++)
            g = g * 0.999f + a;
        grad[i] = g;
    }
}

#pragma nullstream kernel(reduce_add) flops(2.0 * n) bytes(12.0 * n) reads(mine, 4 * n) reads(theirs, 4 * n) writes(mine, 4 * n)
__global__ void reduce_add(float *mine, const float *theirs, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine[i] = 0.5f * (mine[i] + theirs[i]);
}

#pragma nullstream kernel(sgd) flops(2.0 * n) bytes(12.0 * n)
__global__ void sgd(float *w, const float *grad, float rate, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        w[i] -= rate * grad[i];
}

int main(void)
{
    const size_t layer = PARAMS * sizeof(float), bucket = PER_BUCKET * layer;
    float *act, *grad, *w, *peer, *staging, *wire;
    CK(cudaMalloc((void **)&act, LAYERS * layer));
    CK(cudaMalloc((void **)&grad, LAYERS * layer));
    CK(cudaMalloc((void **)&w, LAYERS * layer));
    CK(cudaMalloc((void **)&peer, bucket));
    CK(cudaMalloc((void **)&staging, bucket));
    CK(cudaHostAlloc((void **)&wire, bucket, cudaHostAllocPortable));

    int least, greatest;
    CK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    cudaStream_t compute, comm;
    CK(cudaStreamCreateWithPriority(&compute, cudaStreamNonBlocking, least));
    CK(cudaStreamCreateWithPriority(&comm, cudaStreamNonBlocking, greatest));
    cudaEvent_t done[BUCKETS], reduced[BUCKETS], start, stop;
    for (int b = 0; b < BUCKETS; b++) {
        CK(cudaEventCreateWithFlags(&done[b], cudaEventDisableTiming));
        CK(cudaEventCreateWithFlags(&reduced[b], cudaEventDisableTiming));
    }
    CK(cudaEventCreate(&start));
    CK(cudaEventCreate(&stop));
    CK(cudaMemsetAsync(act, 1, LAYERS * layer, compute));
    CK(cudaMemsetAsync(w, 0, LAYERS * layer, compute));
    CK(cudaMemsetAsync(peer, 0, bucket, comm));

    for (int iteration = 0; iteration < 3; iteration++) {
        CK(cudaEventRecord(start, compute));
        for (int l = LAYERS - 1; l >= 0; l--) {
            float *g = grad + (size_t)l * PARAMS;
            layer_backward<<<PARAMS / 512, 512, 0, compute>>>(act + (size_t)l * PARAMS, g, PARAMS, 1200);
            if (l % PER_BUCKET == 0) {
                const int b = l / PER_BUCKET;
                CK(cudaEventRecord(done[b], compute));
                CK(cudaStreamWaitEvent(comm, done[b], 0));
                // ring step: ours goes out, the peer's comes in, and both are averaged
                CK(cudaMemcpyAsync(staging, g, bucket, cudaMemcpyDeviceToDevice, comm));
                CK(cudaMemcpyAsync(wire, staging, bucket, cudaMemcpyDeviceToHost, comm));
                CK(cudaMemcpyAsync(peer, wire, bucket, cudaMemcpyHostToDevice, comm));
                reduce_add<<<32, 512, 0, comm>>>(g, peer, PER_BUCKET * PARAMS);
                CK(cudaEventRecord(reduced[b], comm));
            }
        }
        for (int b = BUCKETS - 1; b >= 0; b--) {
            const size_t at = (size_t)b * PER_BUCKET * PARAMS;
            CK(cudaStreamWaitEvent(compute, reduced[b], 0));
            sgd<<<PER_BUCKET * PARAMS / 256, 256, 0, compute>>>(w + at, grad + at, 0.01f,
                                                                PER_BUCKET * PARAMS);
        }
        CK(cudaEventRecord(stop, compute));
    }
    CK(cudaEventSynchronize(stop));
    float ms;
    CK(cudaEventElapsedTime(&ms, start, stop));
    CK(cudaGetLastError());
    printf("last iteration: %.3f ms\n", ms);
    return 0;
}
