// After simpleMultiCopy: four slots, each with its stream, buffers and cycle event; the host fills
// the slot's input while the device works on the others.
#include "nullstream.cuh"
#include <nvtx3/nvToolsExt.h>
#include <cstdio>

#define STREAM_COUNT 4
#define NREPS 16
const int N = 1 << 21;

#pragma nullstream kernel(incKernel) bytes(8.0 * N) flops(4.0 * N * inner_reps)
__global__ void incKernel(int *g_out, const int *g_in, int inner_reps)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < (1 << 21)) {
        int v = g_in[idx];
        for (int i = 0; i < inner_reps; ++i)
            v = v * 3 + 1;
        g_out[idx] = v;
    }
}

static int *h_data_in[STREAM_COUNT], *d_data_in[STREAM_COUNT];
static int *h_data_out[STREAM_COUNT], *d_data_out[STREAM_COUNT];
static cudaEvent_t cycleDone[STREAM_COUNT];
static cudaStream_t stream[STREAM_COUNT];

static void fill(int slot, int turn)
{
    host_work_us(35);
    h_data_in[slot][0] = turn;
}

static float processWithStreams(int streams_used)
{
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    int current_stream = 0;
    cudaEventRecord(start, stream[0]);
    for (int i = 0; i < NREPS; ++i) {
        int next_stream = (current_stream + 1) % streams_used;
        cudaEventSynchronize(cycleDone[next_stream]);
        fill(next_stream, i);
        incKernel<<<N / 512, 512, 0, stream[current_stream]>>>(d_data_out[current_stream],
                                                               d_data_in[current_stream], 30);
        cudaMemcpyAsync(d_data_in[next_stream], h_data_in[next_stream], N * sizeof(int),
                        cudaMemcpyHostToDevice, stream[next_stream]);
        cudaMemcpyAsync(h_data_out[current_stream], d_data_out[current_stream], N * sizeof(int),
                        cudaMemcpyDeviceToHost, stream[current_stream]);
        cudaEventRecord(cycleDone[current_stream], stream[current_stream]);
        current_stream = next_stream;
    }
    for (int i = 0; i < streams_used; i++)
        cudaStreamSynchronize(stream[i]);
    cudaEventRecord(stop, stream[0]);
    cudaEventSynchronize(stop);
    float ms = 0;
    cudaEventElapsedTime(&ms, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return ms;
}

int main()
{
    for (int i = 0; i < STREAM_COUNT; ++i) {
        cudaHostAlloc(&h_data_in[i], N * sizeof(int), cudaHostAllocWriteCombined);
        cudaHostAlloc(&h_data_out[i], N * sizeof(int), cudaHostAllocDefault);
        cudaMalloc(&d_data_in[i], N * sizeof(int));
        cudaMalloc(&d_data_out[i], N * sizeof(int));
        cudaMemset(d_data_in[i], 0, N * sizeof(int));
        cudaStreamCreate(&stream[i]);
        cudaEventCreate(&cycleDone[i]);
        cudaEventRecord(cycleDone[i], stream[i]);
    }
    cudaDeviceSynchronize();
    nvtxRangePushA("nullstream");
    float serial = processWithStreams(1);
    float overlapped = processWithStreams(STREAM_COUNT);
    nvtxRangePop();
    printf("serialized %.3f ms, overlapped %.3f ms\n", serial, overlapped);
    return 0;
}
