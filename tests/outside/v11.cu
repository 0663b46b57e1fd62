// v11: DAG scheduler, task graph with events as edges, list scheduling to k streams, priority for the critical path
#include "nullstream.cuh"
#include <algorithm>
#include <cassert>
#include <cstdint>
#include <iostream>
#include <iomanip>
#include <limits>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

__global__ void work(float *out, const float *a, const float *b, double us)
{
    spin_us(us);
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    out[i] = (a ? a[i] : 1.f) + (b ? b[i] : 0.f);
}

struct Node {
    std::string name;
    double us;
    std::vector<std::string> deps;
    double rank = 0;
    int stream = -1;
    cudaEvent_t done = nullptr;
    float *buffer = nullptr;
};

class Dag {
    std::unordered_map<std::string, std::size_t> by_name_;
    std::vector<Node> nodes_;
    std::vector<std::vector<std::size_t>> succ_;

    double rank(std::size_t i)
    {
        double &r = nodes_[i].rank;
        if (r == 0) {
            r = nodes_[i].us;
            double tail = 0;
            for (auto s : succ_[i])
                tail = std::max(tail, rank(s));
            r += tail;
        }
        return nodes_[i].rank;
    }

  public:
    Dag &add(std::string name, double us, std::initializer_list<const char *> deps = {})
    {
        Node n{std::move(name), us, {deps.begin(), deps.end()}};
        by_name_.emplace(n.name, nodes_.size());
        nodes_.push_back(std::move(n));
        succ_.emplace_back();
        for (const auto &d : nodes_.back().deps)
            succ_.at(by_name_.at(d)).push_back(nodes_.size() - 1);
        return *this;
    }
    void run(const std::vector<cudaStream_t> &streams)
    {
        auto less = [this](std::size_t a, std::size_t b) { return nodes_[a].rank < nodes_[b].rank; };
        std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(less)> ready(less);
        std::vector<int> missing(nodes_.size());
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            rank(i);
            missing[i] = static_cast<int>(nodes_[i].deps.size());
            cudaMalloc(reinterpret_cast<void **>(&nodes_[i].buffer), 64 * 256 * sizeof(float));
            cudaEventCreateWithFlags(&nodes_[i].done, cudaEventDisableTiming);
        }
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            if (!missing[i])
                ready.push(i);
        std::vector<double> busy(streams.size(), 0.0);
        while (!ready.empty()) {
            const auto i = ready.top();
            ready.pop();
            Node &n = nodes_[i];
            const auto lane = std::min_element(busy.begin(), busy.end()) - busy.begin();
            n.stream = static_cast<int>(lane);
            busy[lane] += n.us;
            const float *in[2] = {};
            int k = 0;
            for (const auto &d : n.deps) {
                const Node &p = nodes_[by_name_[d]];
                if (p.stream != n.stream)
                    cudaStreamWaitEvent(streams[lane], p.done, cudaEventWaitDefault);
                if (k < 2)
                    in[k++] = p.buffer;
            }
            work<<<64, 256, 0, streams[lane]>>>(n.buffer, in[0], in[1], n.us);
            cudaEventRecord(n.done, streams[lane]);
            for (auto s : succ_[i])
                if (--missing[s] == 0)
                    ready.push(s);
        }
    }
    friend std::ostream &operator<<(std::ostream &os, const Dag &d)
    {
        for (const Node &n : d.nodes_)
            os << std::left << std::setw(10) << n.name << " stream " << n.stream << std::right << std::setw(8) << std::fixed << std::setprecision(1) << n.rank << '\n';
        return os;
    }
};

int main()
{
    Dag dag;
    dag.add("load", 40).add("meta", 25).add("fft_a", 180, {"load"}).add("fft_b", 210, {"load"}).add("fft_c", 90, {"load", "meta"});
    dag.add("mul_ab", 60, {"fft_a", "fft_b"}).add("mul_bc", 75, {"fft_b", "fft_c"}).add("norm", 30, {"meta"});
    dag.add("ifft_1", 160, {"mul_ab"}).add("ifft_2", 150, {"mul_bc", "norm"}).add("sum", 55, {"ifft_1", "ifft_2"}).add("store", 20, {"sum"});
    int lo, hi;
    cudaDeviceGetStreamPriorityRange(&lo, &hi);
    assert(lo >= hi);
    std::vector<cudaStream_t> streams(3);
    for (std::size_t i = 0; i < streams.size(); ++i)
        cudaStreamCreateWithPriority(&streams[i], cudaStreamNonBlocking, std::max(hi, lo - static_cast<int>(i)));
    for (int round = 0; round < 3; ++round) {
        Dag copy = dag;
        copy.run(streams);
        std::for_each(streams.rbegin(), streams.rend(), [](cudaStream_t s) { cudaStreamSynchronize(s); });
        if (round == 0)
            std::cout << copy;
    }
    std::cout << std::boolalpha << (cudaPeekAtLastError() == cudaSuccess) << std::endl;
}
