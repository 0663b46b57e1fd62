// Lecture 7: what the default stream does. Three variants of the same work, timed with events.
#include "nullstream.cuh"
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>

__global__ void busy(double us) { spin_us(us); }

struct Ctx {
    cudaStream_t a, b, nb;
    float *d, *h, *page;
    size_t bytes;
};

static void serial(Ctx &c)
{
    for (int i = 0; i < 3; ++i) {
        busy<<<8, 128>>>(100);
        cudaMemcpy(c.h, c.d, c.bytes, cudaMemcpyDeviceToHost);
    }
}

static void blocked(Ctx &c)
{
    for (int i = 0; i < 3; ++i) {
        busy<<<8, 128, 0, c.a>>>(100);
        busy<<<8, 128>>>(20); // in the legacy stream: everything stops here
        busy<<<8, 128, 0, c.b>>>(100);
    }
}

static void free_running(Ctx &c)
{
    for (int i = 0; i < 3; ++i) {
        busy<<<8, 128, 0, c.a>>>(100);
        busy<<<8, 128, 0, c.nb>>>(20);
        busy<<<8, 128, 0, c.b>>>(100);
        cudaMemcpyAsync(c.h, c.d, c.bytes, cudaMemcpyDeviceToHost, c.nb);
    }
}

static void pageable(Ctx &c)
{
    busy<<<8, 128, 0, c.a>>>(300);
    cudaMemcpyAsync(c.d, c.page, c.bytes, cudaMemcpyHostToDevice, c.b);
    busy<<<8, 128, 0, c.b>>>(50);
    cudaMemcpyAsync(c.page, c.d, c.bytes, cudaMemcpyDeviceToHost, c.b);
}

int main(int argc, char **argv)
{
    Ctx c{};
    c.bytes = 4 << 20;
    cudaStreamCreate(&c.a);
    cudaStreamCreate(&c.b);
    cudaStreamCreateWithFlags(&c.nb, cudaStreamNonBlocking);
    cudaMalloc(&c.d, c.bytes);
    cudaMallocHost(&c.h, c.bytes);
    c.page = new float[c.bytes / sizeof(float)];
    std::memset(c.page, 0, c.bytes);
    busy<<<1, 1>>>(1); // warm up
    cudaDeviceSynchronize();

    std::map<std::string, std::function<void(Ctx &)>> demos = {
        {"1 serial", serial}, {"2 blocked", blocked}, {"3 free", free_running}, {"4 pageable", pageable}};

    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    for (auto &[name, demo] : demos) {
        cudaEventRecord(start);
        demo(c);
        cudaDeviceSynchronize();
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        float ms = 0;
        cudaEventElapsedTime(&ms, start, stop);
        printf("%-12s %7.3f ms\n", name.c_str(), ms);
    }
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    delete[] c.page;
    cudaFreeHost(c.h);
    cudaFree(c.d);
    cudaDeviceReset();
    return 0;
}
