// A file arrives in pieces that grow geometrically (16 KB, 32 KB, ... 32 MB): three streams in turn, checksum per
// piece, all checksums come back in one copy, ordered behind the three streams by events.
#include <cuda_runtime.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void must(cudaError_t e, const char *what)
{
    if (e != cudaSuccess)
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

#pragma nullstream kernel(adler) bytes(1.0 * bytes) flops(2.0 * bytes) reads(data, bytes) writes(sum, 4)
__global__ void adler(const uint8_t *data, size_t bytes, uint32_t *sum)
{
    uint32_t a = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < bytes; i += (size_t)gridDim.x * blockDim.x)
        a += data[i] * (uint32_t)(bytes - i);
    for (int o = 16; o > 0; o >>= 1)
        a += __shfl_xor_sync(0xffffffffu, a, o);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(sum, a);
}

struct Piece {
    size_t offset, bytes;
};

std::vector<Piece> cut(size_t first, size_t last)
{
    std::vector<Piece> all;
    size_t at = 0;
    for (size_t b = first; b <= last; b *= 2) {
        all.push_back({at, b});
        at += b;
    }
    return all;
}

} // namespace

int main()
try {
    const auto pieces = cut(16 << 10, 32 << 20);
    const size_t total = std::accumulate(pieces.begin(), pieces.end(), (size_t)0,
                                         [](size_t sum, const Piece &p) { return sum + p.bytes; });
    uint8_t *file = nullptr, *image = nullptr;
    uint32_t *sums = nullptr, *home = nullptr;
    must(cudaMallocHost((void **)&file, total), "cudaMallocHost");
    must(cudaMallocHost((void **)&home, pieces.size() * sizeof(uint32_t)), "cudaMallocHost");
    must(cudaMalloc((void **)&image, total), "cudaMalloc");
    must(cudaMalloc((void **)&sums, pieces.size() * sizeof(uint32_t)), "cudaMalloc");

    std::array<cudaStream_t, 3> lane{};
    std::array<cudaEvent_t, 3> end{};
    cudaEvent_t cleared;
    for (size_t i = 0; i < lane.size(); ++i) {
        must(cudaStreamCreateWithFlags(&lane[i], cudaStreamNonBlocking), "stream");
        must(cudaEventCreateWithFlags(&end[i], cudaEventDisableTiming), "event");
    }
    must(cudaEventCreateWithFlags(&cleared, cudaEventDisableTiming), "event");

    must(cudaMemsetAsync(sums, 0, pieces.size() * sizeof(uint32_t), lane[0]), "memset");
    must(cudaEventRecord(cleared, lane[0]), "record");
    for (size_t i = 1; i < lane.size(); ++i)
        must(cudaStreamWaitEvent(lane[i], cleared, 0), "wait");

    for (size_t i = 0; i < pieces.size(); ++i) {
        const auto &[offset, bytes] = pieces[i];
        cudaStream_t s = lane[i % lane.size()];
        must(cudaMemcpyAsync(image + offset, file + offset, bytes, cudaMemcpyHostToDevice, s), "upload");
        unsigned blocks = (unsigned)std::min<size_t>(1056, (bytes + 1023) / 1024);
        adler<<<blocks, 256, 0, s>>>(image + offset, bytes, sums + i);
        must(cudaGetLastError(), "adler");
    }
    for (size_t i = 1; i < lane.size(); ++i) {
        must(cudaEventRecord(end[i], lane[i]), "record");
        must(cudaStreamWaitEvent(lane[0], end[i], 0), "wait");
    }
    must(cudaMemcpyAsync(home, sums, pieces.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost, lane[0]), "download");
    must(cudaStreamSynchronize(lane[0]), "synchronize");

    uint32_t whole = 1;
    for (size_t i = 0; i < pieces.size(); ++i)
        whole = (whole << 5 | whole >> 27) ^ home[i];
    std::cout << pieces.size() << " pieces, " << total << " bytes, checksum " << whole << "\n";
    for (size_t i = 0; i < lane.size(); ++i) {
        cudaStreamDestroy(lane[i]);
        cudaEventDestroy(end[i]);
    }
    cudaEventDestroy(cleared);
    cudaFree(image);
    cudaFree(sums);
    cudaFreeHost(file);
    cudaFreeHost(home);
    return 0;
} catch (const std::exception &e) {
    std::cerr << e.what() << "\n";
    return 1;
}
