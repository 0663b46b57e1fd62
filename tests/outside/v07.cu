// v07: tile renderer, work stealing via atomic counter, host callback tells tile complete, poll by cudaEventQuery
#include "nullstream.cuh"
#include <array>
#include <atomic>
#include <bitset>
#include <cstdio>
#include <functional>
#include <vector>

#define TILE 256
enum class State : unsigned char { Idle, Rendering, Reading, Done };

union Pixel {
    struct { unsigned char r, g, b, a; };
    unsigned int rgba;
};

#pragma nullstream kernel(trace) time(90us + depth * 35us) writes(fb, TILE * TILE * 4)
__global__ void trace(Pixel *fb, int tx, int ty, int depth)
{
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    Pixel p;
    p.rgba = 0xff000000u | (x + tx) << 8 | (y + ty) | depth << 16;
    fb[y * TILE + x] = p;
}
#pragma nullstream kernel(tonemap) time(30us) reads(fb, TILE * TILE * 4) writes(fb, TILE * TILE * 4)
__global__ void tonemap(Pixel *fb) { fb[blockIdx.x * blockDim.x + threadIdx.x].a = 255; }

struct Slot {
    cudaStream_t stream{};
    cudaEvent_t done{};
    Pixel *dev{}, *host{};
    State state = State::Idle;
    int tile = -1;
    std::atomic<int> *counter = nullptr;
};

static void CUDART_CB finished(void *user)
{
    auto *slot = static_cast<Slot *>(user);
    slot->counter->fetch_add(1, std::memory_order_release);
}

int main(int argc, char **argv)
{
    (void)argc, (void)argv;
    constexpr int tiles_x = 5, tiles_y = 4, total = tiles_x * tiles_y;
    std::atomic<int> completed{0};
    std::array<Slot, 3> slots;
    std::bitset<total> seen;
    for (auto &s : slots) {
        cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&s.done, cudaEventDisableTiming);
        cudaMalloc((void **)&s.dev, TILE * TILE * sizeof(Pixel));
        cudaMallocHost((void **)&s.host, TILE * TILE * sizeof(Pixel));
        s.counter = &completed;
    }
    int next = 0;
    const std::function<int(int)> depth_of = [](int t) { return (t * 7 + 3) % 5; };
    long spins = 0;
    auto start = [&](Slot &s) {
        s.tile = next++;
        const dim3 b(16, 16), g(TILE / 16, TILE / 16);
        trace<<<g, b, 0, s.stream>>>(s.dev, s.tile % tiles_x * TILE, s.tile / tiles_x * TILE, depth_of(s.tile));
        tonemap<<<TILE, TILE, 0, s.stream>>>(s.dev);
        cudaMemcpyAsync(s.host, s.dev, TILE * TILE * sizeof(Pixel), cudaMemcpyDeviceToHost, s.stream);
        cudaLaunchHostFunc(s.stream, finished, &s);
        cudaEventRecord(s.done, s.stream);
        s.state = State::Rendering;
    };
    while (seen.count() < total) {
        bool moved = false;
        for (Slot &s : slots) {
            switch (s.state) {
            case State::Idle:
                if (next < total) {
                    start(s);
                    moved = true;
                }
                break;
            case State::Rendering: {
                const cudaError_t q = cudaEventQuery(s.done);
                if (q == cudaErrorNotReady)
                    break;
                if (q != cudaSuccess)
                    return 2;
                s.state = State::Done;
                [[fallthrough]];
            }
            case State::Done:
                host_work_us(12); // copy into the frame
                seen.set(s.tile);
                s.state = State::Idle;
                moved = true;
                break;
            default:
                __builtin_unreachable();
            }
        }
        if (!moved)
            ++spins, host_work_us(5);
    }
    printf("%zu tiles, %d completed, all %d, spins %s\n", seen.count(), completed.load(), (int)seen.all(), spins ? "some" : "none");
    for (auto &s : slots)
        cudaFree(s.dev), cudaFreeHost(s.host), cudaEventDestroy(s.done), cudaStreamDestroy(s.stream);
}
