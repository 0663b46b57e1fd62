// Work stealing: each of three threads has its own deque of N-body blocks; who has none left takes from the
// back of another's. The forces of a block are accumulated in a stream of the thread and sent home at the end.
#include "nullstream.cuh"
#include <array>
#include <atomic>
#include <cstdio>
#include <deque>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <random>
#include <thread>
#include <vector>

constexpr int BODIES = 24576, BLOCK = 2048, THIEVES = 3;

struct Work {
    int target, source, count;
};

class Deque {
    mutable std::mutex m_;
    std::deque<Work> work_;

  public:
    void push(Work w)
    {
        const std::scoped_lock guard(m_);
        work_.push_back(w);
    }
    std::optional<Work> pop()
    {
        const std::scoped_lock guard(m_);
        if (work_.empty())
            return {};
        Work w = work_.front();
        work_.pop_front();
        return w;
    }
    std::optional<Work> steal()
    {
        std::unique_lock guard(m_, std::try_to_lock);
        if (!guard || work_.empty())
            return {};
        Work w = work_.back();
        work_.pop_back();
        return w;
    }
};

#pragma nullstream kernel(forces) flops(20.0 * BLOCK * count) bytes(16.0 * (BLOCK + count) + 32.0 * BLOCK) shared(4096) regs(36) reads(body + target, 16 * BLOCK) reads(body + source, 16 * count) reads(force + target, 16 * BLOCK) writes(force + target, 16 * BLOCK)
__global__ void forces(const float4 *body, float4 *force, int target, int source, int count)
{
    __shared__ float4 tile[256];
    const int i = target + blockIdx.x * blockDim.x + threadIdx.x;
    const float4 me = body[i];
    float4 f = force[i];
    for (int first = 0; first < count; first += 256) {
        tile[threadIdx.x] = body[source + first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++) {
            const float x = tile[j].x - me.x, y = tile[j].y - me.y, z = tile[j].z - me.z;
            const float r = rsqrtf(x * x + y * y + z * z + 1e-4f), s = tile[j].w * r * r * r;
            f.x += s * x;
            f.y += s * y;
            f.z += s * z;
        }
        __syncthreads();
    }
    force[i] = f;
}

#pragma nullstream kernel(add) flops(3.0 * n) bytes(48.0 * n) reads(a, 16 * n) reads(b, 16 * n) writes(a, 16 * n)
__global__ void add(float4 *a, const float4 *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[i].x += b[i].x;
        a[i].y += b[i].y;
        a[i].z += b[i].z;
    }
}

struct Thief {
    Deque deque;
    float4 *force = nullptr;
    cudaStream_t stream = nullptr;
    int done = 0, stolen = 0;
};

int main()
{
    std::vector<float4> bodies(BODIES);
    std::mt19937 random(42);
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
    for (auto &b : bodies)
        b = make_float4(unit(random), unit(random), unit(random), 1.0f / BODIES);
    float4 *d_bodies, *result;
    cudaMalloc(&d_bodies, BODIES * sizeof(float4));
    cudaMallocHost(&result, BODIES * sizeof(float4));
    cudaMemcpy(d_bodies, bodies.data(), BODIES * sizeof(float4), cudaMemcpyHostToDevice);

    std::array<std::unique_ptr<Thief>, THIEVES> crew;
    for (auto &t : crew) {
        t = std::make_unique<Thief>();
        cudaMalloc(&t->force, BODIES * sizeof(float4));
        cudaStreamCreateWithFlags(&t->stream, cudaStreamNonBlocking);
    }
    std::atomic<int> left{0};
    for (int target = 0; target < BODIES; target += BLOCK)
        for (int source = 0; source < BODIES; source += BODIES / 3) {
            crew[target / BLOCK % 2]->deque.push({target, source, BODIES / 3}); // the third has nothing at first
            ++left;
        }
    auto body = [&](int id) {
        Thief &me = *crew[id];
        cudaMemsetAsync(me.force, 0, BODIES * sizeof(float4), me.stream);
        while (left.load() > 0) {
            std::optional<Work> work = me.deque.pop();
            for (int k = 1; !work && k < THIEVES; ++k)
                if ((work = crew[(id + k) % THIEVES]->deque.steal()))
                    ++me.stolen;
            if (!work) {
                std::this_thread::yield();
                continue;
            }
            left--;
            forces<<<BLOCK / 256, 256, 0, me.stream>>>(d_bodies, me.force, work->target, work->source, work->count);
            if (++me.done % 4 == 0)
                cudaStreamSynchronize(me.stream);
        }
        cudaStreamSynchronize(me.stream);
    };
    std::vector<std::thread> threads;
    for (int id = 0; id < THIEVES; ++id)
        threads.emplace_back(body, id);
    for (auto &t : threads)
        t.join();
    for (int id = 1; id < THIEVES; ++id)
        add<<<BODIES / 256, 256, 0, crew[0]->stream>>>(crew[0]->force, crew[id]->force, BODIES);
    cudaMemcpyAsync(result, crew[0]->force, BODIES * sizeof(float4), cudaMemcpyDeviceToHost, crew[0]->stream);
    cudaStreamSynchronize(crew[0]->stream);
    const int done = std::accumulate(crew.begin(), crew.end(), 0, [](int n, const auto &t) { return n + t->done; });
    std::printf("%d pieces, the first force %g\n", done, result[0].x);
    for (auto &t : crew) {
        cudaFree(t->force);
        cudaStreamDestroy(t->stream);
    }
    return done == BODIES / BLOCK * 3 ? 0 : 1;
}
