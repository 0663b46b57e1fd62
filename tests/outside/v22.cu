// C++20 v22: game engine frame loop, atomic wait/notify between sim and render threads, call_once, per-thread default stream handle
#include "nullstream.cuh"
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <mutex>
#include <numbers>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>

using namespace std::chrono_literals;

enum class Pass { Shadow, GBuffer, Light, Post };
constexpr auto to_string(Pass p) noexcept
{
    using enum Pass;
    switch (p) {
    case Shadow: return "shadow";
    case GBuffer: return "gbuffer";
    case Light: return "light";
    case Post: return "post";
    }
    return "?";
}
template <> struct std::hash<Pass> { std::size_t operator()(Pass p) const noexcept { return std::size_t(p) * 0x9e3779b9u; } };

#pragma nullstream kernel(draw) time(us * 1us) reads(src, pixels * 16) writes(dst, pixels * 16)
__global__ void draw(const float4 *src, float4 *dst, int pixels, double us)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pixels) {
        float4 v = src[i];
        v.w = sinf(v.x * std::numbers::pi_v<float>) + us;
        dst[i] = v;
    }
}
#pragma nullstream kernel(physics) time(140us) reads(body, n * 16) writes(body, n * 16)
__global__ void physics(float4 *body, int n, float dt)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        body[i].y -= 9.81f * dt;
}

struct Frame { int number; float dt = 1 / 60.f; };

template <std::size_t N> class Mailbox { // single producer, single consumer
    std::array<std::optional<Frame>, N> slot_;
    std::atomic<unsigned> written_{0}, read_{0};

  public:
    void put(Frame f)
    {
        const unsigned w = written_.load(std::memory_order_relaxed);
        for (unsigned r; w - (r = read_.load(std::memory_order_acquire)) == N;)
            read_.wait(r);
        slot_[w % N].emplace(f);
        written_.store(w + 1, std::memory_order_release);
        written_.notify_one();
    }
    Frame get()
    {
        const unsigned r = read_.load(std::memory_order_relaxed);
        written_.wait(r, std::memory_order_acquire);
        Frame f = *slot_[r % N];
        slot_[r % N].reset();
        read_.fetch_add(1, std::memory_order_release);
        read_.notify_one();
        return f;
    }
};

static std::once_flag g_init;
static float4 *g_body, *g_target[2];
constexpr int kBodies = 1 << 16, kPixels = 1280 * 720, kFrames = 12;
static void init()
{
    cudaMalloc(&g_body, kBodies * sizeof(float4));
    for (auto &t : g_target)
        cudaMalloc(&t, kPixels * sizeof(float4));
    cudaMemset(g_body, 0, kBodies * sizeof(float4));
    cudaMemset(g_target[0], 0, kPixels * sizeof(float4));
    cudaDeviceSynchronize();
}

int main()
{
    Mailbox<2> box;
    std::atomic_flag quit = ATOMIC_FLAG_INIT;
    std::jthread sim([&](std::stop_token st) {
        std::call_once(g_init, init);
        for (int f = 0; f < kFrames && !st.stop_requested(); ++f) {
            physics<<<kBodies / 128, 128, 0, cudaStreamPerThread>>>(g_body, kBodies, 1 / 60.f);
            while (cudaStreamQuery(cudaStreamPerThread) == cudaErrorNotReady)
                std::this_thread::sleep_for(10us);
            box.put({.number = f});
        }
        quit.test_and_set();
        quit.notify_all();
    });
    std::call_once(g_init, init);
    const std::unordered_map<Pass, double> cost{{Pass::Shadow, 90}, {Pass::GBuffer, 210}, {Pass::Light, 160}, {Pass::Post, 55}};
    std::string log;
    cudaEvent_t shown;
    cudaEventCreateWithFlags(&shown, cudaEventDisableTiming);
    for (int i = 0; i < kFrames; ++i) {
        auto [number, dt] = box.get();
        if (i > 0)
            cudaEventSynchronize(shown);
        int at = 0;
        for (Pass p : {Pass::Shadow, Pass::GBuffer, Pass::Light, Pass::Post}) {
            draw<<<kPixels / 256, 256, 0, cudaStreamPerThread>>>(g_target[at], g_target[at ^ 1], kPixels, cost.at(p));
            at ^= 1;
            if (number == 0)
                log.append(to_string(p)).append(":").append(std::to_string(int(cost.at(p)))).push_back(' ');
        }
        cudaEventRecord(shown, cudaStreamPerThread);
        host_work_us(80);
    }
    quit.wait(false);
    cudaStreamSynchronize(cudaStreamPerThread);
    std::puts(log.c_str());
}
