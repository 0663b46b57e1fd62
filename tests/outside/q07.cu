// Batch inference with cudaMallocAsync from an own pool: each request allocates its activations in stream order.
#include "nullstream.cuh"
#include <cstdio>
#include <cstdint>
#include <memory>
#include <vector>

#pragma nullstream kernel(attention) flops(4.0 * tokens * tokens * width) bytes(8.0 * tokens * width) shared(65536) reads(qkv, tokens * width * 12) writes(out, tokens * width * 4)
__global__ void attention(const float *qkv, float *out, int tokens, int width) {}
#pragma nullstream kernel(project) flops(2.0 * tokens * in * out) bytes(4.0 * in * out) reads(x, tokens * in * 4) reads(w, in * out * 4) writes(y, tokens * out * 4)
__global__ void project(const float *x, const float *w, float *y, double tokens, double in, double out) {}

class StreamBuffer {
public:
    StreamBuffer(size_t n, cudaMemPool_t pool, cudaStream_t s) : stream_(s)
    {
        cudaMallocFromPoolAsync((void **)&data_, n * sizeof(float), pool, s);
    }
    ~StreamBuffer()
    {
        if (data_)
            cudaFreeAsync(data_, stream_);
    }
    StreamBuffer(const StreamBuffer &) = delete;
    StreamBuffer &operator=(const StreamBuffer &) = delete;
    StreamBuffer(StreamBuffer &&o) noexcept : data_(o.data_), stream_(o.stream_) { o.data_ = nullptr; }
    float *get() const { return data_; }

private:
    float *data_ = nullptr;
    cudaStream_t stream_;
};

struct Request {
    int tokens;
    float *host_in, *host_out;
};

int main()
{
    const int width = 768;
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = 0;
    cudaMemPool_t pool;
    cudaMemPoolCreate(&pool, &props);
    uint64_t keep = UINT64_MAX;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
    float *w;
    cudaMalloc(&w, 4 * width * width * sizeof(float));
    std::vector<cudaStream_t> streams(2);
    for (auto &s : streams)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    const int sizes[] = {128, 512, 256, 1024, 64, 384, 768, 128, 256, 512};
    std::vector<Request> requests;
    for (int tokens : sizes) {
        Request r{tokens, nullptr, nullptr};
        cudaMallocHost(&r.host_in, tokens * width * sizeof(float));
        cudaMallocHost(&r.host_out, tokens * width * sizeof(float));
        requests.push_back(r);
    }
    cudaDeviceSynchronize();
    for (size_t i = 0; i < requests.size(); i++) {
        const Request &r = requests[i];
        cudaStream_t s = streams[i % streams.size()];
        const size_t n = (size_t)r.tokens * width;
        StreamBuffer x(n, pool, s), qkv(3 * n, pool, s), mixed(n, pool, s), y(n, pool, s);
        cudaMemcpyAsync(x.get(), r.host_in, n * sizeof(float), cudaMemcpyHostToDevice, s);
        project<<<dim3(3 * width / 64, (r.tokens + 63) / 64), 128, 0, s>>>(x.get(), w, qkv.get(), r.tokens, width, 3 * width);
        attention<<<dim3(12, (r.tokens + 63) / 64), 128, 0, s>>>(qkv.get(), mixed.get(), r.tokens, width);
        project<<<dim3(width / 64, (r.tokens + 63) / 64), 128, 0, s>>>(mixed.get(), w + 3 * width * width, y.get(), r.tokens, width, width);
        cudaMemcpyAsync(r.host_out, y.get(), n * sizeof(float), cudaMemcpyDeviceToHost, s);
    }
    for (auto s : streams)
        cudaStreamSynchronize(s);
    double sum = 0;
    for (auto &r : requests)
        sum += r.host_out[0];
    printf("checksum %f\n", sum);
    cudaMemPoolDestroy(pool);
    return 0;
}
