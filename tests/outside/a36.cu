// Video transcode: decode thread (host work), GPU thread, write thread, tied by atomics and polling.
#include "nullstream.cuh"
#include <thread>
#include <atomic>
#include <stdio.h>

#define FRAMES 20
#define RING 4
static std::atomic<int> decoded(0), encoded(0), written(0);
static unsigned char *in[RING], *out[RING], *din[RING], *dout[RING];
static const size_t RAW = 3110400, PACKED = 200000;

__global__ void scale(const unsigned char *a, unsigned char *b) { spin_us(64); }
__global__ void entropy(unsigned char *b) { spin_us(105); }

static void decode()
{
    for (int f = 0; f < FRAMES; f++) {
        while (f - encoded.load() >= RING)
            std::this_thread::yield();
        host_work_us(170);
        decoded++;
    }
}

static void gpu()
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    for (int f = 0; f < FRAMES; f++) {
        while (decoded.load() <= f)
            std::this_thread::yield();
        while (f - written.load() >= RING)
            std::this_thread::yield();
        const int k = f % RING;
        cudaMemcpyAsync(din[k], in[k], RAW, cudaMemcpyHostToDevice, s);
        scale<<<270, 256, 0, s>>>(din[k], dout[k]);
        entropy<<<40, 128, 0, s>>>(dout[k]);
        cudaMemcpyAsync(out[k], dout[k], PACKED, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        encoded++;
    }
    cudaStreamDestroy(s);
}

static void write_out()
{
    for (int f = 0; f < FRAMES; f++) {
        while (encoded.load() <= f)
            std::this_thread::yield();
        host_work_us(90);
        written++;
    }
}

int main()
{
    for (int i = 0; i < RING; i++) {
        cudaMallocHost(&in[i], RAW);
        cudaMallocHost(&out[i], PACKED);
        cudaMalloc(&din[i], RAW);
        cudaMalloc(&dout[i], RAW);
    }
    std::thread a(decode), b(gpu), c(write_out);
    a.join();
    b.join();
    c.join();
    printf("%d frames\n", written.load());
    return 0;
}
