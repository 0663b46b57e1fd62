// How main and host functions hand over what they share, in order: nothing to find. WHAT: 0: a
// local with a volatile flag; 1: a condition of an object; 2: one of globals; 3: a thread that
// takes what host functions give; 4: a flag that a function looks at between sleeps; 5: one in a
// loop that only turns; 6: a counter, between yields; 7: an atomic; 8: names that nobody changes;
// 9: slots of a ring behind events; 10 and 11: queries of the stream, with and without a flag; 12:
// a loop with a clock; 13: another thread that looks; 14: a vector's elements, behind a
// synchronize; 15: a volatile flag that is set when main comes to look.
#include "nullstream.cuh"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <queue>
#include <thread>
#include <unistd.h>
#include <vector>
#ifndef WHAT
#define WHAT 0
#endif

#pragma nullstream kernel(fill) time(500us)
__global__ void fill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}
const int N = 1 << 20;
cudaStream_t s;
float *d, *pinned;
struct Done {
    volatile int done;
    int value;
};
struct App {
    std::mutex m;
    std::condition_variable cv;
    bool ready = false;
    int value = 0;
    void notify()
    {
        {
            std::lock_guard<std::mutex> l(m);
            ready = true;
            value = 4;
        }
        cv.notify_all();
    }
    static void call(void *p)
    {
        ((App *)p)->notify();
    }
    int wait()
    {
        std::unique_lock<std::mutex> l(m);
        cv.wait(l, [&] { return ready; });
        return value;
    }
};
App app;
std::mutex gm;
std::condition_variable gcv;
bool gready;
int gvalue;
void gnotify(void *)
{
    std::lock_guard<std::mutex> l(gm);
    gready = true;
    gvalue = 3;
    gcv.notify_one();
}
std::queue<int> work;
void push(void *p)
{
    std::lock_guard<std::mutex> l(gm);
    work.push(3);
    gcv.notify_one();
}
void set(void *p)
{
    Done *x = (Done *)p;
    x->value = 7;
    x->done = 1;
}
volatile bool flag;
int out;
void set_flag(void *)
{
    out = 5;
    flag = true;
}
int count_;
void count(void *)
{
    count_++;
}
bool is_done()
{
    return flag;
}
void wait_for()
{
    while (!is_done())
        std::this_thread::sleep_for(std::chrono::microseconds(20));
}
std::atomic<int> state{0};
float results[4];
void stage(void *)
{
    results[0] = pinned[0];
    state.store(1, std::memory_order_release);
}
int log_lines;
void logit(void *p)
{
    printf("done %s %d\n", (const char *)p, log_lines++);
}
const char *names[3] = {"a", "b", "c"};
void by_name(void *p)
{
    printf("%s\n", names[(long)p]);
}
struct Slot {
    int id;
    int result;
    cudaEvent_t e;
};
Slot slots[4];
void finish_slot(void *p)
{
    Slot *x = (Slot *)p;
    x->result = x->id * 2;
}
int main()
{
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&d, N * sizeof(float));
    cudaMallocHost(&pinned, N * sizeof(float));
    fill<<<N / 256, 256, 0, s>>>(d, N);
    cudaMemcpyAsync(pinned, d, N * sizeof(float), cudaMemcpyDeviceToHost, s);
#if WHAT == 0
    Done x = {0, 0};
    cudaLaunchHostFunc(s, set, &x);
    while (!x.done)
        usleep(10);
    printf("%d %f\n", x.value, pinned[0]);
#elif WHAT == 1
    cudaLaunchHostFunc(s, App::call, &app);
    int v = app.wait();
    printf("%d %f\n", v, pinned[0]);
#elif WHAT == 2
    cudaLaunchHostFunc(s, gnotify, nullptr);
    {
        std::unique_lock<std::mutex> l(gm);
        while (!gready)
            gcv.wait(l);
        printf("%d %f\n", gvalue, pinned[0]);
    }
