// Host functions as part of a pipeline: chunks are uploaded, reduced to a few KB, brought back, and a host
// function folds them into a result while the next ones run; an old-style callback counts.
#include "nullstream.cuh"
#include <cstdio>
#include <cstring>
#include <vector>

constexpr int CHUNKS = 18, STREAMS = 3;
constexpr size_t BYTES = 2u << 20, SMALL = 16 << 10;

#pragma nullstream kernel(reduce) bytes(1.0 * BYTES) flops(60.0 * BYTES) reads(in, BYTES) writes(out, SMALL)
__global__ void reduce(const unsigned char *in, int *out)
{
    int sum = 0;
    for (size_t i = blockIdx.x * 256 + threadIdx.x; i < BYTES; i += gridDim.x * 256)
        sum += in[i];
    out[(blockIdx.x * 256 + threadIdx.x) % (SMALL / 4)] = sum;
}
#pragma nullstream kernel(finish) time(9us) reads(out, SMALL) writes(out, SMALL)
__global__ void finish(int *out) { spin_us(9); }

struct Work {
    int chunk;
    const int *part;
    long *total;
};
static int callbacks = 0;

#pragma nullstream host(fold_values) time(18us)
static void fold_values(const int *part, long *total)
{
    for (size_t i = 0; i < SMALL / sizeof(int); i += 512)
        *total += part[i];
}
static void CUDART_CB fold(void *arg)
{
    Work *w = static_cast<Work *>(arg);
    fold_values(w->part, w->total);
}
static void CUDART_CB counted(cudaStream_t, cudaError_t status, void *data)
{
    if (status == cudaSuccess)
        ++*static_cast<int *>(data);
}

int main()
{
    unsigned char *in, *d_in[STREAMS];
    int *d_out[STREAMS], *out;
    long totals[STREAMS] = {};
    cudaHostAlloc((void **)&in, CHUNKS * BYTES, cudaHostAllocPortable);
    cudaMallocHost((void **)&out, CHUNKS * SMALL);
    cudaStream_t s[STREAMS];
    for (int i = 0; i < STREAMS; i++) {
        cudaMalloc((void **)&d_in[i], BYTES);
        cudaMalloc((void **)&d_out[i], SMALL);
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    }
    std::vector<Work> work(CHUNKS);
    for (int c = 0; c < CHUNKS; c++) {
        int k = c % STREAMS;
        work[c] = {c, out + c * (SMALL / sizeof(int)), &totals[k]};
        cudaMemcpyAsync(d_in[k], in + c * BYTES, BYTES, cudaMemcpyHostToDevice, s[k]);
        reduce<<<128, 256, 0, s[k]>>>(d_in[k], d_out[k]);
        finish<<<4, 256, 0, s[k]>>>(d_out[k]);
        cudaMemcpyAsync(out + c * (SMALL / sizeof(int)), d_out[k], SMALL, cudaMemcpyDeviceToHost, s[k]);
        if (cudaLaunchHostFunc(s[k], fold, &work[c]) != cudaSuccess)
            return 1;
        if (c % 6 == 5)
            cudaStreamAddCallback(s[k], counted, &callbacks, 0);
    }
    for (int i = 0; i < STREAMS; i++)
        cudaStreamSynchronize(s[i]);
    printf("%ld %d\n", totals[0] + totals[1] + totals[2], callbacks);
    return 0;
}
