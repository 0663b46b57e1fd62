// Video decode: a demuxer thread fills packets, a decoder thread uploads bitstreams and decodes into
// NV12 surfaces, a display thread converts and downloads; two bounded queues between them.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <queue>
#include <stdexcept>
#include <string>
#include <thread>

static void ck(cudaError_t e, const char *what)
{
    if (e != cudaSuccess)
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}
#define CK(x) ck(x, #x)

#pragma nullstream kernel(entropy) block_time(220us) regs(72) reads(bits, size) writes(coef, 1920 * 1080 * 3)
__global__ void entropy(const unsigned char *bits, short *coef, int size) {}
#pragma nullstream kernel(reconstruct) bytes(1920 * 1080 * 6.0) flops(1920 * 1080 * 90.0) regs(48)
__global__ void reconstruct(const short *coef, unsigned char *luma, size_t pitch)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < 1920)
        luma[y * pitch + x] = coef[y * 1920 + x] >> 3;
}
#pragma nullstream kernel(to_rgb) bytes(1920 * 1080 * 4.5)
__global__ void to_rgb(const unsigned char *luma, size_t pitch, uchar4 *rgb)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < 1920)
        rgb[y * 1920 + x] = make_uchar4(luma[y * pitch + x], 0, 0, 255);
}

template <class T> class Bounded {
  public:
    explicit Bounded(size_t most) : most_(most) {}
    void push(T v)
    {
        std::unique_lock<std::mutex> l(m_);
        room_.wait(l, [this] { return q_.size() < most_; });
        q_.push(v);
        some_.notify_one();
    }
    T pop()
    {
        std::unique_lock<std::mutex> l(m_);
        some_.wait(l, [this] { return !q_.empty(); });
        T v = q_.front();
        q_.pop();
        room_.notify_one();
        return v;
    }

  private:
    std::mutex m_;
    std::condition_variable room_, some_;
    std::queue<T> q_;
    size_t most_;
};

constexpr int kFrames = 30, kSurfaces = 4, kPackets = 3;

struct Packet {
    int number, size;
    unsigned char *data;
};
struct Surface {
    int number, index;
    cudaEvent_t ready;
};

int main()
{

    unsigned char *packets[kPackets], *bits_dev, *luma[kSurfaces];
    short *coef;
    size_t pitch = 0;
    uchar4 *rgb, *shown;
    for (auto &p : packets)
        CK(cudaMallocHost(&p, 400 << 10));
    CK(cudaMalloc(&bits_dev, 400 << 10));
    CK(cudaMalloc(&coef, 1920 * 1080 * 2 * sizeof(short)));
    for (auto &l : luma)
        CK(cudaMallocPitch(&l, &pitch, 1920, 1080));
    CK(cudaMalloc(&rgb, 1920 * 1080 * 4));
    CK(cudaHostAlloc(&shown, 1920 * 1080 * 4, cudaHostAllocDefault));

    Bounded<Packet> packets_in(2);
    Bounded<int> packets_free(kPackets), surfaces_free(kSurfaces);
    Bounded<Surface> surfaces_out(2);
    for (int i = 0; i < kPackets; ++i)
        packets_free.push(i);
    for (int i = 0; i < kSurfaces; ++i)
        surfaces_free.push(i);

    std::thread demux([&] {
        for (int f = 0; f < kFrames; ++f) {
            const int slot = packets_free.pop();
            const int size = f % 10 == 0 ? 380 << 10 : (40 + 13 * (f % 7)) << 10;
            host_work_us(60);
            memset(packets[slot], f, size);
            packets_in.push(Packet{f, size, packets[slot]});
        }
        packets_in.push(Packet{-1, 0, nullptr});
    });
    std::thread decoder([&] {
        cudaStream_t s;
        cudaEvent_t ready[kSurfaces];
        CK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
        for (auto &e : ready)
            CK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
        for (;;) {
            Packet p = packets_in.pop();
            if (p.number < 0)
                break;
            CK(cudaMemcpyAsync(bits_dev, p.data, p.size, cudaMemcpyHostToDevice, s));
            entropy<<<16, 128, 0, s>>>(bits_dev, coef, p.size);
            const int at = surfaces_free.pop();
            reconstruct<<<dim3(8, 1080), 256, 0, s>>>(coef, luma[at], pitch);
            CK(cudaEventRecord(ready[at], s));
            surfaces_out.push(Surface{p.number, at, ready[at]});
            CK(cudaStreamSynchronize(s)); // the packet may be written again
            packets_free.push(p.number % kPackets);
        }
        surfaces_out.push(Surface{-1, 0, nullptr});
    });
    long sum = 0;
    std::thread display([&] {
        cudaStream_t s;
        CK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
        for (;;) {
            Surface f = surfaces_out.pop();
            if (f.number < 0)
                break;
            CK(cudaStreamWaitEvent(s, f.ready, 0));
            to_rgb<<<dim3(8, 1080), 256, 0, s>>>(luma[f.index], pitch, rgb);
            CK(cudaMemcpy2DAsync(shown, 1920 * 4, rgb, 1920 * 4, 1920 * 4, 1080, cudaMemcpyDeviceToHost, s));
            CK(cudaStreamSynchronize(s));
            surfaces_free.push(f.index);
            sum += f.number;
            host_work_us(25);
        }
        CK(cudaStreamDestroy(s));
    });
    demux.join();
    decoder.join();
    display.join();
    CK(cudaGetLastError());
    std::printf("frames shown, sum %ld\n", sum);
    return sum != (long)kFrames * (kFrames - 1) / 2;
}
