// A dataflow graph of variants: loads, stencils, reductions and stores are nodes; a scheduler goes over them in
// topological order, gives each a stream and puts an event wait on every edge that crosses streams.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

constexpr int W = 2048, H = 1024, N = W * H;

#pragma nullstream kernel(blur) flops(10.0 * N * radius) bytes(8.0 * N) reads(in, 4 * N) writes(out, 4 * N)
__global__ void blur(const float *in, float *out, int radius)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    float sum = 0;
    for (int k = -radius; k <= radius; k++)
        sum += in[y * W + min(max(x + k, 0), W - 1)];
    out[y * W + x] = sum / (2 * radius + 1);
}

#pragma nullstream kernel(combine) flops(2.0 * N) bytes(12.0 * N) reads(a, 4 * N) reads(b, 4 * N) writes(out, 4 * N)
__global__ void combine(const float *a, const float *b, float *out, float alpha)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] + alpha * b[i];
}

#pragma nullstream kernel(total) flops(1.0 * N) bytes(4.0 * N) reads(in, 4 * N) atomics(out, 4)
__global__ void total(const float *in, float *out)
{
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x)
        sum += in[i];
    atomicAdd(out, sum);
}

struct Load { const float *host; };
struct Blur { int radius; };
struct Combine { float alpha; };
struct Total { float *host; };
struct Store { float *host; };
using Op = std::variant<Load, Blur, Combine, Total, Store>;

template <class... Ts> struct overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

struct Node {
    std::string name;
    Op op;
    std::vector<std::string> inputs;
    float *buffer = nullptr;
    int lane = -1;
    cudaEvent_t done = nullptr;
};

class Graph {
    std::vector<Node> nodes_;
    std::map<std::string, std::size_t> index_;

  public:
    Graph &add(std::string name, Op op, std::vector<std::string> inputs = {})
    {
        if (!index_.emplace(name, nodes_.size()).second)
            throw std::logic_error("twice: " + name);
        nodes_.push_back({std::move(name), std::move(op), std::move(inputs)});
        return *this;
    }
    std::vector<Node *> order()
    {
        std::vector<Node *> sorted;
        std::set<std::string> ready;
        while (sorted.size() < nodes_.size()) {
            const auto before = sorted.size();
            for (auto &n : nodes_)
                if (!ready.count(n.name) &&
                    std::all_of(n.inputs.begin(), n.inputs.end(), [&](const auto &i) { return ready.count(i) > 0; })) {
                    sorted.push_back(&n);
                    ready.insert(n.name);
                }
            if (sorted.size() == before)
                throw std::logic_error("a cycle");
        }
        return sorted;
    }
    Node &operator[](const std::string &name) { return nodes_.at(index_.at(name)); }
};

int main()
{
    float *host, *sums;
    cudaMallocHost(&host, 4 * N * sizeof(float));
    cudaMallocHost(&sums, 2 * sizeof(float));
    Graph g;
    g.add("total", Total{sums}, {"sharp"}) // out of order on purpose
        .add("left", Load{host})
        .add("right", Load{host + N})
        .add("smooth-left", Blur{6}, {"left"})
        .add("smooth-right", Blur{12}, {"right"})
        .add("difference", Combine{-1.0f}, {"smooth-left", "smooth-right"})
        .add("sharp", Combine{0.5f}, {"left", "smooth-left"})
        .add("energy", Total{sums + 1}, {"difference"})
        .add("store-sharp", Store{host + 2 * N}, {"sharp"})
        .add("store-difference", Store{host + 3 * N}, {"difference"});
    std::vector<cudaStream_t> lanes(3);
    for (auto &s : lanes)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);

    const auto plan = g.order();
    int next = 0;
    for (Node *n : plan) {
        n->lane = n->inputs.empty() ? next++ % int(lanes.size()) : g[n->inputs.front()].lane;
        if (std::holds_alternative<Store>(n->op))
            n->lane = 2;
        cudaEventCreateWithFlags(&n->done, cudaEventDisableTiming);
        cudaMalloc(&n->buffer, std::get_if<Total>(&n->op) ? sizeof(float) : N * sizeof(float));
    }
    for (int pass = 0; pass < 3; ++pass)
        for (Node *n : plan) {
            cudaStream_t s = lanes[n->lane];
            for (auto &input : n->inputs)
                if (g[input].lane != n->lane)
                    cudaStreamWaitEvent(s, g[input].done);
            auto in = [&](std::size_t i) { return g[n->inputs.at(i)].buffer; };
            std::visit(overloaded{
                           [&](const Load &l) {
                               cudaMemcpyAsync(n->buffer, l.host, N * sizeof(float), cudaMemcpyDefault, s);
                           },
                           [&](const Blur &b) { blur<<<dim3(W / 256, H), 256, 0, s>>>(in(0), n->buffer, b.radius); },
                           [&](const Combine &c) {
                               combine<<<N / 256, 256, 0, s>>>(in(0), in(1), n->buffer, c.alpha);
                           },
                           [&](const Total &t) {
                               cudaMemsetAsync(n->buffer, 0, sizeof(float), s);
                               total<<<264, 256, 0, s>>>(in(0), n->buffer);
                               cudaMemcpyAsync(t.host, n->buffer, sizeof(float), cudaMemcpyDefault, s);
                           },
                           [&](const Store &o) {
                               cudaMemcpyAsync(o.host, in(0), N * sizeof(float), cudaMemcpyDefault, s);
                           }},
                       n->op);
            cudaEventRecord(n->done, s);
        }
    cudaDeviceSynchronize();
    for (Node *n : plan)
        std::printf("%-17s lane %d\n", n->name.c_str(), n->lane);
    std::printf("%g %g\n", sums[0], sums[1]);
}
