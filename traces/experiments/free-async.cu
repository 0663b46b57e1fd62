// Native only. Which memory do cudaFreeAsync and cudaFree take? That of cudaMalloc in the order of
// a stream, and whether it can be freed again; that of cudaMallocAsync by cudaFree.
#include <cuda_runtime.h>
#include <stdio.h>

int main()
{
    void *p;
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (size_t mib : {1, 8}) {
        cudaMalloc(&p, mib << 20);
        printf("%zu MiB of cudaMalloc, cudaFreeAsync: %s", mib,
               cudaGetErrorName(cudaFreeAsync(p, s)));
        cudaStreamSynchronize(s);
        printf(", then cudaFree: %s\n", cudaGetErrorName(cudaFree(p)));
    }
    cudaMallocAsync(&p, 1 << 20, s);
    printf("1 MiB of cudaMallocAsync, cudaFree: %s\n", cudaGetErrorName(cudaFree(p)));
    return 0;
}
