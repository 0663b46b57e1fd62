// A video encoder: a reader thread uploads frames, a lookahead thread estimates motion on quarter-size frames 4 ahead and decides the frame
// type, the encoder thread transforms and quantizes with the type, and reads the bits back. Bounded channels connect the threads.
#include <cuda_runtime.h>
#include <array>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <iostream>
#include <mutex>
#include <thread>

constexpr int W = 1920, H = 1080, FRAMES = 40, RING = 8, AHEAD = 4;
constexpr size_t LUMA = (size_t)W * H;
constexpr int BLOCKS16 = (W / 16) * (H / 16);

#pragma nullstream kernel(shrink) flops(4.0 * W * H / 16) bytes(1.0625 * W * H) regs(16) reads(from, W * H) writes(to, W * H / 16)
__global__ void shrink(const unsigned char *from, unsigned char *to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= W * H / 16)
        return;
    int x = i % (W / 4) * 4, y = i / (W / 4) * 4, s = 0;
    for (int r = 0; r < 4; r++)
        s += from[(y + r) * W + x];
    to[i] = s / 4;
}

// 17 x 17 offsets of each quarter-size 4 x 4 block, a thread an offset: some 30 integer instructions a pixel
#pragma nullstream kernel(motion) flops(60.0 * 16 * 289 * BLOCKS16) bytes(0.13 * W * H) regs(28) reads(now, W * H / 16) reads(before, W * H / 16) writes(cost, BLOCKS16 * 4)
__global__ void motion(const unsigned char *now, const unsigned char *before, int *cost)
{
    __shared__ int best;
    if (threadIdx.x == 0)
        best = 1 << 30;
    __syncthreads();
    const int w = W / 4, h = H / 4;
    int bx = blockIdx.x % (W / 16) * 4, by = blockIdx.x / (W / 16) * 4, sad = 0;
    int dx = (int)threadIdx.x % 17 - 8, dy = (int)threadIdx.x / 17 - 8;
    for (int k = 0; k < 16; k++) {
        int x = min(max(bx + k % 4 + dx, 0), w - 1), y = min(max(by + k / 4 + dy, 0), h - 1);
        sad += abs(now[(by + k / 4) * w + bx + k % 4] - before[y * w + x]);
    }
    atomicMin(&best, sad);
    __syncthreads();
    if (threadIdx.x == 0)
        cost[blockIdx.x] = best;
}

#pragma nullstream kernel(encode) flops(40.0 * W * H) bytes(3.0 * W * H) regs(32) reads(frame, W * H) writes(bits, W * H * 2)
__global__ void encode(const unsigned char *frame, short *bits, int q)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= W * H)
        return;
    float v = frame[i];
    for (int k = 0; k < 20; k++)
        v = fmaf(v, 0.99f, 0.5f);
    bits[i] = (short)(v / q);
}

#pragma nullstream host(decode_source) time(90us)
void decode_source(unsigned char *to, int frame)
{
    for (size_t i = 0; i < LUMA; i += 97)
        to[i] = (unsigned char)(i + frame * 3);
}
#pragma nullstream host(entropy_code) time(140us) reads(bits, LUMA * 2)
void entropy_code(const short *bits) {}

template <typename T> class Channel {
    std::mutex m_;
    std::condition_variable in_, out_;
    std::deque<T> items_;
    size_t most_;

public:
    explicit Channel(size_t most) : most_(most) {}
    void send(T t)
    {
        std::unique_lock lock(m_);
        in_.wait(lock, [&] { return items_.size() < most_; });
        items_.push_back(std::move(t));
        out_.notify_one();
    }
    T receive()
    {
        std::unique_lock lock(m_);
        out_.wait(lock, [&] { return !items_.empty(); });
        T t = std::move(items_.front());
        items_.pop_front();
        in_.notify_one();
        return t;
    }
};

struct Frame {
    int number;
    bool intra;
};

int main()
{
    std::array<unsigned char *, RING> pinned, full, quarter;
    std::array<cudaEvent_t, RING> uploaded, looked;
    short *bits, *h_bits;
    int *cost, *h_cost;
    for (int i = 0; i < RING; ++i) {
        cudaMallocHost(&pinned[i], LUMA);
        cudaMalloc(&full[i], LUMA);
        cudaMalloc(&quarter[i], LUMA / 16);
        cudaMemset(quarter[i], 0, LUMA / 16);
        cudaEventCreateWithFlags(&uploaded[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&looked[i], cudaEventDisableTiming | cudaEventBlockingSync);
    }
    cudaMalloc(&bits, LUMA * 2);
    cudaMallocHost(&h_bits, LUMA * 2);
    cudaMalloc(&cost, BLOCKS16 * 4);
    cudaMallocHost(&h_cost, BLOCKS16 * 4);
    cudaDeviceSynchronize();
    Channel<int> to_look(2), free_slots(RING);
    Channel<Frame> to_encode(AHEAD);
    for (int i = 0; i < RING - 1; ++i)
        free_slots.send(i); // permits; one slot stays as reference

    std::thread reader([&] {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        for (int f = 0; f < FRAMES; ++f) {
            free_slots.receive();
            decode_source(pinned[f % RING], f);
            cudaMemcpyAsync(full[f % RING], pinned[f % RING], LUMA, cudaMemcpyHostToDevice, s);
            cudaEventRecord(uploaded[f % RING], s);
            to_look.send(f);
        }
        cudaStreamSynchronize(s);
        cudaStreamDestroy(s);
    });
    std::thread lookahead([&] {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        for (int f = 0; f < FRAMES; ++f) {
            int n = to_look.receive();
            cudaStreamWaitEvent(s, uploaded[n % RING], 0);
            shrink<<<(LUMA / 16 + 255) / 256, 256, 0, s>>>(full[n % RING], quarter[n % RING]);
            motion<<<BLOCKS16, 289, 0, s>>>(quarter[n % RING], quarter[(n + RING - 1) % RING], cost);
            cudaMemcpyAsync(h_cost, cost, BLOCKS16 * 4, cudaMemcpyDeviceToHost, s);
            cudaEventRecord(looked[n % RING], s);
            cudaEventSynchronize(looked[n % RING]);
            to_encode.send({n, n % 12 == 0});
        }
        cudaStreamDestroy(s);
    });
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    auto begin = std::chrono::steady_clock::now();
    int keys = 0;
    for (int f = 0; f < FRAMES; ++f) {
        auto [number, intra] = to_encode.receive();
        keys += intra;
        encode<<<(LUMA + 255) / 256, 256, 0, s>>>(full[number % RING], bits, intra ? 4 : 9);
        cudaMemcpyAsync(h_bits, bits, LUMA * 2, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        free_slots.send(number);
        entropy_code(h_bits);
    }
    reader.join();
    lookahead.join();
    std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    std::cerr << took.count() / FRAMES << " ms a frame\n";
    std::cout << FRAMES << " frames, " << keys << " key frames\n";
    return 0;
}
