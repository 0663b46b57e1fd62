// LLM decoding with a paged KV cache: each step offloads the pages that went cold (128 KB pieces, K and V) and prefetches
// pages of a sequence to be resumed, both layer by layer, beside memory-bound attention kernels.
#include "nullstream.cuh"
#include <cstdio>
#include <vector>

static constexpr int LAYERS = 16, STEPS = 8, PAGES = 3;
static constexpr size_t PAGE = 128 * 1024, LAYER_KV = 24u << 20;

#pragma nullstream kernel(qkv_gemm) flops(1.6e9) bytes(2.5e7) regs(168) shared(98304) reads(h, 1 << 16) writes(h, 1 << 16)
__global__ void qkv_gemm(char *h) {}
#pragma nullstream kernel(paged_attention) bytes(ctx * 8192.0) flops(ctx * 16384.0) regs(80) shared(20480) reads(kv, LAYER_KV / 2) writes(h, 1 << 16)
__global__ void paged_attention(const char *kv, char *h, int ctx) {}
#pragma nullstream kernel(ffn) flops(4.8e9) bytes(7.2e7) regs(168) shared(98304) reads(h, 1 << 16) writes(h, 1 << 16)
__global__ void ffn(char *h) {}
#pragma nullstream kernel(sample) time(22us) reads(h, 1 << 16) writes(out, 256)
__global__ void sample(const char *h, int *out) {}

struct KvBlockManager {
    std::vector<char *> kv;
    char *swap;
    size_t cursor = 0;
    cudaStream_t out, in;
    KvBlockManager()
    {
        kv.resize(LAYERS);
        for (auto &p : kv)
            cudaMalloc(&p, LAYER_KV);
        cudaMallocHost(&swap, 256u << 20);
        cudaStreamCreateWithFlags(&out, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&in, cudaStreamNonBlocking);
    }
    void offload(int layer, int step)
    {
        for (int p = 0; p < PAGES; p++) {
            char *page = kv[layer] + LAYER_KV / 2 + (step * PAGES + p) * 2 * PAGE;
            cudaMemcpyAsync(swap + cursor, page, PAGE, cudaMemcpyDeviceToHost, out);
            cudaMemcpyAsync(swap + cursor + PAGE, page + PAGE, PAGE, cudaMemcpyDeviceToHost, out);
            cursor += 2 * PAGE;
        }
    }
    void prefetch(int layer, int step)
    {
        char *to = kv[layer] + LAYER_KV - (step + 1) * PAGES * 2 * PAGE / 2;
        cudaMemcpyAsync(to, swap + (192u << 20), PAGES * PAGE, cudaMemcpyHostToDevice, in);
    }
};

int main()
{
    KvBlockManager cache;
    char *h;
    int *tok, *hTok;
    cudaMalloc(&h, 1 << 16);
    cudaMalloc(&tok, 256);
    cudaMallocHost(&hTok, 256 * STEPS);
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEvent_t layerDone[LAYERS], resumed;
    for (int i = 0; i < LAYERS; i++)
        cudaEventCreateWithFlags(layerDone + i, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&resumed, cudaEventDisableTiming);
    for (int step = 0; step < STEPS; step++) {
        for (int l = 0; l < LAYERS; l++) {
            qkv_gemm<<<132, 384, 0, s>>>(h);
            paged_attention<<<dim3(32, 24), 128, 0, s>>>(cache.kv[l], h, 3000 + step);
            cudaEventRecord(layerDone[l], s);
            ffn<<<264, 384, 0, s>>>(h);
            cudaStreamWaitEvent(cache.out, layerDone[l]);
            cache.offload(l, step);
            if (l % 2 == step % 2)
                cache.prefetch(l, step);
        }
        cudaEventRecord(resumed, cache.in);
        cudaStreamWaitEvent(s, resumed);
        sample<<<64, 256, 0, s>>>(h, tok);
        cudaMemcpyAsync(hTok + step * 64, tok, 256, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        host_work_us(60); // detokenize, schedule
    }
    cudaDeviceSynchronize();
    printf("token %d\n", hTok[0]);
    return 0;
}
