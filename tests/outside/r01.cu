// LLM serving with continuous batching: prefill of new requests in one stream, decode steps of the
// running batch in another; a request joins the batch behind its prefill's event.
#include "nullstream.cuh"
#include <cstdint>
#include <cstdio>
#include <deque>
#include <vector>

#define CUDA_OK(x)                                                                       \
    do {                                                                                 \
        const cudaError_t e = (x);                                                       \
        if (e != cudaSuccess) {                                                          \
            std::fprintf(stderr, "%s at %s:%d\n", cudaGetErrorString(e), __FILE__, __LINE__); \
            std::exit(2);                                                                \
        }                                                                                \
    } while (0)

constexpr int kLayers = 12, kHidden = 2048, kVocab = 32000, kMaxBatch = 16;

#pragma nullstream kernel(gemm) flops(2.0 * m * n * k) bytes(2.0 * (double(m) * k + double(k) * n + double(m) * n)) regs(128) shared(49152)
__global__ void gemm(const uint16_t *a, const uint16_t *w, uint16_t *c, int m, int n, int k)
{
    if (threadIdx.x < 1)
        c[blockIdx.x] = a[blockIdx.x] + w[blockIdx.x];
}
#pragma nullstream kernel(attend) bytes(4.0 * kHidden * tokens) regs(96)
__global__ void attend(const uint16_t *q, uint16_t *kv, uint16_t *o, int tokens)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = q[i] + kv[i];
}
#pragma nullstream kernel(rmsnorm) bytes(4.0 * kHidden * rows)
__global__ void rmsnorm(uint16_t *x, int rows)
{
    x[blockIdx.x * kHidden + threadIdx.x] *= 2;
}
#pragma nullstream kernel(sample) block_time(9us) reads(logits, size_t(batch) * kVocab * 2) writes(next, batch * sizeof(int))
__global__ void sample(const uint16_t *logits, int *next, int batch)
{
    if (threadIdx.x == 0)
        next[blockIdx.x] = logits[size_t(blockIdx.x) * kVocab];
}

struct Request {
    int id, prompt, left;
    cudaEvent_t prefilled;
    uint16_t *kv;
};

