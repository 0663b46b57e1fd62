// A producer reads "packets" (sleeps), a consumer ships them to the device: bounded ring of pinned slots.
#include "nullstream.cuh"
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>

constexpr int kSlots = 4;
constexpr int kPackets = 20;
constexpr size_t kBytes = 3u << 20;

__global__ void decode(const unsigned char *in, unsigned char *out, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] ^ 0x5a;
    spin_us(120);
}

template <typename T> class BoundedQueue {
public:
    explicit BoundedQueue(size_t cap) : cap_(cap) {}
    void push(T value)
    {
        std::unique_lock<std::mutex> lock(m_);
        space_.wait(lock, [&] { return q_.size() < cap_; });
        q_.push_back(value);
        lock.unlock();
        items_.notify_one();
    }
    T pop()
    {
        std::unique_lock<std::mutex> lock(m_);
        items_.wait(lock, [&] { return !q_.empty(); });
        T v = q_.front();
        q_.pop_front();
        lock.unlock();
        space_.notify_one();
        return v;
    }

private:
    size_t cap_;
    std::deque<T> q_;
    std::mutex m_;
    std::condition_variable items_, space_;
};

int main()
{
    unsigned char *slot[kSlots], *din[2], *dout[2];
    for (auto &s : slot) {
        cudaMallocHost(&s, kBytes);
        memset(s, 1, kBytes);
    }
    cudaStream_t stream[2];
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&din[i], kBytes);
        cudaMalloc(&dout[i], kBytes);
        cudaStreamCreate(&stream[i]);
    }

    BoundedQueue<int> full(kSlots), empty(kSlots);
    for (int i = 0; i < kSlots; i++)
        empty.push(i);

    std::thread producer([&] {
        for (int p = 0; p < kPackets; p++) {
            int s = empty.pop();
            // the network delivers in bursts of five
            if (p % 5 == 0)
                std::this_thread::sleep_for(std::chrono::microseconds(400));
            memset(slot[s], p, kBytes / 16);
            full.push(s);
        }
        full.push(-1);
    });

    std::thread consumer([&] {
        int turn = 0, last[2] = {-1, -1};
        for (;;) {
            int s = full.pop();
            if (s < 0)
                break;
            int k = turn++ % 2;
            if (last[k] >= 0) {
                cudaStreamSynchronize(stream[k]);
                empty.push(last[k]);
            }
            cudaMemcpyAsync(din[k], slot[s], kBytes, cudaMemcpyHostToDevice, stream[k]);
            decode<<<(unsigned)((kBytes + 511) / 512), 512, 0, stream[k]>>>(din[k], dout[k], kBytes);
            last[k] = s;
        }
        cudaStreamSynchronize(stream[0]);
        cudaStreamSynchronize(stream[1]);
    });

    producer.join();
    consumer.join();
    unsigned char first = 0;
    cudaMemcpy(&first, dout[0], 1, cudaMemcpyDeviceToHost);
    printf("first %d\n", first);
    for (int i = 0; i < 2; i++) {
        cudaFree(din[i]);
        cudaFree(dout[i]);
        cudaStreamDestroy(stream[i]);
    }
    for (auto &s : slot)
        cudaFreeHost(s);
}
