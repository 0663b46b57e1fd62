// Copies in and out of the same pageable memory, which the host's caches hold.
#include <cuda_runtime.h>
#include <stdlib.h>
int main()
{
    const size_t n = 512 << 10;
    char *d, *h = (char *)malloc(n);
    cudaMalloc(&d, n);
    for (int i = 0; i < 4; i++) {
        cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
        cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost);
    }
    return 0;
}
