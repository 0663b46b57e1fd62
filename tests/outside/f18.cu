// Bandwidth test: host-to-device, device-to-host and device-to-device copies of 1 KiB to 64 MiB, pinned
// and pageable, timed with events around a row of copies; then both directions at once.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

static void fail_if(cudaError_t e, int line)
{
    if (e != cudaSuccess) {
        std::printf("error %d (%s) at line %d\n", (int)e, cudaGetErrorString(e), line);
        exit(1);
    }
}
#define TEST(x) fail_if((x), __LINE__)

const size_t MAX = 64u << 20;

// reads what was copied, so that nobody can say that it was not needed
#pragma nullstream kernel(touch) flops(1.0 * n) bytes(4.0 * n) reads(x, 4 * n) reads(sink, 4) writes(sink, 4)
__global__ void touch(const float *x, float *sink, int n)
{
    float s = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        s += x[i];
    if (s == 1.25f)
        atomicAdd(sink, s);
}

struct Stopwatch {
    cudaEvent_t a, b;
    cudaStream_t s;
    explicit Stopwatch(cudaStream_t stream) : s(stream)
    {
        TEST(cudaEventCreate(&a));
        TEST(cudaEventCreate(&b));
        TEST(cudaEventRecord(a, s));
    }
    float stop()
    {
        float ms;
        TEST(cudaEventRecord(b, s));
        TEST(cudaEventSynchronize(b));
        TEST(cudaEventElapsedTime(&ms, a, b));
        return ms;
    }
    ~Stopwatch()
    {
        cudaEventDestroy(a);
        cudaEventDestroy(b);
    }
};

float timed(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, int repeat, cudaStream_t s)
{
    TEST(cudaMemcpyAsync(to, from, bytes, kind, s)); // warm up
    TEST(cudaStreamSynchronize(s));
    Stopwatch w(s);
    for (int i = 0; i < repeat; i++)
        TEST(cudaMemcpyAsync(to, from, bytes, kind, s));
    return w.stop() * 1e-3f / repeat;
}

int main()
{
    char *pinned, *pinned2, *pageable = (char *)malloc(MAX), *dev, *dev2;
    float *sink;
    TEST(cudaMallocHost((void **)&pinned, MAX));
    TEST(cudaMallocHost((void **)&pinned2, MAX));
    TEST(cudaMalloc((void **)&dev, MAX));
    TEST(cudaMalloc((void **)&dev2, MAX));
    TEST(cudaMalloc((void **)&sink, sizeof(float)));
    std::memset(pageable, 1, MAX);
    std::memset(pinned, 2, MAX);
    cudaStream_t s, t;
    TEST(cudaStreamCreate(&s));
    TEST(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));

    std::printf("%10s %10s %10s %10s %10s %10s  GB/s\n", "bytes", "h2d", "d2h", "d2d", "page h2d", "page d2h");
    for (size_t bytes = 1024; bytes <= MAX; bytes *= 16) {
        const int repeat = bytes <= 65536 ? 20 : bytes <= (4u << 20) ? 5 : 2;
        const float in = timed(dev, pinned, bytes, cudaMemcpyHostToDevice, repeat, s);
        const float out = timed(pinned, dev, bytes, cudaMemcpyDeviceToHost, repeat, s);
        const float on = timed(dev2, dev, bytes, cudaMemcpyDeviceToDevice, repeat, s);
        const size_t less = bytes / 4;
        const float pin = timed(dev, pageable, less, cudaMemcpyHostToDevice, repeat, s);
        const float pout = timed(pageable, dev, less, cudaMemcpyDeviceToHost, repeat, s);
        std::printf("%10zu %10.3f %10.3f %10.3f %10.3f %10.3f\n", bytes, bytes / in * 1e-9, bytes / out * 1e-9,
                    2.0 * bytes / on * 1e-9, less / pin * 1e-9, less / pout * 1e-9);
    }
    touch<<<264, 512, 0, s>>>((const float *)dev, sink, (int)(MAX / 4));
    TEST(cudaStreamSynchronize(s));

    const size_t both = 32u << 20;
    Stopwatch w(s);
    cudaEvent_t begun, other;
    TEST(cudaEventCreateWithFlags(&begun, cudaEventDisableTiming));
    TEST(cudaEventCreateWithFlags(&other, cudaEventDisableTiming));
    TEST(cudaEventRecord(begun, s));
    TEST(cudaStreamWaitEvent(t, begun, 0));
    for (int i = 0; i < 3; i++) {
        TEST(cudaMemcpyAsync(dev, pinned, both, cudaMemcpyHostToDevice, s));
        TEST(cudaMemcpyAsync(pinned2, dev2, both, cudaMemcpyDeviceToHost, t));
    }
    TEST(cudaEventRecord(other, t));
    TEST(cudaStreamWaitEvent(s, other, 0));
    std::printf("both ways: %.3f GB/s in all\n", 6.0 * both / (w.stop() * 1e-3) * 1e-9);
    std::free(pageable);
    return 0;
}
