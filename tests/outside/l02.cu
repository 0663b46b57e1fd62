// simpleMultiCopy, after NVIDIA's sample: quadruple buffering of copy in, kernel, copy out.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define checkCudaErrors(call)                                                              \
    do {                                                                                   \
        cudaError_t err__ = (call);                                                        \
        if (err__ != cudaSuccess) {                                                        \
            printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(err__));           \
            exit(1);                                                                       \
        }                                                                                  \
    } while (0)

const char *sSDKsample = "simpleMultiCopy";

__global__ void incKernel(int *g_out, int *g_in, int N, int inner_reps)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < N) {
        for (int i = 0; i < inner_reps; ++i)
            g_out[idx] = g_in[idx] + 1;
    }
}

#define STREAM_COUNT 4

int N = 1 << 20;
int nreps = 10;
int inner_reps = 5;
int memsize;
dim3 block(512);
dim3 grid;
int thread_blocks;

int *h_data_source;
int *h_data_sink;
int *h_data_in[STREAM_COUNT];
int *d_data_in[STREAM_COUNT];
int *h_data_out[STREAM_COUNT];
int *d_data_out[STREAM_COUNT];
cudaEvent_t cycleDone[STREAM_COUNT];
cudaStream_t stream[STREAM_COUNT];
cudaEvent_t start, stop;

float processWithStreams(int streams_used);
void init();
bool test();

int main(int argc, char *argv[])
{
    cudaDeviceProp deviceProp;
    checkCudaErrors(cudaSetDevice(0));
    checkCudaErrors(cudaGetDeviceProperties(&deviceProp, 0));
    printf("[%s] - Starting...\n", sSDKsample);
    printf("> %s has %d copy engines\n", deviceProp.name, deviceProp.asyncEngineCount);
    memsize = N * sizeof(int);
    thread_blocks = N / block.x;
    grid.x = thread_blocks % 65535;
    grid.y = (thread_blocks / 65535 + 1);

    h_data_source = (int *)malloc(memsize);
    h_data_sink = (int *)malloc(memsize);
    for (int i = 0; i < STREAM_COUNT; ++i) {
        checkCudaErrors(cudaHostAlloc(&h_data_in[i], memsize, cudaHostAllocDefault));
        checkCudaErrors(cudaMalloc(&d_data_in[i], memsize));
        checkCudaErrors(cudaMemset(d_data_in[i], 0, memsize));
        checkCudaErrors(cudaHostAlloc(&h_data_out[i], memsize, cudaHostAllocDefault));
        checkCudaErrors(cudaMalloc(&d_data_out[i], memsize));
        checkCudaErrors(cudaStreamCreate(&stream[i]));
        checkCudaErrors(cudaEventCreate(&cycleDone[i]));
        cudaEventRecord(cycleDone[i], stream[i]);
    }
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    init();

    incKernel<<<grid, block>>>(d_data_out[0], d_data_in[0], N, inner_reps);

    cudaEventRecord(start, 0);
    checkCudaErrors(cudaMemcpyAsync(d_data_in[0], h_data_in[0], memsize, cudaMemcpyHostToDevice, 0));
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    float memcpy_h2d_time;
    cudaEventElapsedTime(&memcpy_h2d_time, start, stop);

    cudaEventRecord(start, 0);
    checkCudaErrors(cudaMemcpyAsync(h_data_out[0], d_data_out[0], memsize, cudaMemcpyDeviceToHost, 0));
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    float memcpy_d2h_time;
    cudaEventElapsedTime(&memcpy_d2h_time, start, stop);

    cudaEventRecord(start, 0);
    incKernel<<<grid, block, 0, 0>>>(d_data_out[0], d_data_in[0], N, inner_reps);
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    float kernel_time;
    cudaEventElapsedTime(&kernel_time, start, stop);

    printf("Measured timings (throughput):\n");
    printf(" Memcpy host to device\t: %f ms (%f GB/s)\n", memcpy_h2d_time, (memsize * 1e-6) / memcpy_h2d_time);
    printf(" Memcpy device to host\t: %f ms (%f GB/s)\n", memcpy_d2h_time, (memsize * 1e-6) / memcpy_d2h_time);
    printf(" Kernel\t\t\t: %f ms (%f GB/s)\n", kernel_time, (inner_reps * memsize * 2e-6) / kernel_time);

    float serial_time = processWithStreams(1);
    float overlap_time = processWithStreams(STREAM_COUNT);
    printf("\nAverage measured timings over %d repetitions:\n", nreps);
    printf(" Avg. time when execution fully serialized\t: %f ms\n", serial_time / nreps);
    printf(" Avg. time when overlapped using %d streams\t: %f ms\n", STREAM_COUNT, overlap_time / nreps);
    printf(" Avg. speedup gained (serialized - overlapped)\t: %f ms\n", (serial_time - overlap_time) / nreps);

    bool bResults = test();

    free(h_data_source);
    free(h_data_sink);
    for (int i = 0; i < STREAM_COUNT; ++i) {
        cudaFreeHost(h_data_in[i]);
        cudaFree(d_data_in[i]);
        cudaFreeHost(h_data_out[i]);
        cudaFree(d_data_out[i]);
        cudaStreamDestroy(stream[i]);
        cudaEventDestroy(cycleDone[i]);
    }
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return bResults ? EXIT_SUCCESS : EXIT_FAILURE;
}

float processWithStreams(int streams_used)
{
    int current_stream = 0;
    float time;
    cudaEventRecord(start, 0);
    for (int i = 0; i < nreps; ++i) {
        int next_stream = (current_stream + 1) % streams_used;
        // Ensure that processing and copying of the last cycle has finished
        cudaEventSynchronize(cycleDone[next_stream]);
        incKernel<<<grid, block, 0, stream[current_stream]>>>(d_data_out[current_stream],
                                                              d_data_in[current_stream], N, inner_reps);
        checkCudaErrors(cudaMemcpyAsync(d_data_in[next_stream], h_data_in[next_stream], memsize,
                                        cudaMemcpyHostToDevice, stream[next_stream]));
        checkCudaErrors(cudaMemcpyAsync(h_data_out[current_stream], d_data_out[current_stream], memsize,
                                        cudaMemcpyDeviceToHost, stream[current_stream]));
        checkCudaErrors(cudaEventRecord(cycleDone[current_stream], stream[current_stream]));
        current_stream = next_stream;
    }
    cudaEventRecord(stop, 0);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&time, start, stop);
    return time;
}

void init()
{
    for (int i = 0; i < N; ++i)
        h_data_source[i] = 0;
    for (int i = 0; i < STREAM_COUNT; ++i)
        memcpy(h_data_in[i], h_data_source, memsize);
}

bool test()
{
    bool passed = true;
    for (int j = 0; j < STREAM_COUNT; ++j)
        for (int i = 0; i < N; ++i)
            passed &= (h_data_out[j][i] == 1);
    return passed;
}
