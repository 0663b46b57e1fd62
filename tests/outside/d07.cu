// Out-of-core transpose/FFT pass over 1 GB with three device buffers of up to 256 MB: in and out copies, events in both directions.
#include "nullstream.cuh"
#include <cstdio>

#pragma nullstream kernel(fft_pass) flops(n * 5.0) bytes(n * 2.0) regs(64) shared(33792) reads(d, n) writes(d, n)
__global__ void fft_pass(char *d, size_t n) {}
#pragma nullstream kernel(twiddle) time(700us) reads(d, n) writes(d, n)
__global__ void twiddle(char *d, size_t n) {}

enum class Stage { Empty, Loaded, Done };
struct Slot {
    char *dev = nullptr;
    cudaEvent_t loaded, computed, stored;
    Stage stage = Stage::Empty;
};

int main()
{
    const size_t MB = 1 << 20;
    const size_t sizes[] = {256 * MB, 128 * MB, 192 * MB, 64 * MB, 256 * MB, 100 * MB + 4096, 24 * MB};
    const int chunks = sizeof(sizes) / sizeof(sizes[0]);
    char *host;
    cudaMallocHost(&host, 256 * MB);
    Slot slot[3];
    for (auto &s : slot) {
        cudaMalloc(&s.dev, 256 * MB);
        cudaEventCreateWithFlags(&s.loaded, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&s.computed, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&s.stored, cudaEventDisableTiming);
    }
    char *back;
    cudaMallocHost(&back, 256 * MB);
    cudaStream_t in, work, out;
    cudaStreamCreateWithFlags(&in, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&out, cudaStreamNonBlocking);
    for (int c = 0; c < chunks; c++) {
        Slot &s = slot[c % 3];
        switch (s.stage) {
        case Stage::Done:
            cudaStreamWaitEvent(in, s.stored, 0);
            break;
        case Stage::Empty:
        default:
            break;
        }
        cudaMemcpyAsync(s.dev, host, sizes[c], cudaMemcpyHostToDevice, in);
        cudaEventRecord(s.loaded, in);
        s.stage = Stage::Loaded;
        cudaStreamWaitEvent(work, s.loaded, 0);
        for (int pass = 0; pass < 3; pass++)
            fft_pass<<<(unsigned)(sizes[c] / 16384), 256, 0, work>>>(s.dev, sizes[c]);
        twiddle<<<132 * 5, 256, 0, work>>>(s.dev, sizes[c]);
        cudaEventRecord(s.computed, work);
        cudaStreamWaitEvent(out, s.computed, 0);
        cudaMemcpyAsync(back, s.dev, sizes[c], cudaMemcpyDeviceToHost, out);
        cudaEventRecord(s.stored, out);
        s.stage = Stage::Done;
    }
    cudaStreamSynchronize(out);
    printf("%d chunks\n", chunks);
    return 0;
}
