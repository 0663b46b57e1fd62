// Polling scheduler: jobs of different size go round four streams; the host works on while cudaStreamQuery says busy.
#include "nullstream.cuh"
#include <cstdio>
#include <deque>
#include <optional>

__global__ void job_kernel(float *data, int units)
{
    for (int i = 0; i < units; i++)
        spin_us(12.5);
}

class Lane {
public:
    Lane()
    {
        cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
        cudaMalloc(&device_, bytes);
        cudaMallocHost(&pinned_, bytes);
    }
    ~Lane()
    {
        cudaFreeHost(pinned_);
        cudaFree(device_);
        cudaStreamDestroy(stream_);
    }
    Lane(const Lane &) = delete;
    bool idle() const
    {
        cudaError_t e = cudaStreamQuery(stream_);
        if (e == cudaErrorNotReady) {
            cudaGetLastError();
            return false;
        }
        return e == cudaSuccess;
    }
    void start(int units)
    {
        cudaMemcpyAsync(device_, pinned_, bytes, cudaMemcpyHostToDevice, stream_);
        job_kernel<<<16, 128, 0, stream_>>>(device_, units);
        cudaMemcpyAsync(pinned_, device_, bytes / 4, cudaMemcpyDeviceToHost, stream_);
        served_++;
    }
    int served() const { return served_; }

private:
    static constexpr size_t bytes = 512 << 10;
    cudaStream_t stream_;
    float *device_, *pinned_;
    int served_ = 0;
};

int main()
{
    std::deque<int> jobs;
    for (int i = 0; i < 30; i++)
        jobs.push_back(1 + (i * 7) % 11);
    Lane lanes[4];
    cudaDeviceSynchronize();
    int turn = 0;
    auto next = [&]() -> std::optional<int> {
        if (!lanes[turn % 4].idle())
            return std::nullopt;
        return turn++ % 4;
    };
    while (!jobs.empty()) {
        if (auto i = next()) {
            lanes[*i].start(jobs.front());
            jobs.pop_front();
        } else {
            host_work_us(5);
        }
    }
    cudaDeviceSynchronize();
    for (auto &l : lanes)
        printf("served %d\n", l.served());
    return 0;
}
