// chunk_size.cu with sixteen chunks.
#include <cuda_runtime.h>

const int N = 1 << 24;     // floats
const int CHUNK = 1 << 20; // floats a chunk
const int STREAMS = 3;

// 1 ns for 16 floats: 1049 us in all, whatever the chunks
#pragma nullstream kernel(step) time(n * 0.0625ns)
__global__ void step(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * 2;
}

int main()
{
    cudaStream_t streams[STREAMS];
    float *in, *out, *host_in, *host_out;
    cudaMallocHost(&host_in, sizeof(float) * N);
    cudaMallocHost(&host_out, sizeof(float) * N);
    cudaMalloc(&in, sizeof(float) * N);
    cudaMalloc(&out, sizeof(float) * N);
    for (int s = 0; s < STREAMS; s++)
        cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    for (int from = 0, s = 0; from < N; from += CHUNK, s = (s + 1) % STREAMS) {
        int n = N - from < CHUNK ? N - from : CHUNK;
        cudaMemcpyAsync(in + from, host_in + from, sizeof(float) * n, cudaMemcpyHostToDevice,
                        streams[s]);
        step<<<(n + 255) / 256, 256, 0, streams[s]>>>(in + from, out + from, n);
        cudaMemcpyAsync(host_out + from, out + from, sizeof(float) * n, cudaMemcpyDeviceToHost,
                        streams[s]);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(host_out, sizeof(float) * N)
    return 0;
}
