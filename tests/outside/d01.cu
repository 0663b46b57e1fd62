// Inference server with dynamic batching: a client thread enqueues requests, a worker forms batches
// of at most 8 (or what has come in 200 us), uploads tokens, runs 6 layers, returns the logits.
#include "nullstream.cuh"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

constexpr int kMaxBatch = 8, kSeq = 128, kVocab = 32000, kRequests = 48, kLayers = 6;

#pragma nullstream kernel(embed) bytes(batch * kSeq * 2048.0 * 2) flops(1000) reads(tok, batch * kSeq * 4) writes(x, batch * kSeq * 2048)
__global__ void embed(const int *tok, char *x, int batch) {}
#pragma nullstream kernel(attn) block_time(38us) regs(128) shared(49152) reads(x, batch * kSeq * 2048) writes(x, batch * kSeq * 2048)
__global__ void attn(char *x, int batch) {}
#pragma nullstream kernel(mlp) flops(6.0e9 * batch) bytes(6.7e7) regs(128) reads(x, batch * kSeq * 2048) writes(x, batch * kSeq * 2048)
__global__ void mlp(char *x, int batch) {}
#pragma nullstream kernel(lm_head) flops(1e9 * batch) bytes(1.3e8) reads(x, batch * kSeq * 2048) writes(logits, batch * kVocab * 4)
__global__ void lm_head(const char *x, float *logits, int batch) {}

struct Request { int id; std::chrono::steady_clock::time_point arrived; };
std::vector<Request> pending;
size_t head = 0; // of the queue
std::mutex mu;
std::condition_variable cv;
bool closing = false;

void client()
{
    for (int i = 0; i < kRequests; i++) {
        std::this_thread::sleep_for(std::chrono::microseconds(i % 12 == 0 ? 900 : 60));
        std::lock_guard<std::mutex> lock(mu);
        pending.push_back({i, std::chrono::steady_clock::now()});
        cv.notify_one();
    }
    std::lock_guard<std::mutex> lock(mu);
    closing = true;
    cv.notify_one();
}

int main()
{
    int *tok, *hTok;
    char *x;
    float *logits, *hLogits;
    cudaMalloc(&tok, kMaxBatch * kSeq * sizeof(int));
    cudaMalloc(&x, kMaxBatch * kSeq * 2048);
    cudaMalloc(&logits, kMaxBatch * kVocab * sizeof(float));
    cudaMallocHost(&hTok, kMaxBatch * kSeq * sizeof(int));
    cudaMallocHost(&hLogits, kMaxBatch * kVocab * sizeof(float));
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEvent_t done;
    cudaEventCreateWithFlags(&done, cudaEventBlockingSync | cudaEventDisableTiming);

    std::thread producer(client);
    int served = 0, batches = 0;
    for (;;) {
        std::vector<Request> batch;
        {
            std::unique_lock<std::mutex> lock(mu);
            cv.wait(lock, [] { return head < pending.size() || closing; });
            if (head == pending.size())
                break;
            auto deadline = std::chrono::steady_clock::now() + std::chrono::microseconds(200);
            while (pending.size() - head < kMaxBatch && !closing && std::chrono::steady_clock::now() < deadline) {
                lock.unlock();
                std::this_thread::sleep_for(std::chrono::microseconds(20));
                lock.lock();
            }
            while (head < pending.size() && batch.size() < kMaxBatch)
                batch.push_back(pending[head++]);
        }
        int b = (int)batch.size();
        for (int i = 0; i < b * kSeq; i++)
            hTok[i] = batch[i / kSeq].id * 31 + i;
        cudaMemcpyAsync(tok, hTok, b * kSeq * sizeof(int), cudaMemcpyHostToDevice, s);
        embed<<<b * 4, 256, 0, s>>>(tok, x, b);
        for (int l = 0; l < kLayers; l++) {
            attn<<<dim3(b, 32), 128, 0, s>>>(x, b);
            mlp<<<b * 64, 256, 0, s>>>(x, b);
        }
        lm_head<<<kVocab / 128, 128, 0, s>>>(x, logits, b);
        cudaMemcpyAsync(hLogits, logits, b * kVocab * sizeof(float), cudaMemcpyDeviceToHost, s);
        cudaEventRecord(done, s);
        cudaEventSynchronize(done);
        host_work_us(15.0 * b); // sampling
        served += b;
        batches++;
    }
    producer.join();
    printf("%d requests in %d batches, last logit %f\n", served, batches, hLogits[0]);
    return 0;
}
