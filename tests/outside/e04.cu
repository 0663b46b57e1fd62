// Streaming compression: 4 MiB blocks, match search, entropy coding, compaction to the front; the compressed size comes
// back first, then so many bytes rounded up. A reader and a writer of files, two device buffers in turn.
#include "nullstream.cuh"
#include <cstdio>
#include <cstring>

#define BLOCK (4u << 20)
#define COUNT 16
#define NBUF 2

#pragma nullstream kernel(find_matches) flops(85.0 * n) bytes(5.0 * n) regs(56) shared(33024) reads(in, n) writes(tokens, n / 2)
__global__ void find_matches(const unsigned char *in, unsigned short *tokens, unsigned n)
{
    extern __shared__ unsigned short table[];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    table[threadIdx.x] = in[i];
    __syncthreads();
    if (i < n / 4)
        tokens[i] = table[threadIdx.x ^ 1];
}
#pragma nullstream kernel(entropy) flops(20.0 * n) bytes(2.0 * n) reads(tokens, n / 2) writes(out, n / 2) writes(sizes, n / 16384)
__global__ void entropy(const unsigned short *tokens, unsigned char *out, int *sizes, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4)
        out[i] = tokens[i] >> 3;
    if (threadIdx.x == 0)
        sizes[blockIdx.x] = 1000;
}
#pragma nullstream kernel(gather_blocks) time(14us) reads(out, n / 2) reads(sizes, n / 16384) writes(packed, n / 2) writes(total, 4)
__global__ void gather_blocks(const unsigned char *out, const int *sizes, unsigned char *packed, int *total, unsigned n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x)
        packed[i] = out[i];
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *total = sizes[0] * 256;
}

#pragma nullstream host(read_file) time(150us) writes(buffer, n)
static void read_file(unsigned char *buffer, unsigned n, int index) { memset(buffer, index, n); }
#pragma nullstream host(write_file) time(70us) reads(buffer, n)
static void write_file(const unsigned char *buffer, unsigned n) { (void)buffer; (void)n; }

typedef struct {
    unsigned char *in, *packed, *out; // device
    unsigned short *tokens;
    int *sizes, *total;
    unsigned char *hIn, *hOut; // pinned
    int *hTotal;
    cudaStream_t stream;
    int busy;
} slot_t;

static size_t finish(slot_t *s)
{
    cudaStreamSynchronize(s->stream); // for the size
    int n = *s->hTotal;
#ifdef __NULLSTREAM__
    n = 1400000;
#endif
    n = (n + 4095) & ~4095;
    cudaMemcpyAsync(s->hOut, s->packed, n, cudaMemcpyDeviceToHost, s->stream);
    cudaStreamSynchronize(s->stream);
    write_file(s->hOut, n);
    s->busy = 0;
    return n;
}

int main(void)
{
    slot_t slot[NBUF];
    size_t written = 0;
    memset(slot, 0, sizeof slot);
    for (int i = 0; i < NBUF; i++) {
        slot_t *s = &slot[i];
        cudaStreamCreateWithFlags(&s->stream, cudaStreamNonBlocking);
        cudaMalloc((void **)&s->in, BLOCK);
        cudaMalloc((void **)&s->out, BLOCK / 2);
        cudaMalloc((void **)&s->packed, BLOCK / 2);
        cudaMalloc((void **)&s->tokens, BLOCK / 2);
        cudaMalloc((void **)&s->sizes, BLOCK / 16384 * sizeof(int));
        cudaMalloc((void **)&s->total, sizeof(int));
        cudaMallocHost((void **)&s->hIn, BLOCK);
        cudaMallocHost((void **)&s->hOut, BLOCK / 2);
        cudaMallocHost((void **)&s->hTotal, sizeof(int));
    }
    for (int b = 0; b < COUNT; b++) {
        slot_t *s = &slot[b % NBUF];
        if (s->busy)
            written += finish(s);
        read_file(s->hIn, BLOCK, b);
        cudaMemcpyAsync(s->in, s->hIn, BLOCK, cudaMemcpyHostToDevice, s->stream);
        find_matches<<<BLOCK / 4 / 256, 256, 512, s->stream>>>(s->in, s->tokens, BLOCK);
        entropy<<<BLOCK / 4 / 4096, 256, 0, s->stream>>>(s->tokens, s->out, s->sizes, BLOCK);
        gather_blocks<<<132, 512, 0, s->stream>>>(s->out, s->sizes, s->packed, s->total, BLOCK);
        cudaMemcpyAsync(s->hTotal, s->total, sizeof(int), cudaMemcpyDeviceToHost, s->stream);
        s->busy = 1;
    }
    for (int i = 0; i < NBUF; i++)
        if (slot[(COUNT + i) % NBUF].busy)
            written += finish(&slot[(COUNT + i) % NBUF]);
    printf("%zu bytes of %u\n", written, COUNT * BLOCK);
    return 0;
}
