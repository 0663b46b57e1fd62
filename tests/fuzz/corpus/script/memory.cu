// Contents travel with copies; kernels make them unknown; kinds of memory and their errors.
#include "nullstream.cuh"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__constant__ float table[4];
__device__ int counter;
__managed__ int shared_value;

__global__ void touch(int *x) { x[threadIdx.x] = 1; }

int main()
{
    int *d, *pinned, *managed, *pageable = (int *)malloc(4096);
    cudaMalloc(&d, 4096);
    cudaMallocHost(&pinned, 4096);
    cudaMallocManaged(&managed, 4096);
    for (int i = 0; i < 1024; i++)
        pageable[i] = i * i;
    cudaMemcpy(d, pageable, 4096, cudaMemcpyHostToDevice);
    cudaMemset(d, 0xff, 16);
    cudaMemcpy(pinned, d, 4096, cudaMemcpyDefault);
    printf("%d %d %d\n", pinned[0], pinned[4], pinned[1023]);

    touch<<<1, 8>>>(d);
    cudaMemcpy(pinned, d, 4096, cudaMemcpyDeviceToHost);
    printf("%d %d\n", pinned[7], pinned[8]);

    float host[4] = {1, 2, 3, 4}, back[4];
    cudaMemcpyToSymbol(table, host, sizeof host);
    cudaMemcpyFromSymbol(back, table, 2 * sizeof(float), 2 * sizeof(float));
    int value = 42, got = 0;
    cudaMemcpyToSymbol(counter, &value, sizeof value);
    cudaMemcpyFromSymbol(&got, counter, sizeof got);
    printf("%g %g %d\n", back[0], back[1], got);
    void *address;
    size_t size;
    cudaGetSymbolAddress(&address, table);
    cudaGetSymbolSize(&size, table);
    printf("%zu\n", size);

    size_t pitch;
    char *plane;
    cudaMallocPitch(&plane, &pitch, 100, 8);
    char rows[8][100], half[8][50];
    memset(rows, 'a', sizeof rows);
    rows[3][49] = 'z';
    cudaMemcpy2D(plane, pitch, rows, 100, 100, 8, cudaMemcpyHostToDevice);
    cudaMemset2D(plane, pitch, 'b', 10, 8);
    cudaMemcpy2D(half, 50, plane, pitch, 50, 8, cudaMemcpyDeviceToHost);
    printf("%zu %c%c%c\n", pitch, half[7][9], half[7][10], half[3][49]);

    cudaHostRegister(pageable, 4096, cudaHostRegisterDefault);
    printf("%s\n", cudaGetErrorName(cudaHostRegister(pageable, 64, 0)));
    cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, pageable + 10);
    printf("%d %d\n", attributes.type, attributes.hostPointer == pageable + 10);
    cudaHostUnregister(pageable);
    printf("%s\n", cudaGetErrorName(cudaHostUnregister(pageable)));
    printf("%s\n", cudaGetErrorString(cudaMemcpy(d, pageable, 4096, cudaMemcpyDeviceToHost)));
    printf("%s\n", cudaGetErrorName(cudaFree(pageable)));
    printf("%s\n", cudaGetErrorName(cudaFree(d + 1)));
    printf("%s\n", cudaGetErrorName(cudaMemcpy(d, pinned, 4097, cudaMemcpyHostToDevice)));
    printf("%s\n", cudaGetErrorName(cudaMemset(NULL, 0, 4)));
    printf("%d\n", cudaFree(0));

    shared_value = 7;
    managed[3] = shared_value;
    touch<<<1, 2>>>(managed);
    cudaDeviceSynchronize();
    printf("%d %d\n", managed[0], managed[3]);

    cudaFree(d);
    cudaFreeHost(pinned);
    cudaFree(managed);
    size_t free_bytes, total_bytes;
    cudaMemGetInfo(&free_bytes, &total_bytes);
    printf("%d\n", free_bytes <= total_bytes);
    void *too_much;
    printf("%s\n", cudaGetErrorName(cudaMalloc(&too_much, (size_t)1 << 50)));
    free(pageable);
    return 0;
}
