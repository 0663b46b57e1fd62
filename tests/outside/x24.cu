// C++17. Particles between eight "ranks", a thread each, in a ring: emigrants are packed, a neighbour copies them out of the
// other's buffer as soon as its event is there; a shared_mutex guards the mailboxes, an atomic counts arrivals.
#include "nullstream.cuh"
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

struct Particle {
    float4 position, velocity;
};
constexpr int RANKS = 8, COUNT = 65536, EXCHANGE = 2048, STEPS = 8;

#pragma nullstream kernel(push) time(28us) reads(p, n * sizeof(Particle)) writes(p, n * sizeof(Particle))
__global__ void push(Particle *p, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i].position.x += dt * p[i].velocity.x;
}

#pragma nullstream kernel(pack) time(6us) reads(p, n * sizeof(Particle)) writes(out, n * sizeof(Particle))
__global__ void pack(const Particle *p, Particle *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = p[i];
}

struct Letter {
    const Particle *data;
    cudaEvent_t ready;
};

class Mailboxes {
    mutable std::shared_mutex mutex_;
    std::condition_variable_any arrived_;
    std::map<std::pair<int, int>, Letter> letters_; // (to, step)

public:
    void put(int to, int step, Letter letter)
    {
        {
            std::unique_lock lock(mutex_);
            letters_.insert_or_assign(std::pair(to, step), letter);
        }
        arrived_.notify_all();
    }
    Letter get(int to, int step)
    {
        std::shared_lock lock(mutex_);
        arrived_.wait(lock, [&] { return letters_.count({to, step}) > 0; });
        return letters_.at({to, step});
    }
};

int main()
{
    Mailboxes mail;
    std::atomic<int> moved{0};
    std::vector<std::thread> ranks;
    std::vector<Particle *> particles(RANKS), out(RANKS * STEPS);
    std::vector<cudaEvent_t> ready(RANKS * STEPS);
    for (auto &p : particles) {
        cudaMalloc(&p, COUNT * sizeof(Particle));
        cudaMemset(p, 0, COUNT * sizeof(Particle));
    }
    for (auto &o : out)
        cudaMalloc(&o, EXCHANGE * sizeof(Particle));
    for (auto &e : ready)
        cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaDeviceSynchronize();
    for (int rank = 0; rank < RANKS; rank++)
        ranks.emplace_back([&, rank] {
            cudaStream_t s;
            cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
            Particle *mine = particles[rank];
            for (int step = 0; step < STEPS; step++) {
                const int at = rank * STEPS + step;
                push<<<COUNT / 256, 256, 0, s>>>(mine, COUNT, 1e-2f);
                pack<<<EXCHANGE / 256, 256, 0, s>>>(mine, out[at], EXCHANGE);
                cudaEventRecord(ready[at], s);
                mail.put((rank + 1) % RANKS, step, {out[at], ready[at]});
                Letter letter = mail.get(rank, step);
                cudaStreamWaitEvent(s, letter.ready, 0);
                cudaMemcpyAsync(mine, letter.data, EXCHANGE * sizeof(Particle), cudaMemcpyDeviceToDevice, s);
                moved += EXCHANGE;
            }
            cudaStreamSynchronize(s);
            cudaStreamDestroy(s);
        });
    for (auto &r : ranks)
        r.join();
    std::printf("%d particles moved\n", moved.load());
    for (auto p : particles)
        cudaFree(p);
    for (auto o : out)
        cudaFree(o);
    for (auto e : ready)
        cudaEventDestroy(e);
}
