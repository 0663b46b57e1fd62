// A buffer that is a source and a sink of one device resource: the virtual base has the stream and the name.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdio>
#include <forward_list>
#include <memory>
#include <string>
#include <utility>
#include <valarray>

#pragma nullstream kernel(scale) flops(n) bytes(8.0 * n)
__global__ void scale(float *p, float by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= by;
}

struct Resource {
    cudaStream_t stream{};
    std::string name;
    explicit Resource(std::string name) : name(std::move(name))
    {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    }
    Resource(const Resource &) = delete;
    virtual ~Resource()
    {
        cudaStreamDestroy(stream);
    }
    virtual int bytes() const = 0;
};

struct Source : virtual Resource {
    float *host;
    explicit Source(int n) : Resource("source")
    {
        cudaMallocHost(&host, n * sizeof(float));
    }
    ~Source() override
    {
        cudaFreeHost(host);
    }
    void upload(float *to) const
    {
        cudaMemcpyAsync(to, host, bytes(), cudaMemcpyHostToDevice, stream);
    }
};

struct Sink : virtual Resource {
    float *device;
    explicit Sink(int n) : Resource("sink")
    {
        cudaMalloc(&device, n * sizeof(float));
    }
    ~Sink() override
    {
        cudaFree(device);
    }
    void wait() const
    {
        cudaStreamSynchronize(stream);
    }
};

class Buffer : public Source, public Sink
{
    int n_;

  public:
    Buffer(std::string name, int n) : Resource(std::move(name)), Source(n), Sink(n), n_(n)
    {
        std::valarray<float> ramp(1.5f, n);
        ramp[std::slice(0, n / 2, 2)] = 0.5f;
        std::copy(std::begin(ramp), std::end(ramp), host);
    }
    int bytes() const override
    {
        return n_ * (int)sizeof(float);
    }
    void run()
    {
        upload(device);
        scale<<<(n_ + 255) / 256, 256, 0, stream>>>(device, host[0] + host[1], n_);
    }
};

int main()
{
    std::forward_list<std::unique_ptr<Buffer>> buffers;
    for (const char *name : {"second", "first"})
        buffers.push_front(std::make_unique<Buffer>(name, 1 << 20));
    for (auto &b : buffers)
        b->run();
    for (const auto &b : buffers) {
        const Resource &r = *b;
        b->wait();
        printf("%s %d\n", r.name.c_str(), r.bytes());
    }
    return 0;
}
