// MCMC, 16 chains, one blocking stream each; log-likelihoods by cub-like two-stage sums. As written first: the accept flags are
// read with cudaMemcpy, and a library's helper clears its workspace without a stream. Non-blocking streams only for the burn-in copy.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHAINS 16
#define ITER 25
#define DATA (1 << 17)

#pragma nullstream kernel(propose) block_time(2us) reads(theta, 256) reads(seed, 4) writes(candidate, 256) writes(seed, 4)
__global__ void propose(const float *theta, float *candidate, unsigned *seed)
{
    candidate[threadIdx.x] = theta[threadIdx.x] + (*seed & 255) * 0.001f;
    __syncthreads();
    if (threadIdx.x == 0)
        *seed = *seed * 1664525u + 1013904223u;
}
#pragma nullstream kernel(loglik) flops(60.0 * n) bytes(8.0 * n) regs(30) shared(1024) reads(data, 8 * n) reads(candidate, 256) writes(partial, 4 * gridDim.x)
__global__ void loglik(const float2 *data, const float *candidate, float *partial, int n)
{
    __shared__ float s[256];
    float acc = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        acc += logf(1.0f + data[i].x * candidate[threadIdx.x & 63] * data[i].y);
    s[threadIdx.x] = acc;
    __syncthreads();
    if (threadIdx.x == 0)
        partial[blockIdx.x] = s[0];
}
#pragma nullstream kernel(decide) block_time(2.5us) reads(partial, 4 * n) reads(candidate, 256) writes(theta, 256) writes(accepted, 4)
__global__ void decide(const float *partial, int n, const float *candidate, float *theta, int *accepted)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += partial[i];
    if (sum > -1.0f) {
        theta[threadIdx.x] = candidate[threadIdx.x];
        if (threadIdx.x == 0)
            (*accepted)++;
    }
}

struct Chain {
    cudaStream_t stream;
    float *theta, *candidate, *partial;
    unsigned *seed;
    int *accepted;
    int hAccepted;
};

// "library"
static void clear_workspace(void *p, size_t n) { cudaMemset(p, 0, n); }

int main()
{
    float2 *data;
    cudaMalloc(&data, DATA * sizeof(float2));
    cudaMemset(data, 0, DATA * sizeof(float2));
    std::vector<Chain> chain(CHAINS);
    int *accepted;
    cudaMalloc(&accepted, CHAINS * sizeof(int));
    cudaMemset(accepted, 0, CHAINS * sizeof(int));
    for (int c = 0; c < CHAINS; c++) {
        Chain &ch = chain[c];
        cudaStreamCreate(&ch.stream);
        cudaMalloc(&ch.theta, 64 * sizeof(float));
        cudaMalloc(&ch.candidate, 64 * sizeof(float));
        cudaMalloc(&ch.partial, 64 * sizeof(float));
        cudaMalloc(&ch.seed, sizeof(unsigned));
        cudaMemsetAsync(ch.theta, 0, 64 * sizeof(float), ch.stream);
        cudaMemsetAsync(ch.seed, c, sizeof(unsigned), ch.stream);
        ch.accepted = accepted + c;
    }
    for (int it = 0; it < ITER; it++) {
        for (Chain &ch : chain) {
            propose<<<1, 64, 0, ch.stream>>>(ch.theta, ch.candidate, ch.seed);
            if (it % 5 == 0)
                clear_workspace(ch.partial, 64 * sizeof(float));
            loglik<<<64, 256, 0, ch.stream>>>(data, ch.candidate, ch.partial, DATA);
            decide<<<1, 64, 0, ch.stream>>>(ch.partial, 64, ch.candidate, ch.theta, ch.accepted);
        }
        if (it % 5 == 4)
            for (Chain &ch : chain)
                cudaMemcpy(&ch.hAccepted, ch.accepted, sizeof(int), cudaMemcpyDeviceToHost);
    }
    cudaDeviceSynchronize();
    int sum = 0;
    for (const Chain &ch : chain)
        sum += ch.hAccepted;
    printf("acceptance %.3f\n", sum / (double)(CHAINS * ITER));
    for (Chain &ch : chain)
        cudaStreamDestroy(ch.stream);
    return 0;
}
