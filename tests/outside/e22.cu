// Sequence alignment: pairs are sorted into buckets by length, a batch's buffers come from a pool of our own with a high
// release threshold, long buckets need opt-in shared memory; scores come back, the best 5 % are traced back.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Pair {
    int length;
    int id;
};

extern __shared__ short dp[];

#pragma nullstream kernel(smithWaterman) block_time(len * 0.11us) regs(56) reads(seq, pairs * len * 2) writes(score, pairs * 4)
__global__ void smithWaterman(const char *seq, int *score, int pairs, int len)
{
    for (int i = threadIdx.x; i < len; i += blockDim.x)
        dp[i] = seq[(size_t)blockIdx.x * len * 2 + i];
    __syncthreads();
    if (threadIdx.x == 0 && (int)blockIdx.x < pairs)
        score[blockIdx.x] = dp[0] + dp[len - 1];
}
#pragma nullstream kernel(traceback) block_time(len * 0.19us) regs(40) reads(seq, pairs * len * 2) reads(score, pairs * 4) writes(cigar, pairs * 64)
__global__ void traceback(const char *seq, const int *score, char *cigar, int pairs, int len)
{
    if ((int)blockIdx.x < pairs)
        cigar[blockIdx.x * 64 + threadIdx.x % 64] = seq[blockIdx.x * len] + score[blockIdx.x];
}

#pragma nullstream host(pack) time(n * 0.05us) writes(to, (size_t)n * len * 2)
static void pack(char *to, const Pair *from, int n, int len)
{
    for (int i = 0; i < n; i++)
        to[(size_t)i * len * 2] = (char)('A' + from[i].id % 4);
}

int main()
{
    srand(7);
    std::vector<Pair> pairs(6000);
    for (size_t i = 0; i < pairs.size(); i++) {
        pairs[i].length = 100 + 32 * (rand() % 29) + (i % 40 == 0 ? 3000 : 0);
        pairs[i].id = (int)i;
    }
    std::sort(pairs.begin(), pairs.end(), [](const Pair &a, const Pair &b) { return a.length > b.length; });

    cudaMemPool_t pool;
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = 0;
    cudaMemPoolCreate(&pool, &props);
    uint64_t keep = UINT64_MAX;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
    cudaFuncSetAttribute(smithWaterman, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024);

    const int batch = 500, streams = 4, most = 4096;
    char *hSeq, *hCigar;
    int *hScore;
    cudaMallocHost(&hSeq, (size_t)batch * most * 2 * streams);
    cudaMallocHost(&hScore, pairs.size() * sizeof(int));
    cudaMallocHost(&hCigar, pairs.size() * 64);
    cudaStream_t stream[streams];
    cudaEvent_t uploaded[streams];
    for (int s = 0; s < streams; s++) {
        cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&uploaded[s], cudaEventDisableTiming);
    }

    for (size_t at = 0, b = 0; at < pairs.size(); at += batch, b++) {
        const int n = (int)std::min<size_t>(batch, pairs.size() - at), s = (int)(b % streams);
        const int len = (pairs[at].length + 31) / 32 * 32; // the longest of the batch
        char *staging = hSeq + (size_t)s * batch * most * 2;
        cudaEventSynchronize(uploaded[s]); // the staging area is free again
        pack(staging, &pairs[at], n, len);
        const size_t seqBytes = (size_t)n * len * 2;
        char *seq, *cigar;
        int *score;
        cudaMallocFromPoolAsync((void **)&seq, seqBytes, pool, stream[s]);
        cudaMallocFromPoolAsync((void **)&score, n * sizeof(int), pool, stream[s]);
        cudaMallocFromPoolAsync((void **)&cigar, n * 64, pool, stream[s]);
        cudaMemcpyAsync(seq, staging, seqBytes, cudaMemcpyHostToDevice, stream[s]);
        cudaEventRecord(uploaded[s], stream[s]);
        smithWaterman<<<n, 64, len * 2 * sizeof(short) * (len > 2000 ? 6 : 3), stream[s]>>>(seq, score, n, len);
        cudaMemcpyAsync(hScore + at, score, n * sizeof(int), cudaMemcpyDeviceToHost, stream[s]);
        traceback<<<n / 20, 64, 0, stream[s]>>>(seq, score, cigar, n / 20, len);
        cudaMemcpyAsync(hCigar + at * 64, cigar, n / 20 * 64, cudaMemcpyDeviceToHost, stream[s]);
        cudaFreeAsync(cigar, stream[s]);
        cudaFreeAsync(score, stream[s]);
        cudaFreeAsync(seq, stream[s]);
    }
    for (auto &s : stream)
        cudaStreamSynchronize(s);
    printf("longest %d, first score %d\n", pairs[0].length, hScore[0]);
    for (auto &s : stream)
        cudaStreamDestroy(s);
    cudaMemPoolDestroy(pool);
    return 0;
}
