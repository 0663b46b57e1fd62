// Audio convolution in real time: the audio thread submits blocks, a completion thread polls events and
// feeds a lock-free single-producer single-consumer ring.
#include "nullstream.cuh"
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace {
constexpr int kBlock = 4096, kRing = 4, kBlocks = 20, kPartitions = 8;

#pragma nullstream kernel(convolve_partition) time(22us)
__global__ void convolve_partition(const float *in, const float *ir, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float acc = 0;
    for (int k = 0; k <= i; ++k)
        acc += in[i - k] * ir[k];
    atomicAdd(&out[i], acc);
}

struct Voice {
    float *h_in, *h_out, *d_in, *d_out;
    cudaEvent_t input_there, done;
    cudaEvent_t part[2];
};

template <size_t N> class Spsc {
    int slots_[N];
    std::atomic<size_t> head_{0}, tail_{0};

public:
    bool push(int v)
    {
        size_t h = head_.load(std::memory_order_relaxed);
        if (h - tail_.load(std::memory_order_acquire) == N)
            return false;
        slots_[h % N] = v;
        head_.store(h + 1, std::memory_order_release);
        return true;
    }
    bool pop(int &v)
    {
        size_t t = tail_.load(std::memory_order_relaxed);
        if (t == head_.load(std::memory_order_acquire))
            return false;
        v = slots_[t % N];
        tail_.store(t + 1, std::memory_order_release);
        return true;
    }
};
} // namespace

int main()
{
    Voice ring[kRing];
    float *ir;
    cudaMalloc(&ir, kPartitions * kBlock * sizeof(float));
    cudaMemset(ir, 0, kPartitions * kBlock * sizeof(float));
    for (Voice &v : ring) {
        cudaMallocHost(&v.h_in, kBlock * sizeof(float));
        cudaMallocHost(&v.h_out, kBlock * sizeof(float));
        cudaMalloc(&v.d_in, kBlock * sizeof(float));
        cudaMalloc(&v.d_out, kBlock * sizeof(float));
        for (cudaEvent_t *e : {&v.input_there, &v.done, &v.part[0], &v.part[1]})
            cudaEventCreateWithFlags(e, cudaEventDisableTiming);
    }
    cudaStream_t io, conv[2];
    cudaStreamCreateWithFlags(&io, cudaStreamNonBlocking);
    for (auto &s : conv)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaDeviceSynchronize();

    Spsc<kRing> submitted, returned;
    for (int i = 0; i < kRing; ++i)
        returned.push(i);

    std::thread completion([&] {
        float level = 0;
        for (int got = 0; got < kBlocks;) {
            int slot;
            if (!submitted.pop(slot)) {
                std::this_thread::sleep_for(std::chrono::microseconds(10));
                continue;
            }
            cudaError_t e;
            while ((e = cudaEventQuery(ring[slot].done)) == cudaErrorNotReady)
                std::this_thread::yield();
            if (e != cudaSuccess)
                std::abort();
            level += ring[slot].h_out[0];
            returned.push(slot);
            ++got;
        }
        printf("level %f\n", level);
    });

    for (int b = 0; b < kBlocks; ++b) {
        int slot;
        while (!returned.pop(slot))
            std::this_thread::sleep_for(std::chrono::microseconds(20));
        Voice &v = ring[slot];
        for (int i = 0; i < kBlock; ++i)
            v.h_in[i] = (float)(b + i);
        cudaMemcpyAsync(v.d_in, v.h_in, kBlock * sizeof(float), cudaMemcpyHostToDevice, io);
        cudaMemsetAsync(v.d_out, 0, kBlock * sizeof(float), io);
        cudaEventRecord(v.input_there, io);
        for (int c = 0; c < 2; ++c) {
            cudaStreamWaitEvent(conv[c], v.input_there, 0);
            for (int p = c; p < kPartitions; p += 2)
                convolve_partition<<<kBlock / 256, 256, 0, conv[c]>>>(v.d_in, ir + p * kBlock, v.d_out, kBlock);
            cudaEventRecord(v.part[c], conv[c]);
            cudaStreamWaitEvent(io, v.part[c], 0);
        }
        cudaMemcpyAsync(v.h_out, v.d_out, kBlock * sizeof(float), cudaMemcpyDeviceToHost, io);
        cudaEventRecord(v.done, io);
        submitted.push(slot);
        std::this_thread::sleep_for(std::chrono::microseconds(90));
    }
    completion.join();
    cudaDeviceSynchronize();
    return 0;
}
