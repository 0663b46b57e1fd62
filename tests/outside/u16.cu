// The host does its own share of the work while cudaStreamQuery says that the device is busy.
#include "nullstream.cuh"
#include <stdio.h>
#include <stdlib.h>

#define N (2 * 1024 * 1024)
#define STEPS 6

__global__ void step_kernel(float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i] + 1.0f;
    spin_us(6);
}

static double cpu_share(int piece)
{
    host_work_us(37 + piece % 3 * 11);
    return piece;
}

int main(void)
{
    float *h, *d_x, *d_y;
    cudaStream_t s;
    double acc = 0;
    int step, pieces = 0;

    h = (float *)malloc(N * sizeof(float));
    if (!h)
        return 1;
    for (int i = 0; i < N; i += 16)
        h[i] = (float)i;
    cudaHostRegister(h, N * sizeof(float), cudaHostRegisterDefault);
    cudaMalloc((void **)&d_x, N * sizeof(float));
    cudaMalloc((void **)&d_y, N * sizeof(float));
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);

    for (step = 0; step < STEPS; step++) {
        cudaMemcpyAsync(d_x, h, N * sizeof(float), cudaMemcpyHostToDevice, s);
        for (int k = 0; k < 4; k++) {
            step_kernel<<<N / 256, 256, 0, s>>>(d_x, d_y);
            step_kernel<<<N / 256, 256, 0, s>>>(d_y, d_x);
        }
        cudaMemcpyAsync(h, d_x, N * sizeof(float), cudaMemcpyDeviceToHost, s);
        while (cudaStreamQuery(s) == cudaErrorNotReady)
            acc += cpu_share(pieces++);
        h[0] += (float)step;
    }
    printf("%d pieces, acc %s, h[0] %f\n", pieces, acc > 0 ? "positive" : "zero", h[0]);
    cudaHostUnregister(h);
    free(h);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaStreamDestroy(s);
    return 0;
}
