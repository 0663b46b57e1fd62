// Host functions as completion callbacks: they give a buffer back, the main thread waits on a condition.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <vector>

namespace {

__global__ void transform(int *x, double us)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] ^= 0xff;
    spin_us(us);
}

class FreeList {
public:
    void put(int i)
    {
        std::lock_guard<std::mutex> g(m_);
        free_.push_back(i);
        cv_.notify_one();
    }
    int take()
    {
        std::unique_lock<std::mutex> g(m_);
        while (free_.empty())
            cv_.wait(g);
        int i = free_.back();
        free_.pop_back();
        return i;
    }

private:
    std::mutex m_;
    std::condition_variable cv_;
    std::vector<int> free_;
};

struct Buffer {
    int index;
    FreeList *list;
    int *host, *device;
    long total;
    cudaStream_t stream;
};

void CUDART_CB finished(void *arg)
{
    Buffer *b = static_cast<Buffer *>(arg);
    b->total += b->host[0];
    host_work_us(15); // checksum
    b->list->put(b->index);
}

}

int main()
{
    constexpr int kBuffers = 3, kJobs = 30, kCount = 1 << 18;
    FreeList list;
    std::vector<Buffer> buffers(kBuffers);
    for (int i = 0; i < kBuffers; i++) {
        Buffer &b = buffers[i];
        b.index = i;
        b.list = &list;
        b.total = 0;
        cudaMallocHost(&b.host, kCount * sizeof(int));
        cudaMalloc(&b.device, kCount * sizeof(int));
        cudaStreamCreateWithFlags(&b.stream, cudaStreamNonBlocking);
        list.put(i);
    }

    for (int j = 0; j < kJobs; j++) {
        Buffer &b = buffers[list.take()];
        host_work_us(10); // unpack
        b.host[0] = j;
        cudaMemcpyAsync(b.device, b.host, kCount * sizeof(int), cudaMemcpyHostToDevice, b.stream);
        transform<<<kCount / 512, 512, 0, b.stream>>>(b.device, j % 3 ? 35.0 : 90.0);
        cudaMemcpyAsync(b.host, b.device, kCount * sizeof(int), cudaMemcpyDeviceToHost, b.stream);
        cudaLaunchHostFunc(b.stream, finished, &b);
    }
    cudaDeviceSynchronize();

    long total = 0;
    for (Buffer &b : buffers) {
        total += b.total;
        cudaFreeHost(b.host);
        cudaFree(b.device);
        cudaStreamDestroy(b.stream);
    }
    printf("total %ld\n", total);
}
