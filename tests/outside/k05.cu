// A tiny task-graph scheduler: tasks with named dependencies, topologically sorted, assigned to
// streams by inheriting the stream of the first predecessor; edges across streams become events.
#include "nullstream.cuh"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <functional>
#include <initializer_list>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

static void ck(cudaError_t e, int line)
{
    if (e != cudaSuccess)
        throw std::runtime_error("line " + std::to_string(line) + ": " + cudaGetErrorString(e));
}
#define CK(x) ck((x), __LINE__)

#pragma nullstream kernel(panel) time(60us) reads(a, n * 8) writes(a, n * 8)
__global__ void panel(double *a, int n) { if (threadIdx.x < n) a[threadIdx.x] *= 0.5; }
#pragma nullstream kernel(solve) time(45us) reads(l, n * 8) reads(b, n * 8) writes(b, n * 8)
__global__ void solve(const double *l, double *b, int n) { if (threadIdx.x < n) b[threadIdx.x] -= l[threadIdx.x]; }
#pragma nullstream kernel(update) flops(2.0 * 512 * 512 * 512) bytes(3.0 * 8 * n) reads(x, n * 8) reads(y, n * 8) reads(c, n * 8) writes(c, n * 8)
__global__ void update(const double *x, const double *y, double *c, int n) { if (threadIdx.x < n) c[threadIdx.x] -= x[threadIdx.x] * y[threadIdx.x]; }

class Scheduler {
  public:
    using Work = std::function<void(cudaStream_t)>;

    explicit Scheduler(int streams)
    {
        for (int i = 0; i < streams; ++i) {
            cudaStream_t s;
            CK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
            pool_.push_back(s);
        }
    }
    ~Scheduler()
    {
        for (auto &e : events_) cudaEventDestroy(e.second);
        for (auto s : pool_) cudaStreamDestroy(s);
    }

    void add(const std::string &name, std::initializer_list<std::string> after, Work work)
    {
        if (!index_.emplace(name, tasks_.size()).second)
            throw std::invalid_argument("task " + name + " twice");
        Task t{name, {}, {}, std::move(work), 0, -1};
        for (const auto &a : after)
            if (auto it = index_.find(a); it != index_.end() &&
                std::find(t.before.begin(), t.before.end(), it->second) == t.before.end())
                t.before.push_back(it->second);
        for (size_t b : t.before)
            tasks_[b].after.push_back(tasks_.size());
        tasks_.push_back(std::move(t));
    }

    void run()
    {
        std::vector<size_t> order = sorted();
        std::set<int> usedStreams;
        int next = 0;
        for (size_t id : order) {
            Task &t = tasks_[id];
            t.stream = -1;
            for (size_t b : t.before)
                if (!tasks_[b].passedOn) {
                    t.stream = tasks_[b].stream;
                    tasks_[b].passedOn = true;
                    break;
                }
            if (t.stream < 0)
                t.stream = next++ % static_cast<int>(pool_.size());
            usedStreams.insert(t.stream);
            for (size_t b : t.before)
                if (tasks_[b].stream != t.stream)
                    CK(cudaStreamWaitEvent(pool_[t.stream], events_.at(b), 0));
            t.work(pool_[t.stream]);
            CK(cudaGetLastError());
            const bool crosses = !t.after.empty();
            if (crosses) {
                auto [it, fresh] = events_.try_emplace(id);
                if (fresh)
                    CK(cudaEventCreateWithFlags(&it->second, cudaEventDisableTiming));
                CK(cudaEventRecord(it->second, pool_[t.stream]));
            }
        }
        for (int s : usedStreams)
            CK(cudaStreamSynchronize(pool_[s]));
        std::printf("%zu tasks, %zu events, %zu streams\n", tasks_.size(), events_.size(), usedStreams.size());
    }

  private:
    struct Task {
        std::string name;
        std::vector<size_t> before, after;
        Work work;
        int depth;
        int stream;
        bool passedOn = false;
    };
    std::vector<size_t> sorted()
    {
        std::vector<size_t> order;
        std::vector<int> missing(tasks_.size());
        for (size_t i = 0; i < tasks_.size(); ++i) {
            missing[i] = static_cast<int>(tasks_[i].before.size());
            if (missing[i] == 0) order.push_back(i);
        }
        for (size_t k = 0; k < order.size(); ++k)
            for (size_t n : tasks_[order[k]].after) {
                tasks_[n].depth = std::max(tasks_[n].depth, tasks_[order[k]].depth + 1);
                if (--missing[n] == 0) order.push_back(n);
            }
        if (order.size() != tasks_.size())
            throw std::logic_error("cycle");
        std::stable_sort(order.begin(), order.end(),
                         [this](size_t a, size_t b) { return tasks_[a].depth < tasks_[b].depth; });
        return order;
    }
    std::vector<cudaStream_t> pool_;
    std::vector<Task> tasks_;
    std::unordered_map<std::string, size_t> index_;
    std::map<size_t, cudaEvent_t> events_;
};

int main()
{
    constexpr int T = 6, B = 512;            // tiled Cholesky, T x T tiles of B x B doubles
    constexpr int n = B * B;
    double *tile[T][T] = {};
    for (int i = 0; i < T; ++i)
        for (int j = 0; j <= i; ++j)
            CK(cudaMalloc(&tile[i][j], n * sizeof(double)));

    auto name = [](char kind, int i, int j, int k) {
        char text[32];
        std::snprintf(text, sizeof text, "%c%d.%d.%d", kind, i, j, k);
        return std::string(text);
    };
    try {
        Scheduler s(4);
        for (int k = 0; k < T; ++k) {
            s.add(name('P', k, k, k), {name('U', k, k, k - 1)},
                  [p = tile[k][k], n](cudaStream_t st) { panel<<<64, 256, 0, st>>>(p, n); });
            for (int i = k + 1; i < T; ++i)
                s.add(name('S', i, k, k), {name('P', k, k, k), name('U', i, k, k - 1)},
                      [l = tile[k][k], b = tile[i][k]](cudaStream_t st) { solve<<<128, 256, 0, st>>>(l, b, n); });
            for (int i = k + 1; i < T; ++i)
                for (int j = k + 1; j <= i; ++j)
                    s.add(name('U', i, j, k), {name('S', i, k, k), name('S', j, k, k), name('U', i, j, k - 1)},
                          [=](cudaStream_t st) {
                              update<<<dim3(B / 64, B / 64), 256, 0, st>>>(tile[i][k], tile[j][k], tile[i][j], n);
                          });
        }
        s.run();
    } catch (const std::exception &e) {
        std::fprintf(stderr, "error: %s\n", e.what());
        return 1;
    }
    for (auto &row : tile)
        for (double *p : row)
            if (p) cudaFree(p);
    return 0;
}
