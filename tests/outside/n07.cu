// A llama.cpp-like decode loop: layers of small launch-bound kernels in one stream, K/V written by
// small D2D copies, logits read back per token, the host samples. A side stream prefetches weights
// of offloaded layers from pinned memory.
#include "nullstream.cuh"
#include <nvtx3/nvToolsExt.h>
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int LAYERS = 16, TOKENS = 4, EMB = 2048, VOCAB = 32000, CTX = 512;

#define CUDA_CHECK(e)                                                                              \
    do {                                                                                           \
        cudaError_t err_ = (e);                                                                    \
        if (err_ != cudaSuccess)                                                                   \
            fprintf(stderr, "CUDA error: %s in %s\n", cudaGetErrorString(err_), __func__), exit(1); \
    } while (0)

#pragma nullstream kernel(rms_norm_f32) time(3us) reads(x, ncols * 4) writes(dst, ncols * 4)
__global__ void rms_norm_f32(const float *x, float *dst, int ncols) { spin_us(3); }

#pragma nullstream kernel(mul_mat_vec_q) bytes(0.5625 * nrows * ncols) flops(2.0 * nrows * ncols) reads(w, (size_t)nrows * ncols / 2) reads(x, ncols * 4) writes(dst, nrows * 4)
__global__ void mul_mat_vec_q(const uint8_t *w, const float *x, float *dst, int ncols, int nrows)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int i = threadIdx.x; i < ncols / 2; i += 32)
        sum += (w[(size_t)row * ncols / 2 + i] & 15) * x[i];
    for (int o = 16; o; o >>= 1)
        sum += __shfl_xor_sync(~0u, sum, o);
    if (threadIdx.x == 0)
        dst[row] = sum;
}

#pragma nullstream kernel(rope) time(2.5us) reads(x, n * 4) writes(x, n * 4)
__global__ void rope(float *x, int n, int pos) { spin_us(2.5); }

#pragma nullstream kernel(attn) time(6us) reads(q, EMB * 4) reads(kv, 2 * CTX * EMB * 2) writes(dst, EMB * 4)
__global__ void attn(const float *q, const uint16_t *kv, float *dst, int pos) { spin_us(6); }

#pragma nullstream kernel(add_silu) time(2.2us) reads(a, n * 4) reads(b, n * 4) writes(dst, n * 4)
__global__ void add_silu(const float *a, const float *b, float *dst, int n) { spin_us(2.2); }

struct Layer {
    uint8_t *wqkv, *wo, *wup, *wdown;
    uint16_t *kv;
    bool offloaded;
};

static int sample(const float *logits, int n)
{
    host_work_us(40);
    return (int)logits[0] % n;
}

int main()
{
    cudaStream_t main_stream, load_stream;
    CUDA_CHECK(cudaStreamCreateWithFlags(&main_stream, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&load_stream, cudaStreamNonBlocking));
    const size_t wbytes = (size_t)EMB * EMB / 2;
    std::vector<Layer> model(LAYERS);
    for (int l = 0; l < LAYERS; l++) {
        Layer &y = model[l];
        CUDA_CHECK(cudaMalloc(&y.wqkv, 3 * wbytes));
        CUDA_CHECK(cudaMalloc(&y.wo, wbytes));
        CUDA_CHECK(cudaMalloc(&y.wup, 4 * wbytes));
        CUDA_CHECK(cudaMalloc(&y.wdown, 4 * wbytes));
        CUDA_CHECK(cudaMalloc(&y.kv, 2 * CTX * EMB * 2));
        y.offloaded = l % 8 == 7;
    }
    uint8_t *wlogits, *host_w;
    float *x, *t, *u, *d_logits, *logits, *emb;
    CUDA_CHECK(cudaMalloc(&wlogits, (size_t)VOCAB * EMB / 2));
    CUDA_CHECK(cudaMallocHost(&host_w, 4 * wbytes));
    CUDA_CHECK(cudaMalloc(&x, EMB * 4));
    CUDA_CHECK(cudaMalloc(&t, 4 * EMB * 4));
    CUDA_CHECK(cudaMalloc(&u, 4 * EMB * 4));
    CUDA_CHECK(cudaMalloc(&d_logits, VOCAB * 4));
    CUDA_CHECK(cudaMallocHost(&logits, VOCAB * 4));
    CUDA_CHECK(cudaMallocHost(&emb, EMB * 4));
    cudaEvent_t loaded, used;
    CUDA_CHECK(cudaEventCreateWithFlags(&loaded, cudaEventDisableTiming));
    CUDA_CHECK(cudaEventCreateWithFlags(&used, cudaEventDisableTiming));
    CUDA_CHECK(cudaDeviceSynchronize());

    nvtxRangePush("nullstream");
    dim3 block(32, 4);
    for (int pos = 0; pos < TOKENS; pos++) {
        CUDA_CHECK(cudaMemcpyAsync(x, emb, EMB * 4, cudaMemcpyHostToDevice, main_stream));
        for (int l = 0; l < LAYERS; l++) {
            Layer &y = model[l];
            if (y.offloaded) { // its up projection is streamed in while attention runs
                CUDA_CHECK(cudaStreamWaitEvent(load_stream, used, 0));
                CUDA_CHECK(cudaMemcpyAsync(y.wup, host_w, 4 * wbytes, cudaMemcpyHostToDevice, load_stream));
                CUDA_CHECK(cudaEventRecord(loaded, load_stream));
            }
            rms_norm_f32<<<1, 1024, 0, main_stream>>>(x, t, EMB);
            mul_mat_vec_q<<<3 * EMB / 4, block, 0, main_stream>>>(y.wqkv, t, u, EMB, 3 * EMB);
            rope<<<EMB / 256, 256, 0, main_stream>>>(u, 2 * EMB, pos);
            CUDA_CHECK(cudaMemcpyAsync(y.kv + pos * EMB, u + EMB, EMB * 2, cudaMemcpyDeviceToDevice, main_stream));
            attn<<<16, 128, 0, main_stream>>>(u, y.kv, t, pos);
            mul_mat_vec_q<<<EMB / 4, block, 0, main_stream>>>(y.wo, t, u, EMB, EMB);
            add_silu<<<EMB / 256, 256, 0, main_stream>>>(x, u, x, EMB);
            if (y.offloaded)
                CUDA_CHECK(cudaStreamWaitEvent(main_stream, loaded, 0));
            mul_mat_vec_q<<<EMB, block, 0, main_stream>>>(y.wup, x, u, EMB, 4 * EMB);
            if (y.offloaded)
                CUDA_CHECK(cudaEventRecord(used, main_stream));
            mul_mat_vec_q<<<EMB / 4, block, 0, main_stream>>>(y.wdown, u, t, 4 * EMB, EMB);
            add_silu<<<EMB / 256, 256, 0, main_stream>>>(x, t, x, EMB);
        }
        mul_mat_vec_q<<<VOCAB / 4, block, 0, main_stream>>>(wlogits, x, d_logits, EMB, VOCAB);
        CUDA_CHECK(cudaMemcpyAsync(logits, d_logits, VOCAB * 4, cudaMemcpyDeviceToHost, main_stream));
        CUDA_CHECK(cudaStreamSynchronize(main_stream));
        logits[0] = (float)pos;
        emb[0] = (float)sample(logits, VOCAB);
    }
    nvtxRangePop();
    printf("%d tokens\n", TOKENS);
    return 0;
}
