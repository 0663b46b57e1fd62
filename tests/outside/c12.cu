// "GPU Pro Tip: CUDA 7 Streams Simplify Concurrency", both parts: a dummy kernel in the default stream
// between the streams', and std::threads; per thread streams are asked for by cudaStreamPerThread.
#include <cuda_runtime.h>
#include <math.h>
#include <thread>
#include <vector>

const int N = 1 << 18;

#pragma nullstream kernel(kernel) block_time(55us)
__global__ void kernel(float *x, int n)
{
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    for (int i = tid; i < n; i += blockDim.x * gridDim.x)
        x[i] = sqrt(pow(3.14159, i));
}

#pragma nullstream kernel(dummy) time(2us)
__global__ void dummy(float *x, int n)
{
}

void launch_kernel(float *data, int reps)
{
    for (int r = 0; r < reps; r++) {
        kernel<<<1, 64, 0, cudaStreamPerThread>>>(data, N);
        cudaMemsetAsync(data, 0, 4096, cudaStreamPerThread);
    }
    cudaStreamSynchronize(cudaStreamPerThread);
}

int main()
{
    const int num_streams = 8, num_threads = 5;
    cudaStream_t streams[num_streams];
    float *data[num_streams];
    for (int i = 0; i < num_streams; i++) {
        cudaStreamCreate(&streams[i]);
        cudaMalloc(&data[i], N * sizeof(float));
    }
    // part 1: legacy
    for (int i = 0; i < num_streams; i++) {
        kernel<<<1, 64, 0, streams[i]>>>(data[i], N);
        dummy<<<1, 1>>>(0, 0);
    }
    cudaDeviceSynchronize();
    // part 1 as with --default-stream per-thread
    for (int i = 0; i < num_streams; i++) {
        kernel<<<1, 64, 0, streams[i]>>>(data[i], N);
        dummy<<<1, 1, 0, cudaStreamPerThread>>>(0, 0);
    }
    cudaDeviceSynchronize();
    // part 2: threads
    std::vector<std::thread> threads;
    for (int i = 0; i < num_threads; i++)
        threads.emplace_back(launch_kernel, data[i], 4);
    for (auto &t : threads)
        t.join();
    cudaDeviceSynchronize();
    return 0;
}
