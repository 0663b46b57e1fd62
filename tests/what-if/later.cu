// What main copies in the default stream is used by threads in streams that are variables of theirs, made
// behind the copy: it cannot be put into one of them.
#include <cuda_runtime.h>

#include <thread>

#define FIXED 0

#pragma nullstream kernel(k) time(200us) reads(index, 4) writes(p, 4)
__global__ void k(const float *index, float *p)
{
    p[0] = index[0];
}

int main()
{
    float *index, *h;
    cudaMallocHost(&h, 96 << 20);
    cudaMalloc(&index, 96 << 20);
    cudaMemcpyAsync(index, h, 96 << 20, cudaMemcpyHostToDevice);
    auto worker = [&] {
        cudaStream_t stream;
        float *p, *in;
        cudaStreamCreate(&stream);
        cudaMalloc(&p, 1 << 20);
        cudaMallocHost(&in, 1 << 20);
        for (int i = 0; i < 5; i++) {
            cudaMemcpyAsync(p, in, 1 << 20, cudaMemcpyHostToDevice, stream);
            if (FIXED)
                cudaMemsetAsync(p, 0, 4, stream);
            else
                cudaMemset(p, 0, 4);
            k<<<1, 32, 0, stream>>>(index, p);
            cudaStreamSynchronize(stream);
        }
    };
    std::thread a(worker), b(worker);
    a.join();
    b.join();
    cudaDeviceSynchronize();
    return 0;
}
