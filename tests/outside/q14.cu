// Producer thread fills pinned packets, consumer thread feeds the GPU; bounded queue with two conditions.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <list>
#include <mutex>
#include <thread>

#pragma nullstream kernel(decode) time(45us) reads(packet, bytes) writes(out, 4 * bytes)
__global__ void decode(const unsigned char *packet, float *out, size_t bytes) {}
#pragma nullstream kernel(filter) bytes(16.0 * n) flops(30.0 * n)
__global__ void filter(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 0.5f * in[i];
}

#pragma nullstream host(fill_packet) time(70us) writes(p, bytes)
void fill_packet(unsigned char *p, size_t bytes, int index) {}

template <typename T>
class BoundedQueue {
public:
    explicit BoundedQueue(size_t limit) : limit_(limit) {}
    void put(T value)
    {
        std::unique_lock<std::mutex> l(m_);
        space_.wait(l, [&] { return items_.size() < limit_; });
        items_.push_back(value);
        l.unlock();
        full_.notify_one();
    }
    T take()
    {
        std::unique_lock<std::mutex> l(m_);
        full_.wait(l, [&] { return !items_.empty(); });
        T v = items_.front();
        items_.pop_front();
        l.unlock();
        space_.notify_one();
        return v;
    }

private:
    size_t limit_;
    std::mutex m_;
    std::condition_variable space_, full_;
    std::list<T> items_;
};

struct Packet {
    unsigned char *data = nullptr;
    int index = -1;
};

int main()
{
    const size_t bytes = 256 << 10;
    const int packets = 40, buffers = 4;
    BoundedQueue<Packet> free_ones(buffers), filled(buffers);
    for (int i = 0; i < buffers; i++) {
        Packet p;
        cudaMallocHost(&p.data, bytes);
        free_ones.put(p);
    }
    std::thread producer([&] {
        for (int i = 0; i < packets; i++) {
            Packet p = free_ones.take();
            p.index = i;
            fill_packet(p.data, bytes, i);
            filled.put(p);
        }
        filled.put(Packet{});
    });
    std::thread consumer([&] {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        unsigned char *d;
        float *a, *b;
        cudaMalloc(&d, bytes);
        cudaMalloc(&a, 4 * bytes);
        cudaMalloc(&b, 4 * bytes);
        cudaEvent_t copied;
        cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
        for (;;) {
            Packet p = filled.take();
            if (!p.data)
                break;
            cudaMemcpyAsync(d, p.data, bytes, cudaMemcpyHostToDevice, s);
            cudaEventRecord(copied, s);
            decode<<<32, 256, 0, s>>>(d, a, bytes);
            filter<<<(int)(bytes / 256), 256, 0, s>>>(a, b, (int)bytes);
            cudaEventSynchronize(copied);
            free_ones.put(p);
        }
        cudaStreamSynchronize(s);
        cudaFree(d);
        cudaFree(a);
        cudaFree(b);
        cudaEventDestroy(copied);
        cudaStreamDestroy(s);
    });
    producer.join();
    consumer.join();
    printf("%d packets\n", packets);
    return 0;
}
