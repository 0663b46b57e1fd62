// Launches by a function of one's own: what a kernel takes and what it is given are two packs.
#include <cstdio>
#include <cuda_runtime.h>
#include <utility>
#pragma nullstream kernel(scale) time(10us)
__global__ void scale(float *x, int n)
{
}
#pragma nullstream kernel(none) time(10us)
__global__ void none()
{
}
#pragma nullstream kernel(fill) time(10us)
template <class T> __global__ void fill(T *x, T y)
{
}
template <class... P, class... A>
void launch(void (*f)(P...), dim3 g, dim3 b, cudaStream_t s, A... a)
{
    f<<<g, b, 0, s>>>(a...);
    printf("%d of %d\n", (int)sizeof...(A), (int)sizeof...(P));
}
template <typename... KernelArgs, typename... Args>
void run(const char *name, void (*kernel)(KernelArgs...), dim3 grid, Args &&...args)
{
    kernel<<<grid, 32>>>(static_cast<KernelArgs>(std::forward<Args>(args))...);
    printf("%s\n", name);
}
int main()
{
    float *d;
    cudaMalloc(&d, 4096);
    launch(scale, 4, 256, 0, d, 1024);
    launch(none, 4, 256, 0);
    launch(fill<float>, 4, 256, 0, d, 1.5f);
    run("scale", scale, 4, d, 12.0);
    run("none", none, 2);
    launch<float *, int>(scale, 4, 256, 0, d, 1024);
    cudaDeviceSynchronize();
}
