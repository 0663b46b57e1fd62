// LLM decoding: attention over a paged KV cache; cold pages are offloaded to the host and fetched ahead of time.
#include "nullstream.cuh"
#include <array>
#include <cstdio>
#include <deque>
#include <set>
#include <variant>
#include <vector>

constexpr int LAYERS = 8, TOKENS = 3;
constexpr size_t PAGE = 2u << 20;

#pragma nullstream kernel(attend) bytes(3.0 * page) reads(kv, page) writes(hidden, 32768)
__global__ void attend(const char *kv, float *hidden, size_t page)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < 8192)
        hidden[i] += kv[(i * 257) % page];
}

#pragma nullstream kernel(mlp) time(35us) reads(hidden, 32768) writes(hidden, 32768)
__global__ void mlp(float *hidden)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = hidden[i];
    for (int k = 0; k < 5000; k++)
        v = fmaf(v, 0.9999f, 0.01f);
    hidden[i] = v;
}

#pragma nullstream kernel(append) time(4us) writes(kv, 4096)
__global__ void append(char *kv, int token)
{
    kv[threadIdx.x] = (char)token;
}

struct OnDevice { char *page; };
struct OnHost { char *page; };
using Home = std::variant<OnDevice, OnHost>;
template <class... Ts> struct overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

struct Layer {
    Home home;
    char *spare = nullptr;
    cudaEvent_t fetched{}, used{};
};

int main()
{
    cudaStream_t compute, fetch;
    int lo, hi;
    cudaDeviceGetStreamPriorityRange(&lo, &hi);
    cudaStreamCreateWithPriority(&compute, cudaStreamNonBlocking, hi);
    cudaStreamCreateWithPriority(&fetch, cudaStreamNonBlocking, lo);
    float *hidden, *logits;
    cudaMalloc(&hidden, 8192 * sizeof(float));
    cudaMallocHost(&logits, 8192 * sizeof(float));
    cudaMemsetAsync(hidden, 0, 8192 * sizeof(float), compute);

    std::array<char *, 2> staging{};
    std::array<cudaEvent_t, 2> staging_used{};
    for (size_t i = 0; i < staging.size(); i++) {
        cudaMalloc(&staging[i], PAGE);
        cudaEventCreateWithFlags(&staging_used[i], cudaEventDisableTiming);
    }
    std::vector<Layer> layers(LAYERS);
    std::set<int> cold = {1, 3, 4, 6};
    for (int l = 0; l < LAYERS; l++) {
        char *p;
        if (cold.count(l)) {
            cudaMallocHost(&p, PAGE);
            layers[l].home = OnHost{p};
        } else {
            cudaMalloc(&p, PAGE);
            layers[l].home = OnDevice{p};
        }
        cudaEventCreateWithFlags(&layers[l].fetched, cudaEventDisableTiming);
    }
    size_t moved = 0;
    std::vector<int> tokens;
    for (int t = 0; t < TOKENS; t++) {
        std::deque<std::pair<int, char *>> ready;
        int turn = 0;
        for (int l : cold) {
            const int b = turn++ % 2;
            cudaStreamWaitEvent(fetch, staging_used[b], 0);
            cudaMemcpyAsync(staging[b], std::get<OnHost>(layers[l].home).page, PAGE, cudaMemcpyHostToDevice, fetch);
            cudaEventRecord(layers[l].fetched, fetch);
            moved += PAGE;
            ready.emplace_back(b, staging[b]);
            // the layers up to here run while the page is on its way
            for (int k = turn == 1 ? 0 : l; k <= l; k++) {
                char *kv = std::visit(overloaded{[](OnDevice d) { return d.page; },
                                                 [&](OnHost) { return ready.back().second; }}, layers[k].home);
                if (std::holds_alternative<OnHost>(layers[k].home))
                    cudaStreamWaitEvent(compute, layers[k].fetched, 0);
                append<<<1, 256, 0, compute>>>(kv, t);
                attend<<<32, 256, 0, compute>>>(kv, hidden, PAGE);
                if (k == l)
                    cudaEventRecord(staging_used[b], compute);
                mlp<<<32, 256, 0, compute>>>(hidden);
            }
        }
        cudaMemcpyAsync(logits, hidden, 8192 * sizeof(float), cudaMemcpyDeviceToHost, compute);
        cudaStreamSynchronize(compute);
        tokens.push_back((int)logits[0] & 0xffff);
    }
    std::printf("%zu tokens, %zu MiB fetched, token %d\n", tokens.size(), moved >> 20, tokens.back());
}
