// A small task graph: nodes are variants (copy in, kernel, copy out), run in topological order over a pool of streams
// with an event for each node.
#include "nullstream.cuh"
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

template <class... Ts> struct overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

#pragma nullstream kernel(combine) time(75us) reads(a, n * 4) reads(b, n * 4) writes(out, n * 4)
__global__ void combine(const float *a, const float *b, float *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v = a[i];
        for (int k = 0; k < 500; k++)
            v = fmaf(v, 0.99f, b[i]);
        out[i] = v;
    }
}

struct Buffer {
    float *dev = nullptr, *host = nullptr;
    explicit Buffer(int n)
    {
        if (cudaMalloc(&dev, n * sizeof(float)) != cudaSuccess || cudaMallocHost(&host, n * sizeof(float)) != cudaSuccess)
            throw std::runtime_error("out of memory");
    }
    ~Buffer() { cudaFree(dev); cudaFreeHost(host); }
};

struct In { std::string to; };
struct Out { std::string from; };
struct Combine { std::string a, b, to; };
using Work = std::variant<In, Out, Combine>;

class Graph {
  public:
    Graph(int n, int lanes) : n_(n), lanes_(lanes)
    {
        for (auto &s : lanes_)
            if (cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) != cudaSuccess)
                throw std::runtime_error("stream");
    }
    ~Graph()
    {
        for (auto &n : nodes_) cudaEventDestroy(n.done);
        for (auto s : lanes_) cudaStreamDestroy(s);
    }
    int add(Work w, std::initializer_list<int> after = {})
    {
        Node n{std::move(w), std::vector<int>(after), {}, static_cast<int>(nodes_.size() % lanes_.size())};
        cudaEventCreateWithFlags(&n.done, cudaEventDisableTiming);
        nodes_.push_back(std::move(n));
        return static_cast<int>(nodes_.size()) - 1;
    }
    Buffer &buffer(const std::string &name)
    {
        auto &b = buffers_[name];
        if (!b) b = std::make_unique<Buffer>(n_);
        return *b;
    }
    void prepare()
    {
        for (auto &n : nodes_)
            std::visit(overloaded{[&](const In &i) { buffer(i.to); }, [&](const Out &o) { buffer(o.from); },
                                  [&](const Combine &c) { buffer(c.a); buffer(c.b); buffer(c.to); }}, n.work);
    }
    void run()
    {
        const size_t bytes = n_ * sizeof(float);
        for (auto &n : nodes_) {
            cudaStream_t s = lanes_.at(n.lane);
            for (int d : n.after)
                if (nodes_.at(d).lane != n.lane)
                    cudaStreamWaitEvent(s, nodes_.at(d).done, 0);
            std::visit(overloaded{
                           [&](const In &i) { auto &b = buffer(i.to); cudaMemcpyAsync(b.dev, b.host, bytes, cudaMemcpyHostToDevice, s); },
                           [&](const Out &o) { auto &b = buffer(o.from); cudaMemcpyAsync(b.host, b.dev, bytes, cudaMemcpyDeviceToHost, s); },
                           [&](const Combine &c) { combine<<<48, 256, 0, s>>>(buffer(c.a).dev, buffer(c.b).dev, buffer(c.to).dev, n_); }},
                       n.work);
            cudaEventRecord(n.done, s);
        }
        for (auto s : lanes_)
            if (auto e = cudaStreamSynchronize(s); e != cudaSuccess)
                throw std::runtime_error(cudaGetErrorString(e));
    }
    size_t size() const { return nodes_.size(); }
  private:
    struct Node { Work work; std::vector<int> after; cudaEvent_t done; int lane; };
    int n_;
    std::vector<cudaStream_t> lanes_;
    std::vector<Node> nodes_;
    std::map<std::string, std::unique_ptr<Buffer>> buffers_;
};

int main()
{
    try {
        Graph g(1 << 20, 3);
        const int a = g.add(In{"a"}), b = g.add(In{"b"}), c = g.add(In{"c"});
        const int ab = g.add(Combine{"a", "b", "ab"}, {a, b});
        const int bc = g.add(Combine{"b", "c", "bc"}, {b, c});
        const int ac = g.add(Combine{"a", "c", "ac"}, {a, c});
        const int x = g.add(Combine{"ab", "bc", "x"}, {ab, bc});
        const int y = g.add(Combine{"x", "ac", "y"}, {x});
        g.add(Out{"x"}, {x});
        g.add(Out{"y"}, {y});
        g.add(Out{"ac"}, {ac});
        g.prepare();
        g.run();
        std::printf("%zu nodes done\n", g.size());
    } catch (const std::out_of_range &e) {
        std::printf("out of range\n");
    } catch (const std::exception &e) {
        std::printf("error: %s\n", e.what());
    }
}