#elif WHAT == 3
    std::thread t([] {
        std::unique_lock<std::mutex> l(gm);
        for (int i = 0; i < 2; i++) {
            gcv.wait(l, [] { return !work.empty(); });
            work.pop();
        }
    });
    cudaLaunchHostFunc(s, push, nullptr);
    fill<<<N / 256, 256, 0, s>>>(d, N);
    cudaLaunchHostFunc(s, push, nullptr);
    t.join();
#elif WHAT == 4
    cudaLaunchHostFunc(s, set_flag, nullptr);
    wait_for();
    printf("%d %f\n", out, pinned[3]);
#elif WHAT == 5
    cudaLaunchHostFunc(s, set_flag, nullptr);
    int turns = 0;
    while (!flag) {
        turns++;
    }
    printf("%d %d %f\n", turns > 0, out, pinned[3]);
#elif WHAT == 6
    for (int i = 0; i < 4; i++) {
        fill<<<N / 256, 256, 0, s>>>(d, N);
        cudaLaunchHostFunc(s, count, nullptr);
    }
    while (count_ < 4) {
        std::this_thread::yield();
    }
    printf("%f\n", pinned[0]);
#elif WHAT == 7
    cudaLaunchHostFunc(s, stage, nullptr);
    while (state.load(std::memory_order_acquire) != 1) {
    }
    printf("%f\n", results[0]);
#elif WHAT == 8
    for (int i = 0; i < 3; i++) {
        cudaLaunchHostFunc(s, logit, (void *)names[i]);
        cudaLaunchHostFunc(s, by_name, (void *)(long)i);
    }
    printf("%s\n", names[1]);
    cudaStreamSynchronize(s);
#elif WHAT == 9
    for (int i = 0; i < 16; i++) {
        Slot *x = &slots[i % 4];
        if (i >= 4) {
            cudaEventSynchronize(x->e);
            printf("%d\n", x->result);
            cudaEventDestroy(x->e);
        }
        x->id = i;
        cudaLaunchHostFunc(s, finish_slot, x);
        cudaEventCreateWithFlags(&x->e, cudaEventDisableTiming);
        cudaEventRecord(x->e, s);
    }
    cudaStreamSynchronize(s);
#elif WHAT == 10
    cudaLaunchHostFunc(s, set_flag, nullptr);
    while (cudaStreamQuery(s) == cudaErrorNotReady) {
        if (flag)
            break;
        usleep(10);
    }
    printf("%d\n", out);
#elif WHAT == 11
    cudaLaunchHostFunc(s, set_flag, nullptr);
    while (cudaStreamQuery(s) == cudaErrorNotReady) {
        usleep(10);
    }
    printf("%d\n", out);
#elif WHAT == 12
    auto start = std::chrono::steady_clock::now();
    cudaLaunchHostFunc(s, set_flag, nullptr);
    while (!flag) {
        if (std::chrono::steady_clock::now() - start > std::chrono::seconds(5)) {
            printf("timeout\n");
            return 1;
        }
    }
    printf("%d\n", out);
#elif WHAT == 13
    cudaLaunchHostFunc(s, set_flag, nullptr);
    std::thread t([] {
        while (!flag)
            usleep(10);
        printf("%d\n", out);
    });
    t.join();
    printf("%d\n", out);
#elif WHAT == 14
    std::vector<Slot> v(3);
    for (auto &x : v) {
        x.id = 1;
        cudaLaunchHostFunc(s, finish_slot, &x);
    }
    cudaStreamSynchronize(s);
    for (auto &x : v)
        printf("%d\n", x.result);
#elif WHAT == 15
    cudaLaunchHostFunc(s, set_flag, nullptr);
    host_work_us(5000);
    while (!flag) {
    }
    printf("%d %f\n", out, pinned[3]);
#endif
    cudaDeviceSynchronize();
    return 0;
}
