// Copies from and to unregistered buffers on the stack, in two streams, next to a pinned one and a host that works.
#include "nullstream.cuh"
__global__ void think(int *p) { spin_us(48); }
int main()
{
    int *d; cudaMalloc(&d, 1 << 20);
    int *pin; cudaMallocHost(&pin, 1 << 20);
    cudaStream_t a, b, c;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreate(&c);
    for (int i = 0; i < 10; i++) {
        int n[16] = {i};
        char blob[20000];
        blob[0] = (char)i;
        think<<<8, 128, 0, a>>>(d);
        cudaMemcpyAsync(d, n, sizeof n, cudaMemcpyHostToDevice, a);
        cudaMemcpyAsync(d + 1000, blob, sizeof blob, cudaMemcpyHostToDevice, b);
        think<<<8, 128, 0, b>>>(d + 1000);
        cudaMemcpyAsync(pin, d + 50000, 400000, cudaMemcpyDeviceToHost, c);
        host_work_us(i * 4);
        if (i & 1)
            cudaMemcpyAsync(n, d, 8, cudaMemcpyDeviceToHost, c);
        else
            cudaMemcpyAsync(blob, d + 1000, sizeof blob, cudaMemcpyDeviceToHost, b);
    }
    cudaStreamSynchronize(a);
    cudaStreamSynchronize(b);
    cudaDeviceSynchronize();
    return 0;
}
