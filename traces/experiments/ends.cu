// What gets the places of blocks that end at nearly the same time? Native only: each block says on which
// SM it ran, and when. In every case kernels go to streams of their own, one after the other, and the
// first fills the device. `ends DIR` writes the blocks of every case to DIR; without, it prints a
// line for each kernel: how many SMs got blocks, how many got 1, 2, ..., and when they began and ended.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const int MOST = 4096, KERNELS = 6, SMS = 256;

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
static __device__ void wait_ns(unsigned long long start, unsigned long long ns)
{
    for (int turn = 0; turn < 1000000; turn++) {
        const unsigned long long past = now_ns() - start;
        if (past >= ns || past > 100000000)
            return;
        if (ns - past > 1500) {
            const unsigned long long half = (ns - past - 1500) / 2;
            __nanosleep(half < 2000 ? (unsigned)half : 2000);
        }
    }
}

static __device__ void note(struct stamp *stamps, unsigned long long start)
{
    if (threadIdx.x != 0)
        return;
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    stamps[blockIdx.x].sm = sm;
    stamps[blockIdx.x].start = start;
    stamps[blockIdx.x].end = now_ns();
}

__global__ void timed(struct stamp *stamps, unsigned long long ns)
{
    const unsigned long long start = now_ns();
    if (threadIdx.x == 0)
        wait_ns(start, ns);
    __syncthreads();
    note(stamps, start);
}

// A chain of FMAs.
__global__ void computes(struct stamp *stamps, unsigned count, float *out)
{
    const unsigned long long start = now_ns();
    float sum = threadIdx.x;
    for (unsigned i = 0; i < count / 64; i++)
#pragma unroll
        for (int j = 0; j < 64; j++)
            asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(sum) : "f"(0.5f), "f"(1.0f));
    if (sum == -1.0f)
        *out = sum;
    __syncthreads();
    note(stamps, start);
}

// Four loads of 16 bytes on their way.
__global__ void reads(struct stamp *stamps, unsigned batches, const uint4 *from, unsigned mask, float *out)
{
    const unsigned long long start = now_ns();
    unsigned at = blockIdx.x * batches * blockDim.x * 4 + threadIdx.x, fold = 0;
    for (unsigned i = 0; i < batches; i++) {
        uint4 v[4];
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const uint4 *p = from + ((at + j * blockDim.x) & mask);
            asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(v[j].x), "=r"(v[j].y), "=r"(v[j].z), "=r"(v[j].w)
                         : "l"(p));
        }
#pragma unroll
        for (int j = 0; j < 4; j++)
            fold ^= v[j].x ^ v[j].y ^ v[j].z ^ v[j].w;
        at += 4 * blockDim.x;
    }
    if (fold == 12345)
        *out = 1.0f;
    __syncthreads();
    note(stamps, start);
}

enum kind { TIMED, COMPUTES, READS };

struct launch {
    int blocks, threads;
    enum kind kind;
    double amount; // us, GFLOP or MB, of the whole kernel but for the first
    int shared;    // dynamic, bytes
};

struct one_case {
    const char *name;
    struct launch launches[KERNELS];
};

#define T(blocks, threads, us) {blocks, threads, TIMED, us, 0}
#define F(blocks, threads, gflop) {blocks, threads, COMPUTES, gflop, 0}
#define B(blocks, threads, mb) {blocks, threads, READS, mb, 0}

