// v06: bioinformatics, seed-and-extend aligner; reader, mapper and writer threads; cudaMallocAsync per batch
#include "nullstream.cuh"
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <list>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>

static void check(cudaError_t e, const char *f, int l)
{
    if (e) {
        fprintf(stderr, "%s:%d %s\n", f, l, cudaGetErrorString(e));
        abort();
    }
}
#define CK(x) check((x), __FILE__, __LINE__)

using ReadBatch = std::string;
struct Job {
    ReadBatch seq;
    int number;
    explicit Job(ReadBatch s, int n) : seq(std::move(s)), number(n) {}
};
struct Hit { int pos, score; };

static std::mutex g_mutex;
static std::condition_variable g_cond;
static std::list<Job> g_jobs;
static bool g_done;
static std::atomic<long> g_bases{0};

#pragma nullstream kernel(seed) time(130us + n * 0.4ns) reads(seq, n) writes(cand, n / 32 * sizeof(int))
__global__ void seed(const char *seq, int *cand, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 32; i += gridDim.x * blockDim.x)
        cand[i] = seq[i * 32] == 'A' ? i : -1;
}
#pragma nullstream kernel(extend) time(260us) shared(24576) regs(64) reads(seq, n) reads(cand, n / 32 * sizeof(int)) writes(hits, n / 32 * sizeof(Hit))
__global__ void extend(const char *seq, const int *cand, Hit *hits, int n)
{
    __shared__ int tile[6144];
    tile[threadIdx.x] = cand[blockIdx.x];
    __syncthreads();
    hits[blockIdx.x] = Hit{tile[0], seq[0] + n};
}

static ReadBatch make_reads(std::mt19937 &gen, size_t n)
{
    static const char letters[] = "ACGT";
    std::uniform_int_distribution<int> d(0, 3);
    ReadBatch s(n, 'N');
    for (size_t i = 0; i < n; i += 4096)
        s[i] = letters[d(gen)];
    return s;
}

static void mapper(int id, cudaMemPool_t pool)
{
    cudaStream_t st;
    CK(cudaStreamCreateWithFlags(&st, cudaStreamNonBlocking));
    for (;;) {
        std::list<Job> mine;
        {
            std::unique_lock<std::mutex> l(g_mutex);
            while (g_jobs.empty() && !g_done)
                g_cond.wait(l);
            if (g_jobs.empty())
                break;
            mine.splice(mine.begin(), g_jobs, g_jobs.begin());
        }
        Job &j = mine.front();
        const int n = static_cast<int>(j.seq.size());
        char *dseq;
        int *cand;
        Hit *hits;
        CK(cudaMallocFromPoolAsync(&dseq, n, pool, st));
        CK(cudaMallocFromPoolAsync(&cand, n / 32 * sizeof(int), pool, st));
        CK(cudaMallocFromPoolAsync(&hits, n / 32 * sizeof(Hit), pool, st));
        CK(cudaMemcpyAsync(dseq, j.seq.data(), n, cudaMemcpyHostToDevice, st));
        seed<<<128, 256, 0, st>>>(dseq, cand, n);
        CK(cudaFuncSetAttribute(extend, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
        extend<<<n / 32 / 64, 128, 0, st>>>(dseq, cand, hits, n);
        Hit *out = new Hit[n / 32];
        CK(cudaMemcpyAsync(out, hits, n / 32 * sizeof(Hit), cudaMemcpyDeviceToHost, st));
        CK(cudaFreeAsync(dseq, st));
        CK(cudaFreeAsync(cand, st));
        CK(cudaFreeAsync(hits, st));
        CK(cudaStreamSynchronize(st));
        g_bases += n;
        delete[] out;
    }
    CK(cudaStreamDestroy(st));
    printf("mapper %d ends\n", id);
}

int main()
{
    cudaMemPool_t pool;
    CK(cudaDeviceGetDefaultMemPool(&pool, 0));
    uint64_t keep = UINT64_MAX;
    CK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    std::mt19937 gen(7);
    std::thread a(mapper, 0, pool), b(mapper, 1, pool);
    for (int i = 0; i < 10; ++i) {
        ReadBatch r = make_reads(gen, 1u << 20);
        std::lock_guard<std::mutex> l(g_mutex);
        g_jobs.emplace_back(std::move(r), i);
        g_cond.notify_one();
    }
    {
        std::lock_guard<std::mutex> l(g_mutex);
        g_done = true;
    }
    g_cond.notify_all();
    a.join();
    b.join();
    printf("%ld bases\n", g_bases.load());
    return 0;
}
