// C++17. Completion as futures: then(stream) puts in a host function that sets a std::promise. A stage of the host
// (here: entropy coding) runs when its tile's future is ready, in whatever order main asks for them.
#include "nullstream.cuh"
#include <chrono>
#include <cstdio>
#include <future>
#include <list>
#include <memory>
#include <vector>

using namespace std::chrono_literals;

constexpr int TILES = 24, STREAMS = 6;
constexpr std::size_t TILE_BYTES = 768 * 1024;

#pragma nullstream kernel(dct) time(30us) reads(in, n) writes(out, n)
__global__ void dct(const unsigned char *in, unsigned char *out, std::size_t n)
{
    std::size_t i = blockIdx.x * (std::size_t)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] ^ 0x55;
}

std::future<int> then(cudaStream_t stream, int value)
{
    struct State {
        std::promise<int> promise;
        int value;
    };
    auto state = std::make_unique<State>();
    state->value = value;
    auto future = state->promise.get_future();
    cudaLaunchHostFunc(
        stream,
        [](void *p) {
            std::unique_ptr<State> s(static_cast<State *>(p));
            s->promise.set_value(s->value);
        },
        state.release());
    return future;
}

#pragma nullstream host(entropy) time(35us)
static unsigned entropy(const unsigned char *p, std::size_t n)
{
    unsigned bits = 0;
    for (std::size_t i = 0; i < n; i += 1024)
        bits += p[i];
    return bits;
}

int main()
{
    std::vector<cudaStream_t> streams(STREAMS);
    std::vector<unsigned char *> in(STREAMS), out(STREAMS);
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaMalloc(&in[i], TILE_BYTES);
        cudaMalloc(&out[i], TILE_BYTES);
    }
    unsigned char *image, *coefficients;
    cudaMallocHost(&image, TILES * TILE_BYTES);
    cudaMallocHost(&coefficients, TILES * TILE_BYTES);

    std::list<std::future<int>> pending;
    for (int t = 0; t < TILES; t++) {
        const int k = t % STREAMS;
        cudaMemcpyAsync(in[k], image + t * TILE_BYTES, TILE_BYTES, cudaMemcpyHostToDevice, streams[k]);
        dct<<<TILE_BYTES / 256, 256, 0, streams[k]>>>(in[k], out[k], TILE_BYTES);
        cudaMemcpyAsync(coefficients + t * TILE_BYTES, out[k], TILE_BYTES, cudaMemcpyDeviceToHost, streams[k]);
        pending.push_back(then(streams[k], t));
    }
    unsigned bits = 0;
    int polls = 0;
    while (!pending.empty()) {
        for (auto it = pending.begin(); it != pending.end();) {
            if (it->wait_for(0s) == std::future_status::ready) {
                const int t = it->get();
                bits += entropy(coefficients + t * TILE_BYTES, TILE_BYTES);
                it = pending.erase(it);
            } else
                ++it;
        }
        polls++;
        if (!pending.empty())
            pending.front().wait_for(50us);
    }
    std::printf("%u bits, polled: %d\n", bits, polls > 0);
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamDestroy(streams[i]);
        cudaFree(in[i]);
        cudaFree(out[i]);
    }
    cudaFreeHost(image);
    cudaFreeHost(coefficients);
}
