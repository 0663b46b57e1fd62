// What does a thread that slept pay more for its calls than one that was busy for as long, and which calls? Four of a
// kind behind each wait, then five of different kinds; medians of 11, ns. Native only.
//     after-sleep
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cuda_runtime.h>
#include <mutex>
#include <thread>

enum wait { BUSY, SLEEP, CONDITION, BLOCKING, WAITS };
static const char *const waits[] = {"busy", "sleep", "condition", "blocking"};

enum kind { LAUNCH, IN, OUT, MEMSET, RECORD, WAIT, QUERY, ASK, SYNC, TAKE, GIVE, HOST, PAGEABLE, MALLOC, FREE, KINDS };
static const char *const kinds[] = {"launch", "h2d 1M", "d2h 1M", "memset", "record", "wait",     "query", "ask stream",
                                    "sync",   "take",   "give",   "host",   "d2h 4K pageable", "malloc", "free"};

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
    return duration<double, std::nano>(steady_clock::now().time_since_epoch()).count();
}

static cudaStream_t stream;
static cudaEvent_t event, blocking;
static char *device, *pinned, *pageable;
static char *taken[8], *held[8];
static int takes, holds;
static std::mutex mutex;
static std::condition_variable asked, answered;
static long long ask_us;
static bool over, is_answered;

static void nothing(void *) {}

static void call(kind what)
{
    switch (what) {
    case LAUNCH: spin<<<1, 32, 0, stream>>>(0); break;
    case IN: cudaMemcpyAsync(device, pinned, 1 << 20, cudaMemcpyHostToDevice, stream); break;
    case OUT: cudaMemcpyAsync(pinned, device, 1 << 20, cudaMemcpyDeviceToHost, stream); break;
    case MEMSET: cudaMemsetAsync(device, 0, 4096, stream); break;
    case RECORD: cudaEventRecord(event, stream); break;
    case WAIT: cudaStreamWaitEvent(stream, event, 0); break;
    case QUERY: cudaEventQuery(event); break;
    case ASK: cudaStreamQuery(stream); break;
    case SYNC: cudaStreamSynchronize(stream); break;
    case TAKE: cudaMallocAsync((void **)&taken[takes++], 65536, stream); break;
    case GIVE: cudaFreeAsync(taken[--takes], stream); break;
    case HOST: cudaLaunchHostFunc(stream, nothing, nullptr); break;
    case PAGEABLE: cudaMemcpy(pageable, device, 4096, cudaMemcpyDeviceToHost); break;
    case MALLOC: cudaMalloc((void **)&held[holds++], 65536); break;
    case FREE: cudaFree(held[--holds]); break;
    default: break;
    }
}

static void answer()
{
    std::unique_lock<std::mutex> lock(mutex);
    for (;;) {
        asked.wait(lock, [] { return over || ask_us > 0; });
        if (over)
            return;
        double end = now() + ask_us * 1e3;
        lock.unlock();
        while (now() < end)
            ;
        lock.lock();
        ask_us = 0;
        is_answered = true;
        answered.notify_one();
    }
}

static void pass(wait how, int us)
{
    cudaStreamSynchronize(stream);
    double end = now() + us * 1e3;
    switch (how) {
    case BUSY:
        while (now() < end)
            ;
        break;
    case SLEEP: std::this_thread::sleep_for(std::chrono::microseconds(us)); break;
    case CONDITION: {
        std::unique_lock<std::mutex> lock(mutex);
        ask_us = us;
        is_answered = false;
        asked.notify_one();
        answered.wait(lock, [] { return is_answered; });
        break;
    }
    default:
        spin<<<1, 32, 0, stream>>>(us * 1000ll);
        cudaEventRecord(blocking, stream);
        cudaEventSynchronize(blocking);
    }
}

static const int TIMES = 11, CALLS = 5;
static double times[CALLS][TIMES];

static void say(const char *what, wait how, int us, int calls)
{
    std::printf("%-16s %-9s %5d us:", what, waits[how], us);
    for (int i = 0; i < calls; i++) {
        std::sort(times[i], times[i] + TIMES);
        std::printf(" %6.0f (%.0f)", times[i][TIMES / 2], times[i][TIMES - 3]);
    }
    std::printf("\n");
}

// Calls of the list one by one, each by itself; afterwards what is left over is given back.
static void measure(const char *name, const kind *list, int calls, wait how, int us)
{
    for (int r = -2; r < TIMES; r++) {
        if (list[0] == GIVE)
            for (int i = 0; i < calls; i++)
                call(TAKE);
        if (list[0] == FREE)
            for (int i = 0; i < calls; i++)
                call(MALLOC);
        pass(how, us);
        for (int i = 0; i < calls; i++) {
            double begin = now();
            call(list[i]);
            double took = now() - begin;
            if (r >= 0)
                times[i][r] = took;
        }
        while (takes)
            call(GIVE);
        cudaStreamSynchronize(stream);
        while (holds)
            call(FREE);
    }
    say(name, how, us, calls);
}

int main()
{
    cudaMemPool_t pool;
    unsigned long long keep = ~0ull;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&blocking, cudaEventDisableTiming | cudaEventBlockingSync);
    cudaMalloc((void **)&device, 1 << 20);
    cudaMallocHost((void **)&pinned, 1 << 20);
    pageable = new char[1 << 20]();
    std::thread helper(answer);
    const int lengths[] = {30, 100, 300, 1000, 3000, 10000};
    for (int what = 0; what < KINDS; what++)
        for (int how = 0; how < WAITS; how++)
            for (int us : lengths) {
                bool skips = how >= CONDITION && (us > 3000 || (what != LAUNCH && what != IN && what != RECORD));
                kind list[] = {kind(what), kind(what), kind(what), kind(what)};
                if (!skips)
                    measure(kinds[what], list, 4, wait(how), us);
            }
    const kind mixes[][CALLS] = {{IN, LAUNCH, OUT, RECORD, SYNC},
                                 {LAUNCH, IN, RECORD, OUT, QUERY},
                                 {RECORD, LAUNCH, WAIT, IN, SYNC},
                                 {QUERY, LAUNCH, RECORD, MEMSET, ASK},
                                 {TAKE, MEMSET, LAUNCH, OUT, RECORD}};
    const char *names[] = {"I L O R s", "L I R O q", "R L W I s", "q L R M a", "T M L O R"};
    for (int mix = 0; mix < 5; mix++)
        for (int how = 0; how < CONDITION; how++)
            for (int us : lengths)
                measure(names[mix], mixes[mix], CALLS, wait(how), us);
    {
        std::lock_guard<std::mutex> lock(mutex);
        over = true;
        asked.notify_one();
    }
    helper.join();
    return 0;
}
