// When do launches begin late behind kernels that read much? Kernels of 256 threads a block, 64
// bytes a thread, by stamps from inside their blocks: mean gaps, us. Native only.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

#define MUST(call)                                                                                 \
    do {                                                                                           \
        cudaError_t error = (call);                                                                \
        if (error != cudaSuccess) {                                                                \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));                         \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

struct stamp {
    unsigned long long start, end;
};

struct task {
    const uint4 *from;
    uint4 *to;
    stamp *at;
    int loads; // of 16 bytes a thread
    unsigned long long spin_ns;
    volatile int *flag; // of the host: which kernel ends
    int number;
};

__device__ unsigned long long now()
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)::"memory");
    return t;
}

__global__ void work(task t)
{
    unsigned long long begin = now();
    size_t thread = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (int i = 0; i < t.loads; i++) {
        uint4 v = t.from[thread + i * (size_t)gridDim.x * blockDim.x];
        sum ^= v.x ^ v.y ^ v.z ^ v.w;
    }
    if (sum == 0x12345)
        t.to[0].x = sum;
    for (int i = 0; i < 100000 && now() - begin < t.spin_ns; i++)
        ;
    if (t.flag && blockIdx.x == gridDim.x - 1 && threadIdx.x == 0)
        *t.flag = t.number;
    if (threadIdx.x == 0) {
        atomicMin(&t.at->start, begin);
        atomicMax(&t.at->end, now());
    }
}

__global__ void gate(unsigned long long ns)
{
    unsigned long long begin = now();
    for (int i = 0; i < 10000000 && now() - begin < ns; i++)
        ;
}

const size_t ROOM = (size_t)4 << 30;
const int MOST = 400, ROUNDS = 8;
char *memory;
stamp *stamps;
size_t offset;

struct kind {
    double megabytes; // read; 0: 132 blocks that read nothing
    bool again;       // from the same place
    double spin_us;
};

void launch(cudaStream_t s, const kind &k, int number, volatile int *flag)
{
    task t = {};
    unsigned blocks = 132;
    if (k.megabytes > 0) {
        blocks = (unsigned)(k.megabytes * 1e6 / (256 * 64) + 0.5);
        size_t bytes = (size_t)blocks * 256 * 64;
        if (offset + bytes > ROOM)
            offset = 0;
        t.from = (const uint4 *)(memory + (k.again ? 0 : offset));
        offset += k.again ? 0 : bytes;
        t.loads = 4;
    }
    t.to = (uint4 *)(memory + ROOM);
    t.at = stamps + number;
    t.spin_ns = (unsigned long long)(k.spin_us * 1e3);
    t.flag = flag;
    t.number = number;
    work<<<blocks, 256, 0, s>>>(t);
}

// Rounds of `count` kernels, the kinds by turns: the mean gap before each, by its place in a turn,
// or by its number. `events`: in two streams by turns, each behind the one before by an event.
// `ahead`: the host launches so many before those that have ended; 0: all behind a gate.
void rounds(const char *name, const std::vector<kind> &kinds, int count, bool events, int ahead,
            bool numbers)
{
    static int *flag;
    if (!flag)
        MUST(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped));
    cudaStream_t s[2];
    for (cudaStream_t &t : s)
        MUST(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
    cudaEvent_t ended[MOST];
    for (int i = 0; i < count; i++)
        MUST(cudaEventCreateWithFlags(&ended[i], cudaEventDisableTiming));
    size_t places = numbers ? (size_t)count : kinds.size();
    std::vector<double> sum(places), all(places);
    for (int r = 0; r <= ROUNDS; r++) {
        std::vector<stamp> seen(count, stamp{~0ull, 0});
        MUST(cudaMemcpy(stamps, seen.data(), count * sizeof(stamp), cudaMemcpyHostToDevice));
        *(volatile int *)flag = -1;
        if (!ahead)
            gate<<<1, 32, 0, s[0]>>>(300000 + 16000ull * count);
        for (int i = 0; i < count; i++) {
            for (long k = 0; ahead && k < 10000000 && *(volatile int *)flag < i - ahead; k++)
                ;
            cudaStream_t at = s[events ? i % 2 : 0];
            if (events && i)
                MUST(cudaStreamWaitEvent(at, ended[i - 1], 0));
            launch(at, kinds[i % kinds.size()], i, ahead ? flag : nullptr);
            if (events)
                MUST(cudaEventRecord(ended[i], at));
        }
        MUST(cudaDeviceSynchronize());
        if (r == 0)
            continue;
        MUST(cudaMemcpy(seen.data(), stamps, count * sizeof(stamp), cudaMemcpyDeviceToHost));
        for (int i = numbers ? 1 : 48; i < count; i++) {
            size_t place = i % places;
            sum[place] += ((double)seen[i].start - (double)seen[i - 1].end) * 1e-3;
            all[place]++;
        }
    }
    printf("%-40s|", name);
    for (size_t i = numbers ? 1 : 0; i < places && i < 40; i++)
        printf(" %.2f", sum[i] / all[i]);
    printf("\n");
    for (int i = 0; i < count; i++)
        MUST(cudaEventDestroy(ended[i]));
    for (cudaStream_t t : s)
        MUST(cudaStreamDestroy(t));
}

int main()
{
    MUST(cudaMalloc(&memory, ROOM + 4096));
    MUST(cudaMemset(memory, 0, ROOM));
    MUST(cudaMalloc(&stamps, MOST * sizeof(stamp)));
    char name[100];
    const kind brief = {0, false, 5};
    auto one_of = [&](int n, kind first) {
        std::vector<kind> kinds(n, brief);
        kinds[0] = first;
        return kinds;
    };
    for (bool again : {false, true})
        for (double mb :
             {0.25, 0.5, 1.0, 2.0, 2.5, 4.0, 8.0, 12.0, 16.0, 20.0, 32.0, 48.0, 64.0, 128.0})
            for (int n : {1, 2, 4, 8}) {
                snprintf(name, sizeof name, "1 of %d reads %g MB%s", n, mb, again ? " again" : "");
                rounds(name, one_of(n, {mb, again, 0}), 240, false, 0, false);
            }
    for (double mb : {0.25, 4.0, 16.0, 64.0})
        for (int n : {1, 2, 4, 6}) {
            snprintf(name, sizeof name, "by events, 1 of %d reads %g MB", n, mb);
            rounds(name, one_of(n, {mb, false, 0}), 240, true, 0, false);
        }
    for (int before : {0, 1, 3, 8, 20})
        for (int behind : {1, 2, 3, 4, 6, 16}) {
            snprintf(name, sizeof name, "%d before 16 MB, %d behind", before, behind);
            std::vector<kind> kinds(before + 1 + behind, brief);
            kinds[before] = {16, false, 0};
            rounds(name, kinds, before + 1 + behind, false, 0, true);
        }
    for (int n : {1, 4})
        for (int ahead : {2, 3, 4, 6, 7, 8, 9, 10, 12, 16, 32, 128}) {
            snprintf(name, sizeof name, "1 of %d reads 16 MB, %d ahead", n, ahead);
            std::vector<kind> kinds(n, kind{0, false, 12});
            kinds[0] = {16, false, 12};
            rounds(name, kinds, 300, false, ahead, false);
        }
    return 0;
}
