// stream_count.cu with three streams.
#include <cuda_runtime.h>

#define STREAMS 3
const int CHUNKS = 12;
const int CHUNK = 1 << 22; // floats: 16 MiB, 305 us a way

#pragma nullstream kernel(step) time(280us)
__global__ void step(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * 2;
}

int main()
{
    cudaStream_t streams[STREAMS];
    float *in[STREAMS], *out[STREAMS], *host_in, *host_out;
    cudaMallocHost(&host_in, sizeof(float) * CHUNK * CHUNKS);
    cudaMallocHost(&host_out, sizeof(float) * CHUNK * CHUNKS);
    for (int s = 0; s < STREAMS; s++) {
        cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking);
        cudaMalloc(&in[s], sizeof(float) * CHUNK);
        cudaMalloc(&out[s], sizeof(float) * CHUNK);
    }
    cudaDeviceSynchronize();
    for (int c = 0; c < CHUNKS; c++) {
        int s = c % STREAMS;
        cudaMemcpyAsync(in[s], host_in + (size_t)c * CHUNK, sizeof(float) * CHUNK,
                        cudaMemcpyHostToDevice, streams[s]);
        step<<<CHUNK / 256, 256, 0, streams[s]>>>(in[s], out[s]);
        cudaMemcpyAsync(host_out + (size_t)c * CHUNK, out[s], sizeof(float) * CHUNK,
                        cudaMemcpyDeviceToHost, streams[s]);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(host_out, sizeof(float) * CHUNK * CHUNKS)
    return 0;
}
