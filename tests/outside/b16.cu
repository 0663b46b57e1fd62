// Launches into the legacy default stream between non-blocking and blocking ones; also a memset, a record and a wait there.
#include "nullstream.cuh"
__global__ void kb(int i) { spin_us(40); }
__global__ void kn(int i) { spin_us(55); }
__global__ void k0(int i) { spin_us(20); }
int main()
{
    cudaStream_t blk[3], non[2];
    for (auto &s : blk) cudaStreamCreate(&s);
    for (auto &s : non) cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEvent_t done; cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    int *d; cudaMalloc(&d, 4096);
    for (int i = 0; i < 9; i++) {
        kb<<<10, 128, 0, blk[i % 3]>>>(i);
        kn<<<10, 128, 0, non[i % 2]>>>(i);
        switch (i) {
        case 1: k0<<<5, 32>>>(i); break;
        case 2: cudaMemset(d, 0, 4); break;
        case 4: cudaEventRecord(done, 0); cudaStreamWaitEvent(non[1], done, 0); break;
        case 5: cudaEventRecord(done, non[0]); cudaStreamWaitEvent(cudaStreamLegacy, done, 0); break;
        case 7: k0<<<200, 1024, 0, cudaStreamLegacy>>>(i); k0<<<1, 1>>>(i); break;
        }
        kb<<<10, 128, 0, blk[(i + 1) % 3]>>>(i);
        kn<<<10, 128, 0, cudaStreamPerThread>>>(i);
    }
    cudaStreamSynchronize(0);
    kn<<<1, 32, 0, non[0]>>>(0);
    cudaDeviceSynchronize();
    return 0;
}
