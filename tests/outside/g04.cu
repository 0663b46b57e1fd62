// k-mer counting over reads: double buffered batches of bases are encoded, counted in a table on
// the device, and a host function per batch accounts for what was consumed.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define K 11
#define TABLE (1u << (2 * K))
#define BATCH (8 << 20)
#define NBATCH 12

static void die(cudaError_t e, int line)
{
    if (e == cudaSuccess) return;
    fprintf(stderr, "line %d: %s\n", line, cudaGetErrorName(e));
    exit(1);
}
#define OK(e) die((e), __LINE__)

__global__ void encode(const char *text, uint8_t *code, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    char c = text[i];
    code[i] = c == 'A' ? 0 : c == 'C' ? 1 : c == 'G' ? 2 : 3;
}

__global__ void count_kmers(const uint8_t *code, size_t n, unsigned *table)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i + K <= n; i += stride) {
        unsigned key = 0;
        for (int j = 0; j < K; j++) key = key << 2 | code[i + j];
        atomicAdd(table + key, 1u);
    }
}

__global__ void summarize(const unsigned *table, unsigned long long *out)
{
    __shared__ unsigned long long s_total, s_distinct;
    if (threadIdx.x == 0) s_total = s_distinct = 0;
    __syncthreads();
    unsigned long long total = 0, distinct = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < TABLE; i += gridDim.x * blockDim.x) {
        total += table[i];
        distinct += table[i] != 0;
    }
    atomicAdd(&s_total, total);
    atomicAdd(&s_distinct, distinct);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(out, s_total);
        atomicAdd(out + 1, s_distinct);
    }
}

struct account { long bases; int batches; };
struct ticket { struct account *a; long bases; };

static void consumed(void *p)
{
    struct ticket *t = (struct ticket *)p;
    t->a->bases += t->bases;
    t->a->batches++;
}

static void synthesize(char *to, size_t n, uint32_t seed)
{
    // one random page, repeated: cheap and deterministic
    static const char base[] = "ACGT";
    size_t page = 4096 < n ? 4096 : n;
    for (size_t i = 0; i < page; i++) {
        seed = seed * 1664525u + 1013904223u;
        to[i] = base[seed >> 30];
    }
    for (size_t i = page; i < n; i += page) memcpy(to + i, to, n - i < page ? n - i : page);
}

int main(void)
{
    char *h[2], *d_text[2];
    uint8_t *d_code[2];
    unsigned *d_table;
    unsigned long long *d_out, out[2];
    cudaStream_t copy, work;
    cudaEvent_t filled[2], drained[2];
    struct account acc = {0, 0};
    static struct ticket tickets[NBATCH];

    OK(cudaStreamCreate(&copy));
    OK(cudaStreamCreate(&work));
    for (int i = 0; i < 2; i++) {
        OK(cudaHostAlloc((void **)&h[i], BATCH, cudaHostAllocWriteCombined));
        OK(cudaMalloc((void **)&d_text[i], BATCH));
        OK(cudaMalloc((void **)&d_code[i], BATCH));
        OK(cudaEventCreateWithFlags(&filled[i], cudaEventDisableTiming));
        OK(cudaEventCreateWithFlags(&drained[i], cudaEventDisableTiming));
    }
    OK(cudaMalloc((void **)&d_table, TABLE * sizeof(unsigned)));
    OK(cudaMalloc((void **)&d_out, sizeof out));
    OK(cudaMemsetAsync(d_table, 0, TABLE * sizeof(unsigned), work));
    OK(cudaMemsetAsync(d_out, 0, sizeof out, work));

    for (int b = 0; b < NBATCH; b++) {
        int k = b & 1;
        size_t n = b == NBATCH - 1 ? BATCH / 3 : BATCH;
        if (b >= 2) OK(cudaEventSynchronize(filled[k])); // the host buffer is free again
        synthesize(h[k], n, 12345u + b);
        if (b >= 2) OK(cudaStreamWaitEvent(copy, drained[k], 0));
        OK(cudaMemcpyAsync(d_text[k], h[k], n, cudaMemcpyHostToDevice, copy));
        OK(cudaEventRecord(filled[k], copy));
        OK(cudaStreamWaitEvent(work, filled[k], 0));
        encode<<<(unsigned)((n + 255) / 256), 256, 0, work>>>(d_text[k], d_code[k], n);
        OK(cudaEventRecord(drained[k], work));
        count_kmers<<<1056, 256, 0, work>>>(d_code[k], n, d_table);
        tickets[b] = {&acc, (long)n};
        OK(cudaLaunchHostFunc(work, consumed, &tickets[b]));
    }
    summarize<<<264, 256, 0, work>>>(d_table, d_out);
    OK(cudaGetLastError());
    OK(cudaMemcpyAsync(out, d_out, sizeof out, cudaMemcpyDeviceToHost, work));
    OK(cudaStreamSynchronize(work));
    printf("%ld bases in %d batches, %llu kmers, %llu distinct\n", acc.bases, acc.batches, out[0], out[1]);
    return acc.batches == NBATCH ? 0 : 1;
}
