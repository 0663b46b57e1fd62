// Pulse-Doppler radar: batched radix-2 FFTs, one launch per stage; a thread pool prepares coherent processing
// intervals and meets at a barrier after each, so that the detection kernel sees all beams.
#include <cuda_runtime.h>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#define ck(expr) do { if (cudaError_t r = (expr)) { std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(r)); std::exit(3); } } while (0)

namespace {
constexpr int kPulses = 256, kLog = 8, kGates = 2048, kBeams = 4, kIntervals = 8;
constexpr size_t kCells = (size_t)kPulses * kGates;

class Barrier {
public:
    explicit Barrier(int n) : n_(n), left_(n) {}
    bool wait() // true for the last that came
    {
        std::unique_lock<std::mutex> lock(m_);
        unsigned gen = gen_;
        if (--left_ == 0) {
            left_ = n_;
            gen_++;
            cv_.notify_all();
            return true;
        }
        cv_.wait(lock, [&] { return gen != gen_; });
        return false;
    }

private:
    std::mutex m_;
    std::condition_variable cv_;
    const int n_;
    int left_;
    unsigned gen_ = 0;
};

// pulses are rows; one thread reorders one sample
__global__ void bit_reverse(const short2 *in, float2 *out)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x, p = blockIdx.y;
    if (g >= kGates) return;
    int r = __brev(p) >> (32 - kLog);
    short2 s = in[p * kGates + g];
    out[r * kGates + g] = make_float2(s.x, s.y);
}

__global__ void butterfly(float2 *x, int half)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
    if (g >= kGates) return;
    int k = b % half, i = b / half * 2 * half + k, j = i + half;
    float sn, cs;
    __sincosf(-3.14159265f * k / half, &sn, &cs);
    float2 u = x[i * kGates + g], v = x[j * kGates + g];
    float2 t = make_float2(v.x * cs - v.y * sn, v.x * sn + v.y * cs);
    x[i * kGates + g] = make_float2(u.x + t.x, u.y + t.y);
    x[j * kGates + g] = make_float2(u.x - t.x, u.y - t.y);
}

__global__ void detect(const float2 *a, const float2 *b, const float2 *c, const float2 *d, float threshold, int *hits)
{
    int n = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < kCells; i += (size_t)gridDim.x * blockDim.x) {
        float p = a[i].x * a[i].x + a[i].y * a[i].y + b[i].x * b[i].x + b[i].y * b[i].y +
                  c[i].x * c[i].x + c[i].y * c[i].y + d[i].x * d[i].x + d[i].y * d[i].y;
        n += p > threshold;
    }
    for (int o = 16; o; o >>= 1) n += __shfl_xor_sync(~0u, n, o);
    if (threadIdx.x % 32 == 0 && n) atomicAdd(hits, n);
}
} // namespace

int main()
{
    Barrier barrier(kBeams);
    float2 *spectrum[kBeams];
    cudaEvent_t ready[kBeams], detected;
    int *hits, *h_hits;
    ck(cudaMalloc(&hits, kIntervals * sizeof(int)));
    ck(cudaMemset(hits, 0, kIntervals * sizeof(int)));
    ck(cudaMallocHost(&h_hits, kIntervals * sizeof(int)));
    for (int i = 0; i < kBeams; i++) {
        ck(cudaMalloc(&spectrum[i], kCells * sizeof(float2)));
        ck(cudaEventCreateWithFlags(&ready[i], cudaEventDisableTiming));
    }
    ck(cudaEventCreateWithFlags(&detected, cudaEventDisableTiming));
    cudaStream_t detection;
    ck(cudaStreamCreateWithFlags(&detection, cudaStreamNonBlocking));
    ck(cudaDeviceSynchronize());

    std::vector<std::thread> beams;
    for (int beam = 0; beam < kBeams; beam++)
        beams.emplace_back([&, beam] {
            cudaStream_t s;
            short2 *host, *dev;
            cudaEvent_t uploaded;
            ck(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
            ck(cudaEventCreateWithFlags(&uploaded, cudaEventDisableTiming | cudaEventBlockingSync));
            ck(cudaMallocHost(&host, kCells * sizeof(short2)));
            ck(cudaMalloc(&dev, kCells * sizeof(short2)));
            for (size_t i = 0; i < kCells; i++) host[i] = make_short2((short)(i * (beam + 1) % 200) - 100, (short)(i % 50));
            for (int t = 0; t < kIntervals; t++) {
                ck(cudaEventSynchronize(uploaded));
                for (int g = 0; g < kGates; g++) host[(size_t)t * kGates + g].x = (short)(g % 97 * (beam + 1));
                ck(cudaMemcpyAsync(dev, host, kCells * sizeof(short2), cudaMemcpyHostToDevice, s));
                ck(cudaEventRecord(uploaded, s));
                if (t) ck(cudaStreamWaitEvent(s, detected, 0));
                bit_reverse<<<dim3(kGates / 128, kPulses), 128, 0, s>>>(dev, spectrum[beam]);
                for (int half = 1; half < kPulses; half *= 2)
                    butterfly<<<dim3(kGates / 128, kPulses / 2), 128, 0, s>>>(spectrum[beam], half);
                ck(cudaGetLastError());
                ck(cudaEventRecord(ready[beam], s));
                if (barrier.wait()) {
                    for (int i = 0; i < kBeams; i++) ck(cudaStreamWaitEvent(detection, ready[i], 0));
                    detect<<<264, 256, 0, detection>>>(spectrum[0], spectrum[1], spectrum[2], spectrum[3], 4e6f, hits + t);
                    ck(cudaGetLastError());
                    ck(cudaEventRecord(detected, detection));
                }
                barrier.wait(); // the detection is queued: its event may be waited for
            }
            ck(cudaStreamSynchronize(s));
            cudaFree(dev);
            cudaFreeHost(host);
            cudaStreamDestroy(s);
        });
    for (auto &b : beams) b.join();
    ck(cudaMemcpyAsync(h_hits, hits, kIntervals * sizeof(int), cudaMemcpyDeviceToHost, detection));
    ck(cudaStreamSynchronize(detection));
    for (int t = 0; t < kIntervals; t++) std::printf("interval %d: %d hits\n", t, h_hits[t]);
    return 0;
}
