// How long after its creation a new host thread begins, by what the cores that it may use did
// before: idle for 0.1 to 10 ms, held awake by threads of the lowest priority (SCHED_IDLE) that
// spin or by threads that nap 25 to 200 us again and again, held awake until some time before. Main
// is busy throughout and creates three threads in a row, which launch a kernel each. To be built
// with nvcc -O2 -std=c++17. Native only.
#include <cuda_runtime.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <vector>

__global__ void nothing()
{
}

static double now_us()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static void busy_us(double us)
{
    for (double until = now_us() + us; now_us() < until;) {
    }
}

static std::atomic<int> hold, nap, over;

struct spinner {
    pthread_t thread;
    int core;
};

static void *spin(void *argument)
{
    spinner *s = (spinner *)argument;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(s->core, &set);
    sched_setaffinity(0, sizeof set, &set);
    prctl(PR_SET_TIMERSLACK, 1);
    int napped = -1;
    while (!over) {
        if (nap != napped) {
            napped = nap;
            struct sched_param any = {0};
            sched_setscheduler(0, napped ? SCHED_OTHER : SCHED_IDLE, &any);
        }
        struct timespec time = {0, nap * 1000};
        if (!hold)
            usleep(2000);
        else if (nap)
            nanosleep(&time, NULL);
        else
            __builtin_ia32_pause();
    }
    return NULL;
}

struct child {
    pthread_t thread;
    cudaStream_t stream;
    double made, made_by, began, launched, second;
    int core;
};

static bool launches;

static void *begin(void *argument)
{
    child *c = (child *)argument;
    c->began = now_us();
    c->core = sched_getcpu();
    if (launches) {
        nothing<<<1, 64, 0, c->stream>>>();
        c->launched = now_us();
        nothing<<<1, 64, 0, c->stream>>>();
        c->second = now_us();
    }
    return NULL;
}

static void print(const char *what, std::vector<double> &v)
{
    std::sort(v.begin(), v.end());
    size_t n = v.size();
    printf("  %s: p10 %.1f p25 %.1f median %.1f p75 %.1f p90 %.1f\n", what, v[n / 10], v[n / 4],
           v[n / 2], v[3 * n / 4], v[9 * n / 10]);
}

static void rounds(const char *name, int count, double rest, bool held, double released)
{
    std::vector<double> begins[3], made[3], first[3], second[3], own;
    int late = 0, beside = 0;
    child c[3];
    for (int i = 0; i < 3; i++)
        cudaStreamCreateWithFlags(&c[i].stream, cudaStreamNonBlocking);
    cudaStream_t mine;
    cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking);
    for (int r = 0; r < count; r++) {
        hold = held;
        if (held)
            busy_us(3000); // their naps end
        busy_us(rest);
        if (held && released > 0) {
            hold = 0;
            busy_us(released);
        }
        for (int i = 0; i < 3; i++) {
            c[i].made = now_us();
            pthread_create(&c[i].thread, NULL, begin, &c[i]);
            c[i].made_by = now_us();
        }
        double from = now_us();
        for (int i = 0; launches && i < 20; i++)
            nothing<<<1, 64, 0, mine>>>();
        own.push_back((now_us() - from) / 20);
        busy_us(400);
        for (int i = 0; i < 3; i++) {
            pthread_join(c[i].thread, NULL);
            begins[i].push_back(c[i].began - c[i].made);
            made[i].push_back(c[i].made_by - c[i].made);
            beside += c[i].core == sched_getcpu();
            late += c[i].began - c[i].made > 100;
            first[i].push_back(c[i].launched - c[i].began);
            second[i].push_back(c[i].second - c[i].launched);
        }
        cudaDeviceSynchronize();
        hold = 0;
    }
    printf("%s: %d of %d begin later than 100 us, %d on main's core\n", name, late, 3 * count,
           beside);
    for (int i = 0; i < 3; i++) {
        print("made", made[i]);
        print("begins", begins[i]);
        if (launches) {
            print("first launch", first[i]);
            print("second launch", second[i]);
        }
    }
    if (launches)
        print("main's launches", own);
}

int main()
{
    cudaFree(0);
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (int i = 0; i < 100; i++)
        nothing<<<1, 64, 0, s>>>();
    cudaDeviceSynchronize();
    cpu_set_t all;
    sched_getaffinity(0, sizeof all, &all);
    int here = sched_getcpu();
    cpu_set_t own;
    CPU_ZERO(&own);
    CPU_SET(here, &own);
    printf("main on core %d of %d\n", here, CPU_COUNT(&all));
    for (int pass = 0; pass < 2; pass++) {
        launches = pass;
        printf("%s\n", launches ? "threads that launch:" : "threads that do nothing:");
        rounds("idle 100 us", 100, 100, false, 0);
        rounds("idle 1 ms", 100, 1000, false, 0);
        rounds("idle 10 ms", 60, 10000, false, 0);
    }
    std::vector<spinner> spinners;
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &all) && i != here)
            spinners.push_back({0, i});
    for (auto &x : spinners)
        pthread_create(&x.thread, NULL, spin, &x);
    for (int pass = 0; pass < 2; pass++) {
        launches = pass;
        printf("%s\n", launches ? "threads that launch, spinners there:"
                                : "threads that do "
                                  "nothing, spinners there:");
        for (nap = 0; nap <= 200; nap = nap ? 2 * nap : 25) {
            printf("held awake, naps of %d us:\n", (int)nap);
            rounds("held awake", 100, 100, true, 0);
        }
        nap = 0;
        rounds("released 50 us before", 100, 100, true, 50);
        rounds("released 500 us before", 100, 100, true, 500);
        rounds("not held, spinners sleep", 100, 1000, false, 0);
    }
    over = 1;
    for (auto &x : spinners)
        pthread_join(x.thread, NULL);
    return 0;
}
