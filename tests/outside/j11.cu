// An inference server: chat requests are urgent, batch requests are not. One dispatcher takes the most
// urgent request and gives it to a stream of its class.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <queue>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <variant>
#include <vector>
#include "nullstream.cuh"

struct Chat {
    int tokens;
    static constexpr int priority = 10;
};
struct Batch {
    int documents;
    bool embed;
    static constexpr int priority = 1;
};
struct Ping {};

using Payload = std::variant<Chat, Batch, Ping>;

struct Request {
    int id;
    Payload payload;
};

struct PriorityOf {
    int operator()(const Ping &) const { return 100; }
    template <class P> int operator()(const P &) const { return P::priority; }
};

int priorityOf(const Request &r) { return std::visit(PriorityOf{}, r.payload); }

struct LessUrgent {
    bool operator()(const Request &a, const Request &b) const
    {
        const int x = priorityOf(a), y = priorityOf(b);
        return x != y ? x < y : a.id > b.id;
    }
};

// one block a head, all of them at once on the device
#pragma nullstream kernel(attention) block_time(tokens * 0.25us + 8us)
__global__ void attention(float *state, int tokens)
{
    spin_us(tokens * 0.25 + 8.0);
    if (threadIdx.x == 0)
        state[blockIdx.x] += tokens;
}

#pragma nullstream kernel(mlp) block_time(45us)
__global__ void mlp(float *state)
{
    spin_us(45.0);
    if (threadIdx.x == 0)
        state[blockIdx.x % 64] += 1.0f;
}

class Lane {
  public:
    Lane(int priority, std::size_t bytes) : bytes(bytes)
    {
        cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority);
        cudaMalloc(&state, bytes);
        cudaMallocHost(&io, bytes);
    }
    ~Lane()
    {
        cudaStreamDestroy(stream);
        cudaFree(state);
        cudaFreeHost(io);
    }
    Lane(const Lane &) = delete;
    Lane &operator=(const Lane &) = delete;

    void operator()(const Chat &c)
    {
        cudaMemcpyAsync(state, io, bytes, cudaMemcpyHostToDevice, stream);
        for (int layer = 0; layer < 4; ++layer) {
            attention<<<64, 128, 0, stream>>>(state, c.tokens);
            mlp<<<96, 256, 0, stream>>>(state);
        }
        cudaMemcpyAsync(io, state, bytes, cudaMemcpyDeviceToHost, stream);
    }
    void operator()(const Batch &b)
    {
        cudaMemcpyAsync(state, io, bytes, cudaMemcpyHostToDevice, stream);
        for (int layer = 0; layer < 4; ++layer)
            mlp<<<b.documents * 132, 256, 0, stream>>>(state);
        if (!b.embed)
            cudaMemcpyAsync(io, state, bytes, cudaMemcpyDeviceToHost, stream);
    }
    void operator()(const Ping &) { ++pings; }

    int pings = 0;

  private:
    std::size_t bytes;
    cudaStream_t stream{};
    float *state{}, *io{};
};

int main()
{
    int least = 0, greatest = 0;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    std::unordered_map<std::string, std::unique_ptr<Lane>> lanes;
    lanes["chat"] = std::make_unique<Lane>(greatest, 256u << 10);
    lanes["batch"] = std::make_unique<Lane>(least, 8u << 20);
    auto &control = lanes.try_emplace("control", std::make_unique<Lane>(0, 4096)).first->second;

    std::priority_queue<Request, std::vector<Request>, LessUrgent> queue;
    for (int id = 0; id < 30; ++id) {
        if (id % 10 == 9)
            queue.push({id, Ping{}});
        else if (id % 3 == 0)
            queue.push({id, Batch{8 + id % 5, id % 2 == 0}});
        else
            queue.push({id, Chat{16 + 8 * (id % 4)}});
    }
    // two of every kind before the server accepts more
    int served = 0;
    while (!queue.empty()) {
        const Request r = queue.top();
        queue.pop();
        std::visit([&](const auto &p) {
            using P = std::decay_t<decltype(p)>;
            if constexpr (std::is_same_v<P, Chat>)
                (*lanes.at("chat"))(p);
            else if constexpr (std::is_same_v<P, Batch>)
                (*lanes.at("batch"))(p);
            else
                (*control)(p);
        }, r.payload);
        ++served;
    }
    const cudaError_t status = cudaDeviceSynchronize();
    std::printf("%d served, %d pings, %s\n", served, control->pings, cudaGetErrorString(status));
    return status != cudaSuccess;
}
