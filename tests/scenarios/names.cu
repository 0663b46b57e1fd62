/* Streams and buffers that are made through references, containers and helpers: what each is called. */
#include <map>
#include <memory>
#include <vector>
#include "nullstream.cuh"

struct Worker {
    cudaStream_t stream;
    char *text;
};

struct Lane {
    cudaStream_t stream_;
    char *keys_[2];
    Lane()
    {
        cudaStreamCreate(&stream_);
        for (char *&key : keys_)
            cudaMalloc(&key, 4096);
    }
};

template <class T> struct Pinned {
    using value_type = T;
    T *allocate(size_t n)
    {
        void *p = nullptr;
        cudaMallocHost(&p, n * sizeof(T));
        return static_cast<T *>(p);
    }
    void deallocate(T *p, size_t)
    {
        cudaFreeHost(p);
    }
};

static char *made(size_t n)
{
    char *p = nullptr;
    cudaMalloc(&p, n);
    return p;
}

int main()
{
    std::vector<Worker> workers(2);
    for (auto &[stream, text] : workers) {
        cudaStreamCreate(&stream);
        cudaMalloc(&text, 4096);
    }
    std::map<int, char *> tiles;
    for (int key : {3, 7})
        cudaMallocHost(&tiles[key], 4096);
    char *weights = made(4096), *bias = made(4096);
    std::vector<Lane> one(1);
    auto lane = std::make_unique<Lane>();
    std::vector<char, Pinned<char>> host(4096);
    for (auto &worker : workers)
        cudaMemcpyAsync(worker.text, tiles[7], 4096, cudaMemcpyHostToDevice, worker.stream);
    cudaMemcpyAsync(weights, host.data(), 4096, cudaMemcpyHostToDevice, one[0].stream_);
    cudaMemcpyAsync(bias, host.data(), 4096, cudaMemcpyHostToDevice, lane->stream_);
    cudaDeviceSynchronize();
    return 0;
}
