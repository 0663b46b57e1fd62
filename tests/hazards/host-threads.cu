// Host threads that share memory which is copied. Nothing to find: HOW 0: each has its own elements;
// 1: more of them than are told apart; 2: an atomic and what it hands over lie in that memory; 3: a mutex
// does; 4: a future; 5: a condition. To find: 6: an atomic that is relaxed; 7: the thread is joined too late.
#include "nullstream.cuh"

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <new>
#include <thread>

#ifndef HOW
#define HOW 0
#endif

struct Shared {
    std::atomic<int> flag{0};
    std::mutex mutex;
    float data[1 << 16];
};

std::mutex mutex;
std::condition_variable condition;
bool ready;

static void side(Shared *shared, float *data, int i)
{
    switch (HOW) {
    case 0:
    case 1:
        for (int k = i; k < (HOW ? 60000 : 1000); k += 6)
            data[k] = i;
        break;
    case 2:
    case 6: {
        const auto order = HOW == 2 ? std::memory_order_seq_cst : std::memory_order_relaxed;
        std::atomic<int> *flag = &shared->flag;
        if (i == 0) {
            data[0] = 1;
            flag->store(1, order);
        } else {
            while (!flag->load(order))
                std::this_thread::yield();
            std::printf("%f\n", data[0]);
        }
        break;
    }
    case 3: {
        std::lock_guard<std::mutex> lock(shared->mutex);
        data[0]++;
        break;
    }
    case 5:
        if (i == 0) {
            data[0] = 1;
            std::lock_guard<std::mutex> lock(mutex);
            ready = true;
            condition.notify_one();
        } else {
            std::unique_lock<std::mutex> lock(mutex);
            condition.wait(lock, [] { return ready; });
            lock.unlock();
            data[0]++;
        }
        break;
    default:
        data[i] = 1;
    }
}

int main()
{
    float *device, *data;
    Shared *shared;
    cudaMalloc(&device, sizeof *shared);
    cudaMallocHost(&shared, sizeof *shared);
    cudaMallocHost(&data, sizeof shared->data);
    new (shared) Shared;
    cudaMemcpy(device, shared, sizeof *shared, cudaMemcpyHostToDevice);
    cudaMemcpy(device, data, sizeof shared->data, cudaMemcpyHostToDevice);
    if (HOW == 4) {
        auto future = std::async(std::launch::async, side, shared, data, 0);
        future.get();
        data[0] = 2;
        return 0;
    }
    float *mine = HOW == 2 || HOW == 3 ? shared->data : data;
    std::thread a(side, shared, mine, 0), b(side, shared, mine, 1);
    if (HOW == 7)
        data[1] = 2;
    a.join();
    b.join();
    cudaMemcpy(device, data, sizeof shared->data, cudaMemcpyHostToDevice);
    return 0;
}
