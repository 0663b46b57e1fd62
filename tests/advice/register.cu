// Two vectors are copied as pageable memory, and page-locked only later, each in its turn of a loop.
#include <cuda_runtime.h>

#include <vector>

#define FIXED 0
#define BYTES (64 << 20)

int main()
{
    float *d;
    std::vector<std::vector<float>> host(2, std::vector<float>(BYTES / sizeof(float)));
    cudaMalloc(&d, BYTES);
    for (auto &h : host)
        if (FIXED)
            cudaHostRegister(h.data(), BYTES, cudaHostRegisterDefault);
    for (auto &h : host)
        cudaMemcpy(d, h.data(), BYTES, cudaMemcpyHostToDevice);
    for (auto &h : host) {
        if (!FIXED)
            cudaHostRegister(h.data(), BYTES, cudaHostRegisterDefault);
        cudaMemcpy(d, h.data(), BYTES, cudaMemcpyHostToDevice);
        cudaHostUnregister(h.data());
    }
    return 0;
}
