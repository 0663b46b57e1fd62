// Task graph by a tiny library: named nodes with dependencies, each gets a stream and waits by events.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

__global__ void stage_kernel(double us) { spin_us(us); }

class TaskGraph {
public:
    using Work = std::function<void(cudaStream_t)>;
    explicit TaskGraph(int streams)
    {
        streams_.resize(streams);
        for (auto &s : streams_)
            cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    }
    ~TaskGraph()
    {
        for (auto &[name, node] : nodes_)
            cudaEventDestroy(node.done);
        std::for_each(streams_.begin(), streams_.end(), [](cudaStream_t s) { cudaStreamDestroy(s); });
    }
    TaskGraph &add(const std::string &name, std::vector<std::string> after, Work work)
    {
        Node node;
        node.after = std::move(after);
        node.work = std::move(work);
        cudaEventCreateWithFlags(&node.done, cudaEventDisableTiming);
        nodes_[name] = node;
        order_.push_back(name);
        return *this;
    }
    void run()
    {
        int turn = 0;
        for (const auto &name : order_) {
            Node &node = nodes_.at(name);
            node.stream = node.after.empty() ? turn++ % (int)streams_.size() : nodes_.at(node.after[0]).stream;
            if (node.after.size() == 1 && nodes_.at(node.after[0]).children++ > 0)
                node.stream = turn++ % (int)streams_.size();
            cudaStream_t s = streams_[node.stream];
            for (const auto &a : node.after)
                if (nodes_.at(a).stream != node.stream)
                    cudaStreamWaitEvent(s, nodes_.at(a).done, 0);
            node.work(s);
            cudaEventRecord(node.done, s);
        }
        for (auto s : streams_)
            cudaStreamSynchronize(s);
    }

private:
    struct Node {
        std::vector<std::string> after;
        Work work;
        cudaEvent_t done = nullptr;
        int stream = 0, children = 0;
    };
    std::map<std::string, Node> nodes_;
    std::vector<std::string> order_;
    std::vector<cudaStream_t> streams_;
};

int main()
{
    const size_t bytes = 4 << 20;
    char *h, *d;
    cudaMallocHost(&h, 3 * bytes);
    cudaMalloc(&d, 3 * bytes);
    auto kernel = [](double us, int blocks) {
        return [=](cudaStream_t s) { stage_kernel<<<blocks, 128, 0, s>>>(us); };
    };
    auto copy_in = [&](int i) {
        return [=](cudaStream_t s) { cudaMemcpyAsync(d + i * bytes, h + i * bytes, bytes, cudaMemcpyHostToDevice, s); };
    };
    TaskGraph g(4);
    g.add("load_a", {}, copy_in(0))
        .add("load_b", {}, copy_in(1))
        .add("load_c", {}, copy_in(2))
        .add("fa", {"load_a"}, kernel(80, 32))
        .add("fb", {"load_b"}, kernel(120, 32))
        .add("fc", {"load_c"}, kernel(60, 64))
        .add("ga", {"load_a"}, kernel(40, 16))
        .add("ab", {"fa", "fb"}, kernel(70, 132))
        .add("bc", {"fb", "fc"}, kernel(90, 132))
        .add("all", {"ab", "bc", "ga"}, kernel(30, 264))
        .add("store", {"all"}, [=](cudaStream_t s) { cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s); });
    cudaDeviceSynchronize();
    for (int rep = 0; rep < 3; rep++)
        g.run();
    printf("done\n");
    return 0;
}
