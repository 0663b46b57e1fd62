// Two host threads, each with a stream called s, in which both write the same bytes.
#include <cuda_runtime.h>
#include <thread>

#pragma nullstream kernel(grow) time(100us)
__global__ void grow(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f;
}

static float *shared_data;

static void worker()
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    grow<<<64, 256, 0, s>>>(shared_data);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
}

int main()
{
    cudaMalloc(&shared_data, 64 * 256 * sizeof(float));
    std::thread first(worker), second(worker);
    first.join();
    second.join();
    cudaFree(shared_data);
    return 0;
}
