// A server of a small game: every 2 ms a tick. Systems are virtual classes that run on the GPU;
// the snapshot of the last tick goes to the clients while the next one is simulated.
#include <cuda_runtime.h>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {
constexpr int kEntities = 1 << 21;
constexpr int kTicks = 20;
constexpr float kDt = 0.002f;
}

struct Body {
    float4 pos;
    float4 vel;
};

#pragma nullstream kernel(integrate) bytes(64.0 * n) flops(6.0 * n) reads(b, n * 32) writes(b, n * 32)
__global__ void integrate(Body *b, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Body x = b[i];
    x.pos.x += x.vel.x * dt;
    x.pos.y += x.vel.y * dt;
    x.pos.z += x.vel.z * dt;
    b[i] = x;
}

#pragma nullstream kernel(bounce) bytes(64.0 * n) flops(6.0 * n) reads(b, n * 32) writes(b, n * 32)
__global__ void bounce(Body *b, int n, float wall)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Body x = b[i];
    if (fabsf(x.pos.x) > wall) x.vel.x = -x.vel.x;
    if (fabsf(x.pos.y) > wall) x.vel.y = -x.vel.y;
    if (fabsf(x.pos.z) > wall) x.vel.z = -x.vel.z;
    b[i] = x;
}

#pragma nullstream kernel(pack) bytes(44.0 * n) reads(b, n * 32) writes(out, n * 12)
__global__ void pack(const Body *b, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const Body x = b[i];
    out[3 * i] = x.pos.x;
    out[3 * i + 1] = x.pos.y;
    out[3 * i + 2] = x.pos.z;
}

class System {
  public:
    virtual ~System() = default;
    virtual std::string_view name() const = 0;
    virtual void update(Body *bodies, int n, cudaStream_t stream) = 0;

  protected:
    static constexpr int threads = 256;
    static int blocks(int n) { return (n + threads - 1) / threads; }
};

class Motion final : public System {
  public:
    std::string_view name() const override { return "motion"; }
    void update(Body *bodies, int n, cudaStream_t stream) override
    {
        integrate<<<blocks(n), threads, 0, stream>>>(bodies, n, kDt);
    }
};

class Walls final : public System {
  public:
    explicit Walls(float at) : at_(at) {}
    std::string_view name() const override { return "walls"; }
    void update(Body *bodies, int n, cudaStream_t stream) override
    {
        bounce<<<blocks(n), threads, 0, stream>>>(bodies, n, at_);
    }

  private:
    float at_;
};

class World {
  public:
    World()
    {
        cudaStreamCreateWithFlags(&sim_, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&net_, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&packed_, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&sent_, cudaEventDisableTiming);
        cudaMalloc(&bodies_, kEntities * sizeof(Body));
        cudaMalloc(&snapshot_, kEntities * 3 * sizeof(float));
        cudaMallocHost(&wire_, kEntities * 3 * sizeof(float));
        cudaMemset(bodies_, 0, kEntities * sizeof(Body));
        systems_.emplace_back(new Motion);
        systems_.emplace_back(std::make_unique<Walls>(100.0f));
        systems_.push_back(std::make_unique<Motion>());
    }
    ~World()
    {
        cudaDeviceSynchronize();
        cudaFree(bodies_);
        cudaFree(snapshot_);
        cudaFreeHost(wire_);
    }
    void tick(int t)
    {
        for (auto &system : systems_) {
            system->update(bodies_, kEntities, sim_);
            ++counts_[std::string(system->name())];
        }
        if (t > 0)
            cudaStreamWaitEvent(sim_, sent_, 0);
        pack<<<kEntities / 256, 256, 0, sim_>>>(bodies_, snapshot_, kEntities);
        cudaEventRecord(packed_, sim_);
        cudaStreamWaitEvent(net_, packed_, 0);
        cudaMemcpyAsync(wire_, snapshot_, kEntities * 3 * sizeof(float), cudaMemcpyDeviceToHost, net_);
        cudaEventRecord(sent_, net_);
    }
    void report() const
    {
        for (const auto &[name, count] : counts_)
            std::printf("  %-8s %d updates\n", name.c_str(), count);
    }

  private:
    Body *bodies_{};
    float *snapshot_{}, *wire_{};
    cudaStream_t sim_{}, net_{};
    cudaEvent_t packed_{}, sent_{};
    std::vector<std::unique_ptr<System>> systems_;
    std::map<std::string, int> counts_;
};

int main()
{
    World world;
    auto next = Clock::now();
    int late = 0;
    for (int t = 0; t < kTicks; ++t) {
        world.tick(t);
        next += 2ms;
        if (Clock::now() > next)
            ++late;
        else
            std::this_thread::sleep_until(next);
    }
    cudaDeviceSynchronize();
    std::printf("%d ticks, %d late\n", kTicks, late);
    world.report();
    return 0;
}
