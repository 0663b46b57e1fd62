// Searching a log for patterns: the log is one std::string that is registered, cut at line ends into chunks,
// and searched chunk by chunk; counts come back and are merged into a table on the host.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

inline constexpr std::string_view kPatterns[] = {"ERROR", "timeout", "user=", "404"};
inline constexpr size_t kPatternCount = std::size(kPatterns);
inline constexpr size_t kLogBytes = 48u << 20;

struct Finally {
    std::function<void()> action;
    ~Finally() { action(); }
};

#define CONCAT_(a, b) a##b
#define CONCAT(a, b) CONCAT_(a, b)
#define DEFER(...) Finally CONCAT(defer_, __LINE__){[&] { __VA_ARGS__; }}

struct Pattern {
    char text[16];
    int length;
};
__constant__ Pattern patterns[kPatternCount];

// 16 bytes a thread and round; most positions fail at the first character of each pattern
#pragma nullstream kernel(grep) bytes(1.0 * n) flops(25.0 * kPatternCount * n) reads(text, n) writes(counts, 4 * kPatternCount)
__global__ void grep(const char *text, int n, unsigned *counts)
{
    unsigned found[kPatternCount] = {};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
#pragma unroll
        for (int p = 0; p < (int)kPatternCount; p++) {
            int k = 0;
            while (k < patterns[p].length && i + k < n && text[i + k] == patterns[p].text[k])
                k++;
            found[p] += k == patterns[p].length;
        }
    for (int p = 0; p < (int)kPatternCount; p++)
        if (found[p])
            atomicAdd(&counts[p], found[p]);
}

std::vector<std::pair<size_t, size_t>> cut(std::string_view text, size_t about)
{
    std::vector<std::pair<size_t, size_t>> chunks;
    for (size_t at = 0; at < text.size();) {
        size_t end = std::min(at + about, text.size());
        if (const auto nl = text.rfind('\n', end - 1); nl != std::string_view::npos && nl > at)
            end = nl + 1;
        chunks.emplace_back(at, end - at);
        at = end;
    }
    return chunks;
}

int main()
{
    std::string log;
    log.reserve(kLogBytes);
    const std::string line = "2024-05-01T12:00:00Z host7 GET /index.html user=alice 404 12ms ERROR upstream timeout\n";
    while (log.size() + line.size() <= kLogBytes)
        log += line;
    cudaHostRegister(log.data(), log.size(), cudaHostRegisterDefault);
    DEFER(cudaHostUnregister(log.data()));

    const auto chunks = cut(log, 5'000'000);
    const size_t largest = std::max_element(chunks.begin(), chunks.end(), [](auto &a, auto &b) {
                               return a.second < b.second;
                           })->second;
    struct Worker {
        cudaStream_t stream;
        char *text;
    };
    std::vector<Worker> workers(2);
    for (auto &[stream, text] : workers) {
        cudaStreamCreate(&stream);
        cudaMalloc(&text, largest);
    }
    DEFER(for (auto &w : workers) { cudaFree(w.text); cudaStreamDestroy(w.stream); });

    Pattern table[kPatternCount] = {};
    for (size_t p = 0; p < kPatternCount; ++p) {
        std::memcpy(table[p].text, kPatterns[p].data(), kPatterns[p].size());
        table[p].length = static_cast<int>(kPatterns[p].size());
    }
    cudaMemcpyToSymbol(patterns, table, sizeof table);

    unsigned *counts, *found;
    const size_t countBytes = chunks.size() * kPatternCount * sizeof(unsigned);
    cudaMalloc(&counts, countBytes);
    cudaMallocHost(&found, countBytes);
    DEFER(cudaFree(counts); cudaFreeHost(found));
    cudaMemset(counts, 0, countBytes);

    size_t index = 0;
    for (const auto &[at, length] : chunks) {
        auto &w = workers[index % workers.size()];
        cudaMemcpyAsync(w.text, log.data() + at, length, cudaMemcpyHostToDevice, w.stream);
        grep<<<132 * 8, 256, 0, w.stream>>>(w.text, (int)length, counts + index * kPatternCount);
        cudaMemcpyAsync(found + index * kPatternCount, counts + index * kPatternCount, kPatternCount * sizeof(unsigned),
                        cudaMemcpyDeviceToHost, w.stream);
        ++index;
    }
    cudaDeviceSynchronize();

    std::unordered_map<std::string, unsigned long> totals;
    for (size_t c = 0; c < chunks.size(); ++c)
        for (size_t p = 0; p < kPatternCount; ++p)
            totals[std::string(kPatterns[p])] += found[c * kPatternCount + p];
    std::vector<std::pair<unsigned long, std::string>> ranked;
    for (auto &[pattern, count] : totals)
        ranked.emplace_back(count, pattern);
    std::sort(ranked.begin(), ranked.end(), std::greater<>());
    for (auto &[count, pattern] : ranked)
        std::cout << pattern << ": " << count << '\n';
    std::cout << chunks.size() << " chunks of at most " << largest << " bytes" << std::endl;
}
