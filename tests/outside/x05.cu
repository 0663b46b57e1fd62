// C++17. Double-buffered compression of a checkpoint: chunks go up, a delta and a bit-packing kernel run, the packed
// size comes back first, then exactly as many bytes. Sizes are what a typical chunk packs to.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

constexpr std::size_t CHUNK = 4u << 20;
constexpr int CHUNKS = 12;

#pragma nullstream kernel(delta) bytes(2.0 * n) flops(1.0 * n)
__global__ void delta(const std::uint8_t *in, std::uint8_t *out, std::size_t n)
{
    std::size_t i = blockIdx.x * (std::size_t)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] - (i ? in[i - 1] : 0);
}

#pragma nullstream kernel(pack) time(60us) reads(in, n) writes(out, n) writes(size, 4)
__global__ void pack(const std::uint8_t *in, std::uint8_t *out, unsigned *size, std::size_t n)
{
    std::size_t i = blockIdx.x * (std::size_t)blockDim.x + threadIdx.x;
    if (i < n / 2)
        out[i] = (in[2 * i] & 15) | (in[2 * i + 1] << 4);
    if (i == 0)
        *size = (unsigned)(n / 2);
}

struct Lane {
    cudaStream_t stream;
    cudaEvent_t sized;
    std::uint8_t *raw, *diff, *packed, *staging;
    unsigned *size, *size_host;
    int chunk = -1;

    Lane()
    {
        cudaStreamCreate(&stream);
        cudaEventCreateWithFlags(&sized, cudaEventDisableTiming);
        cudaMalloc(&raw, CHUNK);
        cudaMalloc(&diff, CHUNK);
        cudaMalloc(&packed, CHUNK);
        cudaMalloc(&size, sizeof *size);
        cudaMallocHost(&size_host, sizeof *size);
        cudaMallocHost(&staging, CHUNK);
    }
    ~Lane()
    {
        for (void *p : {(void *)raw, (void *)diff, (void *)packed, (void *)size})
            cudaFree(p);
        cudaFreeHost(size_host);
        cudaFreeHost(staging);
        cudaEventDestroy(sized);
        cudaStreamDestroy(stream);
    }
};

int main()
{
    std::uint8_t *checkpoint;
    cudaHostAlloc(&checkpoint, CHUNK * CHUNKS, cudaHostAllocDefault);
    std::size_t written = 0;
    {
        Lane lanes[2];
        auto start = [&](Lane &l, int chunk) {
            l.chunk = chunk;
            cudaMemcpyAsync(l.raw, checkpoint + chunk * CHUNK, CHUNK, cudaMemcpyHostToDevice, l.stream);
            delta<<<CHUNK / 256, 256, 0, l.stream>>>(l.raw, l.diff, CHUNK);
            pack<<<CHUNK / 2 / 256, 256, 0, l.stream>>>(l.diff, l.packed, l.size, CHUNK);
            cudaMemcpyAsync(l.size_host, l.size, sizeof(unsigned), cudaMemcpyDeviceToHost, l.stream);
            cudaEventRecord(l.sized, l.stream);
        };
        auto fetch = [&](Lane &l) {
            cudaEventSynchronize(l.sized);
            unsigned bytes = *l.size_host;
#ifdef __NULLSTREAM__
            bytes = CHUNK / 2;
#endif
            cudaMemcpyAsync(l.staging, l.packed, bytes, cudaMemcpyDeviceToHost, l.stream);
            cudaStreamSynchronize(l.stream);
            written += bytes;
            l.chunk = -1;
        };
        for (int c = 0; c < CHUNKS; c++) {
            start(lanes[c % 2], c);
            if (c > 0)
                fetch(lanes[(c - 1) % 2]);
        }
        fetch(lanes[(CHUNKS - 1) % 2]);
    }
    std::printf("%zu KiB of %zu KiB\n", written / 1024, CHUNK * CHUNKS / 1024);
    cudaFreeHost(checkpoint);
}
