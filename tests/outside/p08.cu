// Producer/consumer: decoder thread fills pinned buffers, GPU thread uploads and processes.
#include <cuda_runtime.h>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>

constexpr size_t FRAME = 4u << 20;
constexpr int FRAMES = 20, BUFFERS = 3;

#pragma nullstream kernel(yuv2rgb) bytes(2.5 * n) flops(12.0 * n) reads(yuv, n) writes(rgb, n * 2)
__global__ void yuv2rgb(const unsigned char *yuv, unsigned char *rgb, size_t n) {}

#pragma nullstream kernel(detect) time(350us) reads(rgb, n * 2) writes(boxes, 4096)
__global__ void detect(const unsigned char *rgb, float *boxes, size_t n) {}

#pragma nullstream host(decode) time(280us) writes(to, 4194304)
void decode(unsigned char *to, int frame) {}

std::mutex m;
std::condition_variable notEmpty, notFull;
std::deque<int> ready, idle;
bool finished;

void producer(unsigned char **buf)
{
    for (int f = 0; f < FRAMES; f++) {
        int b;
        {
            std::unique_lock<std::mutex> lk(m);
            notFull.wait(lk, [] { return !idle.empty(); });
            b = idle.front();
            idle.pop_front();
        }
        decode(buf[b], f);
        {
            std::lock_guard<std::mutex> lk(m);
            ready.push_back(b);
        }
        notEmpty.notify_one();
    }
    std::lock_guard<std::mutex> lk(m);
    finished = true;
    notEmpty.notify_one();
}

int main()
{
    unsigned char *host[BUFFERS], *yuv, *rgb;
    float *boxes, *boxesHost;
    for (int i = 0; i < BUFFERS; i++) {
        cudaHostAlloc(&host[i], FRAME, cudaHostAllocWriteCombined);
        idle.push_back(i);
    }
    cudaMalloc(&yuv, FRAME);
    cudaMalloc(&rgb, FRAME * 2);
    cudaMalloc(&boxes, 4096);
    cudaMallocHost(&boxesHost, 4096);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaEvent_t uploaded;
    cudaEventCreateWithFlags(&uploaded, cudaEventDisableTiming | cudaEventBlockingSync);

    auto begin = std::chrono::steady_clock::now();
    std::thread t(producer, host);
    int frames = 0;
    for (;;) {
        int b;
        {
            std::unique_lock<std::mutex> lk(m);
            notEmpty.wait(lk, [] { return finished || !ready.empty(); });
            if (ready.empty())
                break;
            b = ready.front();
            ready.pop_front();
        }
        cudaMemcpyAsync(yuv, host[b], FRAME, cudaMemcpyHostToDevice, s);
        cudaEventRecord(uploaded, s);
        yuv2rgb<<<FRAME / 1024, 256, 0, s>>>(yuv, rgb, FRAME);
        detect<<<132, 384, 0, s>>>(rgb, boxes, FRAME);
        cudaMemcpyAsync(boxesHost, boxes, 4096, cudaMemcpyDeviceToHost, s);
        cudaEventSynchronize(uploaded);
        {
            std::lock_guard<std::mutex> lk(m);
            idle.push_back(b);
        }
        notFull.notify_one();
        frames++;
    }
    cudaStreamSynchronize(s);
    t.join();
    std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - begin;
    printf("%d frames, %.1f fps\n", frames, frames / ms.count() * 1e3);
}
