// Mini-batch k-means: the shift of the centroids goes to mapped host memory, the host looks at it two batches later;
// batches are uploaded double buffered while the assignment of the batch before runs. Block sizes that are no powers of two.
#include "nullstream.cuh"
#include <cstdio>
#include <array>

namespace cfg {
constexpr int dims = 16, k = 96, batch = 150000, batches = 24;
}

#pragma nullstream kernel(assign) flops(3.0 * n * cfg::k * cfg::dims) bytes(4.0 * n * (cfg::dims + 1)) regs(52) shared(6144) reads(points, 4 * n * cfg::dims) reads(centroids, 4 * cfg::k * cfg::dims) writes(label, 4 * n)
__global__ void assign(const float *__restrict__ points, const float *__restrict__ centroids, int *label, int n)
{
    __shared__ float c[cfg::k * cfg::dims];
    for (int i = threadIdx.x; i < cfg::k * cfg::dims; i += blockDim.x)
        c[i] = centroids[i];
    __syncthreads();
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < n; p += blockDim.x * gridDim.x) {
        float best = 1e30f;
        int nearest = 0;
        for (int j = 0; j < cfg::k; j++) {
            float d = 0;
            for (int x = 0; x < cfg::dims; x++) {
                float v = points[p * cfg::dims + x] - c[j * cfg::dims + x];
                d += v * v;
            }
            if (d < best) {
                best = d;
                nearest = j;
            }
        }
        label[p] = nearest;
    }
}

#pragma nullstream kernel(accumulate) bytes(4.0 * n * (cfg::dims + 1)) flops(1.0 * n * cfg::dims) shared(6528) reads(points, 4 * n * cfg::dims) reads(label, 4 * n) writes(sums, 4 * cfg::k * (cfg::dims + 1))
__global__ void accumulate(const float *points, const int *label, float *sums, int n)
{
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < n; p += blockDim.x * gridDim.x)
        for (int x = 0; x < cfg::dims; x++)
            atomicAdd(&sums[label[p] * cfg::dims + x], points[p * cfg::dims + x]);
}

#pragma nullstream kernel(step) block_time(3us) reads(sums, 4 * cfg::k * (cfg::dims + 1)) reads(centroids, 4 * cfg::k * cfg::dims) writes(centroids, 4 * cfg::k * cfg::dims) writes(shift, 4)
__global__ void step(const float *sums, float *centroids, float *shift)
{
    int i = threadIdx.x;
    float to = sums[i] * 0.001f;
    if (i == 0)
        *shift = to - centroids[0];
    centroids[i] = to;
}

int main(int argc, char **argv)
{
    using namespace cfg;
    cudaSetDeviceFlags(cudaDeviceMapHost);
    std::array<float *, 2> dPoints, hPoints;
    float *centroids, *sums, *shift, *dShift;
    int *label;
    for (auto &p : dPoints)
        cudaMalloc(&p, sizeof(float) * batch * dims);
    for (auto &p : hPoints)
        cudaHostAlloc(&p, sizeof(float) * batch * dims, cudaHostAllocWriteCombined);
    cudaMalloc(&centroids, sizeof(float) * k * dims);
    cudaMalloc(&sums, sizeof(float) * k * (dims + 1));
    cudaMalloc(&label, sizeof(int) * batch);
    cudaHostAlloc(&shift, sizeof(float) * batches, cudaHostAllocMapped);
    cudaHostGetDevicePointer(&dShift, shift, 0);

    cudaStream_t load, work;
    cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    std::array<cudaEvent_t, 2> loaded, used;
    std::array<cudaEvent_t, batches> stepped;
    for (int i = 0; i < 2; i++) {
        cudaEventCreateWithFlags(&loaded[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used[i], cudaEventDisableTiming);
    }
    for (auto &e : stepped)
        cudaEventCreateWithFlags(&e, cudaEventDisableTiming);

    cudaMemsetAsync(centroids, 0, sizeof(float) * k * dims, work);
    int b = 0;
    for (; b < batches; b++) {
        const int i = b % 2;
        if (b >= 2)
            cudaStreamWaitEvent(load, used[i], 0);
        cudaMemcpyAsync(dPoints[i], hPoints[i], sizeof(float) * batch * dims, cudaMemcpyHostToDevice, load);
        cudaEventRecord(loaded[i], load);
        cudaMemsetAsync(sums, 0, sizeof(float) * k * (dims + 1), work);
        cudaStreamWaitEvent(work, loaded[i], 0);
        assign<<<(batch + 383) / 384, 384, 0, work>>>(dPoints[i], centroids, label, batch);
        accumulate<<<198, 224, 0, work>>>(dPoints[i], label, sums, batch);
        cudaEventRecord(used[i], work);
        step<<<1, k * dims / 2, 0, work>>>(sums, centroids, dShift + b);
        cudaEventRecord(stepped[b], work);
        if (b >= 2) {
            cudaEventSynchronize(stepped[b - 2]);
            if (*(volatile float *)(shift + b - 2) < 1e-7f)
                break;
        }
    }
    cudaStreamSynchronize(work);
    printf("%s: %d batches, shift %g\n", argv[0], b, shift[0]);
    (void)argc;
    return 0;
}
