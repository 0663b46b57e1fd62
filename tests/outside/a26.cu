// Producer thread uploads, consumer thread computes and downloads; a bounded queue between them.
#include "nullstream.cuh"
#include <thread>
#include <mutex>
#include <condition_variable>
#include <vector>

struct Item {
    int index;
    float *device;
    cudaEvent_t uploaded;
};

template <typename T> class BoundedQueue {
public:
    explicit BoundedQueue(size_t capacity) : capacity_(capacity), items_(capacity), head_(0), size_(0) {}
    void push(const T &v)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        while (size_ == capacity_)
            not_full_.wait(lock);
        items_[(head_ + size_) % capacity_] = v;
        ++size_;
        not_empty_.notify_one();
    }
    T pop()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        while (size_ == 0)
            not_empty_.wait(lock);
        T v = items_[head_];
        head_ = (head_ + 1) % capacity_;
        --size_;
        not_full_.notify_one();
        return v;
    }

private:
    size_t capacity_;
    std::vector<T> items_;
    size_t head_, size_;
    std::mutex mutex_;
    std::condition_variable not_full_, not_empty_;
};

__global__ void fft_pass(float *x, int stage) { spin_us(45); }

int main()
{
    const int ITEMS = 16;
    const size_t BYTES = 8 << 20;
    float *h_in, *h_out;
    cudaMallocHost(&h_in, BYTES * 4);
    cudaMallocHost(&h_out, BYTES * 4);
    BoundedQueue<Item> queue(3);
    std::vector<Item> items(ITEMS);
    for (int i = 0; i < ITEMS; i++) {
        items[i].index = i;
        cudaMalloc(&items[i].device, BYTES);
        cudaEventCreateWithFlags(&items[i].uploaded, cudaEventDisableTiming);
    }
    std::thread producer([&]() {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        for (int i = 0; i < ITEMS; i++) {
            host_work_us(80);
            cudaMemcpyAsync(items[i].device, h_in + (i % 4) * (BYTES / 4), BYTES, cudaMemcpyHostToDevice, s);
            cudaEventRecord(items[i].uploaded, s);
            queue.push(items[i]);
        }
        cudaStreamSynchronize(s);
        cudaStreamDestroy(s);
    });
    std::thread consumer([&]() {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        for (int i = 0; i < ITEMS; i++) {
            Item it = queue.pop();
            cudaStreamWaitEvent(s, it.uploaded, 0);
            for (int stage = 0; stage < 4; stage++)
                fft_pass<<<512, 256, 0, s>>>(it.device, stage);
            cudaMemcpyAsync(h_out + (it.index % 4) * (BYTES / 4), it.device, BYTES, cudaMemcpyDeviceToHost, s);
        }
        cudaStreamSynchronize(s);
        cudaStreamDestroy(s);
    });
    producer.join();
    consumer.join();
    return 0;
}
