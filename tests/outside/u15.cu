// A camera delivers a frame every 2 ms; a second thread shows what is done. sleep_until keeps the beat.
#include "nullstream.cuh"
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

typedef std::chrono::steady_clock Clock;

const int FRAMES = 12;
const int RING = 3;
const size_t FRAME = 1920 * 1080 * 4;

__global__ void denoise(const uchar4 *in, uchar4 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
    spin_us(3);
}

__global__ void tonemap(uchar4 *img)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    img[i].w = 255;
    spin_us(2);
}

struct Frame {
    uchar4 *host_in, *host_out, *in, *out;
    cudaEvent_t done;
};

static std::atomic<int> captured(0);
static std::atomic<int> shown(0);
static Frame ring[RING];

static void display()
{
    for (int f = 0; f < FRAMES; f++) {
        while (captured.load(std::memory_order_acquire) <= f)
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        cudaEventSynchronize(ring[f % RING].done);
        host_work_us(300); // encode
        shown.store(f + 1, std::memory_order_release);
    }
}

int main()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    for (Frame &f : ring) {
        cudaHostAlloc((void **)&f.host_in, FRAME, cudaHostAllocWriteCombined);
        cudaHostAlloc((void **)&f.host_out, FRAME, cudaHostAllocDefault);
        cudaMalloc((void **)&f.in, FRAME);
        cudaMalloc((void **)&f.out, FRAME);
        cudaEventCreateWithFlags(&f.done, cudaEventDisableTiming | cudaEventBlockingSync);
    }

    std::thread viewer(display);
    auto next = Clock::now();
    int dropped = 0;
    for (int f = 0; f < FRAMES; f++) {
        std::this_thread::sleep_until(next);
        next += std::chrono::milliseconds(2);
        while (f - shown.load(std::memory_order_acquire) >= RING) {
            dropped++;
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
        Frame &r = ring[f % RING];
        memset(r.host_in, f, FRAME / 8);
        cudaMemcpyAsync(r.in, r.host_in, FRAME, cudaMemcpyHostToDevice, stream);
        denoise<<<1920 * 1080 / 256, 256, 0, stream>>>(r.in, r.out);
        tonemap<<<1920 * 1080 / 256, 256, 0, stream>>>(r.out);
        cudaMemcpyAsync(r.host_out, r.out, FRAME, cudaMemcpyDeviceToHost, stream);
        cudaEventRecord(r.done, stream);
        captured.store(f + 1, std::memory_order_release);
    }
    viewer.join();
    printf("%d frames, waited %d times, first pixel %d\n", FRAMES, dropped, ring[0].host_out[0].x);
    for (Frame &f : ring) {
        cudaFreeHost(f.host_in);
        cudaFreeHost(f.host_out);
        cudaFree(f.in);
        cudaFree(f.out);
        cudaEventDestroy(f.done);
    }
    cudaStreamDestroy(stream);
    return 0;
}
