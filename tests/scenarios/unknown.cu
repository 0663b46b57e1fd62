#include <cuda_runtime.h>
#include <stdio.h>
__global__ void fill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i;
}
int main()
{
    const int n = 1024;
    float h[n], *d;
    for (int i = 0; i < n; i++)
        h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    float same;
    cudaMemcpy(&same, d + 7, sizeof(float), cudaMemcpyDeviceToHost);
    printf("copied back: %g\n", same);
    fill<<<(n + 255) / 256, 256>>>(d, n);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("computed: %g\n", h[3]);
    int errors = 0;
    for (int i = 0; i < n; i++)
        if (h[i] != i)
            errors++;
    printf("%s\n", errors == 0 ? "ok" : "failed");
    if (h[0] != 0) {
        printf("wrong\n");
        return 1;
    }
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += h[i];
    printf("sum %f\n", sum);
    printf("end\n");
    return 0;
}
