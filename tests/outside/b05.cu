// A long kernel of many waves at low priority; urgent ones cut in, of 1 block, of a full wave, of blocks that need a whole SM.
#include "nullstream.cuh"
__global__ void bulk(float *x) { spin_us(40.0); }
__global__ void urgent(float *x, double us) { spin_us(us); }
int main()
{
    int least, greatest;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStream_t low, mid, high;
    cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, least);
    cudaStreamCreateWithPriority(&mid, cudaStreamNonBlocking, (least + greatest) / 2);
    cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest);
    float *x;
    cudaMalloc(&x, 1 << 20);
    for (int rep = 0; rep < 3; rep++) {
        bulk<<<132 * 2 * 12 + 5, 1024, 0, low>>>(x);
        host_work_us(100);
        urgent<<<1, 32, 0, high>>>(x, 10.0);
        urgent<<<264, 1024, 0, mid>>>(x, 20.0);
        host_work_us(60);
        urgent<<<132, 1024, 0, high>>>(x, 15.0);
        urgent<<<300, 512, 0, high>>>(x, 9.0);
        bulk<<<10, 256, 0, low>>>(x);
    }
    cudaDeviceSynchronize();
    return 0;
}
