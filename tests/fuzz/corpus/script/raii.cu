#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <cstdio>
#include <utility>
#include <vector>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t e = (call);                                                                    \
        if (e != cudaSuccess) {                                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));             \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

class Stream {
  public:
    Stream() { CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
    ~Stream()
    {
        if (stream_)
            cudaStreamDestroy(stream_);
    }
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;
    Stream(Stream &&other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
    Stream &operator=(Stream &&other) noexcept
    {
        std::swap(stream_, other.stream_);
        return *this;
    }
    cudaStream_t get() const { return stream_; }
    operator cudaStream_t() const { return stream_; }
    void sync() const { CHECK(cudaStreamSynchronize(stream_)); }

  private:
    cudaStream_t stream_ = nullptr;
};

struct Event {
    cudaEvent_t event = nullptr;
    explicit Event(unsigned flags = cudaEventDisableTiming) { CHECK(cudaEventCreateWithFlags(&event, flags)); }
    ~Event()
    {
        if (event != nullptr)
            cudaEventDestroy(event);
    }
    Event(Event &&o) noexcept : event(o.event) { o.event = nullptr; }
    Event &operator=(Event &&o) noexcept
    {
        if (this == &o)
            return *this;
        if (event)
            cudaEventDestroy(event);
        event = o.event;
        o.event = nullptr;
        return *this;
    }
    void record(const Stream &s) { CHECK(cudaEventRecord(event, s.get())); }
};

template <typename T> class DeviceBuffer {
  public:
    DeviceBuffer() = default;
    explicit DeviceBuffer(size_t n) : size_(n) { CHECK(cudaMalloc(&data_, n * sizeof(T))); }
    ~DeviceBuffer() { cudaFree(data_); }
    DeviceBuffer(const DeviceBuffer &) = delete;
    DeviceBuffer &operator=(const DeviceBuffer &) = delete;
    DeviceBuffer(DeviceBuffer &&o) noexcept : data_(o.data_), size_(o.size_)
    {
        o.data_ = nullptr;
        o.size_ = 0;
    }
    DeviceBuffer &operator=(DeviceBuffer &&o) noexcept
    {
        std::swap(data_, o.data_);
        std::swap(size_, o.size_);
        return *this;
    }
    T *data() { return data_; }
    size_t size() const { return size_; }

  private:
    T *data_ = nullptr;
    size_t size_ = 0;
};

struct NvtxRange {
    NvtxRange(const char *name) { nvtxRangePushA(name); }
    ~NvtxRange() { nvtxRangePop(); }
};

struct StreamGuard {
    cudaStream_t s;
    explicit StreamGuard(cudaStream_t s) : s(s) {}
    ~StreamGuard() { cudaStreamSynchronize(s); }
    StreamGuard &sync() { return *this; }
};

#pragma nullstream kernel(work) time(200us)
__global__ void work(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2.0f;
}

struct Worker {
    Stream stream;
    Event done;
    DeviceBuffer<float> device;
    int index;
    Worker(int index, size_t n) : device(n), index(index) {}
    void run()
    {
        NvtxRange range("work");
        work<<<4, 256, 0, stream>>>(device.data(), (int)device.size());
        done.record(stream);
    }
};

Stream &shared_stream()
{
    static Stream s;
    return s;
}

int main()
{
    const int N = 1 << 10;
    std::vector<Worker> workers;
    for (int i = 0; i < 3; i++)
        workers.emplace_back(i, N);
    workers.push_back(Worker(3, N));
    Worker extra(4, N);
    workers.push_back(std::move(extra));
    for (auto &w : workers)
        w.run();
    for (auto &w : workers)
        cudaStreamWaitEvent(shared_stream(), w.done.event, 0);
    work<<<4, 256, 0, shared_stream()>>>(workers[0].device.data(), N);
    StreamGuard(shared_stream()).sync();
    printf("%zu workers\n", workers.size());
    std::vector<Stream> streams(2);
    streams.resize(4);
    std::vector<DeviceBuffer<float>> buffers;
    for (int i = 0; i < 4; ++i)
        buffers.push_back(DeviceBuffer<float>(N));
    for (size_t i = 0; i < streams.size(); ++i)
        work<<<4, 256, 0, streams[i]>>>(buffers[i].data(), N);
    for (const Stream &s : streams)
        s.sync();
    streams.clear();
    workers.pop_back();
    return 0;
}
