// A task graph by hand: tasks know their inputs, each runs in one of a few streams, edges become events.
#include "nullstream.cuh"
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>
#include <set>
#include <queue>

__global__ void task(float *out, double us) { spin_us(us); }

struct Task {
    std::string name;
    double us;
    int blocks;
    std::vector<std::string> deps;
};

class Scheduler {
    std::vector<cudaStream_t> streams_;
    std::unordered_map<std::string, cudaEvent_t> done_;
    std::unordered_map<std::string, int> placed_;
    float *buf_;
    size_t next_ = 0;

    int pick(const Task &t)
    {
        // follow the first dependency's stream if nobody else took it yet
        for (const auto &d : t.deps) {
            auto it = placed_.find(d);
            if (it != placed_.end() && it->second >= 0) {
                int s = it->second;
                it->second = -1;
                return s;
            }
        }
        return static_cast<int>(next_++ % streams_.size());
    }

public:
    explicit Scheduler(int n) : streams_(n)
    {
        for (auto &s : streams_)
            cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        cudaMalloc(&buf_, 64 * 1024);
    }
    ~Scheduler()
    {
        for (auto &s : streams_)
            cudaStreamDestroy(s);
        for (auto &[k, e] : done_)
            cudaEventDestroy(e);
        cudaFree(buf_);
    }
    void run(const std::vector<Task> &tasks)
    {
        std::queue<const Task *> pending;
        for (const auto &t : tasks)
            pending.push(&t);
        int slot = 0;
        while (!pending.empty()) {
            const Task *t = pending.front();
            pending.pop();
            bool ready = true;
            for (const auto &d : t->deps)
                ready = ready && done_.count(d) != 0;
            if (!ready) {
                pending.push(t);
                continue;
            }
            int s = pick(*t);
            for (const auto &d : t->deps)
                cudaStreamWaitEvent(streams_[s], done_.at(d), 0);
            task<<<t->blocks, 128, 0, streams_[s]>>>(buf_ + 256 * slot++, t->us);
            cudaEvent_t e;
            cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
            cudaEventRecord(e, streams_[s]);
            done_[t->name] = e;
            placed_[t->name] = s;
        }
        cudaDeviceSynchronize();
    }
};

int main()
{
    std::vector<Task> tasks;
    // eight leaves, reduced pairwise; a broadcast; a diamond at the end, listed out of order on purpose
    for (int level = 3; level >= 0; --level)
        for (int i = 0; i < (1 << level); ++i) {
            Task t{"n" + std::to_string(level) + "." + std::to_string(i), 40.0 + 15.0 * (3 - level), 16 << (3 - level), {}};
            if (level < 3)
                for (int c = 0; c < 2; ++c)
                    t.deps.push_back("n" + std::to_string(level + 1) + "." + std::to_string(2 * i + c));
            tasks.push_back(t);
        }
    tasks.push_back({"join", 30, 4, {"left", "right"}});
    tasks.push_back({"left", 90, 60, {"n0.0"}});
    tasks.push_back({"right", 120, 60, {"n0.0"}});
    Scheduler sched(4);
    sched.run(tasks);
    printf("%zu tasks\n", tasks.size());
}
