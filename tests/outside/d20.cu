// A columnar importer: columns lie in std::vectors (pageable). Small ones go as they are, medium ones through a pinned double
// buffer with memcpy, the largest is registered for its copy. Results come back to pageable memory.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#pragma nullstream kernel(dictionary) bytes(n * 2.5) flops(n * 6.0) shared(32768) regs(32) reads(col, n) writes(codes, n / 4)
__global__ void dictionary(const char *col, size_t n, char *codes) {}
#pragma nullstream kernel(minmax) time(13us) reads(codes, n / 4) writes(stats, 64)
__global__ void minmax(const char *codes, size_t n, char *stats) {}

struct Column {
    std::string name;
    std::vector<char> data;
    char *dev;
    cudaStream_t stream;
};

struct Stager {
    static constexpr size_t Piece = 1 << 20;
    char *pinned[2];
    cudaEvent_t free_[2];
    int turn = 0;
    Stager()
    {
        for (int i = 0; i < 2; i++) {
            cudaMallocHost(&pinned[i], Piece);
            cudaEventCreateWithFlags(&free_[i], cudaEventDisableTiming);
        }
    }
    void upload(char *dst, const char *src, size_t n, cudaStream_t s)
    {
        for (size_t at = 0; at < n; at += Piece, turn ^= 1) {
            size_t m = std::min(Piece, n - at);
            cudaEventSynchronize(free_[turn]);
            memcpy(pinned[turn], src + at, m);
            cudaMemcpyAsync(dst + at, pinned[turn], m, cudaMemcpyHostToDevice, s);
            cudaEventRecord(free_[turn], s);
        }
    }
};

int main()
{
    const size_t sizes[] = {64, 900, 30000, 65536, 65537, 400000, 3 << 20, 9000000, 5 << 20, 40u << 20, 128, 1 << 20};
    const int n = sizeof sizes / sizeof *sizes;
    Stager stager;
    std::vector<Column> table;
    char *codes, *stats;
    cudaMalloc(&codes, 160 << 20);
    cudaMalloc(&stats, 64 * n);
    for (int i = 0; i < n; i++) {
        table.push_back(Column());
        table[i].name = "col" + std::to_string(i);
        table[i].data.resize(sizes[i], 'x');
        cudaMalloc(&table[i].dev, sizes[i]);
        cudaStreamCreateWithFlags(&table[i].stream, cudaStreamNonBlocking);
    }
    std::vector<char> result(64 * n);
    for (int i = 0; i < n; i++) {
        Column &c = table[i];
        size_t bytes = c.data.size();
        if (bytes >= (16u << 20)) {
            cudaHostRegister(c.data.data(), bytes, 0);
            cudaMemcpyAsync(c.dev, c.data.data(), bytes, cudaMemcpyHostToDevice, c.stream);
        } else if (bytes > (1u << 20)) {
            stager.upload(c.dev, c.data.data(), bytes, c.stream);
        } else {
            cudaMemcpyAsync(c.dev, c.data.data(), bytes, cudaMemcpyHostToDevice, c.stream);
        }
        char *mine = codes + (size_t)i * (12 << 20);
        dictionary<<<(unsigned)(bytes / 32768 + 1), 256, 0, c.stream>>>(c.dev, bytes, mine);
        minmax<<<16, 256, 0, c.stream>>>(mine, bytes, stats + 64 * i);
        cudaMemcpyAsync(&result[64 * i], stats + 64 * i, 64, cudaMemcpyDeviceToHost, c.stream);
    }
    cudaDeviceSynchronize();
    for (auto &c : table)
        if (c.data.size() >= (16u << 20))
            cudaHostUnregister(c.data.data());
    printf("%s: %d\n", table.back().name.c_str(), result[0]);
    return 0;
}
