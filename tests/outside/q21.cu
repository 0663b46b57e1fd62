// Key-value cache paging: blocks move between a device arena and pinned host pages, decode runs beside.
#include "nullstream.cuh"
#include <cstdio>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

constexpr size_t operator""_KiB(unsigned long long n) { return n << 10; }
constexpr size_t PAGE = 512_KiB;
constexpr int DEVICE_PAGES = 8, SEQUENCES = 12;

#pragma nullstream kernel(decode_step) bytes(524288.0) flops(4e8) reads(page, 524288) writes(page, 524288) writes(logits, 4096)
__global__ void decode_step(char *page, float *logits, int position) {}

class PageCache {
public:
    PageCache(cudaStream_t in, cudaStream_t out) : in_(in), out_(out)
    {
        cudaMalloc(&arena_, DEVICE_PAGES * PAGE);
        cudaMallocHost(&host_, SEQUENCES * PAGE);
        for (int i = 0; i < DEVICE_PAGES; i++) {
            free_.insert(i);
            cudaEventCreateWithFlags(&ready_[i], cudaEventDisableTiming);
            cudaEventCreateWithFlags(&used_[i], cudaEventDisableTiming);
        }
    }
    ~PageCache()
    {
        for (int i = 0; i < DEVICE_PAGES; i++) {
            cudaEventDestroy(ready_[i]);
            cudaEventDestroy(used_[i]);
        }
        cudaFreeHost(host_);
        cudaFree(arena_);
    }
    char *acquire(int seq, cudaStream_t consumer)
    {
        auto found = where_.find(seq);
        if (found == where_.end()) {
            int slot = free_.empty() ? evict() : *free_.begin();
            free_.erase(slot);
            cudaStreamWaitEvent(in_, used_[slot], 0);
            cudaMemcpyAsync(arena_ + slot * PAGE, host_ + seq * PAGE, PAGE, cudaMemcpyHostToDevice, in_);
            cudaEventRecord(ready_[slot], in_);
            found = where_.emplace(seq, slot).first;
            age_.push_back(seq);
        }
        cudaStreamWaitEvent(consumer, ready_[found->second], 0);
        return arena_ + found->second * PAGE;
    }
    void release(int seq, cudaStream_t consumer) { cudaEventRecord(used_[where_.at(seq)], consumer); }

private:
    int evict()
    {
        int seq = age_.front();
        age_.erase(age_.begin());
        int slot = where_[seq];
        where_.erase(seq);
        cudaStreamWaitEvent(out_, used_[slot], 0);
        cudaMemcpyAsync(host_ + seq * PAGE, arena_ + slot * PAGE, PAGE, cudaMemcpyDeviceToHost, out_);
        cudaEventRecord(used_[slot], out_);
        return slot;
    }
    char *arena_, *host_;
    cudaStream_t in_, out_;
    std::set<int> free_;
    std::unordered_map<int, int> where_;
    std::vector<int> age_;
    cudaEvent_t ready_[DEVICE_PAGES], used_[DEVICE_PAGES];
};

int main()
{
    cudaStream_t in, out, math;
    for (cudaStream_t *s : {&in, &out, &math})
        cudaStreamCreateWithFlags(s, cudaStreamNonBlocking);
    float *logits;
    cudaMalloc(&logits, 4096);
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    {
        PageCache cache(in, out);
        cudaEventRecord(a, math);
        for (int step = 0; step < 40; step++) {
            int seq = (step / 2 * 5 + step % 2) % SEQUENCES;
            char *page = cache.acquire(seq, math);
            decode_step<<<128, 128, 0, math>>>(page, logits, step);
            cache.release(seq, math);
        }
        cudaEventRecord(b, math);
        cudaEventSynchronize(b);
        cudaDeviceSynchronize();
    }
    float ms;
    cudaEventElapsedTime(&ms, a, b);
    printf("40 steps %.3f ms\n", ms);
    return 0;
}
