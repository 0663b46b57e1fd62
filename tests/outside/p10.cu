// A task DAG with events: generic Graph class, random edges from a seeded generator, streams by round robin.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

#pragma nullstream kernel(work) block_time(us * 1us) writes(out, 4 * gridDim.x)
__global__ void work(int *out, double us)
{
    if (threadIdx.x == 0)
        out[blockIdx.x] = 1;
}

class TaskGraph {
  public:
    using Fn = std::function<void(cudaStream_t)>;
    explicit TaskGraph(int streams) : streams_(streams)
    {
        for (auto &s : streams_)
            cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    }
    ~TaskGraph()
    {
        for (auto &n : nodes_)
            cudaEventDestroy(n.done);
        for (auto s : streams_)
            cudaStreamDestroy(s);
    }
    TaskGraph(const TaskGraph &) = delete;
    int add(std::string name, Fn fn, std::vector<int> deps)
    {
        Node n{std::move(name), std::move(fn), std::move(deps), nullptr};
        cudaEventCreateWithFlags(&n.done, cudaEventDisableTiming);
        nodes_.push_back(std::move(n));
        return static_cast<int>(nodes_.size()) - 1;
    }
    void run()
    {
        for (size_t i = 0; i < nodes_.size(); ++i) {
            cudaStream_t s = streams_[i % streams_.size()];
            for (int d : nodes_[i].deps)
                cudaStreamWaitEvent(s, nodes_[d].done, 0);
            nodes_[i].fn(s);
            cudaEventRecord(nodes_[i].done, s);
        }
        for (auto &n : nodes_)
            cudaEventSynchronize(n.done);
    }
    size_t size() const { return nodes_.size(); }

  private:
    struct Node {
        std::string name;
        Fn fn;
        std::vector<int> deps;
        cudaEvent_t done;
    };
    std::vector<Node> nodes_;
    std::vector<cudaStream_t> streams_;
};

int main(int argc, char **argv)
{
    const unsigned seed = argc > 1 ? atoi(argv[1]) : 20240611u;
    std::mt19937 rng(seed);
    std::uniform_int_distribution<int> blocks(1, 160), length(20, 180);
    int *buffer;
    cudaMalloc(&buffer, 60 * 1024 * sizeof(int));
    {
        TaskGraph graph(6);
        for (int i = 0; i < 60; i++) {
            const int b = blocks(rng), us = length(rng);
            std::vector<int> deps;
            for (int k = std::min(i, 3); k > 0; k--)
                if (rng() % 100 < 45)
                    deps.push_back(i - 1 - static_cast<int>(rng() % std::min(i, 12)));
            std::sort(deps.begin(), deps.end());
            deps.erase(std::unique(deps.begin(), deps.end()), deps.end());
            int *out = buffer + i * 1024;
            graph.add("task" + std::to_string(i), [=](cudaStream_t s) { work<<<b, 128, 0, s>>>(out, us); }, deps);
        }
        graph.run();
        printf("%zu tasks\n", graph.size());
    }
    cudaFree(buffer);
}
