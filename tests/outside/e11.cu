// Columnar file: 200 pages of 4 KB to 256 KB from a mapped file (malloc, registered once) over 32 streams in turn;
// a page is decompressed, its dictionary indices are decoded, nulls are filled in. A result per row group.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

#ifndef STREAMS
#define STREAMS 32
#endif

struct PageInfo {
    size_t offset;
    int compressed, rows;
    bool dictionary;
};

#pragma nullstream kernel(snappy) block_time(rows * 0.0007us) regs(32) shared(8192) reads(in, bytes) writes(out, rows * 8)
__global__ void snappy(const unsigned char *in, int bytes, unsigned char *out, int rows)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += gridDim.x * blockDim.x)
        out[i] = in[i % bytes];
}
#pragma nullstream kernel(decode_dictionary) bytes(14.0 * rows) reads(page, rows * 8) reads(dict, 8 * 4096) writes(column, rows * 8)
__global__ void decode_dictionary(const unsigned char *page, const long long *dict, long long *column, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows)
        column[i] = dict[page[i]];
}
#pragma nullstream kernel(decode_plain) bytes(16.0 * rows) reads(page, rows * 8) writes(column, rows * 8)
__global__ void decode_plain(const unsigned char *page, long long *column, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows)
        column[i] = page[i];
}
#pragma nullstream kernel(aggregate) bytes(8.0 * n) flops(1.0 * n) shared(1024) reads(column, n * 8) writes(sum, 8)
__global__ void aggregate(const long long *column, size_t n, unsigned long long *sum)
{
    unsigned long long s = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        s += column[i];
    atomicAdd(sum, s);
}

int main(void)
{
    const int pages = 200, groups = 4, per_group = pages / groups;
    std::vector<PageInfo> info(pages);
    size_t file_bytes = 0, rows_total = 0, rows_most = 0;
    unsigned state = 12345;
    for (int p = 0; p < pages; p++) {
        state = state * 1103515245u + 12345u;
        PageInfo &pi = info[p];
        pi.compressed = 4096 << (state >> 16) % 7;
        pi.rows = pi.compressed / 5;
        pi.dictionary = state >> 30 != 0;
        pi.offset = file_bytes;
        file_bytes += pi.compressed;
        rows_total += pi.rows;
        if ((size_t)pi.rows > rows_most)
            rows_most = pi.rows;
    }
    unsigned char *file = (unsigned char *)aligned_alloc(4096, (file_bytes + 4095) / 4096 * 4096);
    cudaHostRegister(file, file_bytes, cudaHostRegisterDefault);

    cudaStream_t stream[STREAMS];
    cudaEvent_t last[STREAMS];
    unsigned char *in[STREAMS], *page[STREAMS];
    for (int s = 0; s < STREAMS; s++) {
        cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&last[s], cudaEventDisableTiming);
        cudaMalloc(&in[s], 262144);
        cudaMalloc(&page[s], rows_most * 8);
    }
    long long *column, *dict;
    unsigned long long *sums, *hSums;
    cudaMalloc(&column, rows_total * 8);
    cudaMalloc(&dict, 4096 * 8);
    cudaMalloc(&sums, groups * 8);
    cudaMallocHost(&hSums, groups * 8);
    cudaMemset(dict, 0, 4096 * 8);
    cudaMemset(sums, 0, groups * 8);
    cudaDeviceSynchronize();

    cudaStream_t reduce;
    cudaStreamCreateWithFlags(&reduce, cudaStreamNonBlocking);
    size_t row = 0, group_start = 0;
    for (int p = 0; p < pages; p++) {
        const PageInfo &pi = info[p];
        const int s = p % STREAMS;
        cudaMemcpyAsync(in[s], file + pi.offset, pi.compressed, cudaMemcpyHostToDevice, stream[s]);
        snappy<<<2, 128, 0, stream[s]>>>(in[s], pi.compressed, page[s], pi.rows);
        if (pi.dictionary)
            decode_dictionary<<<(pi.rows + 159) / 160, 160, 0, stream[s]>>>(page[s], dict, column + row, pi.rows);
        else
            decode_plain<<<(pi.rows + 159) / 160, 160, 0, stream[s]>>>(page[s], column + row, pi.rows);
        row += pi.rows;
        if (p % per_group == per_group - 1) {
            const int g = p / per_group;
            for (int i = 0; i < STREAMS; i++) {
                cudaEventRecord(last[i], stream[i]);
                cudaStreamWaitEvent(reduce, last[i], 0);
            }
            aggregate<<<96, 256, 0, reduce>>>(column + group_start, row - group_start, sums + g);
            cudaMemcpyAsync(hSums + g, sums + g, 8, cudaMemcpyDeviceToHost, reduce);
            group_start = row;
        }
    }
    cudaStreamSynchronize(reduce);
    for (int g = 0; g < groups; g++)
        printf("group %d: %llu\n", g, hSums[g]);
    cudaHostUnregister(file);
    free(file);
    return 0;
}
