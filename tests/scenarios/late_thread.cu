// Two threads that each allocate page-locked memory and then work. The first one's copy begins the timed
// part a little later, while the second is in its cudaMallocHost, and waits for the driver's lock until
// that is over.
#include <cuda_runtime.h>
#include <thread>
#include <unistd.h>

const size_t N = 1 << 20;

#pragma nullstream kernel(scale) time(300us)
__global__ void scale(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

static void work(int pause)
{
    float *host, *device;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMallocHost(&host, N * sizeof(float));
    cudaMalloc(&device, N * sizeof(float));
    if (pause)
        usleep(pause);
    for (int i = 0; i < 5; i++) {
        cudaMemcpyAsync(device, host, N * sizeof(float), cudaMemcpyHostToDevice, stream);
        scale<<<N / 256, 256, 0, stream>>>(device);
        cudaMemcpyAsync(host, device, N * sizeof(float), cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
    }
    cudaFree(device);
    cudaFreeHost(host);
    cudaStreamDestroy(stream);
}

int main()
{
    std::thread first(work, 500), second(work, 0);
    first.join();
    second.join();
}
