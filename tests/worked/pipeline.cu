// Batches of copy in, kernel, copy out, dealt to streams in turn and issued batch by batch. The
// hand-worked cases set what they need: -D BATCHES=2 -D STREAMS=1 --cost process=1ms ...
#include <cuda_runtime.h>

const int BATCHES = 2;
const int STREAMS = 2;
const int IN = 1000000;  // bytes
const int OUT = 1000000; // bytes

__global__ void process(const char *in, char *out)
{
}

int main()
{
    cudaStream_t streams[STREAMS];
    char *host_in, *host_out, *in[STREAMS], *out[STREAMS];
    cudaMallocHost((void **)&host_in, (size_t)IN * BATCHES);
    cudaMallocHost((void **)&host_out, (size_t)OUT * BATCHES);
    for (int s = 0; s < STREAMS; s++) {
        cudaStreamCreate(&streams[s]);
        cudaMalloc((void **)&in[s], IN);
        cudaMalloc((void **)&out[s], OUT);
    }
    for (int b = 0; b < BATCHES; b++) {
        int s = b % STREAMS;
        cudaMemcpyAsync(in[s], host_in + (size_t)b * IN, IN, cudaMemcpyHostToDevice, streams[s]);
        process<<<264, 1024, 0, streams[s]>>>(in[s], out[s]); // fills 132 SMs of 2048 threads
        cudaMemcpyAsync(host_out + (size_t)b * OUT, out[s], OUT, cudaMemcpyDeviceToHost, streams[s]);
    }
    cudaDeviceSynchronize();
    return 0;
}
