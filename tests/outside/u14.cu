// A task graph run with events: nodes have predecessors, each node goes to the stream of its first one.
#include "nullstream.cuh"
#include <cstdio>
#include <initializer_list>
#include <string>
#include <vector>

#define OK(x) \
    if (auto e = (x); e != cudaSuccess) { std::printf("%s: %s\n", #x, cudaGetErrorString(e)); return 1; }

__global__ void node_kernel(float *out, double us)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
    spin_us(us);
}

struct Node {
    std::string name;
    double us;
    int blocks;
    std::vector<int> before;
    int stream = -1;
    bool continued = false;
    cudaEvent_t done = nullptr;
    float *out = nullptr;
};

struct Graph {
    std::vector<Node> nodes;
    int add(const char *name, double us, int blocks, std::initializer_list<int> before = {})
    {
        nodes.push_back(Node{name, us, blocks, before});
        return (int)nodes.size() - 1;
    }
};

int main()
{
    Graph g;
    int load = g.add("load", 20, 32);
    int a = g.add("a", 60, 132, {load}), b = g.add("b", 35, 64, {load}), c = g.add("c", 110, 200, {load});
    int ab = g.add("ab", 40, 264, {a, b}), bc = g.add("bc", 25, 16, {b, c});
    int d = g.add("d", 70, 528, {ab}), e = g.add("e", 15, 8, {ab, bc});
    int f = g.add("f", 50, 100, {e, c});
    g.add("store", 20, 32, {d, f});

    constexpr int kStreams = 4;
    std::vector<cudaStream_t> streams(kStreams);
    for (auto &s : streams)
        OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    for (auto &n : g.nodes) {
        OK(cudaEventCreateWithFlags(&n.done, cudaEventDisableTiming));
        OK(cudaMalloc(&n.out, n.blocks * 256 * sizeof(float)));
    }

    int fresh = 0;
    for (auto &n : g.nodes) {
        for (int p : n.before)
            if (n.stream < 0 && !g.nodes[p].continued) {
                n.stream = g.nodes[p].stream;
                g.nodes[p].continued = true;
            }
        if (n.stream < 0)
            n.stream = fresh++ % kStreams;
    }

    for (int round = 0; round < 6; round++) {
        for (auto &n : g.nodes) {
            cudaStream_t s = streams[n.stream];
            for (int p : n.before)
                if (g.nodes[p].stream != n.stream)
                    OK(cudaStreamWaitEvent(s, g.nodes[p].done, 0));
            if (round > 0 && n.before.empty())
                OK(cudaStreamWaitEvent(s, g.nodes.back().done, 0));
            node_kernel<<<n.blocks, 256, 0, s>>>(n.out, n.us);
            OK(cudaEventRecord(n.done, s));
        }
    }
    OK(cudaEventSynchronize(g.nodes.back().done));
    for (auto &n : g.nodes) {
        std::printf("%s in stream %d\n", n.name.c_str(), n.stream);
        OK(cudaFree(n.out));
        OK(cudaEventDestroy(n.done));
    }
    for (auto s : streams)
        OK(cudaStreamDestroy(s));
    return 0;
}
