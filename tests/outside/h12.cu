// Tail effects: the same work as one grid of few long blocks, as many short ones, and as a persistent grid that takes tiles
// from a counter; then with a second kernel behind in the stream, and with one in another stream that fills the tail.
#include <cstdio>
#include <cstdlib>
#include "nullstream.cuh"

enum Shape { FEW_LONG, MANY_SHORT, PERSISTENT };
static const char *const shape_name[] = {"few long", "many short", "persistent"};

#pragma nullstream kernel(long_blocks) block_time(80us) regs(40)
__global__ void long_blocks(float *x, int tiles)
{
    for (int t = 0; t < 8; t++)
        x[(blockIdx.x * 8 + t) % tiles * 256 + threadIdx.x] += 1.0f;
}

#pragma nullstream kernel(short_blocks) block_time(10us) regs(40)
__global__ void short_blocks(float *x, int tiles)
{
    x[blockIdx.x % tiles * 256 + threadIdx.x] += 1.0f;
}

#pragma nullstream kernel(persistent) block_time(tiles * 10us / (gridDim.x * 1.0)) regs(40)
__global__ void persistent(float *x, int tiles, int *next)
{
    __shared__ int tile;
    for (;;) {
        if (threadIdx.x == 0)
            tile = atomicAdd(next, 1);
        __syncthreads();
        if (tile >= tiles)
            return;
        x[tile * 256 + threadIdx.x] += 1.0f;
        __syncthreads();
    }
}

static float *data_;
static int *counter;

static void work(Shape shape, int tiles, int sms, cudaStream_t s)
{
    switch (shape) {
    case FEW_LONG:
        long_blocks<<<(tiles + 7) / 8, 256, 0, s>>>(data_, tiles);
        break;
    case MANY_SHORT:
        short_blocks<<<tiles, 256, 0, s>>>(data_, tiles);
        break;
    case PERSISTENT:
        cudaMemsetAsync(counter, 0, sizeof(int), s);
        persistent<<<sms * 6, 256, 0, s>>>(data_, tiles, counter);
        break;
    }
}

int main(int argc, char **argv)
{
    int sms = 132, tiles;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    tiles = sms * 6 * 8 + 100; // a little over eight waves of short blocks, or one of long ones
    if (argc > 1)
        tiles = atoi(argv[1]);
    cudaMalloc(&data_, (size_t)tiles * 256 * sizeof(float));
    cudaMalloc(&counter, sizeof(int));
    cudaStream_t first, second;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaEvent_t t[4];
    for (int i = 0; i < 4; i++)
        cudaEventCreate(&t[i]);

    for (int shape = FEW_LONG; shape <= PERSISTENT; shape++) {
        float alone, twice, beside;
        cudaEventRecord(t[0], first);
        work((Shape)shape, tiles, sms, first);
        cudaEventRecord(t[1], first);
        work((Shape)shape, tiles, sms, first);
        work((Shape)shape, tiles, sms, first);
        cudaEventRecord(t[2], first);
        cudaStreamWaitEvent(second, t[2], 0);
        work((Shape)shape, tiles, sms, first);
        short_blocks<<<sms * 4, 256, 0, second>>>(data_, tiles);
        cudaEventRecord(t[3], first);
        cudaEventSynchronize(t[3]);
        cudaStreamSynchronize(second);
        cudaEventElapsedTime(&alone, t[0], t[1]);
        cudaEventElapsedTime(&twice, t[1], t[2]);
        cudaEventElapsedTime(&beside, t[2], t[3]);
        printf("%-10s: %.3f ms alone, %.3f two in a row, %.3f beside another\n", shape_name[shape], alone, twice, beside);
    }
    for (int i = 0; i < 4; i++)
        cudaEventDestroy(t[i]);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(data_);
    cudaFree(counter);
    return 0;
}
