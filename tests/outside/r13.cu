// Compressed reads: two I/O threads read blocks of a compressed column file into pinned staging buffers, the
// GPU thread uploads and decompresses; a host function in the stream gives the staging buffer back.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#define CHECKED(expr)                                                                    \
    [&](cudaError_t e) {                                                                 \
        if (e != cudaSuccess) {                                                          \
            fprintf(stderr, "%s (line %d): %s\n", #expr, __LINE__, cudaGetErrorString(e)); \
            exit(1);                                                                     \
        }                                                                                \
    }(expr)

struct Block {
    int number;
    size_t packed, raw;
};

constexpr int kStages = 3;
constexpr size_t kStage = 2 << 20, kRaw = 8 << 20;

#pragma nullstream kernel(lz_decode) block_time(48us) shared(65536) regs(48) reads(in, packed) writes(out, raw)
__global__ void lz_decode(const char *in, char *out, size_t packed, size_t raw) {}
#pragma nullstream kernel(delta) bytes(2.0 * raw)
__global__ void delta(int *column, size_t raw)
{
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < raw / 4)
        column[i] += (int)i;
}
#pragma nullstream kernel(aggregate) bytes(1.0 * raw) shared(8192) reads(column, raw) atomics(total, 8)
__global__ void aggregate(const int *column, size_t raw, unsigned long long *total) {}

class Reader;
struct Stage {
    char *pinned = nullptr;
    Block block{};
    Reader *owner = nullptr;
};

class Reader {
  public:
    Reader(std::vector<Block> blocks) : blocks_(std::move(blocks))
    {
        for (Stage &s : stages_) {
            CHECKED(cudaHostAlloc(&s.pinned, kStage, cudaHostAllocPortable));
            s.owner = this;
            free_.push_back(&s);
        }
        disk_.assign(kStage, 'z');
    }
    void start()
    {
        for (auto &t : io_)
            t = std::thread([this] { read(); });
    }
    ~Reader()
    {
        for (auto &t : io_)
            t.join();
        for (Stage &s : stages_)
            cudaFreeHost(s.pinned);
    }
    Stage *next()
    {
        std::unique_lock<std::mutex> l(m_);
        cv_.wait(l, [this] { return !full_.empty() || taken_ == (int)blocks_.size(); });
        if (full_.empty())
            return nullptr;
        Stage *s = full_.front();
        full_.pop_front();
        ++taken_;
        return s;
    }
    void release(Stage *s)
    {
        std::lock_guard<std::mutex> l(m_);
        free_.push_back(s);
        cv_.notify_all();
    }

  private:
    void read()
    {
        for (;;) {
            Stage *s;
            {
                std::unique_lock<std::mutex> l(m_);
                cv_.wait(l, [this] { return !free_.empty() || started_ == (int)blocks_.size(); });
                if (started_ == (int)blocks_.size())
                    break;
                s = free_.front();
                free_.pop_front();
                s->block = blocks_[started_++];
                if (started_ == (int)blocks_.size())
                    cv_.notify_all();
            }
            std::this_thread::sleep_for(std::chrono::microseconds(120)); // the disk
            memcpy(s->pinned, disk_.data(), s->block.packed);
            std::lock_guard<std::mutex> l(m_);
            full_.push_back(s);
            cv_.notify_all();
        }
    }
    std::vector<Block> blocks_;
    Stage stages_[kStages];
    std::deque<Stage *> free_, full_;
    std::vector<char> disk_;
    std::mutex m_;
    std::condition_variable cv_;
    int started_ = 0, taken_ = 0;
    std::thread io_[2];
};

static void CUDART_CB give_back(void *user)
{
    Stage *s = static_cast<Stage *>(user);
    s->owner->release(s);
}

int main()
{
    std::vector<Block> blocks;
    for (int i = 0; i < 32; i++)
        blocks.push_back(Block{i, (size_t)(700 + 311 * i % 1200) << 10, kRaw});
    cudaStream_t stream[2];
    char *packed[2], *raw[2];
    unsigned long long *total, total_host = 0;
    for (int i = 0; i < 2; i++) {
        CHECKED(cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking));
        CHECKED(cudaMalloc(&packed[i], kStage));
        CHECKED(cudaMalloc(&raw[i], kRaw));
    }
    CHECKED(cudaMalloc(&total, sizeof *total));
    {
        Reader reader(blocks);
        CHECKED(cudaMemset(total, 0, sizeof *total));
        CHECKED(cudaDeviceSynchronize());
        reader.start();
        int n = 0;
        while (Stage *s = reader.next()) {
            const int i = n++ % 2;
            CHECKED(cudaMemcpyAsync(packed[i], s->pinned, s->block.packed, cudaMemcpyHostToDevice, stream[i]));
            CHECKED(cudaLaunchHostFunc(stream[i], give_back, s));
            lz_decode<<<(unsigned)(s->block.packed >> 14), 128, 0, stream[i]>>>(packed[i], raw[i], s->block.packed, kRaw);
            delta<<<kRaw / 4 / 256, 256, 0, stream[i]>>>((int *)raw[i], kRaw);
            aggregate<<<528, 256, 0, stream[i]>>>((const int *)raw[i], kRaw, total);
            CHECKED(cudaGetLastError());
        }
        CHECKED(cudaDeviceSynchronize());
    }
    CHECKED(cudaMemcpy(&total_host, total, sizeof total_host, cudaMemcpyDeviceToHost));
    printf("%zu blocks, total %llu\n", blocks.size(), total_host);
    return 0;
}
