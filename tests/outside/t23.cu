// An event loop: requests are little state machines (upload, first pass, second pass, answer) in a std::list.
// The loop goes around, asks each one's event and lets it take its next step when that is done.
#include "nullstream.cuh"
#include <cstdio>
#include <functional>
#include <iterator>
#include <list>
#include <memory>
#include <stack>

#pragma nullstream kernel(hash_rows) flops(60.0 * n) bytes(5.0 * n) reads(text, n) writes(hash, 4 * n)
__global__ void hash_rows(const char *text, unsigned *hash, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned h = 2166136261u;
        for (int k = 0; k < 20 && i + k < n; k++)
            h = (h ^ (unsigned)text[i + k]) * 16777619u;
        hash[i] = h;
    }
}

#pragma nullstream kernel(minimizers) flops(16.0 * n) bytes(4.5 * n) reads(hash, 4 * n) writes(hash, 4 * (n / 8))
__global__ void minimizers(unsigned *hash, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 8; i += gridDim.x * blockDim.x) {
        unsigned least = ~0u;
        for (int k = 0; k < 8; k++)
            least = min(least, hash[8 * i + k]);
        hash[i] = least;
    }
}

struct Slot {
    char *text, *d_text;
    unsigned *d_hash, *answer;
    cudaStream_t stream;
    cudaEvent_t step;
    static constexpr int LARGEST = 3 << 20;
    Slot()
    {
        cudaMallocHost(&text, LARGEST);
        cudaMallocHost(&answer, LARGEST / 8 * sizeof(unsigned));
        cudaMalloc(&d_text, LARGEST);
        cudaMalloc(&d_hash, LARGEST * sizeof(unsigned));
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&step, cudaEventDisableTiming);
    }
    ~Slot()
    {
        cudaEventDestroy(step);
        cudaStreamDestroy(stream);
        cudaFree(d_text);
        cudaFree(d_hash);
        cudaFreeHost(text);
        cudaFreeHost(answer);
    }
    Slot(const Slot &) = delete;
};

class Request {
  public:
    using Step = void (Request::*)();
    Request(int id, int bytes, Slot *slot) : slot_(slot), id_(id), bytes_(bytes) {}
    bool advance()
    {
        static const Step steps[] = {&Request::upload, &Request::compute, &Request::reduce, &Request::answer};
        if (state_ == std::size(steps))
            return false;
        (this->*steps[state_++])();
        cudaEventRecord(slot_->step, slot_->stream);
        return true;
    }
    bool ready() const { return cudaEventQuery(slot_->step) != cudaErrorNotReady; }
    int id() const { return id_; }
    Slot *slot() const { return slot_; }

  private:
    void upload() { cudaMemcpyAsync(slot_->d_text, slot_->text, bytes_, cudaMemcpyHostToDevice, slot_->stream); }
    void compute() { hash_rows<<<264, 256, 0, slot_->stream>>>(slot_->d_text, slot_->d_hash, bytes_); }
    void reduce() { minimizers<<<132, 128, 0, slot_->stream>>>(slot_->d_hash, bytes_); }
    void answer()
    {
        cudaMemcpyAsync(slot_->answer, slot_->d_hash, bytes_ / 8 * sizeof(unsigned), cudaMemcpyDeviceToHost,
                        slot_->stream);
    }
    Slot *slot_;
    int id_, bytes_;
    std::size_t state_ = 0;
};

int main()
{
    constexpr int REQUESTS = 14, AT_ONCE = 4;
    std::list<Slot> slots;
    std::stack<Slot *> idle;
    for (int i = 0; i < AT_ONCE; ++i)
        idle.push(&slots.emplace_back());
    std::list<std::unique_ptr<Request>> active;
    int next = 0, finished = 0;
    std::function<void(const Request &)> on_done = [&](const Request &r) {
        host_work_us(15); // the answer goes to the client
        idle.push(r.slot());
        finished++;
    };
    while (finished < REQUESTS) {
        while (next < REQUESTS && !idle.empty()) {
            Slot *slot = idle.top();
            idle.pop();
            slot->text[0] = char('a' + next);
            active.push_back(std::make_unique<Request>(next, (1 + next % 3) << 20, slot));
            active.back()->advance();
            ++next;
        }
        for (auto it = active.begin(); it != active.end();) {
            if ((*it)->ready() && !(*it)->advance()) {
                on_done(**it);
                it = active.erase(it);
            } else {
                ++it;
            }
        }
    }
    std::printf("%d requests, %zu slots idle\n", finished, idle.size());
    return active.empty() ? 0 : 1;
}
