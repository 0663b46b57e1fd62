// "How fast is pageable memory?": std::vector buffers of 4 KB to 64 MB are copied with cudaMemcpy and
// cudaMemcpyAsync in two blocking streams with a kernel between; then the same vectors are registered and it is done again.
#include "nullstream.cuh"
#include <chrono>
#include <iomanip>
#include <iostream>
#include <vector>

using std::chrono::duration;
using Clock = std::chrono::steady_clock;

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        std::cerr << "GPUassert: " << cudaGetErrorString(code) << " " << file << ":" << line << std::endl;
        if (abort)
            exit(code);
    }
}

#pragma nullstream kernel(saxpy) bytes(12.0 * n) flops(2.0 * n)
__global__ void saxpy(int n, float a, const float *x, float *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = a * x[i] + y[i];
}

static double once(std::vector<float> &x, std::vector<float> &y, float *d_x, float *d_y, cudaStream_t s1, cudaStream_t s2)
{
    const int n = (int)x.size();
    const auto t0 = Clock::now();
    gpuErrchk(cudaMemcpyAsync(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice, s1));
    gpuErrchk(cudaMemcpyAsync(d_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice, s2));
    gpuErrchk(cudaStreamSynchronize(s2));
    saxpy<<<std::min(1056, (n + 255) / 256), 256, 0, s1>>>(n, 2.0f, d_x, d_y);
    gpuErrchk(cudaGetLastError());
    gpuErrchk(cudaMemcpyAsync(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost, s1));
    gpuErrchk(cudaMemcpy(x.data(), d_x, n * sizeof(float), cudaMemcpyDeviceToHost)); // fences: blocking streams
    return duration<double, std::micro>(Clock::now() - t0).count();
}

int main()
{
    cudaStream_t s1, s2;
    gpuErrchk(cudaStreamCreate(&s1));
    gpuErrchk(cudaStreamCreate(&s2));
    float *d_x, *d_y;
    const size_t most = (64 << 20) / sizeof(float);
    gpuErrchk(cudaMalloc(&d_x, most * sizeof(float)));
    gpuErrchk(cudaMalloc(&d_y, most * sizeof(float)));
    std::vector<std::vector<float>> xs, ys;
    for (size_t bytes = 4096; bytes <= (64u << 20); bytes *= 4) {
        xs.emplace_back(bytes / sizeof(float), 1.0f);
        ys.emplace_back(bytes / sizeof(float), 2.0f);
    }
    std::vector<double> pageable, registered;
    for (size_t i = 0; i < xs.size(); i++)
        pageable.push_back(once(xs[i], ys[i], d_x, d_y, s1, s2));
    for (size_t i = 0; i < xs.size(); i++) {
        const size_t bytes = xs[i].size() * sizeof(float);
        gpuErrchk(cudaHostRegister(xs[i].data(), bytes, cudaHostRegisterDefault));
        gpuErrchk(cudaHostRegister(ys[i].data(), bytes, cudaHostRegisterDefault));
        registered.push_back(once(xs[i], ys[i], d_x, d_y, s1, s2));
        gpuErrchk(cudaStreamSynchronize(s1));
        gpuErrchk(cudaHostUnregister(xs[i].data()));
        gpuErrchk(cudaHostUnregister(ys[i].data()));
    }
    std::cout << std::fixed << std::setprecision(1);
    for (size_t i = 0; i < xs.size(); i++)
        std::cout << std::setw(9) << xs[i].size() * sizeof(float) << std::setw(10) << pageable[i] << std::setw(10)
                  << registered[i] << " us\n";
    gpuErrchk(cudaStreamDestroy(s1));
    gpuErrchk(cudaStreamDestroy(s2));
    gpuErrchk(cudaFree(d_x));
    gpuErrchk(cudaFree(d_y));
    return 0;
}
