// Bidirectional copies of unequal sizes over four streams, chunked on one side only, with kernels that wait for both.
#include "nullstream.cuh"
__global__ void join2(int i) { spin_us(17); }
int main()
{
    char *d, *h;
    cudaMalloc(&d, 128 << 20);
    cudaMallocHost(&h, 128 << 20);
    cudaStream_t in[2], out[2]; cudaEvent_t e;
    for (int i = 0; i < 2; i++) { cudaStreamCreate(in + i); cudaStreamCreateWithPriority(out + i, cudaStreamNonBlocking, -i); }
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaMemcpyAsync(h + (64 << 20), d + (64 << 20), 60 << 20, cudaMemcpyDeviceToHost, out[0]);
    for (int i = 0; i < 24; i++) {
        cudaMemcpyAsync(d + (i << 20), h + (i << 20), 100000 * (i % 7 + 1) + 1, cudaMemcpyHostToDevice, in[i % 2]);
        if (i % 6 == 5) {
            cudaEventRecord(e, in[i % 2]);
            cudaStreamWaitEvent(out[1], e, 0);
            join2<<<132, 1024, 0, out[1]>>>(i);
            cudaMemcpyAsync(h + (120 << 20), d + (120 << 20), (i + 1) * 77777, cudaMemcpyDeviceToHost, out[1]);
        }
    }
    cudaMemcpyAsync(d, h, 40 << 20, cudaMemcpyHostToDevice, in[0]);
    cudaMemcpyAsync(h + (62 << 20), d + (62 << 20), 17, cudaMemcpyDeviceToHost, out[1]);
    cudaDeviceSynchronize();
    return 0;
}
