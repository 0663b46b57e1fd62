// How far apart do blocks end that began together, after 1, 2, 4, ... waves? Native only. A kernel by
// time of W waves, and behind it one of 528 blocks of 64 threads that waits for room. For each: how
// far apart the blocks of a wave begin, and on how many SMs those of the second kernel are.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <vector>

const int MOST = 132 * 8 * 64, SMS = 256, ROUNDS = 8;

struct stamp {
    unsigned long long start, end;
    unsigned sm;
};

static __device__ __forceinline__ unsigned long long now_ns()
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

// One thread waits, the others wait for it: as the executor's kernels do.
__global__ void timed(struct stamp *stamps, unsigned long long ns)
{
    const unsigned long long start = now_ns();
    if (threadIdx.x == 0)
        for (int turn = 0; turn < 1000000; turn++) {
            const unsigned long long past = now_ns() - start;
            if (past >= ns || past > 100000000)
                break;
            if (ns - past > 1500) {
                const unsigned long long half = (ns - past - 1500) / 2;
                __nanosleep(half < 2000 ? (unsigned)half : 2000);
            }
        }
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    stamps[blockIdx.x].sm = sm;
    stamps[blockIdx.x].start = start;
    stamps[blockIdx.x].end = now_ns();
}

static void fail(const char *what)
{
    fprintf(stderr, "drift: %s: %s\n", what, cudaGetErrorString(cudaGetLastError()));
    exit(1);
}

static double middle(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

// `on_one` blocks on an SM, by their shared memory or threads.
static void show(int threads, int on_one, int shared, double us, int waves, cudaStream_t a, cudaStream_t b,
                 struct stamp *stamps, struct stamp *behind)
{
    static struct stamp copy[MOST], probe[528];
    std::vector<double> apart, middle_half, used, later;
    const int in_wave = 132 * on_one, blocks = in_wave * waves;
    cudaFuncSetAttribute(timed, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10);
    for (int round = 0; round < ROUNDS; round++) {
        timed<<<blocks, threads, (size_t)shared, a>>>(stamps, (unsigned long long)(us * 1e3));
        timed<<<528, 64, 0, b>>>(behind, 100000);
        if (cudaDeviceSynchronize() != cudaSuccess)
            fail("a kernel");
        cudaMemcpy(copy, stamps, sizeof *copy * (size_t)blocks, cudaMemcpyDeviceToHost);
        cudaMemcpy(probe, behind, sizeof probe, cudaMemcpyDeviceToHost);
        std::vector<double> ends;
        for (int i = blocks - in_wave; i < blocks; i++)
            ends.push_back((double)(copy[i].end - copy[0].start));
        std::sort(ends.begin(), ends.end());
        apart.push_back(ends.back() - ends.front());
        middle_half.push_back(ends[ends.size() * 3 / 4] - ends[ends.size() / 4]);
        int per_sm[SMS] = {0}, sms = 0;
        for (const struct stamp &p : probe)
            sms += per_sm[p.sm % SMS]++ == 0;
        used.push_back(sms);
        double first = 1e18;
        for (const struct stamp &p : probe)
            first = std::min(first, (double)(p.start - copy[0].start));
        later.push_back(first - ends.front());
    }
    printf("%4d threads, %d on an SM, %5.1f us, %2d waves: the last wave's ends %5.0f ns apart, half of them %5.0f; "
           "the next kernel begins %5.0f ns after the first, is on %3.0f SMs\n",
           threads, on_one, us, waves, middle(apart), middle(middle_half), middle(later), middle(used));
}

int main()
{
    struct stamp *stamps, *behind;
    cudaStream_t a, b;
    if (cudaMalloc(&stamps, sizeof *stamps * MOST) != cudaSuccess ||
        cudaMalloc(&behind, sizeof *behind * 528) != cudaSuccess)
        fail("cudaMalloc");
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    for (const double us : {8.0, 15.0, 40.0, 66.0})
        for (int waves = 1; waves <= 32; waves *= 2) {
            show(1024, 1, 120 << 10, us, waves, a, b, stamps, behind);
            show(1024, 2, 0, us, waves, a, b, stamps, behind);
            show(256, 4, 48 << 10, us, waves, a, b, stamps, behind);
            show(256, 8, 0, us, waves, a, b, stamps, behind);
        }
    return 0;
}
