// StackOverflow: "my streams don't overlap": std::vector memory (pageable), breadth first, blocking streams,
// a cudaStreamSynchronize per stream; and then the answer: cudaHostRegister on the same memory.
#include <cstdio>
#include <vector>
#include <algorithm>
#include <numeric>
#include <iostream>
#include <cuda_runtime.h>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort) exit(code);
    }
}

#pragma nullstream kernel(heavy) time(350us)
template <typename T>
__global__ void heavy(T *data, size_t count, int rounds)
{
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < count) {
        T v = data[i];
        for (int r = 0; r < rounds; r++)
            v = v * T(1.0001) + T(0.5);
        data[i] = v;
    }
}

void run(std::vector<double> &in, std::vector<double> &out, double *d, cudaStream_t *streams, int nStreams)
{
    const size_t chunk = in.size() / nStreams;
    for (int i = 0; i < nStreams; i++)
        gpuErrchk(cudaMemcpyAsync(d + i * chunk, in.data() + i * chunk, chunk * sizeof(double), cudaMemcpyHostToDevice, streams[i]));
    for (int i = 0; i < nStreams; i++)
        heavy<double><<<(chunk + 255) / 256, 256, 0, streams[i]>>>(d + i * chunk, chunk, 200);
    gpuErrchk(cudaPeekAtLastError());
    for (int i = 0; i < nStreams; i++)
        gpuErrchk(cudaMemcpyAsync(out.data() + i * chunk, d + i * chunk, chunk * sizeof(double), cudaMemcpyDeviceToHost, streams[i]));
    for (int i = 0; i < nStreams; i++)
        gpuErrchk(cudaStreamSynchronize(streams[i]));
}

int main()
{
    const int nStreams = 3;
    const size_t count = 3 * 512 * 1024;
    std::vector<double> in(count), out(count, 0.0);
    std::iota(in.begin(), in.end(), 0.0);
    double *d = nullptr;
    gpuErrchk(cudaMalloc(&d, count * sizeof(double)));
    cudaStream_t streams[nStreams];
    for (auto &s : streams)
        gpuErrchk(cudaStreamCreate(&s));

    run(in, out, d, streams, nStreams);
    gpuErrchk(cudaHostRegister(in.data(), count * sizeof(double), cudaHostRegisterDefault));
    gpuErrchk(cudaHostRegister(out.data(), count * sizeof(double), cudaHostRegisterDefault));
    run(in, out, d, streams, nStreams);
    gpuErrchk(cudaHostUnregister(in.data()));
    gpuErrchk(cudaHostUnregister(out.data()));
    std::cout << "out[7] = " << out[7] << std::endl;
    for (auto s : streams)
        cudaStreamDestroy(s);
    cudaFree(d);
}
