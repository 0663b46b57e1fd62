/* Double-buffered reader: a file is read with fread into one page-locked buffer while the GPU checks the other. */
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>

#define BLOCK (4u << 20)
#define BLOCKS 8

#define DIE(...) (fprintf(stderr, __VA_ARGS__), exit(1))
static inline void ok(cudaError_t e) { if (e != cudaSuccess) DIE("cuda: %s\n", cudaGetErrorString(e)); }

#pragma nullstream kernel(crc) bytes(1.0 * n) flops(12.0 * n) reads(data, n) writes(sums, (n + 4095) / 4096 * 4)
__global__ void crc(const uint8_t *data, uint32_t *sums, size_t n)
{
    size_t i = (size_t)(blockIdx.x * blockDim.x + threadIdx.x) * 4096;
    uint32_t c = 0xffffffffu;
    if (i >= n)
        return;
    for (size_t k = i; k < i + 4096 && k < n; k++) {
        c ^= data[k];
        for (int b = 0; b < 8; b++)
            c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
    }
    sums[i / 4096] = ~c;
}

#pragma nullstream host(read_block) time(900us) writes(to, want)
static size_t read_block(FILE *f, uint8_t *to, size_t want)
{
    size_t got = 0;
    if (f) {
        while (got < want) {
            size_t n = fread(to + got, 1, want - got, f);
            if (n == 0)
                break;
            got += n;
        }
    } else {
        got = want;
    }
    return got;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "/tmp/input.bin";
    FILE *f = fopen(path, "rb");
    if (!f)
        fprintf(stderr, "%s: %s, made-up data instead\n", path, "cannot be opened");
    uint8_t *host[2], *dev[2];
    uint32_t *sums[2], *result;
    cudaStream_t s[2];
    cudaEvent_t free_[2];
    int i;
    const size_t nsums = BLOCK / 4096;
    ok(cudaHostAlloc((void **)&result, BLOCKS * nsums * sizeof(uint32_t), cudaHostAllocPortable));
    for (i = 0; i < 2; i++) {
        host[i] = (uint8_t *)aligned_alloc(4096, BLOCK);
        ok(cudaHostRegister(host[i], BLOCK, cudaHostRegisterDefault));
        ok(cudaMalloc((void **)&dev[i], BLOCK));
        ok(cudaMalloc((void **)&sums[i], nsums * sizeof(uint32_t)));
        ok(cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking));
        ok(cudaEventCreateWithFlags(&free_[i], cudaEventDisableTiming | cudaEventBlockingSync));
    }
    size_t total = 0;
    for (i = 0; i < BLOCKS; i++) {
        const int b = i & 1;
        ok(cudaEventSynchronize(free_[b]));
        size_t n = read_block(f, host[b], BLOCK);
        if (n == 0)
            break;
        ok(cudaMemcpyAsync(dev[b], host[b], n, cudaMemcpyHostToDevice, s[b]));
        ok(cudaEventRecord(free_[b], s[b]));
        crc<<<(unsigned)((nsums + 63) / 64), 64, 0, s[b]>>>(dev[b], sums[b], n);
        ok(cudaGetLastError());
        ok(cudaMemcpyAsync(result + i * nsums, sums[b], nsums * sizeof(uint32_t), cudaMemcpyDeviceToHost, s[b]));
        total += n;
    }
    for (i = 0; i < 2; i++)
        ok(cudaStreamSynchronize(s[i]));
    printf("%zu MiB in %d blocks, first sum %08x\n", total >> 20, BLOCKS, result[0]);
    for (i = 0; i < 2; i++) {
        ok(cudaHostUnregister(host[i]));
        free(host[i]);
        ok(cudaFree(dev[i]));
        ok(cudaFree(sums[i]));
        ok(cudaEventDestroy(free_[i]));
        ok(cudaStreamDestroy(s[i]));
    }
    ok(cudaFreeHost(result));
    if (f)
        fclose(f);
    return 0;
}
