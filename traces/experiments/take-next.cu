// A thread allocates twice in a row; another one calls 15 us behind the beginning of the first. Does that call have its turn
// between the two? Of 60 rounds by kind of call: how often it returned before the second did, the medians of us from the end
// of the first ("the free") to its return, and of what the second took. -DPAGE_LOCKED: page-locked memory. Native only.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>
#include <thread>
#include <vector>

#ifdef PAGE_LOCKED
#define TAKE cudaMallocHost
#define GIVE cudaFreeHost
#else
#define TAKE cudaMalloc
#define GIVE cudaFree
#endif

enum kind { LAUNCH, IN, OUT, DEVICE, MEMSET, RECORD, HOST, EVENT, NONE, KINDS };
static const char *const kinds[] = {"launch", "copy in", "copy out", "copy on the device", "memset", "record with timing",
                                    "host function", "create an event", "nothing"};
static const int ROUNDS = 60;

__global__ void spin(long long ns)
{
    unsigned long long now, begin;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while (now < begin + ns);
}

static double now()
{
    using namespace std::chrono;
    return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

static void nothing(void *) {}

static std::atomic<int> round_begun(0), round_over(0);
static double freed[ROUNDS], allocated[ROUNDS], returned[ROUNDS], took[ROUNDS];

static std::atomic<int> began(0);
static void manage(char *memory, size_t bytes)
{
    GIVE(memory);
    for (int r = 1; r <= ROUNDS; r++) {
        char *a, *b;
        while (round_begun.load() < r)
            ;
        began = r;
        TAKE((void **)&a, bytes);
        freed[r - 1] = now();
        TAKE((void **)&b, bytes);
        allocated[r - 1] = now();
        GIVE(a); GIVE(b);
        round_over = r;
    }
}

static double median(const double *v)
{
    std::vector<double> s(v, v + ROUNDS);
    std::sort(s.begin(), s.end());
    return s[ROUNDS / 2];
}

int main()
{
    const size_t BYTES = 20 << 20;
    cudaStream_t stream;
    cudaEvent_t event;
    char *device, *pinned;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaMalloc((void **)&device, 1 << 20);
    cudaMallocHost((void **)&pinned, 1 << 20);
    for (int ahead = 15; ahead <= 15; ahead += 100)
        for (int what = 0; what < KINDS; what++) {
            char *memory;
            std::vector<cudaEvent_t> made;
            TAKE((void **)&memory, BYTES);
            round_begun = round_over = began = 0;
            std::thread manager(manage, memory, BYTES);
            int between = 0;
            for (int r = 1; r <= ROUNDS; r++) {
                cudaStreamSynchronize(stream);
                round_begun = r;
                while (began.load() < r) ;
                double begin = now();
                while (now() < begin + ahead)
                    ;
                cudaEvent_t one;
                switch (what) {
                case LAUNCH: spin<<<1, 32, 0, stream>>>(0); break;
                case IN: cudaMemcpyAsync(device, pinned, 4096, cudaMemcpyHostToDevice, stream); break;
                case OUT: cudaMemcpyAsync(pinned, device, 4096, cudaMemcpyDeviceToHost, stream); break;
                case DEVICE: cudaMemcpyAsync(device, device + 8192, 4096, cudaMemcpyDeviceToDevice, stream); break;
                case MEMSET: cudaMemsetAsync(device, 0, 4096, stream); break;
                case RECORD: cudaEventRecord(event, stream); break;
                case HOST: cudaLaunchHostFunc(stream, nothing, nullptr); break;
                case EVENT: cudaEventCreate(&one); made.push_back(one); break;
                default: break;
                }
                double end = now();
                while (round_over.load() < r)
                    ;
                returned[r - 1] = end - freed[r - 1];
                took[r - 1] = allocated[r - 1] - freed[r - 1];
                between += end < allocated[r - 1];
            }
            manager.join();
            for (cudaEvent_t e : made)
                cudaEventDestroy(e);
            std::printf("%-20s %3d us before: %2d of %d between, returns %6.1f us behind the free, the allocation %6.1f\n",
                        kinds[what], ahead, between, ROUNDS, median(returned), median(took));
        }
    return 0;
}
