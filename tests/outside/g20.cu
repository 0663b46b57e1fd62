// Out-of-core matrix-vector iteration: a 512 MB matrix in a std::vector, registered in two parts, streams
// through two 64 MB panels; compared with one unregistered (pageable) pass.
#include <cuda_runtime.h>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(cudaError_t e)
{
    if (e == cudaSuccess) return;
    std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(e));
    std::exit(1);
}

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int rows, int cols)
{
    int row = blockIdx.x;
    if (row >= rows) return;
    const float4 *a = reinterpret_cast<const float4 *>(A + (size_t)row * cols);
    const float4 *v = reinterpret_cast<const float4 *>(x);
    float s = 0;
    for (int i = threadIdx.x; i < cols / 4; i += blockDim.x) {
        float4 p = a[i], q = v[i];
        s += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
    __shared__ float part[8];
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(~0u, s, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        s = 0;
        for (int i = 0; i < (int)blockDim.x / 32; i++) s += part[i];
        y[row] = s;
    }
}

__global__ void scale(float *x, const float *y, int n, float f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = y[i] * f;
}

template <typename F> static double ms(F &&f)
{
    auto a = std::chrono::steady_clock::now();
    f();
    check(cudaDeviceSynchronize());
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - a).count();
}

int main()
{
    const int cols = 16384, rows = 8192, panel = 1024;
    const size_t panel_floats = (size_t)panel * cols;
    std::vector<float> A((size_t)rows * cols, 1.0f / cols);
    float *panels[2], *x, *y;
    cudaStream_t copy, run;
    cudaEvent_t full[2], empty[2];
    for (int i = 0; i < 2; i++) {
        check(cudaMalloc(&panels[i], panel_floats * sizeof(float)));
        check(cudaEventCreateWithFlags(&full[i], cudaEventDisableTiming));
        check(cudaEventCreateWithFlags(&empty[i], cudaEventDisableTiming));
    }
    check(cudaMalloc(&x, cols * sizeof(float)));
    check(cudaMalloc(&y, cols * sizeof(float)));
    check(cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking));
    check(cudaStreamCreateWithFlags(&run, cudaStreamNonBlocking));
    std::vector<float> ones(cols, 1.0f);
    check(cudaMemcpy(x, ones.data(), cols * sizeof(float), cudaMemcpyHostToDevice));
    check(cudaMemset(y, 0, cols * sizeof(float)));
    check(cudaDeviceSynchronize()); // the memset is asynchronous and the streams do not wait for it

    auto pass = [&](int from, int to) {
        for (int p = from; p < to; p++) {
            int k = p & 1;
            if (p - from >= 2) check(cudaStreamWaitEvent(copy, empty[k], 0));
            check(cudaMemcpyAsync(panels[k], A.data() + p * panel_floats, panel_floats * sizeof(float), cudaMemcpyHostToDevice, copy));
            check(cudaEventRecord(full[k], copy));
            check(cudaStreamWaitEvent(run, full[k], 0));
            gemv<<<panel, 256, 0, run>>>(panels[k], x, y + p * panel, panel, cols);
            check(cudaEventRecord(empty[k], run));
        }
        scale<<<(rows + 255) / 256, 256, 0, run>>>(x, y, rows, 2.0f);
    };
    double slow = ms([&] { pass(0, rows / panel / 2); });
    const size_t half = A.size() / 2 * sizeof(float);
    check(cudaHostRegister(A.data(), half, cudaHostRegisterDefault));
    check(cudaHostRegister(reinterpret_cast<char *>(A.data()) + half, half, cudaHostRegisterDefault));
    double fast = ms([&] { pass(0, rows / panel); });
    check(cudaGetLastError());
    check(cudaHostUnregister(A.data()));
    check(cudaHostUnregister(reinterpret_cast<char *>(A.data()) + half));

    std::vector<float> result(cols);
    check(cudaMemcpy(result.data(), y, cols * sizeof(float), cudaMemcpyDeviceToHost));
    double norm = 0;
    for (float v : result) norm += (double)v * v;
    std::printf("norm %.5f\n", std::sqrt(norm));
    std::printf("pageable half %.2f ms, registered %.2f ms\n", slow, fast);
    return 0;
}
