// Key-frame server: a dispatcher hands batches to per-client std::threads with promises; caching allocator in stream order.
#include "nullstream.cuh"
#include <atomic>
#include <cstdio>
#include <future>
#include <memory>
#include <mutex>
#include <condition_variable>
#include <thread>
#include <vector>

#pragma nullstream kernel(encode) flops(900.0 * n) bytes(8.0 * n) regs(72) reads(in, n) writes(out, n / 4)
__global__ void encode(const unsigned char *in, unsigned char *out, int n) {}

struct Mailbox {
    std::mutex m;
    std::condition_variable cv;
    std::vector<int> work;
    bool closed = false;
};

class Client {
public:
    Client() : thread_([this] { loop(); }) {}
    ~Client() { thread_.join(); }
    void close()
    {
        box_.m.lock();
        box_.closed = true;
        box_.m.unlock();
        box_.cv.notify_one();
    }
    void send(int n)
    {
        std::lock_guard<std::mutex> l(box_.m);
        box_.work.push_back(n);
        box_.cv.notify_one();
    }
    size_t encoded() { return total_.get_future().get(); }

private:
    void loop()
    {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        unsigned char *pinned;
        cudaMallocHost(&pinned, 4 << 20);
        size_t sum = 0;
        while (true) {
            int n;
            {
                std::unique_lock<std::mutex> l(box_.m);
                while (box_.work.empty() && !box_.closed)
                    box_.cv.wait(l);
                if (box_.work.empty())
                    break;
                n = box_.work.front();
                box_.work.erase(box_.work.begin());
            }
            unsigned char *in, *out;
            cudaMallocAsync(&in, n, s);
            cudaMallocAsync(&out, n / 4, s);
            cudaMemcpyAsync(in, pinned, n, cudaMemcpyHostToDevice, s);
            encode<<<n / 4096, 128, 0, s>>>(in, out, n);
            cudaMemcpyAsync(pinned, out, n / 4, cudaMemcpyDeviceToHost, s);
            cudaFreeAsync(in, s);
            cudaFreeAsync(out, s);
            cudaStreamSynchronize(s);
            sum += n;
        }
        cudaFreeHost(pinned);
        cudaStreamDestroy(s);
        total_.set_value(sum);
    }
    Mailbox box_;
    std::promise<size_t> total_;
    std::thread thread_;
};

int main()
{
    size_t all = 0;
    {
        std::vector<std::unique_ptr<Client>> clients;
        for (int i = 0; i < 3; i++)
            clients.push_back(std::make_unique<Client>());
        for (int frame = 0; frame < 18; frame++) {
            host_work_us(40);
            clients[frame % 3]->send((1 + frame % 4) << 20);
        }
        for (auto &c : clients)
            c->close();
        for (auto &c : clients)
            all += c->encoded();
    }
    printf("%zu bytes encoded\n", all);
    return 0;
}
