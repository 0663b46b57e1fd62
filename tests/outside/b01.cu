// A pageable upload in one stream while another stream's queue is deep.
#include <cstdio>
#include <vector>
#include "nullstream.cuh"
__global__ void tick(int *p, double us) { spin_us(us); }
int main()
{
    cudaStream_t deep, up;
    cudaStreamCreateWithFlags(&deep, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    int *d; char *buf;
    cudaMalloc((void **)&d, 1024);
    cudaMalloc((void **)&buf, 32 << 20);
    std::vector<char> page(32 << 20, 1);
    for (int i = 0; i < 600; i++)
        tick<<<4, 64, 0, deep>>>(d, 8.0);
    const size_t sizes[] = {4, 60000, 65536, 65537, 300000, 4 << 20, 20 << 20};
    for (size_t n : sizes) {
        cudaMemcpyAsync(buf, page.data(), n, cudaMemcpyHostToDevice, up);
        tick<<<1, 32, 0, up>>>(d, 15.0);
    }
    tick<<<132, 256, 0, deep>>>(d, 30.0);
    cudaMemcpyAsync(page.data(), buf, 100000, cudaMemcpyDeviceToHost, up);
    tick<<<1, 32, 0, up>>>(d, 5.0);
    cudaDeviceSynchronize();
    printf("done\n");
    return 0;
}
