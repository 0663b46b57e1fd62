// Genome matching: reads are copied in 2-D (pitched), matched against a reference; two streams by turns.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <string_view>
#include <string>
#include <vector>

using namespace std::literals;

constexpr int READ = 150, READS = 16384, BATCHES = 6;
constexpr char complement(char c) { return c == 'A' ? 'T' : c == 'T' ? 'A' : c == 'C' ? 'G' : c == 'G' ? 'C' : 'N'; }
static_assert(complement('G') == 'C');

#pragma nullstream kernel(pack) time(20us) reads(text, pitch * reads_) writes(packed, reads_ * 40)
__global__ void pack(const char *text, size_t pitch, unsigned *packed, int reads_)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= reads_) return;
    for (int w = 0; w < 10; w++) {
        unsigned v = 0;
        for (int k = 0; k < 15; k++) v = v << 2 | ((text[r * pitch + w * 15 + k] >> 1) & 3);
        packed[r * 10 + w] = v;
    }
}

#pragma nullstream kernel(match) time(130us) reads(packed, reads_ * 40) reads(reference, words * 4) writes(best, reads_ * 4)
__global__ void match(const unsigned *packed, const unsigned *reference, int *best, int reads_, int words)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= reads_) return;
    int top = 1 << 30;
    for (int at = 0; at < 600; at++) {
        int d = 0;
        for (int w = 0; w < 10; w++) d += __popc(packed[r * 10 + w] ^ reference[(at + w) % words]);
        top = min(top, d);
    }
    best[r] = top;
}

struct Batch {
    char *host = nullptr, *dev = nullptr;
    size_t pitch = 0;
    unsigned *packed = nullptr;
    int *best = nullptr, *host_best = nullptr;
    cudaEvent_t loaded = nullptr;
};

int main()
{
    constexpr std::string_view motif = "ACGTTGCAACGT"sv;
    std::string rc;
    for (auto it = motif.rbegin(); it != motif.rend(); ++it)
        rc += complement(*it);
    cudaStream_t load, work;
    cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    const int words = 1 << 16;
    unsigned *reference;
    cudaMalloc(&reference, words * sizeof(unsigned));
    cudaMemset(reference, 0x1b, words * sizeof(unsigned));
    cudaDeviceSynchronize();
    std::vector<Batch> ring(2);
    for (auto &b : ring) {
        cudaMallocHost(&b.host, READ * READS);
        cudaMallocPitch(&b.dev, &b.pitch, READ, READS);
        cudaMalloc(&b.packed, READS * 40);
        cudaMalloc(&b.best, READS * sizeof(int));
        cudaMallocHost(&b.host_best, READS * sizeof(int));
        cudaEventCreateWithFlags(&b.loaded, cudaEventDisableTiming);
        for (int r = 0; r < READS; r += 16)
            std::copy(motif.begin(), motif.end(), b.host + r * READ);
    }
    long best = 0;
    for (int n = 0; n < BATCHES; n++) {
        Batch &b = ring[n % ring.size()];
        cudaMemcpy2DAsync(b.dev, b.pitch, b.host, READ, READ, READS, cudaMemcpyHostToDevice, load);
        cudaEventRecord(b.loaded, load);
        cudaStreamWaitEvent(load, b.loaded, 0);
        pack<<<READS / 128, 128, 0, work>>>(b.dev, b.pitch, b.packed, READS);
        match<<<READS / 128, 128, 0, work>>>(b.packed, reference, b.best, READS, words);
        cudaMemcpyAsync(b.host_best, b.best, READS * sizeof(int), cudaMemcpyDeviceToHost, work);
        cudaStreamSynchronize(work);
        best += b.host_best[0];
    }
    cudaStreamSynchronize(load);
    std::printf("motif %.*s, reverse complement %s, pitch %zu, best %ld\n", (int)motif.size(), motif.data(), rc.c_str(), ring[0].pitch, best);
    for (auto &b : ring) {
        cudaFreeHost(b.host);
        cudaFreeHost(b.host_best);
        cudaFree(b.dev);
        cudaFree(b.packed);
        cudaFree(b.best);
        cudaEventDestroy(b.loaded);
    }
    cudaFree(reference);
}
