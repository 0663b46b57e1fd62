// "My streams don't overlap": blocking streams with a library in the middle that uses the default stream;
// then the same with the library told its stream; then with non-blocking streams and a forgotten
// cudaMemset in between.
#include "nullstream.cuh"
#include <cstdio>
#include <cstring>
#include <vector>

#pragma nullstream kernel(stage1) block_time(80us)
__global__ void stage1(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    spin_us(80);
    if (i < n)
        x[i] = x[i] * 2.0f + 1.0f;
}
#pragma nullstream kernel(stage2) block_time(50us)
__global__ void stage2(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    spin_us(50);
    if (i < n)
        x[i] = x[i] - 1.0f;
}

namespace lib { // somebody else's code
static cudaStream_t current = 0;
void setStream(cudaStream_t s) { current = s; }
void normalize(float *x, int n, float *workspace);
#pragma nullstream kernel(norm_pass) time(12us)
__global__ void norm_pass(const float *x, float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        w[i] = x[i];
    spin_us(12);
}
#pragma nullstream kernel(norm_apply) time(18us)
__global__ void norm_apply(float *x, const float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = x[i] / (w[i] + 1.0f);
    spin_us(18);
}
void normalize(float *x, int n, float *workspace)
{
    norm_pass<<<n / 256, 256, 0, current>>>(x, workspace, n);
    norm_apply<<<n / 256, 256, 0, current>>>(x, workspace, n);
}
} // namespace lib

struct Lane {
    cudaStream_t s;
    float *x, *w, *h;
};

static void run(std::vector<Lane> &lanes, int n, bool tellLibrary, bool clearFirst)
{
    for (auto &l : lanes) {
        if (clearFirst)
            cudaMemset(l.w, 0, n * sizeof(float)); // the default stream, and blocking streams only
        cudaMemcpyAsync(l.x, l.h, n * sizeof(float), cudaMemcpyHostToDevice, l.s);
        stage1<<<n / 512, 512, 0, l.s>>>(l.x, n);
        if (tellLibrary)
            lib::setStream(l.s);
        lib::normalize(l.x, n, l.w);
        stage2<<<n / 512, 512, 0, l.s>>>(l.x, n);
        cudaMemcpyAsync(l.h, l.x, n * sizeof(float), cudaMemcpyDeviceToHost, l.s);
    }
    lib::setStream(0);
    for (auto &l : lanes)
        cudaStreamSynchronize(l.s);
}

int main()
{
    const int n = 1 << 15, LANES = 6;
    std::vector<Lane> blocking(LANES), nonBlocking(LANES);
    for (int i = 0; i < LANES; i++) {
        Lane &b = blocking[i];
        cudaStreamCreate(&b.s);
        cudaMalloc((void **)&b.x, n * sizeof(float));
        cudaMalloc((void **)&b.w, n * sizeof(float));
        cudaMallocHost((void **)&b.h, n * sizeof(float));
        nonBlocking[i] = b;
        cudaStreamCreateWithFlags(&nonBlocking[i].s, cudaStreamNonBlocking);
    }
    run(blocking, n, false, false);
    run(blocking, n, true, false);
    run(blocking, n, true, true);
    cudaDeviceSynchronize();
    run(nonBlocking, n, true, false);
    printf("done\n");
    for (int i = 0; i < LANES; i++) {
        cudaFree(blocking[i].x);
        cudaFree(blocking[i].w);
        cudaFreeHost(blocking[i].h);
    }
    return 0;
}
