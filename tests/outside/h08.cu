// Batching server with a deadline: the batcher waits until eight requests are there or 200 us have passed since the first
// (wait_until), clients come at irregular times; a high-priority stream serves interactive batches, a low one bulk.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
#include "nullstream.cuh"

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr int DIM = 2048, MAX_BATCH = 8, REQUESTS = 40;

#pragma nullstream kernel(layer) bytes(2.0 * DIM * DIM + 4.0 * DIM * batch) flops(2.0 * DIM * DIM * batch) regs(64)
__global__ void layer(const unsigned short *w, const float *in, float *out, int batch)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    for (int b = 0; b < batch; b++) {
        float s = 0;
        for (int c = threadIdx.x; c < DIM; c += 32)
            s += (float)w[(size_t)row * DIM + c] * in[b * DIM + c];
        for (int o = 16; o; o >>= 1)
            s += __shfl_xor_sync(0xffffffffu, s, o);
        if (threadIdx.x == 0)
            out[b * DIM + row] = fmaxf(s, 0.0f);
    }
}

#pragma nullstream kernel(reindex) block_time(70us)
__global__ void reindex(float *table, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        table[i] = table[i] * 0.5f + 1.0f;
}

struct Request {
    int id;
    Clock::time_point arrived;
};

int main()
{
    int low, high;
    cudaDeviceGetStreamPriorityRange(&low, &high);
    cudaStream_t urgent, bulk;
    cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, high);
    cudaStreamCreateWithPriority(&bulk, cudaStreamNonBlocking, low);
    unsigned short *w;
    float *act[2], *table, *in, *out;
    cudaMalloc(&w, 4ull * DIM * DIM * sizeof(*w));
    for (auto &a : act)
        cudaMalloc(&a, MAX_BATCH * DIM * sizeof(float));
    cudaMalloc(&table, 32 << 20);
    cudaMallocHost(&in, MAX_BATCH * DIM * sizeof(float));
    cudaMallocHost(&out, MAX_BATCH * DIM * sizeof(float));
    cudaMemsetAsync(w, 0, 4ull * DIM * DIM * sizeof(*w), bulk);
    cudaStreamSynchronize(bulk);

    std::mutex m;
    std::condition_variable cv;
    std::queue<Request> queue;
    std::vector<double> latency(REQUESTS);
    int batches = 0;

    std::thread client([&] {
        for (int i = 0; i < REQUESTS; i++) {
            std::this_thread::sleep_for(std::chrono::microseconds(20 + (i * 37) % 130));
            {
                std::lock_guard<std::mutex> lock(m);
                queue.push({i, Clock::now()});
            }
            cv.notify_one();
        }
    });

    int served = 0;
    while (served < REQUESTS) {
        std::vector<Request> batch;
        {
            std::unique_lock<std::mutex> lock(m);
            cv.wait(lock, [&] { return !queue.empty(); });
            auto deadline = queue.front().arrived + 200us;
            cv.wait_until(lock, deadline, [&] { return queue.size() >= (size_t)MAX_BATCH; });
            while (!queue.empty() && batch.size() < (size_t)MAX_BATCH) {
                batch.push_back(queue.front());
                queue.pop();
            }
        }
        int n = (int)batch.size();
        host_work_us(2.0 * n); // tokens to floats
        cudaMemcpyAsync(act[0], in, n * DIM * sizeof(float), cudaMemcpyHostToDevice, urgent);
        for (int l = 0; l < 4; l++)
            layer<<<DIM / 8, dim3(32, 8), 0, urgent>>>(w + (size_t)l * DIM * DIM, act[l & 1], act[~l & 1], n);
        cudaMemcpyAsync(out, act[0], n * DIM * sizeof(float), cudaMemcpyDeviceToHost, urgent);
        reindex<<<528, 256, 0, bulk>>>(table, 8 << 20);
        cudaStreamSynchronize(urgent);
        for (const auto &r : batch)
            latency[r.id] = std::chrono::duration<double, std::micro>(Clock::now() - r.arrived).count();
        served += n;
        batches++;
    }
    client.join();
    cudaDeviceSynchronize();
    double worst = 0, sum = 0;
    for (double l : latency) {
        sum += l;
        worst = l > worst ? l : worst;
    }
    std::printf("%d requests in %d batches, latency %.0f us on average, %.0f at worst\n", served, batches, sum / REQUESTS, worst);
    cudaStreamDestroy(urgent);
    cudaStreamDestroy(bulk);
    return 0;
}
