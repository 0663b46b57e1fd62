// Bandwidth test in both directions: for sizes from 1 KiB to 32 MiB, first each direction by itself, then both
// at once in two streams, then both at once cut into eight pieces, with the usual timed events.
#include <cstdio>
#include <cuda_runtime.h>

struct Timer {
    cudaEvent_t a, b;
    Timer() { cudaEventCreate(&a); cudaEventCreate(&b); }
    ~Timer() { cudaEventDestroy(a); cudaEventDestroy(b); }
    void start(cudaStream_t s) { cudaEventRecord(a, s); }
    void stop(cudaStream_t s) { cudaEventRecord(b, s); }
    float ms()
    {
        float t;
        cudaEventSynchronize(b);
        cudaEventElapsedTime(&t, a, b);
        return t;
    }
};

int main()
{
    const size_t most = 32u << 20;
    char *hUp, *hDown, *dUp, *dDown;
    cudaHostAlloc(&hUp, most, cudaHostAllocDefault);
    cudaHostAlloc(&hDown, most, cudaHostAllocDefault);
    cudaMalloc(&dUp, most);
    cudaMalloc(&dDown, most);
    cudaStream_t up, down;
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking);
    Timer tu, td;
    printf("%10s %10s %10s %10s %10s\n", "bytes", "h2d", "d2h", "both", "pieces");
    for (size_t n = 1024; n <= most; n *= 8) {
        tu.start(up);
        cudaMemcpyAsync(dUp, hUp, n, cudaMemcpyHostToDevice, up);
        tu.stop(up);
        float h2d = tu.ms();
        td.start(down);
        cudaMemcpyAsync(hDown, dDown, n, cudaMemcpyDeviceToHost, down);
        td.stop(down);
        float d2h = td.ms();
        tu.start(up);
        td.start(down);
        cudaMemcpyAsync(dUp, hUp, n, cudaMemcpyHostToDevice, up);
        cudaMemcpyAsync(hDown, dDown, n, cudaMemcpyDeviceToHost, down);
        tu.stop(up);
        td.stop(down);
        float u = tu.ms(), d = td.ms(), both = u > d ? u : d;
        tu.start(up);
        td.start(down);
        for (int i = 0; i < 8; i++) {
            cudaMemcpyAsync(dUp + i * (n / 8), hUp + i * (n / 8), n / 8, cudaMemcpyHostToDevice, up);
            cudaMemcpyAsync(hDown + i * (n / 8), dDown + i * (n / 8), n / 8, cudaMemcpyDeviceToHost, down);
        }
        tu.stop(up);
        td.stop(down);
        u = tu.ms(), d = td.ms();
        printf("%10zu %10.3f %10.3f %10.3f %10.3f\n", n, n / h2d / 1e6, n / d2h / 1e6, 2 * n / both / 1e6, 2 * n / (u > d ? u : d) / 1e6);
    }
    return 0;
}
