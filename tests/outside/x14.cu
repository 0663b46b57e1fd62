// C++17. Asynchronous logging from the device: kernels fill one of two log pages, a high-priority stream takes the full
// page home while the work goes on with the other, and a logger thread formats records behind an event.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <iomanip>
#include <mutex>
#include <queue>
#include <sstream>
#include <string>
#include <thread>

struct Record {
    int step, block;
    float value, time;
};
constexpr int RECORDS = 4096, PAGES = 2, ROUNDS = 18, KERNELS = 3;

#pragma nullstream kernel(work) time(38us) reads(field, n * 4) writes(field, n * 4) writes(page + part * (RECORDS / KERNELS), RECORDS / KERNELS * sizeof(Record))
__global__ void work(float *field, Record *page, int part, int step, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        field[i] = field[i] * 0.99f + step;
    if (i < RECORDS / KERNELS)
        page[part * (RECORDS / KERNELS) + i] = Record{step, (int)blockIdx.x, field[i], 0};
}

struct Page {
    Record *device, *host;
    cudaEvent_t filled, home;
    bool in_use = false;
};

class Logger {
    std::mutex mutex;
    std::condition_variable cv;
    std::queue<Page *> pages;
    bool stop = false;
    std::string text;
    std::thread thread;

    void run()
    {
        for (;;) {
            std::unique_lock lock(mutex);
            cv.wait(lock, [&] { return stop || !pages.empty(); });
            if (pages.empty())
                return;
            Page *p = pages.front();
            pages.pop();
            lock.unlock();
            cudaEventSynchronize(p->home);
            std::ostringstream line;
            line << std::setw(6) << std::setfill('0') << pages_done << ": " << std::fixed << std::setprecision(2) << 1.5 << '\n';
            text += line.str();
            host_work_us(55);
            lock.lock();
            pages_done++;
            p->in_use = false;
            cv.notify_all();
        }
    }

public:
    int pages_done = 0;
    Logger() : thread(&Logger::run, this) {}
    ~Logger() { close(); }
    void close()
    {
        {
            std::lock_guard lock(mutex);
            stop = true;
        }
        cv.notify_all();
        if (thread.joinable())
            thread.join();
    }
    void wait_free(Page &p)
    {
        std::unique_lock lock(mutex);
        cv.wait(lock, [&] { return !p.in_use; });
    }
    void write(Page &p)
    {
        std::lock_guard lock(mutex);
        p.in_use = true;
        pages.push(&p);
        cv.notify_all();
    }
    std::size_t size() const { return text.size(); }
};

int main()
{
    constexpr int n = 1 << 20;
    int low, high;
    cudaDeviceGetStreamPriorityRange(&low, &high);
    cudaStream_t main_stream, log_stream;
    cudaStreamCreateWithPriority(&main_stream, cudaStreamNonBlocking, low);
    cudaStreamCreateWithPriority(&log_stream, cudaStreamNonBlocking, high);
    float *field;
    cudaMalloc(&field, n * sizeof(float));
    Page page[PAGES];
    for (auto &p : page) {
        cudaMalloc(&p.device, RECORDS * sizeof(Record));
        cudaMallocHost(&p.host, RECORDS * sizeof(Record));
        cudaEventCreateWithFlags(&p.filled, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&p.home, cudaEventDisableTiming);
    }
    cudaMemset(field, 0, n * sizeof(float));
    cudaDeviceSynchronize();
    Logger logger;
    for (int r = 0; r < ROUNDS; r++) {
        Page &p = page[r % PAGES];
        logger.wait_free(p);
        for (int k = 0; k < KERNELS; k++)
            work<<<n / 512, 512, 0, main_stream>>>(field, p.device, k, r * KERNELS + k, n);
        cudaEventRecord(p.filled, main_stream);
        cudaStreamWaitEvent(log_stream, p.filled, 0);
        cudaMemcpyAsync(p.host, p.device, RECORDS * sizeof(Record), cudaMemcpyDeviceToHost, log_stream);
        cudaEventRecord(p.home, log_stream);
        logger.write(p);
    }
    logger.close();
    cudaDeviceSynchronize();
    std::printf("%d pages, %zu characters\n", logger.pages_done, logger.size());
    cudaFree(field);
    for (auto &p : page) {
        cudaFree(p.device);
        cudaFreeHost(p.host);
        cudaEventDestroy(p.filled);
        cudaEventDestroy(p.home);
    }
    cudaStreamDestroy(main_stream);
    cudaStreamDestroy(log_stream);
}
