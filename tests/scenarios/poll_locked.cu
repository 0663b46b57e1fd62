// A thread waits for the whole device, and then for a flag that main sets meanwhile, which it looks at
// under a lock again and again (LOCKED=0: an atomic, without). FIXED: it waits for its own stream, as it
// could: what that gains depends on when main sets the flag (AFTER us).
#include <atomic>
#include <cuda_runtime.h>
#include <mutex>
#include <thread>

#ifndef AFTER
#define AFTER 2100
#endif
#ifndef LOCKED
#define LOCKED 1
#endif
#ifndef FIXED
#define FIXED 0
#endif

const int N = 1 << 20;

#pragma nullstream kernel(shorter) time(900us)
__global__ void shorter(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

#pragma nullstream kernel(longer) time(2000us)
__global__ void longer(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = 2;
}

#pragma nullstream host(prepare) time(AFTER * 1us)
static void prepare() {}

float *x, *y;
cudaStream_t a, b;
std::atomic<bool> ready{false};
std::mutex mutex;

static bool is_ready()
{
    if (!LOCKED)
        return ready;
    std::lock_guard<std::mutex> lock(mutex);
    return ready;
}

static void work()
{
    shorter<<<32, 256, 0, b>>>(y);
    if (FIXED)
        cudaStreamSynchronize(b);
    else
        cudaDeviceSynchronize();
    while (!is_ready())
        ;
    shorter<<<32, 256, 0, b>>>(y);
    cudaStreamSynchronize(b);
}

int main()
{
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    longer<<<32, 256, 0, a>>>(x);
    std::thread thread(work);
    prepare();
    {
        std::lock_guard<std::mutex> lock(mutex);
        ready = true;
    }
    thread.join();
    cudaStreamSynchronize(a);
    return 0;
}
