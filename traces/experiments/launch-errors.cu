// Which error does a launch that cannot be give, from the launch and from cudaGetLastError? Native only.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void plain(int *p)
{
    if (p)
        *p = 1;
}

__global__ void __launch_bounds__(1024) fits(int *p)
{
    if (p)
        *p = 1;
}

// Many values alive: more registers than 1024 threads can have.
__global__ void __launch_bounds__(64) hungry(float *p)
{
    float v[160];
#pragma unroll
    for (int i = 0; i < 160; i++)
        v[i] = p[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 160; i++)
        p[i] = v[159 - i] * v[(i * 7) % 160];
}

static void show(const char *what)
{
    const cudaError_t error = cudaGetLastError();
    printf("%-44s %s\n", what, cudaGetErrorName(error));
    const cudaError_t later = cudaDeviceSynchronize();
    if (later != cudaSuccess)
        printf("%-44s %s (synchronize)\n", "", cudaGetErrorName(later));
    cudaGetLastError();
}

int main()
{
    int *none = NULL;
    float *p;
    cudaMalloc(&p, 1 << 20);
    plain<<<1, 1>>>(none), show("<<<1, 1>>>");
    plain<<<0, 32>>>(none), show("no blocks");
    plain<<<1, 0>>>(none), show("no threads");
    plain<<<dim3(1, 0), 32>>>(none), show("grid 1 x 0");
    plain<<<1, dim3(32, 0)>>>(none), show("block 32 x 0");
    plain<<<1, 1025>>>(none), show("1025 threads");
    plain<<<1, dim3(32, 33)>>>(none), show("block 32 x 33");
    plain<<<1, dim3(1, 1, 65)>>>(none), show("block 1 x 1 x 65");
    plain<<<dim3(1, 65536), 32>>>(none), show("grid 1 x 65536");
    plain<<<dim3(1, 1, 65536), 32>>>(none), show("grid 1 x 1 x 65536");
    plain<<<2147483648u, 32>>>(none), show("grid 2^31");
    plain<<<1, 32, 49153>>>(none), show("48 KiB and a byte of shared memory");
    plain<<<1, 32, 300000>>>(none), show("more than an SM has");
    cudaError_t set = cudaFuncSetAttribute(fits, cudaFuncAttributeMaxDynamicSharedMemorySize, 300000);
    printf("%-44s %s\n", "attribute: 300000 bytes", cudaGetErrorName(set));
    cudaGetLastError();
    cudaFuncSetAttribute(fits, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
    fits<<<1, 32, 100000>>>(none), show("100000 bytes, allowed");
    fits<<<1, 32, 100001>>>(none), show("100001 bytes, 100000 allowed");
    hungry<<<1, 1024>>>(p), show("1024 threads, launch bounds 64");
    hungry<<<1, 64>>>(p), show("64 threads, launch bounds 64");
    void *args[] = {&none};
    set = cudaLaunchCooperativeKernel((const void *)plain, dim3(100000), dim3(1024), args, 0, 0);
    printf("%-44s %s\n", "cooperative, too large", cudaGetErrorName(set));
    show("");
    set = cudaLaunchKernel((const void *)plain, dim3(0), dim3(32), args, 0, 0);
    printf("%-44s %s\n", "cudaLaunchKernel, no blocks", cudaGetErrorName(set));
    cudaGetLastError();
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 3;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    config.gridDim = dim3(4);
    config.blockDim = dim3(32);
    config.attrs = &attribute;
    config.numAttrs = 1;
    set = cudaLaunchKernelExC(&config, (const void *)plain, args);
    printf("%-44s %s\n", "clusters of 3, 4 blocks", cudaGetErrorName(set));
    cudaGetLastError();
    attribute.val.clusterDim.x = 16;
    config.gridDim = dim3(16);
    set = cudaLaunchKernelExC(&config, (const void *)plain, args);
    printf("%-44s %s\n", "clusters of 16, not allowed", cudaGetErrorName(set));
    cudaGetLastError();
    cudaStream_t gone;
    cudaStreamCreate(&gone);
    cudaStreamDestroy(gone);
    return 0;
}
