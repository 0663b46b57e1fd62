// Two host threads, ordered by what an atomic is updated by. Nothing to find: HOW 0: a spin lock by
// test_and_set; 1: by exchange; 2: a ticket by compare_exchange; 3: the last one out reads what both
// copied; 4: or one of them, behind an update of the other one that is relaxed; 5: relaxed, with fences. To find: 6:
// an update that releases nothing; 7: one that acquires nothing; 8: a compare_exchange that fails,
// and whose order is relaxed then; 9: a fence that acquires only, on the releasing side.
#include "nullstream.cuh"
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

#ifndef HOW
#define HOW 0
#endif

const int N = 1 << 18;
const auto relaxed = std::memory_order_relaxed, acquire = std::memory_order_acquire,
           release = std::memory_order_release;

struct Spin {
    std::atomic_flag flag = ATOMIC_FLAG_INIT;
    std::atomic<bool> taken{false};
    std::atomic<int> tickets{1};
    void lock()
    {
        int one = 1;
        while (HOW == 0 && flag.test_and_set(acquire))
            std::this_thread::yield();
        while (HOW == 1 && taken.exchange(true, acquire))
            std::this_thread::yield();
        while (HOW == 2 && !tickets.compare_exchange_weak(one, 0, acquire))
            one = 1;
    }
    void unlock()
    {
        flag.clear(release);
        taken.store(false, release);
        tickets.store(1, release);
    }
};

Spin spin;
std::atomic<int> left{HOW == 4 ? 3 : 2}, done;
float *device, *host;
cudaStream_t s[2];

static void copy(int i)
{
    const int half = N / 2;
    cudaMemcpyAsync(host + i * half, device + i * half, half * sizeof(float), cudaMemcpyDeviceToHost,
                    s[i]);
    cudaStreamSynchronize(s[i]);
}

static void work(int i)
{
    if (HOW <= 2) {
        for (int turn = 0; turn < 3; turn++) {
            std::lock_guard<Spin> lock(spin);
            host[0] = i;
            cudaMemcpyAsync(device, host, N * sizeof(float), cudaMemcpyHostToDevice, s[i]);
            cudaStreamSynchronize(s[i]);
        }
    } else if (HOW <= 4) {
        copy(i);
        if (HOW == 4 && i == 0)
            left.fetch_sub(1, release);
        const auto order = HOW == 4 && i == 0 ? relaxed : std::memory_order_acq_rel;
        if (left.fetch_sub(1, order) == 1 && (HOW == 3 || i == 1))
            std::printf("%f\n", host[0] + host[N / 2]);
    } else if (i == 0) {
        copy(0);
        if (HOW == 5)
            std::atomic_thread_fence(release);
        if (HOW == 9)
            std::atomic_thread_fence(acquire);
        if (HOW == 5 || HOW == 9)
            done.store(1, relaxed);
        else
            done.fetch_add(1, HOW == 6 ? relaxed : release);
    } else {
        int none = 0;
        while (HOW == 6 && done.load(acquire) == 0) {
        }
        while (HOW == 7 && done.fetch_add(0, release) == 0)
            std::this_thread::yield();
        while (HOW == 8 && none == 0) {
            none = 2;
            done.compare_exchange_strong(none, 0, acquire, relaxed);
        }
        while ((HOW == 5 || HOW == 9) && done.load(relaxed) == 0) {
        }
        if (HOW == 5 || HOW == 9)
            std::atomic_thread_fence(acquire);
        std::printf("%f\n", host[0]);
    }
}

int main()
{
    cudaMalloc(&device, N * sizeof(float));
    cudaMallocHost(&host, N * sizeof(float));
    for (cudaStream_t &stream : s)
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    std::thread a(work, 0), b(work, 1);
    a.join();
    b.join();
    return 0;
}
