// Calls and launches that CUDA refuses, and some that it does not: the error of each.
#include <cuda_runtime.h>
#include <stdio.h>
__global__ void __launch_bounds__(128) bounded(float *x)
{
    x[threadIdx.x] = 0;
}
__global__ void small(float *x)
{
    x[threadIdx.x] = 0;
}
__global__ void huge_smem(float *x)
{
    extern __shared__ float s[];
    x[0] = s[0];
}
int main()
{
    float *x;
    cudaMalloc(&x, 1 << 20);
    bounded<<<1, 256>>>(x);
    printf("bounds %s\n", cudaGetErrorName(cudaGetLastError()));
    small<<<1, 2048>>>(x);
    printf("2048 %s\n", cudaGetErrorName(cudaGetLastError()));
    small<<<dim3(1, 70000), 1>>>(x);
    printf("grid.y %s\n", cudaGetErrorName(cudaGetLastError()));
    huge_smem<<<1, 1, 64 << 10>>>(x);
    printf("64K %s\n", cudaGetErrorName(cudaGetLastError()));
    small<<<0, 1>>>(x);
    printf("0 %s\n", cudaGetErrorName(cudaGetLastError()));
    small<<<1, dim3(1, 1, 65)>>>(x);
    printf("z65 %s\n", cudaGetErrorName(cudaGetLastError()));
    cudaLaunchKernel((void *)main, dim3(1), dim3(1), nullptr, 0, 0);
    printf("main %s\n", cudaGetErrorName(cudaGetLastError()));
    cudaStream_t s = (cudaStream_t)1, t;
    printf("legacy %s\n", cudaGetErrorName(cudaStreamQuery(s)));
    printf("flags %s\n", cudaGetErrorName(cudaStreamCreateWithFlags(&t, 77)));
    cudaEvent_t e;
    printf("eflags %s\n", cudaGetErrorName(cudaEventCreateWithFlags(&e, 77)));
    cudaEventCreate(&e);
    float ms;
    printf("elapsed %s\n", cudaGetErrorName(cudaEventElapsedTime(&ms, e, e)));
    printf("query %s\n", cudaGetErrorName(cudaEventQuery(e)));
    printf("null %s\n", cudaGetErrorName(cudaEventRecord(0, 0)));
    printf("nullquery %s\n", cudaGetErrorName(cudaEventQuery(0)));
    printf("nullcreate %s\n", cudaGetErrorName(cudaStreamCreate(nullptr)));
    printf("nulldestroy %s\n", cudaGetErrorName(cudaStreamDestroy(0)));
    printf("nulledestroy %s\n", cudaGetErrorName(cudaEventDestroy(0)));
    printf("0 malloc %s\n", cudaGetErrorName(cudaMalloc(&x, 0)));
    printf("%d\n", x == nullptr);
    printf("0 host %s\n", cudaGetErrorName(cudaMallocHost(&x, 0)));
    printf("%d\n", x == nullptr);
    printf("attr %s\n",
           cudaGetErrorName(cudaDeviceGetAttribute((int *)&ms, (cudaDeviceAttr)9999, 0)));
    int v;
    printf("prio %s\n",
           cudaGetErrorName(cudaStreamCreateWithPriority(&t, cudaStreamNonBlocking, -100)));
    cudaStreamGetPriority(t, &v);
    printf("%d\n", v);
    printf("prio %s\n",
           cudaGetErrorName(cudaStreamCreateWithPriority(&t, cudaStreamNonBlocking, 100)));
    cudaStreamGetPriority(t, &v);
    printf("%d\n", v);
    float *h = (float *)0;
    printf("hostfree null %s\n", cudaGetErrorName(cudaFreeHost(h)));
    float stack[4];
    printf("hostfree stack %s\n", cudaGetErrorName(cudaFreeHost(stack)));
    printf("register %s\n", cudaGetErrorName(cudaHostRegister(stack, 0, 0)));
    printf("unregister %s\n", cudaGetErrorName(cudaHostUnregister(stack)));
    cudaMalloc(&x, 1024);
    printf("memset big %s\n", cudaGetErrorName(cudaMemset(x, 0, 1 << 28)));
    printf("last %s\n", cudaGetErrorName(cudaGetLastError()));
    printf("copy big %s\n", cudaGetErrorName(cudaMemcpy(x, x, 1 << 28, cudaMemcpyDeviceToDevice)));
    printf("copy 0 %s\n", cudaGetErrorName(cudaMemcpy(x, stack, 0, cudaMemcpyHostToDevice)));
    printf("copy wrong way %s\n",
           cudaGetErrorName(cudaMemcpy(x, stack, 16, cudaMemcpyDeviceToHost)));
    printf("copy default %s\n", cudaGetErrorName(cudaMemcpy(x, stack, 16, cudaMemcpyDefault)));
    printf("free %s\n", cudaGetErrorName(cudaFree(x)));
    printf("free twice %s\n", cudaGetErrorName(cudaFree(x)));
    printf("2d %s\n",
           cudaGetErrorName(cudaMemcpy2D(x, 10, stack, 16, 16, 1, cudaMemcpyHostToDevice)));
    printf("last %s\n", cudaGetErrorName(cudaPeekAtLastError()));
    printf("last %s\n", cudaGetErrorName(cudaGetLastError()));
    printf("last %s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
