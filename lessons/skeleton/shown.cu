// TODO: what this program shows, in a line.
#include "nullstream.cuh"

__global__ void first() { spin_us(100); }
__global__ void second() { spin_us(100); }

int main() {
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    first<<<20, 256, 0, a>>>();
    second<<<20, 256, 0, b>>>();
    cudaDeviceSynchronize();
    return 0;
}