static const struct one_case cases[] = {
    {"one-64", {T(264, 1024, 40), T(528, 64, 200)}},
    {"one-64-few", {T(264, 1024, 40), T(132, 64, 200)}},
    {"one-256", {T(264, 1024, 40), T(264, 256, 200)}},
    {"one-512", {T(264, 1024, 40), T(132, 512, 200)}},
    {"one-1024", {T(264, 1024, 40), T(132, 1024, 200)}},
    {"one-each", {T(132, 1024, 40), T(132, 512, 100), T(528, 256, 200)}},
    {"long-64", {T(264, 1024, 400), T(528, 64, 200)}},
    {"small-64", {T(1056, 256, 40), T(528, 64, 200)}},
    {"part-64", {T(200, 1024, 40), T(264, 1024, 60), T(528, 64, 200)}},
    {"tail-64", {T(1100, 1024, 15), T(528, 64, 200), T(1100, 1024, 15)}},
    {"tail-32", {T(1100, 256, 16), T(528, 32, 200), T(1100, 1024, 15)}},
    {"tail-512", {T(1100, 768, 16), T(40, 512, 200), T(1100, 768, 16)}},
    {"behind-100", {T(200, 1024, 25), T(1100, 768, 16), T(40, 512, 200), T(1100, 768, 16)}},
    {"three", {T(264, 1024, 40), T(40, 256, 200), T(132, 1024, 100), T(132, 1024, 50)}},
    {"refill", {T(264, 1024, 40), T(40, 1024, 200), T(1100, 1024, 15)}},
    {"then-whole", {T(264, 1024, 40), T(66, 256, 200), T(132, 1024, 60), T(264, 1024, 60)}},
    {"flops-16", {B(264, 1024, 192), F(16, 512, 1.488)}},
    {"flops-66", {B(1100, 512, 400), F(66, 128, 0.75)}},
    {"flops-132", {B(1100, 512, 400), F(132, 512, 1.5)}},
    {"bytes-64", {B(264, 1024, 192), T(528, 64, 200)}},
    {"bytes-264", {B(264, 1024, 192), T(264, 256, 200), T(264, 1024, 50)}},
    {"bytes-big", {B(264, 1024, 1500), T(264, 256, 200)}},
    {"flops-64", {F(264, 512, 7.3), T(528, 64, 200)}},
    {"flops-200", {F(264, 512, 7.3), {200, 128, COMPUTES, 3.069, 4096}}},
    {"flops-1024", {F(264, 1024, 6.0), F(16, 128, 0.36)}},
    {"beside", {F(16, 512, 1.488), B(264, 1024, 192), B(264, 1024, 192)}},
    {"beside-608", {F(16, 608, 1.768), B(264, 1024, 192), B(264, 1024, 192)}},
    {"beside-640", {F(16, 640, 1.861), B(264, 1024, 192), B(264, 1024, 192)}},
    {"beside-384", {F(16, 384, 1.116), B(264, 1024, 192), B(264, 1024, 192)}},
    {"beside-two", {F(32, 256, 1.488), B(264, 1024, 192), B(264, 1024, 192)}},
    {"beside-all", {F(132, 512, 12.3), B(132, 512, 800)}},
    {"beside-all-256", {F(132, 512, 12.3), B(132, 256, 800)}},
    {"beside-all-flops", {F(132, 512, 12.3), F(132, 512, 12.3)}},
    {"beside-all-less", {F(132, 448, 10.8), B(132, 512, 800)}},
    {"beside-all-576", {F(132, 576, 13.8), B(132, 512, 800)}},
    {"three-waves", {{1100, 256, TIMED, 66, 49152}, {40, 1024, COMPUTES, 0.279, 49152}, {24, 512, COMPUTES, 0.3236, 49152}}},
    {"nine-waves", {{1100, 1024, TIMED, 8, 122880}, T(528, 128, 200), {1100, 1024, TIMED, 8, 122880}}},
    {"nine-waves-64", {{1100, 1024, TIMED, 8, 122880}, T(528, 64, 200), {132, 1024, TIMED, 8, 122880}}},
    {"narrow-64", {T(1100, 32, 29), T(528, 64, 200), {132, 1024, TIMED, 8, 122880}}},
};

static void fail(const char *what)
{
    fprintf(stderr, "ends: %s: %s\n", what, cudaGetErrorString(cudaGetLastError()));
    exit(1);
}

