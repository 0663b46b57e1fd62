// A memset in the default stream, kernels of two streams that add to what it cleared by atomic functions, and one in the
// default stream that reads it: each of the kernels has to come behind the memset, whichever of them is called first.
#include "nullstream.cuh"

__global__ void add(int *hist, const int *data)
{
    atomicAdd(&hist[data[threadIdx.x] & 63], 1);
    spin_us(50);
}

__global__ void sum(const int *hist, int *out)
{
    *out = hist[0] + hist[63];
    spin_us(10);
}

int main()
{
    const size_t bytes = 4 << 20;
    int *hist, *out, *data[2], *host[2], result[8];
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&s[i]);
        cudaMalloc(&data[i], bytes);
        cudaMallocHost(&host[i], bytes);
    }
    cudaMalloc(&hist, 256);
    cudaMalloc(&out, sizeof result);
    for (int turn = 0; turn < 8; turn++) {
        cudaMemset(hist, 0, 256);
        for (int i = 0; i < 2; i++) {
            cudaMemcpyAsync(data[i], host[i], bytes, cudaMemcpyHostToDevice, s[i]);
            add<<<64, 256, 0, s[i]>>>(hist, data[i]);
        }
        sum<<<1, 32>>>(hist, out + turn);
    }
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
}
