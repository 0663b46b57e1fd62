// Each turn copies a halo out and waits for it; the host's work behind the wait stands for who reads
// that. IDLE: there is none. KNOWN: it fills what is copied in next. SYNC: by cudaMemcpy.
#include "nullstream.cuh"
#include <stdio.h>

const int N = 1 << 20, HALO = 4096, TURNS = 12;

#pragma nullstream kernel(relax) time(60us) reads(x, N * sizeof(float)) writes(x, N * sizeof(float))
__global__ void relax(float *x) {}

int main()
{
    float *out, *in, *x;
    cudaStream_t stream;
    cudaMallocHost(&out, HALO * sizeof(float));
    cudaMallocHost(&in, HALO * sizeof(float));
    cudaMalloc(&x, N * sizeof(float));
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    for (int turn = 0; turn < TURNS; turn++) {
        relax<<<66, 256, 0, stream>>>(x);
#ifdef SYNC
        cudaStreamSynchronize(stream);
        cudaMemcpy(out, x, HALO * sizeof(float), cudaMemcpyDeviceToHost);
#else
        cudaMemcpyAsync(out, x, HALO * sizeof(float), cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
#endif
#ifdef KNOWN
        in[0] = turn;
#endif
#ifndef IDLE
        host_work_us(30);
#endif
        cudaMemcpyAsync(x + N - HALO, in, HALO * sizeof(float), cudaMemcpyHostToDevice, stream);
    }
    cudaDeviceSynchronize();
    printf("%d turns\n", TURNS);
    return 0;
}
