// A synchronous copy to the device is done before another stream copies back.
#include "nullstream.cuh"
#include <stdio.h>
#include <string.h>

const int N = 512;

int main()
{
    int *h = (int *)malloc(N * sizeof(int)), *data = (int *)malloc(N * sizeof(int)), *d;
    memset(h, 0, N * sizeof(int));
    cudaMalloc(&d, N * sizeof(int));
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMemset(d, 255, N * sizeof(int));
    cudaDeviceSynchronize();
    cudaMemcpy(d, h, N * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpyAsync(data, d, N * sizeof(int), cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaStreamDestroy(s);
    cudaFree(d);
    free(h);
    free(data);
    return 0;
}
