// Three independent kernels, each small enough to run beside the others.
#include "nullstream.cuh"

__global__ void k1() { spin_us(300); }
__global__ void k2() { spin_us(300); }
__global__ void k3() { spin_us(300); }

int main() {
    cudaStream_t a, b, c;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreate(&c);

    k1<<<20, 256, 0, a>>>();
    k2<<<20, 256, 0, c>>>();
    k3<<<20, 256, 0, b>>>();
    cudaDeviceSynchronize();
    return 0;
}
