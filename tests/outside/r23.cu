// Pipeline parallelism on one GPU: four stage threads pass micro-batches on by single-producer single-consumer rings of
// atomics; what is passed is a buffer and an event, so that the devices' order is by cudaStreamWaitEvent.
#include "nullstream.cuh"
#include <array>
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

#define CHECK_CUDA(expression)                                                             \
    {                                                                                      \
        cudaError_t const ret = (expression);                                              \
        if (ret != cudaSuccess) {                                                          \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(ret)); \
            std::exit(EXIT_FAILURE);                                                       \
        }                                                                                  \
    }

constexpr int kStages = 4, kMicro = 12, kDepth = 2;
constexpr size_t kActivation = 3 << 20;

#pragma nullstream kernel(layer) block_time(us * 1us) regs(128) shared(49152) reads(in, kActivation * 2) writes(out, kActivation * 2)
__global__ void layer(const unsigned short *in, unsigned short *out, double us) {}
#pragma nullstream kernel(layer_norm) bytes(4.0 * kActivation)
__global__ void layer_norm(unsigned short *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

struct Message {
    int micro = -1;
    unsigned short *data = nullptr;
    cudaEvent_t ready = nullptr;
};

template <class T, int N> class Ring {
  public:
    void push(const T &v)
    {
        const unsigned w = write_.load(std::memory_order_relaxed);
        while (w - read_.load(std::memory_order_acquire) == N)
            std::this_thread::yield();
        slots_[w % N] = v;
        write_.store(w + 1, std::memory_order_release);
    }
    T pop()
    {
        const unsigned r = read_.load(std::memory_order_relaxed);
        while (write_.load(std::memory_order_acquire) == r)
            std::this_thread::yield();
        T v = slots_[r % N];
        read_.store(r + 1, std::memory_order_release);
        return v;
    }

  private:
    std::array<T, N> slots_;
    std::atomic<unsigned> read_{0}, write_{0};
};

struct Stage {
    Ring<Message, kDepth> *in, *out;
    int index;
    cudaStream_t stream;
    std::array<unsigned short *, kDepth + 1> buffer;
    std::array<cudaEvent_t, kDepth + 1> ready;
    std::atomic<int> consumed{0}; // by the next stage's stream, in micro-batches
    std::array<cudaEvent_t, kDepth + 1> taken;
    Stage *before = nullptr;

    void run()
    {
        for (int m = 0; m < kMicro; ++m) {
            const Message got = in->pop();
            const int slot = m % (kDepth + 1);
            // our output slot was read by the next stage's stream; its record must have been made
            while (m - consumed.load(std::memory_order_acquire) > kDepth)
                std::this_thread::yield();
            CHECK_CUDA(cudaStreamWaitEvent(stream, taken[slot], 0));
            CHECK_CUDA(cudaStreamWaitEvent(stream, got.ready, 0));
            layer<<<96 + 20 * index, 256, 0, stream>>>(got.data, buffer[slot], 55.0 + 12 * index);
            CHECK_CUDA(cudaEventRecord(before->taken[got.micro % (kDepth + 1)], stream));
            before->consumed.fetch_add(1, std::memory_order_release);
            for (int l = 0; l < 3; ++l)
                layer_norm<<<kActivation / 512, 512, 0, stream>>>(buffer[slot]);
            CHECK_CUDA(cudaGetLastError());
            CHECK_CUDA(cudaEventRecord(ready[slot], stream));
            out->push(Message{m, buffer[slot], ready[slot]});
        }
    }
};

int main()
{
    std::array<Ring<Message, kDepth>, kStages + 1> rings;
    std::vector<Stage> stages(kStages);
    static Stage source; // only what was taken of the uploads
    for (auto &e : source.taken)
        CHECK_CUDA(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
    for (int i = 0; i < kStages; ++i) {
        Stage &s = stages[i];
        s.in = &rings[i];
        s.out = &rings[i + 1];
        s.index = i;
        s.before = i > 0 ? &stages[i - 1] : &source;
        CHECK_CUDA(cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking));
        for (int b = 0; b <= kDepth; ++b) {
            CHECK_CUDA(cudaMalloc(&s.buffer[b], kActivation * 2));
            CHECK_CUDA(cudaEventCreateWithFlags(&s.ready[b], cudaEventDisableTiming));
            CHECK_CUDA(cudaEventCreateWithFlags(&s.taken[b], cudaEventDisableTiming));
        }
    }
    unsigned short *host[2], *out_host, *up[3];
    cudaEvent_t uploaded[3];
    cudaStream_t upload, download;
    CHECK_CUDA(cudaStreamCreateWithFlags(&upload, cudaStreamNonBlocking));
    CHECK_CUDA(cudaStreamCreateWithFlags(&download, cudaStreamNonBlocking));
    for (auto &h : host)
        CHECK_CUDA(cudaMallocHost(&h, kActivation * 2));
    CHECK_CUDA(cudaMallocHost(&out_host, kActivation * 2));
    for (int i = 0; i < 3; ++i) {
        CHECK_CUDA(cudaMalloc(&up[i], kActivation * 2));
        CHECK_CUDA(cudaEventCreateWithFlags(&uploaded[i], cudaEventDisableTiming));
    }
    CHECK_CUDA(cudaDeviceSynchronize());

    std::vector<std::thread> threads;
    for (Stage &s : stages)
        threads.emplace_back([&s] { s.run(); });
    std::thread feeder([&] {
        for (int m = 0; m < kMicro; ++m) {
            while (m - source.consumed.load(std::memory_order_acquire) > kDepth)
                std::this_thread::yield();
            host_work_us(20);
            CHECK_CUDA(cudaStreamWaitEvent(upload, source.taken[m % 3], 0));
            CHECK_CUDA(cudaMemcpyAsync(up[m % 3], host[m % 2], kActivation * 2, cudaMemcpyHostToDevice, upload));
            CHECK_CUDA(cudaEventRecord(uploaded[m % 3], upload));
            rings[0].push(Message{m, up[m % 3], uploaded[m % 3]});
        }
    });
    for (int m = 0; m < kMicro; ++m) {
        const Message got = rings[kStages].pop();
        CHECK_CUDA(cudaStreamWaitEvent(download, got.ready, 0));
        CHECK_CUDA(cudaMemcpyAsync(out_host, got.data, kActivation * 2, cudaMemcpyDeviceToHost, download));
        CHECK_CUDA(cudaEventRecord(stages.back().taken[m % (kDepth + 1)], download));
        stages.back().consumed.fetch_add(1, std::memory_order_release);
        CHECK_CUDA(cudaStreamSynchronize(download));
        host_work_us(10);
    }
    feeder.join();
    for (auto &t : threads)
        t.join();
    CHECK_CUDA(cudaDeviceSynchronize());
    std::printf("%d micro-batches\n", kMicro);
    return 0;
}
