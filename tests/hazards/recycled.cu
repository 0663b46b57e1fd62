// Buffers go to and fro between two threads by queues, with an event each way: full, empty. LACKS: 0:
// nothing, 1: the producer's wait for empty, 2: the consumer's for full, 3: the record of empty stands
// before the kernel that reads.
#include "nullstream.cuh"

#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

#ifndef LACKS
#define LACKS 0
#endif

const int N = 1 << 20, BUFFERS = 2, TURNS = 6;

#pragma nullstream kernel(fill) time(100us)
__global__ void fill(float *x, float value)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

#pragma nullstream kernel(add) time(200us)
__global__ void add(float *sum, const float *x)
{
    sum[blockIdx.x * blockDim.x + threadIdx.x] += x[blockIdx.x * blockDim.x + threadIdx.x];
}

struct Buffer {
    float *x;
    cudaEvent_t full, empty;
};

class Queue {
    std::queue<Buffer *> waiting;
    std::mutex mutex;
    std::condition_variable changed;

  public:
    void put(Buffer *buffer)
    {
        {
            std::lock_guard<std::mutex> lock(mutex);
            waiting.push(buffer);
        }
        changed.notify_one();
    }
    Buffer *take()
    {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [this] { return !waiting.empty(); });
        Buffer *buffer = waiting.front();
        waiting.pop();
        return buffer;
    }
};

Queue full, empty;

static void produce()
{
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (int i = 0; i < TURNS; i++) {
        Buffer *buffer = empty.take();
        if (LACKS != 1)
            cudaStreamWaitEvent(stream, buffer->empty, 0);
        fill<<<N / 256, 256, 0, stream>>>(buffer->x, (float)i);
        cudaEventRecord(buffer->full, stream);
        full.put(buffer);
    }
}

int main()
{
    Buffer buffers[BUFFERS];
    float *sum;
    cudaStream_t stream;
    cudaMalloc(&sum, N * sizeof(float));
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemsetAsync(sum, 0, N * sizeof(float), stream);
    for (Buffer &buffer : buffers) {
        cudaMalloc(&buffer.x, N * sizeof(float));
        cudaEventCreateWithFlags(&buffer.full, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&buffer.empty, cudaEventDisableTiming);
        empty.put(&buffer);
    }
    std::thread producer(produce);
    for (int i = 0; i < TURNS; i++) {
        Buffer *buffer = full.take();
        if (LACKS != 2)
            cudaStreamWaitEvent(stream, buffer->full, 0);
        if (LACKS == 3)
            cudaEventRecord(buffer->empty, stream);
        add<<<N / 256, 256, 0, stream>>>(sum, buffer->x);
        if (LACKS != 3)
            cudaEventRecord(buffer->empty, stream);
        empty.put(buffer);
    }
    producer.join();
    cudaDeviceSynchronize();
    return 0;
}
