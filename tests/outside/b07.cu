// Blocks of 1024 threads against small blocks; grids just above a multiple of the SM count.
#include "nullstream.cuh"
__global__ void big(double us) { spin_us(us); }
__global__ void tiny(double us) { spin_us(us); }
int main()
{
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    const int sm = prop.multiProcessorCount;
    cudaStream_t a, b, c;
    cudaStreamCreate(&a); cudaStreamCreate(&b); cudaStreamCreate(&c);
    for (int i = 0; i < 6; i++) {
        big<<<2 * sm + 1, 1024, 0, a>>>(50.0);
        tiny<<<sm * 3 + i, 96, 0, b>>>(21.0);
        big<<<sm - 1, 1024, 0, c>>>(35.0);
        tiny<<<7 * sm + 1, 33, 0, b>>>(11.0);
        tiny<<<1, 1, 0, c>>>(90.0);
    }
    cudaStreamSynchronize(b);
    big<<<sm + 1, 1024, 0, b>>>(25.0);
    big<<<sm + 1, 1024, 0, c>>>(25.0);
    cudaDeviceSynchronize();
    return 0;
}