static void start(const struct launch *l, struct stamp *stamps, const uint4 *memory, float *out, cudaStream_t s)
{
    if (l->kind == TIMED)
        timed<<<l->blocks, l->threads, l->shared, s>>>(stamps, (unsigned long long)(l->amount * 1e3));
    else if (l->kind == COMPUTES)
        computes<<<l->blocks, l->threads, l->shared, s>>>(
            stamps, (unsigned)(l->amount * 1e9 / 2 / l->blocks / l->threads), out);
    else
        reads<<<l->blocks, l->threads, l->shared, s>>>(
            stamps, (unsigned)(l->amount * 1e6 / 64 / l->blocks / l->threads), memory, (1u << 26) - 1, out);
}

static void show(const struct one_case *c, int k, const struct stamp *s, unsigned long long zero)
{
    int per_sm[SMS] = {0}, with[64] = {0}, used = 0;
    unsigned long long first = ~0ull, last_start = 0, first_end = ~0ull, last = 0;
    for (int i = 0; i < c->launches[k].blocks; i++) {
        per_sm[s[i].sm % SMS]++;
        first = s[i].start < first ? s[i].start : first;
        last_start = s[i].start > last_start ? s[i].start : last_start;
        first_end = s[i].end < first_end ? s[i].end : first_end;
        last = s[i].end > last ? s[i].end : last;
    }
    for (int i = 0; i < SMS; i++) {
        used += per_sm[i] > 0;
        with[per_sm[i] < 63 ? per_sm[i] : 63]++;
    }
    printf("%-16s %4d x %4d %c %8.3f  starts %9.3f to %9.3f ends %9.3f to %9.3f on %3d SMs:", c->name,
           c->launches[k].blocks, c->launches[k].threads, "tfb"[c->launches[k].kind], c->launches[k].amount,
           (double)(first - zero) / 1e3, (double)(last_start - zero) / 1e3, (double)(first_end - zero) / 1e3,
           (double)(last - zero) / 1e3, used);
    for (int i = 1; i < 64; i++)
        if (with[i])
            printf(" %dx%d", with[i], i);
    printf("\n");
}

int main(int count, char **arguments)
{
    const int rounds = 4;
    static struct stamp copy[KERNELS][MOST];
    struct stamp *stamps;
    uint4 *memory;
    float *out;
    cudaStream_t streams[KERNELS];
    if (cudaMalloc(&stamps, sizeof copy) != cudaSuccess || cudaMalloc(&memory, (size_t)1 << 30) != cudaSuccess ||
        cudaMalloc(&out, 4) != cudaSuccess)
        fail("cudaMalloc");
    cudaMemset(memory, 0, (size_t)1 << 30);
    cudaFuncSetAttribute(timed, cudaFuncAttributeMaxDynamicSharedMemorySize, 122880);
    for (int i = 0; i < KERNELS; i++)
        if (cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking) != cudaSuccess)
            fail("cudaStreamCreateWithFlags");
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        FILE *file = NULL;
        if (count > 1) {
            char name[512];
            snprintf(name, sizeof name, "%s/%s.txt", arguments[1], cases[c].name);
            file = fopen(name, "w");
        }
        for (int round = -1; round < rounds; round++) {
            for (int k = 0; k < KERNELS && cases[c].launches[k].blocks; k++)
                start(&cases[c].launches[k], stamps + (size_t)k * MOST, memory, out, streams[k]);
            if (cudaDeviceSynchronize() != cudaSuccess)
                fail(cases[c].name);
            if (round < 0)
                continue;
            cudaMemcpy(copy, stamps, sizeof copy, cudaMemcpyDeviceToHost);
            unsigned long long zero = ~0ull;
            for (int i = 0; i < cases[c].launches[0].blocks; i++)
                zero = copy[0][i].start < zero ? copy[0][i].start : zero;
            for (int k = 0; k < KERNELS && cases[c].launches[k].blocks; k++) {
                if (round < 2 || file == NULL)
                    show(&cases[c], k, copy[k], zero);
                for (int i = 0; file && i < cases[c].launches[k].blocks; i++)
                    fprintf(file, "%d %d %d %u %lld %lld\n", round, k, i, copy[k][i].sm,
                            (long long)(copy[k][i].start - zero), (long long)(copy[k][i].end - zero));
            }
        }
        if (file)
            fclose(file);
    }
    return 0;
}
