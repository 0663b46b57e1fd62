// A stacked LSTM as a wavefront: a stream per layer, a cell waits for the cell of the layer below by an event.
// 4 layers, 40 steps, two or three short kernels a cell: launch bound.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

const int LAYERS = 4, STEPS = 40, HIDDEN = 1024, BATCH = 32;

#pragma nullstream kernel(gates) flops(8.0 * HIDDEN * HIDDEN * BATCH) bytes(16.0 * HIDDEN * HIDDEN) regs(90) shared(16384) reads(x, HIDDEN * BATCH * 4) writes(g, 4 * HIDDEN * BATCH * 4)
__global__ void gates(const float *x, float *g) { g[threadIdx.x] = x[threadIdx.x]; }
#pragma nullstream kernel(recurrent) block_time(7us) regs(90) reads(h, HIDDEN * BATCH * 4) writes(g, 4 * HIDDEN * BATCH * 4) reads(g, 4 * HIDDEN * BATCH * 4)
__global__ void recurrent(const float *h, float *g) { g[threadIdx.x] += h[threadIdx.x]; }
#pragma nullstream kernel(pointwise) time(2.5us) reads(g, 4 * HIDDEN * BATCH * 4) writes(h, HIDDEN * BATCH * 4)
__global__ void pointwise(const float *g, float *h) { h[threadIdx.x] = g[threadIdx.x]; }

int main()
{
    const size_t state = HIDDEN * BATCH * sizeof(float);
    std::vector<cudaStream_t> stream(LAYERS);
    std::vector<cudaEvent_t> done(LAYERS * STEPS);
    std::vector<float *> h(LAYERS), g(LAYERS);
    float *x, *host;
    for (int l = 0; l < LAYERS; l++) {
        cudaStreamCreateWithFlags(&stream[l], cudaStreamNonBlocking);
        cudaMalloc(&h[l], state * (STEPS + 1));
        cudaMalloc(&g[l], 4 * state);
        for (int t = 0; t < STEPS; t++)
            cudaEventCreateWithFlags(&done[l * STEPS + t], cudaEventDisableTiming);
    }
    cudaMalloc(&x, state * STEPS);
    cudaMallocHost(&host, state * STEPS);
    cudaMemcpyAsync(x, host, state * STEPS, cudaMemcpyHostToDevice, stream[0]);
    for (int l = 0; l < LAYERS; l++)
        cudaMemsetAsync(h[l], 0, state, stream[l]);
    // by diagonals, so that every stream gets work early
    for (int d = 0; d < STEPS + LAYERS - 1; d++)
        for (int l = 0; l < LAYERS; l++) {
            int t = d - l;
            if (t < 0 || t >= STEPS)
                continue;
            if (l > 0)
                cudaStreamWaitEvent(stream[l], done[(l - 1) * STEPS + t], 0);
            float *below = l > 0 ? h[l - 1] + (t + 1) * HIDDEN * BATCH : x + t * HIDDEN * BATCH;
            gates<<<128, 256, 0, stream[l]>>>(below, g[l]);
            recurrent<<<64, 256, 0, stream[l]>>>(h[l] + t * HIDDEN * BATCH, g[l]);
            pointwise<<<HIDDEN * BATCH / 256, 256, 0, stream[l]>>>(g[l], h[l] + (t + 1) * HIDDEN * BATCH);
            cudaEventRecord(done[l * STEPS + t], stream[l]);
        }
    cudaMemcpyAsync(host, h[LAYERS - 1] + HIDDEN * BATCH, state * STEPS, cudaMemcpyDeviceToHost, stream[LAYERS - 1]);
    cudaStreamSynchronize(stream[LAYERS - 1]);
    printf("h[0] = %f\n", host[0]);
    return 0;
}
