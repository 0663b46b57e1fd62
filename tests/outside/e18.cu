// Level-synchronous BFS from three sources at once: the next frontier's size decides about the next level, its copy
// is awaited by the source's event; top-down or bottom-up by the level. Counters are cleared in a side stream.
#include "nullstream.cuh"
#include <cstdio>
#include <vector>

#define V (1 << 20)
#define E_PER_V 16

#pragma nullstream kernel(topDown) bytes(72.0 * frontier) flops(20.0 * frontier) regs(26) reads(row, 4 * V) reads(in, 4 * V) reads(depth, 4 * V) writes(depth, 4 * V) writes(out, 4 * V) writes(count, 4)
__global__ void topDown(const int *row, const int *col, const int *in, int frontier, int *out, int *count, int *depth, int level)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= frontier)
        return;
    int v = in[i];
    for (int e = row[v]; e < row[v + 1]; e++)
        if (atomicCAS(&depth[col[e]], -1, level) == -1)
            out[atomicAdd(count, 1)] = col[e];
}
#pragma nullstream kernel(bottomUp) bytes(28.0 * V) flops(12.0 * V) regs(30) reads(row, 4 * V) reads(depth, 4 * V) writes(depth, 4 * V) writes(out, 4 * V) writes(count, 4)
__global__ void bottomUp(const int *row, const int *col, int *out, int *count, int *depth, int level)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= V || depth[v] != -1)
        return;
    for (int e = row[v]; e < row[v + 1]; e++)
        if (depth[col[e]] == level - 1) {
            depth[v] = level;
            out[atomicAdd(count, 1)] = v;
            break;
        }
}

struct Search {
    cudaStream_t stream;
    cudaEvent_t counted;
    int *in, *out, *depth, *count, *hCount;
    int frontier, level;
    bool active;
};

int main()
{
    // how the frontiers of an RMAT graph of this size grow
#ifdef __NULLSTREAM__
    static const int grows[] = {1, 19, 4100, 260000, 610000, 48000, 700, 3};
#endif
    int *row, *col;
    cudaMalloc(&row, (V + 1) * sizeof(int));
    cudaMalloc(&col, (size_t)V * E_PER_V * sizeof(int));
    std::vector<Search> searches(3);
    for (auto &s : searches) {
        cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&s.counted, cudaEventDisableTiming | cudaEventBlockingSync);
        cudaMalloc(&s.in, V * sizeof(int));
        cudaMalloc(&s.out, V * sizeof(int));
        cudaMalloc(&s.depth, V * sizeof(int));
        cudaMalloc(&s.count, 16 * sizeof(int));
        cudaHostAlloc(&s.hCount, 16 * sizeof(int), cudaHostAllocPortable);
        s.frontier = 1;
        s.level = 0;
        s.active = true;
    }
    cudaMemset(row, 0, (V + 1) * sizeof(int));
    cudaMemset(col, 0, (size_t)V * E_PER_V * sizeof(int));
    cudaDeviceSynchronize();

    for (auto &s : searches) {
        cudaMemsetAsync(s.depth, 0xff, V * sizeof(int), s.stream);
        cudaMemsetAsync(s.count, 0, 16 * sizeof(int), s.stream);
        cudaMemsetAsync(s.in, 0, sizeof(int), s.stream);
    }
    for (int left = 3; left > 0;) {
        for (auto &s : searches) {
            if (!s.active)
                continue;
            int *count = s.count + s.level;
            s.level++;
            if (s.frontier < V / 8)
                topDown<<<(s.frontier + 191) / 192, 192, 0, s.stream>>>(row, col, s.in, s.frontier, s.out, count,
                                                                       s.depth, s.level);
            else
                bottomUp<<<V / 128, 128, 0, s.stream>>>(row, col, s.out, count, s.depth, s.level);
            cudaMemcpyAsync(s.hCount + s.level, count, sizeof(int), cudaMemcpyDeviceToHost, s.stream);
            cudaEventRecord(s.counted, s.stream);
        }
        for (auto &s : searches) {
            if (!s.active)
                continue;
            cudaEventSynchronize(s.counted);
            s.frontier = s.hCount[s.level];
#ifdef __NULLSTREAM__
            s.frontier = s.level < 8 ? grows[s.level] : 0;
#endif
            int *t = s.in;
            s.in = s.out;
            s.out = t;
            if (s.frontier == 0) {
                s.active = false;
                left--;
            }
        }
    }
    std::vector<int> depth(V);
    cudaMemcpy(depth.data(), searches[0].depth, V * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d levels, depth[5] = %d\n", searches[0].level, depth[5]);
    return 0;
}
