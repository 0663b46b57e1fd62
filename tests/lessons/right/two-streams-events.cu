// A stream for each machine, and events that keep a batch in order.
#include <cuda_runtime.h>

const int BATCHES = 12;
const int N = 4 << 20;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(process) time(300us) reads(in, 4 * n) writes(out, 4 * n)
__global__ void process(const float *in, float *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = 2.0f * in[i] + 1.0f;
}

int main()
{
    float *in, *out, *x[BATCHES], *y[BATCHES];
    cudaMallocHost(&in, BATCHES * BYTES);
    cudaMallocHost(&out, BATCHES * BYTES);
    for (int b = 0; b < BATCHES; b++) {
        cudaMalloc(&x[b], BYTES);
        cudaMalloc(&y[b], BYTES);
    }
    cudaStream_t copy_in, run, copy_out;
    cudaStreamCreate(&copy_in);
    cudaStreamCreate(&run);
    cudaStreamCreate(&copy_out);

    cudaEvent_t there, done;
    cudaEventCreateWithFlags(&there, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    for (int b = 0; b < BATCHES; b++) {
        cudaMemcpyAsync(x[b], in + b * N, BYTES, cudaMemcpyHostToDevice, copy_in);
        cudaEventRecord(there, copy_in);
        cudaStreamWaitEvent(run, there, 0);
        process<<<264, 1024, 0, run>>>(x[b], y[b], N);
        cudaEventRecord(done, run);
        cudaStreamWaitEvent(copy_out, done, 0);
        cudaMemcpyAsync(out + b * N, y[b], BYTES, cudaMemcpyDeviceToHost, copy_out);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(out, BATCHES * BYTES)
    return 0;
}
