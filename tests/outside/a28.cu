// A scheduler that polls cudaStreamQuery, round robin, and does other duties meanwhile.
#include "nullstream.cuh"
#include <stdio.h>

__global__ void job_short(float *y) { spin_us(70); }
__global__ void job_long(float *y) { spin_us(240); }

int main()
{
    enum { STREAMS = 4, JOBS = 36 };
    cudaStream_t s[STREAMS];
    float *buf[STREAMS], *host[STREAMS];
    int served[STREAMS] = {0};
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaMalloc(&buf[i], 2 << 20);
        cudaMallocHost(&host[i], 2 << 20);
    }
    for (int job = 0; job < JOBS; job++) {
        const int i = job % STREAMS;
        cudaError_t q;
        while ((q = cudaStreamQuery(s[i])) == cudaErrorNotReady)
            host_work_us(5); // other duties
        if (q != cudaSuccess) {
            printf("error %s\n", cudaGetErrorString(q));
            return 1;
        }
        cudaMemcpyAsync(buf[i], host[i], (job % 4 + 1) * (size_t)(256 << 10), cudaMemcpyHostToDevice, s[i]);
        if (job % 5 == 0)
            job_long<<<20, 256, 0, s[i]>>>(buf[i]);
        else
            job_short<<<20, 256, 0, s[i]>>>(buf[i]);
        served[i]++;
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < STREAMS; i++)
        printf("stream %d: %d jobs\n", i, served[i]);
    return 0;
}
