// The queue of launches gets deeper than 1024 while a long kernel is at its head; a second stream is asked meanwhile.
#include "nullstream.cuh"
__global__ void plug(void) { spin_us(6000); }
__global__ void drop(void) { spin_us(2); }
int main()
{
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    plug<<<1, 32, 0, a>>>();
    for (int i = 0; i < 1200; i++) {
        drop<<<1, 32, 0, a>>>();
        if (i % 100 == 50)
            drop<<<2, 64, 0, b>>>();
    }
    cudaDeviceSynchronize();
    return 0;
}
