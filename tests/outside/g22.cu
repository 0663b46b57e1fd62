// A job pool without threads: sequence alignments of varying length sit in slots, the host polls the slots'
// events with cudaEventQuery, harvests those that are done and refills them from a queue.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

#define CC(x) do { cudaError_t rc_ = (x); if (rc_ != cudaSuccess) { fprintf(stderr, "%s: %s\n", #x, cudaGetErrorString(rc_)); exit(1); } } while (0)

constexpr int MAXLEN = 4096, PAIRS = 256; // pairs per job

// Smith-Waterman with linear gaps, one block per pair, anti-diagonals in shared memory
__global__ void align(const uint8_t *a, const uint8_t *b, int len, int *score)
{
    extern __shared__ int diag[]; // three rows of len + 1
    int *d0 = diag, *d1 = d0 + len + 1, *d2 = d1 + len + 1;
    const uint8_t *x = a + (size_t)blockIdx.x * len, *y = b + (size_t)blockIdx.x * len;
    for (int i = threadIdx.x; i <= len; i += blockDim.x) d0[i] = d1[i] = d2[i] = 0;
    __syncthreads();
    int best = 0;
    for (int d = 2; d <= 2 * len; d++) {
        int lo = d > len ? d - len : 1, hi = d - 1 < len ? d - 1 : len;
        for (int i = lo + threadIdx.x; i <= hi; i += blockDim.x) {
            int j = d - i;
            int m = d0[i - 1] + (x[i - 1] == y[j - 1] ? 2 : -1);
            int v = max(0, max(m, max(d1[i - 1], d1[i]) - 1));
            d2[i] = v;
            best = max(best, v);
        }
        __syncthreads();
        int *t = d0;
        d0 = d1;
        d1 = d2;
        d2 = t;
        if (threadIdx.x == 0) d2[0] = 0;
        __syncthreads();
    }
    best = __reduce_max_sync(~0u, best);
    if (threadIdx.x % 32 == 0) atomicMax(&score[blockIdx.x], best);
}

struct Job { int id, len; };

class Slot {
public:
    Slot()
    {
        CC(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
        CC(cudaEventCreateWithFlags(&done_, cudaEventDisableTiming));
        CC(cudaMallocHost(&host_, 2 * (size_t)PAIRS * MAXLEN));
        CC(cudaMallocHost(&scores_, PAIRS * sizeof(int)));
        CC(cudaMalloc(&dev_, 2 * (size_t)PAIRS * MAXLEN));
        CC(cudaMalloc(&dscores_, PAIRS * sizeof(int)));
    }
    ~Slot()
    {
        cudaStreamDestroy(stream_);
        cudaEventDestroy(done_);
        cudaFreeHost(host_);
        cudaFreeHost(scores_);
        cudaFree(dev_);
        cudaFree(dscores_);
    }
    void start(const Job &j)
    {
        job_ = j;
        busy_ = true;
        size_t bytes = (size_t)PAIRS * j.len;
        memset(host_, 'A' + j.id % 4, bytes);
        memset(host_ + bytes, 'A' + j.id % 3, bytes);
        CC(cudaMemsetAsync(dscores_, 0, PAIRS * sizeof(int), stream_));
        CC(cudaMemcpyAsync(dev_, host_, 2 * bytes, cudaMemcpyHostToDevice, stream_));
        align<<<PAIRS, 128, 3 * (j.len + 1) * sizeof(int), stream_>>>(dev_, dev_ + bytes, j.len, dscores_);
        CC(cudaGetLastError());
        CC(cudaMemcpyAsync(scores_, dscores_, PAIRS * sizeof(int), cudaMemcpyDeviceToHost, stream_));
        CC(cudaEventRecord(done_, stream_));
    }
    bool busy() const { return busy_; }
    bool poll()
    {
        cudaError_t e = cudaEventQuery(done_);
        if (e == cudaErrorNotReady) {
            (void)cudaGetLastError(); // not an error: forget it
            return false;
        }
        CC(e);
        return true;
    }
    long harvest(Job &j)
    {
        busy_ = false;
        j = job_;
        long sum = 0;
        for (int i = 0; i < PAIRS; i++) sum += scores_[i];
        return sum;
    }

private:
    cudaStream_t stream_;
    cudaEvent_t done_;
    uint8_t *host_, *dev_;
    int *scores_, *dscores_;
    Job job_{};
    bool busy_ = false;
};

int main()
{
    CC(cudaFuncSetAttribute(align, cudaFuncAttributeMaxDynamicSharedMemorySize, 3 * (MAXLEN + 1) * (int)sizeof(int)));
    std::deque<Job> queue;
    for (int i = 0; i < 30; i++) queue.push_back({i, 256 + (i * 7 % 13) * 96});
    std::vector<std::unique_ptr<Slot>> slots;
    for (int i = 0; i < 4; i++) slots.push_back(std::make_unique<Slot>());
    std::vector<long> result(queue.size(), -1);
    size_t finished = 0;
    while (finished < result.size()) {
        for (auto &s : slots) {
            if (s->busy() && s->poll()) {
                Job j;
                long sum = s->harvest(j);
                result[j.id] = sum;
                finished++;
            }
            if (!s->busy() && !queue.empty()) {
                s->start(queue.front());
                queue.pop_front();
            }
        }
    }
    long total = 0;
    for (long r : result) total += r;
    printf("%zu jobs, total score %ld\n", finished, total);
    return 0;
}
