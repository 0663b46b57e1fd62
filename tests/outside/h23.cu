// A workflow in a string ("name kind us inputs...") is parsed, sorted topologically (Kahn), cut into chains, and run: a chain
// gets a stream, dependencies between chains are events; run three times, the sinks are awaited by blocking events.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>
#include "nullstream.cuh"

static const char *const workflow = "read_a in 64 -\n"
                                    "read_b in 256 -\n"
                                    "clean_a kernel 30 read_a\n"
                                    "clean_b kernel 90 read_b\n"
                                    "join kernel 120 clean_a clean_b\n"
                                    "stats kernel 15 clean_a\n"
                                    "stats_out out 8 stats\n"
                                    "group kernel 60 join\n"
                                    "rank kernel 45 join\n"
                                    "window kernel 75 join\n"
                                    "merge kernel 40 group rank window\n"
                                    "group_out out 512 group\n"
                                    "result out 1024 merge\n";

constexpr size_t MOST = 1 << 20; // no task has more

#pragma nullstream kernel(task) time(us * 1us) reads(a, 4096) reads(b, 4096) reads(c, 4096) writes(to, MOST)
__global__ void task(const float *a, const float *b, const float *c, float *to, int us)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (int)(MOST / sizeof(float)); i += gridDim.x * blockDim.x)
        to[i] = a[i % 1024] + b[i % 1024] + c[i % 1024] + us;
}

struct Node {
    std::string name, kind;
    int amount = 0, chain = -1, unmet = 0;
    std::vector<Node *> inputs, outputs;
    cudaEvent_t done = nullptr;
    float *device = nullptr, *host = nullptr;
};

static std::vector<std::string> words(const std::string &line)
{
    std::vector<std::string> w;
    size_t at = 0;
    while (at < line.size()) {
        size_t end = line.find(' ', at);
        if (end == std::string::npos)
            end = line.size();
        if (end > at)
            w.push_back(line.substr(at, end - at));
        at = end + 1;
    }
    return w;
}

int main()
{
    std::vector<Node> nodes;
    nodes.reserve(32);
    std::unordered_map<std::string, Node *> by_name;
    std::string text = workflow;
    for (size_t at = 0; at < text.size();) {
        size_t end = text.find('\n', at);
        auto w = words(text.substr(at, end - at));
        at = end + 1;
        if (w.size() < 4)
            throw std::invalid_argument("short line");
        nodes.emplace_back();
        Node &n = nodes.back();
        n.name = w[0];
        n.kind = w[1];
        n.amount = std::atoi(w[2].c_str());
        for (size_t i = 3; i < w.size(); i++) {
            if (w[i] == "-")
                continue;
            auto found = by_name.find(w[i]);
            if (found == by_name.end())
                throw std::out_of_range("no task " + w[i]);
            n.inputs.push_back(found->second);
            found->second->outputs.push_back(&n);
        }
        by_name[n.name] = &n;
    }

    std::deque<Node *> ready;
    std::vector<Node *> order;
    for (auto &n : nodes)
        if ((n.unmet = (int)n.inputs.size()) == 0)
            ready.push_back(&n);
    int chains = 0;
    std::vector<bool> continued(64, false);
    while (!ready.empty()) {
        Node *n = ready.front();
        ready.pop_front();
        for (Node *i : n->inputs) { // the first input whose chain nobody has continued
            size_t index = (size_t)(i - nodes.data());
            if (!continued[index]) {
                continued[index] = true;
                n->chain = i->chain;
                break;
            }
        }
        if (n->chain < 0)
            n->chain = chains++;
        order.push_back(n);
        for (Node *o : n->outputs)
            if (--o->unmet == 0)
                ready.push_back(o);
    }
    if (order.size() != nodes.size())
        return std::fprintf(stderr, "the workflow has a cycle\n"), 1;

    std::vector<cudaStream_t> streams(chains);
    for (auto &s : streams)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    for (auto &n : nodes) {
        bool sink = n.outputs.empty();
        cudaEventCreateWithFlags(&n.done, cudaEventDisableTiming | (sink ? cudaEventBlockingSync : 0));
        if (n.kind != "out")
            cudaMalloc(&n.device, MOST);
        if (n.kind != "kernel")
            cudaMallocHost(&n.host, MOST);
    }
    for (int run = 0; run < 3; run++) {
        for (Node *n : order) {
            cudaStream_t s = streams[n->chain];
            for (Node *i : n->inputs)
                if (i->chain != n->chain)
                    cudaStreamWaitEvent(s, i->done, 0);
            if (n->kind == "in")
                cudaMemcpyAsync(n->device, n->host, (size_t)n->amount << 10, cudaMemcpyHostToDevice, s);
            else if (n->kind == "out")
                cudaMemcpyAsync(n->host, n->inputs[0]->device, (size_t)n->amount << 10, cudaMemcpyDeviceToHost, s);
            else {
                auto input = [n](size_t k) { return n->inputs[std::min(k, n->inputs.size() - 1)]->device; };
                task<<<8, 128, 0, s>>>(input(0), input(1), input(2), n->device, n->amount);
            }
            cudaEventRecord(n->done, s);
        }
        for (Node *n : order)
            if (n->outputs.empty())
                cudaEventSynchronize(n->done);
    }
    std::printf("%zu tasks in %d chains, last was %s\n", order.size(), chains, order.back()->name.c_str());
    for (auto &n : nodes) {
        cudaEventDestroy(n.done);
        cudaFree(n.device);
        if (n.host)
            cudaFreeHost(n.host);
    }
    for (auto s : streams)
        cudaStreamDestroy(s);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