int main()
{
    cudaStream_t prefill, decode;
    int lo, hi;
    CUDA_OK(cudaDeviceGetStreamPriorityRange(&lo, &hi));
    CUDA_OK(cudaStreamCreateWithPriority(&prefill, cudaStreamNonBlocking, lo));
    CUDA_OK(cudaStreamCreateWithPriority(&decode, cudaStreamNonBlocking, hi));

    uint16_t *w, *xp, *yp, *xd, *yd, *logits, *kv;
    int *prompt_host, *prompt_dev, *next_dev, *next_host;
    const size_t kv_each = size_t(2048) * kHidden;
    CUDA_OK(cudaMalloc(&w, size_t(kHidden) * kVocab * 2));
    CUDA_OK(cudaMalloc(&xp, size_t(1024) * kHidden * 4 * 2));
    CUDA_OK(cudaMalloc(&yp, size_t(1024) * kHidden * 4 * 2));
    CUDA_OK(cudaMalloc(&xd, size_t(kMaxBatch) * kHidden * 4 * 2));
    CUDA_OK(cudaMalloc(&yd, size_t(kMaxBatch) * kHidden * 4 * 2));
    CUDA_OK(cudaMalloc(&logits, size_t(kMaxBatch) * kVocab * 2));
    CUDA_OK(cudaMalloc(&kv, kv_each * 2 * kMaxBatch));
    CUDA_OK(cudaMalloc(&prompt_dev, 1024 * sizeof(int)));
    CUDA_OK(cudaMalloc(&next_dev, kMaxBatch * sizeof(int)));
    CUDA_OK(cudaMallocHost(&prompt_host, 6 * 1024 * sizeof(int)));
    CUDA_OK(cudaMallocHost(&next_host, kMaxBatch * sizeof(int)));
    CUDA_OK(cudaMemset(w, 0, size_t(kHidden) * kVocab * 2));
    CUDA_OK(cudaMemset(kv, 0, kv_each * 2 * kMaxBatch));
    for (int i = 0; i < 6 * 1024; ++i)
        prompt_host[i] = i % kVocab;
    CUDA_OK(cudaDeviceSynchronize());

    std::deque<Request> waiting;
    const int prompts[6] = {512, 128, 1024, 64, 256, 700}, lengths[6] = {8, 14, 5, 16, 9, 6};
    for (int i = 0; i < 6; ++i) {
        Request r{i, prompts[i], lengths[i], nullptr, kv + kv_each * i};
        CUDA_OK(cudaEventCreateWithFlags(&r.prefilled, cudaEventDisableTiming));
        waiting.push_back(r);
    }
    std::vector<Request> joining, running;
    int step = 0, tokens = 0;
    while (!waiting.empty() || !joining.empty() || !running.empty()) {
        // admit one request every other step
        if (!waiting.empty() && step % 2 == 0) {
            Request r = waiting.front();
            waiting.pop_front();
            CUDA_OK(cudaMemcpyAsync(prompt_dev, prompt_host + 1024 * r.id, r.prompt * sizeof(int),
                                    cudaMemcpyHostToDevice, prefill));
            for (int l = 0; l < kLayers; ++l) {
                rmsnorm<<<r.prompt, 1024, 0, prefill>>>(xp, r.prompt);
                gemm<<<dim3((r.prompt + 127) / 128, 48), 256, 0, prefill>>>(xp, w, yp, r.prompt, 3 * kHidden, kHidden);
                attend<<<r.prompt, 256, 0, prefill>>>(yp, r.kv, xp, r.prompt * 4);
                gemm<<<dim3((r.prompt + 127) / 128, 16), 256, 0, prefill>>>(xp, w, yp, r.prompt, kHidden, kHidden);
            }
            CUDA_OK(cudaGetLastError());
            CUDA_OK(cudaEventRecord(r.prefilled, prefill));
            joining.push_back(r);
        }
        // whoever is through prefill joins; with nobody running, wait for the first
        if (running.empty() && !joining.empty()) {
            CUDA_OK(cudaStreamWaitEvent(decode, joining.front().prefilled, 0));
            running.push_back(joining.front());
            joining.erase(joining.begin());
        }
        if (step % 3 == 2 && !joining.empty()) {
            CUDA_OK(cudaStreamWaitEvent(decode, joining.front().prefilled, 0));
            running.push_back(joining.front());
            joining.erase(joining.begin());
        }
        const int b = (int)running.size();
        for (int l = 0; l < kLayers; ++l) {
            rmsnorm<<<b, 1024, 0, decode>>>(xd, b);
            gemm<<<dim3(1, 48), 256, 0, decode>>>(xd, w, yd, b, 3 * kHidden, kHidden);
            for (const Request &r : running)
                attend<<<8, 256, 0, decode>>>(yd, r.kv, xd, r.prompt + 20 - r.left);
            gemm<<<dim3(1, 16), 256, 0, decode>>>(xd, w, yd, b, kHidden, kHidden);
        }
        gemm<<<dim3(1, 250), 256, 0, decode>>>(xd, w, logits, b, kVocab, kHidden);
        sample<<<b, 1024, 0, decode>>>(logits, next_dev, b);
        CUDA_OK(cudaMemcpyAsync(next_host, next_dev, b * sizeof(int), cudaMemcpyDeviceToHost, decode));
        CUDA_OK(cudaStreamSynchronize(decode));
        tokens += b;
        host_work_us(12); // detokenize, stream to clients
        for (size_t i = 0; i < running.size();) {
            if (--running[i].left == 0) {
                CUDA_OK(cudaEventDestroy(running[i].prefilled));
                running.erase(running.begin() + i);
            } else {
                ++i;
            }
        }
        ++step;
    }
    std::printf("%d steps, %d tokens\n", step, tokens);
    CUDA_OK(cudaDeviceSynchronize());
    return 0;
}
