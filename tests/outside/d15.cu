// Software-defined radio: a ring of 6 events throttles the producer to 6 blocks in flight; polyphase filter bank, FFTs with two
// sizes of kernel, detection results of a variable number of bytes. Input comes through cudaHostRegister'ed memory.
#include "nullstream.cuh"
#include <cassert>
#include <cstdio>
#include <cstdlib>

namespace sdr {
constexpr int Depth = 6;
constexpr size_t BlockBytes = 3u << 20;

class EventRing {
  public:
    EventRing()
    {
        for (int i = 0; i < Depth; ++i)
            cudaEventCreateWithFlags(&m_event[i], cudaEventDisableTiming | cudaEventBlockingSync);
    }
    ~EventRing()
    {
        for (int i = 0; i < Depth; ++i)
            cudaEventDestroy(m_event[i]);
    }
    int acquire()
    {
        int slot = m_next++ % Depth;
        cudaEventSynchronize(m_event[slot]); // returns at once the first time around
        return slot;
    }
    void release(int slot, cudaStream_t s) { cudaEventRecord(m_event[slot], s); }

  private:
    cudaEvent_t m_event[Depth];
    int m_next = 0;
};
} // namespace sdr

#pragma nullstream kernel(polyphase) bytes(3.0 * sdr::BlockBytes) flops(32.0 * sdr::BlockBytes) regs(32) reads(in, 3 << 20) writes(out, 3 << 20)
__global__ void polyphase(const char *in, char *out) {}
#pragma nullstream kernel(fft_rows) block_time(14us) regs(64) shared(16384) reads(x, 3 << 20) writes(x, 3 << 20)
__global__ void fft_rows(char *x) {}
#pragma nullstream kernel(cfar) time(18us) reads(x, 3 << 20) writes(hits, 65536)
__global__ void cfar(const char *x, char *hits) {}

int main(int argc, char **argv)
{
    const int blocks = argc > 1 ? atoi(argv[1]) : 70;
    assert(blocks > 0);
    sdr::EventRing ring;
    cudaStream_t rx, dsp;
    cudaStreamCreateWithFlags(&rx, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&dsp, cudaStreamNonBlocking);
    char *samples = (char *)malloc(sdr::Depth * sdr::BlockBytes);
    cudaHostRegister(samples, sdr::Depth * sdr::BlockBytes, cudaHostRegisterDefault);
    char *in[sdr::Depth], *mid[sdr::Depth], *hits, *hHits;
    for (int i = 0; i < sdr::Depth; i++) {
        cudaMalloc(&in[i], sdr::BlockBytes);
        cudaMalloc(&mid[i], sdr::BlockBytes);
    }
    cudaMalloc(&hits, 65536);
    cudaMallocHost(&hHits, sdr::Depth * 65536);
    cudaEvent_t arrived[sdr::Depth];
    for (auto &e : arrived)
        cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    for (int b = 0; b < blocks; b++) {
        int k = ring.acquire();
        host_work_us(30); // the antenna's DMA
        cudaMemcpyAsync(in[k], samples + k * sdr::BlockBytes, sdr::BlockBytes, cudaMemcpyHostToDevice, rx);
        cudaEventRecord(arrived[k], rx);
        cudaStreamWaitEvent(dsp, arrived[k], 0);
        polyphase<<<768, 128, 0, dsp>>>(in[k], mid[k]);
        fft_rows<<<384, 256, 0, dsp>>>(mid[k]);
        if (b % 5 == 4)
            fft_rows<<<48, 1024, 0, dsp>>>(mid[k]);
        cfar<<<96, 256, 0, dsp>>>(mid[k], hits);
        cudaMemcpyAsync(hHits + k * 65536, hits, 64 << (b % 11), cudaMemcpyDeviceToHost, dsp);
        ring.release(k, dsp);
    }
    cudaStreamSynchronize(dsp);
    cudaHostUnregister(samples);
    printf("%d\n", hHits[0]);
    free(samples);
    return 0;
}
