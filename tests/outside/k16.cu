// Producers and consumers: two threads make pages of log lines, two threads hash them on the device,
// each with a stream of its own; a semaphore of C++11 parts bounds what is in flight.
#include "nullstream.cuh"
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class Semaphore {
    std::mutex m;
    std::condition_variable cv;
    int count;
  public:
    explicit Semaphore(int n) : count(n) {}
    void acquire() { std::unique_lock<std::mutex> l(m); cv.wait(l, [this]() { return count > 0; }); --count; }
    void release() { { std::lock_guard<std::mutex> l(m); ++count; } cv.notify_one(); }
    struct Guard {
        Semaphore &s;
        explicit Guard(Semaphore &sem) : s(sem) { s.acquire(); }
        ~Guard() { s.release(); }
    };
};

constexpr size_t PAGE = 768 * 1024;

#pragma nullstream kernel(hashPage) time(70us) reads(page, PAGE) writes(digest, 256)
__global__ void hashPage(const unsigned char *page, unsigned *digest)
{
    unsigned h = threadIdx.x;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < PAGE; i += gridDim.x * blockDim.x)
        h = h * 31 + page[i];
    atomicXor(&digest[threadIdx.x % 64], h);
}

struct PinnedDeleter { void operator()(void *p) const { cudaFreeHost(p); } };
struct DeviceDeleter { void operator()(void *p) const { cudaFree(p); } };
template <class T> using pinned_ptr = std::unique_ptr<T[], PinnedDeleter>;
template <class T> using device_ptr = std::unique_ptr<T[], DeviceDeleter>;
template <class T> pinned_ptr<T> make_pinned(size_t n) { T *p = nullptr; if (cudaMallocHost(&p, n * sizeof(T)) != cudaSuccess) throw std::bad_alloc(); return pinned_ptr<T>(p); }
template <class T> device_ptr<T> make_device(size_t n) { T *p = nullptr; if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess) throw std::bad_alloc(); return device_ptr<T>(p); }

struct Page {
    int producer, number;
    std::shared_ptr<pinned_ptr<unsigned char>> bytes;
};

class Channel {
    std::deque<Page> pages_;
    std::mutex m_;
    std::condition_variable cv_;
    int producers_;
  public:
    explicit Channel(int producers) : producers_(producers) {}
    void put(Page p) { std::lock_guard<std::mutex> l(m_); pages_.push_back(std::move(p)); cv_.notify_one(); }
    void done() { std::lock_guard<std::mutex> l(m_); if (--producers_ == 0) cv_.notify_all(); }
    bool get(Page &p)
    {
        std::unique_lock<std::mutex> l(m_);
        while (pages_.empty() && producers_ > 0) cv_.wait(l);
        if (pages_.empty()) return false;
        p = std::move(pages_.front());
        pages_.pop_front();
        return true;
    }
};

static void produce(int id, int count, Channel &out, std::vector<std::shared_ptr<pinned_ptr<unsigned char>>> &buffers, Semaphore &room)
{
    for (int i = 0; i < count; i++) {
        room.acquire();
        host_work_us(50);
        out.put(Page{id, i, buffers[(2 * i + id) % buffers.size()]});
    }
    out.done();
}

int main()
{
    const int perProducer = 20, depth = 8;
    Channel channel(2);
    std::vector<std::shared_ptr<pinned_ptr<unsigned char>>> buffers;
    for (int i = 0; i < depth; i++)
        buffers.push_back(std::make_shared<pinned_ptr<unsigned char>>(make_pinned<unsigned char>(PAGE)));
    Semaphore room0(depth / 4), room1(depth / 4), printing(1);
    std::atomic<int> hashed(0);
    std::map<int, int> perThread[2];

    auto consume = [&](int me) {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        auto page = make_device<unsigned char>(PAGE);
        auto digest = make_device<unsigned>(64);
        auto result = make_pinned<unsigned>(64);
        cudaMemsetAsync(digest.get(), 0, 256, s);
        Page p;
        while (channel.get(p)) {
            cudaMemcpyAsync(page.get(), p.bytes->get(), PAGE, cudaMemcpyHostToDevice, s);
            hashPage<<<96, 256, 0, s>>>(page.get(), digest.get());
            cudaStreamSynchronize(s);
            perThread[me][p.producer]++;
            (p.producer == 0 ? room0 : room1).release();
            hashed++;
        }
        cudaMemcpyAsync(result.get(), digest.get(), 256, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        Semaphore::Guard g(printing);
        cudaStreamDestroy(s);
    };
    std::vector<std::thread> threads;
    threads.emplace_back(produce, 0, perProducer, std::ref(channel), std::ref(buffers), std::ref(room0));
    threads.emplace_back(produce, 1, perProducer, std::ref(channel), std::ref(buffers), std::ref(room1));
    for (int i = 0; i < 2; i++)
        threads.emplace_back(consume, i);
    for (auto &t : threads)
        t.join();
    int sum = 0;
    for (auto &m : perThread)
        for (auto &kv : m)
            sum += kv.second;
    std::printf("hashed %d pages, counted %d\n", hashed.load(), sum);
    return sum == hashed ? 0 : 1;
}
