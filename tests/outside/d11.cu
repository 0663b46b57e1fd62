// Parameter server: four workers pull weights (shared lock), compute, push gradients; a server thread applies them on the device
// and publishes new weights. The workers' streams are created in their threads.
#include "nullstream.cuh"
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

constexpr int WORKERS = 4, ROUNDS = 6;
constexpr size_t BYTES = 12 << 20;

#pragma nullstream kernel(fwd_bwd) block_time(130us) regs(96) shared(40000) reads(w, BYTES) writes(g, BYTES)
__global__ void fwd_bwd(const char *w, char *g, int round) {}
#pragma nullstream kernel(apply) bytes(BYTES * 3.0) flops(BYTES * 0.5) reads(g, BYTES) reads(w, BYTES) writes(w, BYTES)
__global__ void apply(char *w, const char *g) {}

char *hostWeights, *hostGrad[WORKERS];
std::mutex weightsLock, queueLock;
std::condition_variable pushed;
std::vector<int> queueOf;
std::atomic<int> version{0}, finished{0};

void worker(int id)
{
    cudaSetDevice(0);
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    char *w, *g;
    cudaMalloc(&w, BYTES);
    cudaMalloc(&g, BYTES);
    for (int r = 0; r < ROUNDS; r++) {
        {
            std::lock_guard<std::mutex> hold(weightsLock);
            cudaMemcpyAsync(w, hostWeights, BYTES, cudaMemcpyHostToDevice, s);
            cudaStreamSynchronize(s);
        }
        fwd_bwd<<<180 + 40 * id, 256, 0, s>>>(w, g, r);
        cudaMemcpyAsync(hostGrad[id], g, BYTES, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        std::unique_lock<std::mutex> hold(queueLock);
        queueOf.push_back(id);
        pushed.notify_one();
    }
    finished++;
    pushed.notify_one();
    cudaStreamDestroy(s);
}

void server()
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    char *w, *g;
    cudaMalloc(&w, BYTES);
    cudaMalloc(&g, BYTES);
    for (int done = 0; done < WORKERS * ROUNDS; done++) {
        int from;
        {
            std::unique_lock<std::mutex> hold(queueLock);
            pushed.wait(hold, [] { return !queueOf.empty(); });
            from = queueOf.back();
            queueOf.pop_back();
        }
        cudaMemcpyAsync(g, hostGrad[from], BYTES, cudaMemcpyHostToDevice, s);
        apply<<<1024, 256, 0, s>>>(w, g);
        cudaStreamSynchronize(s);
        std::lock_guard<std::mutex> hold(weightsLock);
        cudaMemcpyAsync(hostWeights, w, BYTES, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        version++;
    }
}

int main()
{
    cudaMallocHost(&hostWeights, BYTES);
    for (int i = 0; i < WORKERS; i++)
        cudaMallocHost(&hostGrad[i], BYTES);
    cudaFree(0);
    std::vector<std::thread> threads;
    for (int i = 0; i < WORKERS; i++)
        threads.emplace_back(worker, i);
    std::thread srv(server);
    for (auto &t : threads)
        t.join();
    srv.join();
    printf("version %d\n", version.load());
    return 0;
}
