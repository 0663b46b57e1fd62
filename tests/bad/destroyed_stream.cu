#include "nullstream.cuh"
__global__ void work() { spin_us(100); }
int main() {
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaStreamDestroy(s);
    work<<<1, 32, 0, s>>>();
    return 0;
}
