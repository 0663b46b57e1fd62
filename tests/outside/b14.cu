// Tiny copies in turn over five streams and both directions, with a tiny kernel every now and then.
#include "nullstream.cuh"
__global__ void nop() {  spin_us(3); }
int main()
{
    cudaStream_t s[5];
    char *d, *h;
    cudaMalloc(&d, 5 * 65536);
    cudaMallocHost(&h, 5 * 65536);
    for (int i = 0; i < 5; i++) cudaStreamCreate(&s[i]);
    int k = 0;
    do {
        int i = k % 5;
        unsigned bytes = 4u << (k * 7 % 15);
        if ((k / 5) % 2 == 0)
            cudaMemcpyAsync(d + i * 65536, h + i * 65536, bytes, cudaMemcpyHostToDevice, s[i]);
        else
            cudaMemcpyAsync(h + i * 65536, d + i * 65536, bytes, cudaMemcpyDeviceToHost, s[i]);
        if (k % 23 == 0)
            nop<<<1, 32, 0, s[(i + 1) % 5]>>>();
    } while (++k < 500);
    for (auto q : s) cudaStreamSynchronize(q);
}
