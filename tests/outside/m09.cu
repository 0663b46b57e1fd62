// Radar: pulses arrive from the digitiser by a host function, range compression and Doppler on the GPU,
// detections are handed over by another host function.
#include "nullstream.cuh"
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <vector>

enum class Mode : std::uint8_t { Search, Track };
constexpr int kPulses = 128, kGates = 2048, kCpis = 6;
constexpr std::size_t operator""_KiB(unsigned long long n) { return n * 1024; }

#pragma nullstream kernel(compress) flops(60.0 * pulses * gates) bytes(16.0 * pulses * gates) reads(raw, pulses * gates * 8) writes(out, pulses * gates * 8)
__global__ void compress(const float2 *raw, float2 *out, int pulses, int gates)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x, p = blockIdx.y;
    if (g >= gates || p >= pulses) return;
    float2 acc = make_float2(0, 0);
    for (int k = 0; k < 16; k++) {
        float2 v = raw[p * gates + (g + k) % gates];
        acc.x += v.x; acc.y -= v.y;
    }
    out[p * gates + g] = acc;
}

#pragma nullstream kernel(doppler) time(45us) reads(in, pulses * gates * 8) writes(power, pulses * gates * 4)
__global__ void doppler(const float2 *in, float *power, int pulses, int gates)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x, p = blockIdx.y;
    if (g >= gates || p >= pulses) return;
    float x = 0, y = 0;
    for (int k = 0; k < pulses; k++) {
        float2 v = in[k * gates + g];
        x += v.x * (k & p ? 1.f : -1.f); y += v.y;
    }
    power[p * gates + g] = x * x + y * y;
}

#pragma nullstream kernel(cfar) time(25us) reads(power, n * 4) writes(hits, 65536)
__global__ void cfar(const float *power, int *hits, float factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 65536 / 4)
        hits[i] = power[i % n] > factor ? i : -1;
}

struct Cpi {
    int index;
    Mode mode;
    float2 *raw;
    int *hits;
    static int delivered;
};
int Cpi::delivered = 0;

#pragma nullstream host(digitise) time(120us) writes(out, pulses * gates * 8)
void digitise(float2 *out, int pulses, int gates)
{
    for (int i = 0; i < pulses * gates; i++)
        out[i] = make_float2((float)(i & 15), 1.f);
}

static void CUDART_CB acquire(void *arg)
{
    Cpi *c = static_cast<Cpi *>(arg);
    digitise(c->raw, kPulses, kGates);
}

static void CUDART_CB deliver(void *arg)
{
    Cpi *c = static_cast<Cpi *>(arg);
    (void)c;
    host_work_us(10);
    ++Cpi::delivered;
}

int main()
{
    const size_t cube = size_t(kPulses) * kGates * sizeof(float2);
    static_assert(64_KiB == 65536, "hits");
    struct Lane { cudaStream_t s; float2 *raw, *range; float *power; int *hits; };
    std::vector<Lane> lanes(2);
    for (Lane &l : lanes) {
        cudaStreamCreateWithFlags(&l.s, cudaStreamNonBlocking);
        cudaMalloc(&l.raw, cube);
        cudaMalloc(&l.range, cube);
        cudaMalloc(&l.power, cube / 2);
        cudaMalloc(&l.hits, 64_KiB);
    }
    std::vector<std::unique_ptr<Cpi>> cpis;
    std::map<Mode, int> count;
    for (int i = 0; i < kCpis; i++) {
        auto c = std::make_unique<Cpi>();
        c->index = i;
        c->mode = i % 3 ? Mode::Track : Mode::Search;
        cudaHostAlloc(&c->raw, cube, cudaHostAllocDefault);
        cudaHostAlloc(&c->hits, 64_KiB, cudaHostAllocDefault);
        cpis.push_back(std::move(c));
    }
    const dim3 block(256), grid(kGates / 256, kPulses);
    for (auto &c : cpis) {
        Lane &l = lanes[c->index % lanes.size()];
        count[c->mode]++;
        cudaLaunchHostFunc(l.s, acquire, c.get());
        cudaMemcpyAsync(l.raw, c->raw, cube, cudaMemcpyHostToDevice, l.s);
        compress<<<grid, block, 0, l.s>>>(l.raw, l.range, kPulses, kGates);
        doppler<<<grid, block, 0, l.s>>>(l.range, l.power, kPulses, kGates);
        cfar<<<64, 256, 0, l.s>>>(l.power, l.hits, c->mode == Mode::Track ? 8.f : 12.f, kPulses * kGates);
        cudaMemcpyAsync(c->hits, l.hits, 64_KiB, cudaMemcpyDeviceToHost, l.s);
        cudaLaunchHostFunc(l.s, deliver, c.get());
    }
    for (Lane &l : lanes)
        cudaStreamSynchronize(l.s);
    std::cout << "delivered " << Cpi::delivered << ", search " << count[Mode::Search] << ", track " << count[Mode::Track]
              << ", hit " << cpis[0]->hits[0] << std::endl;
}
