// Host callbacks give staging buffers back to a free list; the producer sleeps on a condition
// variable while none is free. One upload stream, one compute stream.
#include <cuda_runtime.h>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <stack>
#include <vector>

#define OK(e) do { if ((e) != cudaSuccess) { std::puts(cudaGetErrorString(cudaPeekAtLastError())); std::abort(); } } while (0)

namespace {

const std::size_t kRecord = 256, kRecords = 1 << 13, kBatch = kRecord * kRecords;

struct Staging;

class FreeList {
  public:
    Staging *take()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        while (list_.empty()) {
            ++stalls_;
            returned_.wait(lock);
        }
        Staging *s = list_.top();
        list_.pop();
        return s;
    }
    void give(Staging *s)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        list_.push(s);
        returned_.notify_one();
    }
    std::size_t size() const { return list_.size(); }
    bool stalled() const { return stalls_ > 0; }

  private:
    std::mutex mutex_;
    std::condition_variable returned_;
    std::stack<Staging *> list_;
    int stalls_ = 0;
};

struct Staging {
    FreeList *owner;
    char *host;
    char *device;
    cudaEvent_t uploaded, consumed;
    int uses = 0;

    explicit Staging(FreeList &list) : owner(&list)
    {
        OK(cudaMallocHost(&host, kBatch));
        OK(cudaMalloc(&device, kBatch));
        OK(cudaEventCreateWithFlags(&uploaded, cudaEventDisableTiming));
        OK(cudaEventCreateWithFlags(&consumed, cudaEventDisableTiming));
        list.give(this);
    }
    ~Staging()
    {
        OK(cudaEventDestroy(consumed));
        OK(cudaEventDestroy(uploaded));
        OK(cudaFree(device));
        OK(cudaFreeHost(host));
    }
    static void CUDART_CB release(void *self)
    {
        auto *s = static_cast<Staging *>(self);
        ++s->uses;
        s->owner->give(s);
    }
};

#pragma nullstream kernel(parse) time(95us) reads(raw, kBatch) writes(keys, kRecords * 4)
__global__ void parse(const char *raw, unsigned *keys)
{
    unsigned r = blockIdx.x * blockDim.x + threadIdx.x, h = 2166136261u;
    for (unsigned i = 0; i < kRecord; i++)
        h = (h ^ raw[r * kRecord + i]) * 16777619u;
    keys[r] = h;
}

#pragma nullstream kernel(insert) time(40us) reads(keys, kRecords * 4) writes(table, 4 << 20)
__global__ void insert(const unsigned *keys, unsigned *table)
{
    unsigned k = keys[blockIdx.x * blockDim.x + threadIdx.x];
    for (unsigned at = k & 0xfffff, tries = 0; tries < 64; at = (at + 1) & 0xfffff, tries++)
        if (atomicCAS(&table[at], 0u, k) == 0u)
            break;
}

} // namespace

int main()
{
    const int batches = 40;
    FreeList free;
    std::vector<std::unique_ptr<Staging>> staging;
    for (int i = 0; i < 3; i++)
        staging.emplace_back(new Staging(free));
    cudaStream_t upload, compute;
    OK(cudaStreamCreateWithFlags(&upload, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking));
    unsigned *keys, *table;
    OK(cudaMalloc(&keys, kRecords * sizeof *keys));
    OK(cudaMalloc(&table, 4u << 20));
    OK(cudaMemsetAsync(table, 0, 4u << 20, compute));

    for (int b = 0; b < batches; b++) {
        Staging *s = free.take();
        std::memset(s->host, b, 4096);
        OK(cudaMemcpyAsync(s->device, s->host, kBatch, cudaMemcpyHostToDevice, upload));
        OK(cudaEventRecord(s->uploaded, upload));
        OK(cudaStreamWaitEvent(compute, s->uploaded, 0));
        parse<<<kRecords / 128, 128, 0, compute>>>(s->device, keys);
        OK(cudaLaunchHostFunc(compute, Staging::release, s));
        insert<<<kRecords / 128, 128, 0, compute>>>(keys, table);
    }
    OK(cudaStreamSynchronize(compute));
    int uses = 0;
    for (const auto &s : staging)
        uses += s->uses;
    std::printf("%d batches, %d uses, %zu free, %s\n", batches, uses, free.size(), free.stalled() ? "stalled" : "never stalled");
    OK(cudaFree(table));
    OK(cudaFree(keys));
    OK(cudaStreamDestroy(compute));
    OK(cudaStreamDestroy(upload));
}
