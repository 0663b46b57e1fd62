// C++17. Intrusion detection: a capture thread fills blocks of packets in registered std::vectors, a scanner thread
// matches signatures, a reporter wakes by future. Blocks are recycled through two small channels.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

template <class T> class Channel {
    std::mutex m;
    std::condition_variable cv;
    std::deque<T> items;
    bool closed = false;

public:
    void send(T t)
    {
        std::unique_lock<std::mutex> l(m);
        items.push_back(std::move(t));
        l.unlock();
        cv.notify_one();
    }
    bool receive(T &t)
    {
        std::unique_lock<std::mutex> l(m);
        cv.wait(l, [this] { return !items.empty() || closed; });
        if (items.empty())
            return false;
        t = std::move(items.front());
        items.pop_front();
        return true;
    }
    void close()
    {
        std::lock_guard<std::mutex> l(m);
        closed = true;
        cv.notify_all();
    }
};

constexpr std::size_t kBlock = 512 * 1024;
constexpr int kBlocks = 4, kTotal = 30, kMaxHits = 1024;

#pragma nullstream kernel(aho_corasick) time(65us) reads(packets, bytes) reads(automaton, 1 << 18) writes(hits, kMaxHits * 4)
__global__ void aho_corasick(const unsigned char *packets, const unsigned *automaton, unsigned *hits, std::size_t bytes)
{
    std::size_t i = blockIdx.x * (std::size_t)blockDim.x + threadIdx.x;
    unsigned state = 0;
    for (std::size_t k = i * 64; k < i * 64 + 64 && k < bytes; k++)
        state = automaton[(state * 31 + packets[k]) & 0xffff];
    if (i < kMaxHits)
        hits[i] = state;
}

struct Block {
    std::vector<unsigned char> data;
    std::string source;
    unsigned *hits = nullptr;
};

int main()
{
    std::vector<Block> blocks(kBlocks);
    Channel<Block *> empty, full, alerts;
    for (auto &b : blocks) {
        b.data.resize(kBlock);
        cudaHostRegister(b.data.data(), kBlock, cudaHostRegisterDefault);
        cudaMallocHost(&b.hits, kMaxHits * sizeof(unsigned));
        empty.send(&b);
    }
    std::thread capture([&] {
        for (int i = 0; i < kTotal; i++) {
            Block *b;
            if (!empty.receive(b))
                break;
            host_work_us(90);
            b->data[i] = (unsigned char)i;
            b->source = "eth" + std::to_string(i % 2);
            full.send(b);
        }
        full.close();
    });
    std::thread scanner([&] {
        cudaStream_t s;
        cudaStreamCreate(&s);
        unsigned char *packets;
        unsigned *automaton, *hits;
        cudaMalloc(&packets, kBlock);
        cudaMalloc(&automaton, 1 << 18);
        cudaMalloc(&hits, kMaxHits * sizeof(unsigned));
        cudaMemsetAsync(automaton, 0, 1 << 18, s);
        for (Block *b; full.receive(b);) {
            cudaMemcpyAsync(packets, b->data.data(), b->data.size(), cudaMemcpyHostToDevice, s);
            aho_corasick<<<kBlock / 64 / 128, 128, 0, s>>>(packets, automaton, hits, kBlock);
            cudaMemcpyAsync(b->hits, hits, kMaxHits * sizeof(unsigned), cudaMemcpyDeviceToHost, s);
            cudaStreamSynchronize(s);
            alerts.send(b);
        }
        alerts.close();
        cudaFree(packets);
        cudaFree(automaton);
        cudaFree(hits);
        cudaStreamDestroy(s);
    });
    int seen = 0, from_eth1 = 0;
    for (Block *b; alerts.receive(b); seen++) {
        from_eth1 += b->source == "eth1";
        host_work_us(25);
        empty.send(b);
    }
    capture.join();
    scanner.join();
    std::printf("%d blocks, %d from eth1\n", seen, from_eth1);
    for (auto &b : blocks) {
        cudaHostUnregister(b.data.data());
        cudaFreeHost(b.hits);
    }
}
