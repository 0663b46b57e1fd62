// Each turn copies a halo out and waits for it; the host's work behind the wait stands for who reads
// that. IDLE: there is none. KNOWN: it fills what is copied in next. SYNC: by cudaMemcpy.
#include "nullstream.cuh"
#include <stdio.h>

const int N = 1 << 20, HALO = 4096, TURNS = 12;

#pragma nullstream kernel(relax) time(60us) reads(x, N * sizeof(float)) writes(x, N * sizeof(float))
__global__ void relax(float *x) {}

#pragma nullstream kernel(edge) time(8us) reads(rim, HALO * sizeof(float)) writes(rim, HALO * sizeof(float))
__global__ void edge(float *rim) {}

int main()
{
    float *out, *in, *x, *rim;
    cudaStream_t stream;
    cudaMallocHost(&out, HALO * sizeof(float));
    cudaMallocHost(&in, HALO * sizeof(float));
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&rim, HALO * sizeof(float));
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (int turn = 0; turn < TURNS; turn++) {
        edge<<<4, 256, 0, stream>>>(rim);
        relax<<<66, 256, 0, stream>>>(x);
#ifdef SYNC
        cudaStreamSynchronize(stream);
        cudaMemcpy(out, rim, HALO * sizeof(float), cudaMemcpyDeviceToHost);
#else
        cudaMemcpyAsync(out, rim, HALO * sizeof(float), cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
#endif
#ifdef KNOWN
        in[0] = turn;
#endif
#ifndef IDLE
        host_work_us(30);
#endif
        cudaMemcpyAsync(rim, in, HALO * sizeof(float), cudaMemcpyHostToDevice, stream);
    }
    cudaDeviceSynchronize();
    printf("%d turns\n", TURNS);
    return 0;
}
