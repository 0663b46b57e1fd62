// many-streams.cu with eight streams.
#include <cuda_runtime.h>

const int REQUESTS = 256;
const int STREAMS = 8;

#pragma nullstream kernel(answer) block_time(15us)
__global__ void answer(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

int main()
{
    cudaStream_t streams[STREAMS];
    float *x;
    cudaMalloc(&x, REQUESTS * 1024 * sizeof(float));
    for (int r = 0; r < REQUESTS; r++) {
        int s = r % STREAMS;
        if (r < STREAMS)
            cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking);
        answer<<<4, 256, 0, streams[s]>>>(x + r * 1024);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(x, REQUESTS * 1024 * sizeof(float))
    return 0;
}
