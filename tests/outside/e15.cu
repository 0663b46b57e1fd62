// Streaming speech recognition: 5 sessions in threads, audio chunks of 80 ms (10 KB), an encoder step of short kernels, then a
// greedy decoder that reads one token at a time and stops at blank (at most 3). Per-thread default streams by name.
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>
#include "nullstream.cuh"

#pragma nullstream kernel(features) block_time(4us) reads(pcm, samples * 4) writes(mel, 80 * 8 * 4)
__global__ void features(const float *pcm, float *mel, int samples)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 80 * 8)
        mel[i] = pcm[i % samples];
}
#pragma nullstream kernel(gemv) bytes(rows * cols * 2.0) flops(rows * cols * 2.0) reads(w, rows * cols * 2) reads(x, cols * 4) writes(y, rows * 4)
__global__ void gemv(const unsigned short *w, const float *x, float *y, int rows, int cols)
{
    int r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    float s = 0;
    for (int c = threadIdx.x % 32; c < cols; c += 32)
        s += w[(size_t)r * cols + c] * x[c];
    if (threadIdx.x % 32 == 0 && r < rows)
        y[r] = s;
}
#pragma nullstream kernel(cell) block_time(2.2us) reads(y, 2048 * 4) reads(h, 512 * 4) writes(h, 512 * 4)
__global__ void cell(const float *y, float *h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 512)
        h[i] = tanhf(y[i] + y[i + 512] * h[i]);
}
#pragma nullstream kernel(argmax) block_time(3us) reads(y, 1024 * 4) writes(token, 4)
__global__ void argmax(const float *y, int *token)
{
    if (threadIdx.x == 0)
        *token = y[0] > y[1];
}

static unsigned short *weights; // shared by all sessions
static std::atomic<int> tokens{0};

static void session(int id)
{
    const cudaStream_t s = cudaStreamPerThread;
    const int samples = 1280 * 2, chunks = 8, layers = 4;
    float *pcm, *dPcm, *mel, *h, *y;
    int *token, *hToken;
    cudaMallocHost(&pcm, samples * sizeof(float));
    cudaMallocHost(&hToken, sizeof(int));
    cudaMalloc(&dPcm, samples * sizeof(float));
    cudaMalloc(&mel, 80 * 8 * sizeof(float));
    cudaMalloc(&h, 512 * layers * sizeof(float));
    cudaMalloc(&y, 2048 * sizeof(float));
    cudaMalloc(&token, sizeof(int));
    cudaMemsetAsync(h, 0, 512 * layers * sizeof(float), s);
    for (int c = 0; c < chunks; c++) {
        for (int i = 0; i < samples; i++)
            pcm[i] = (float)(i * (id + 1) % 17);
        cudaMemcpyAsync(dPcm, pcm, samples * sizeof(float), cudaMemcpyHostToDevice, s);
        features<<<3, 224, 0, s>>>(dPcm, mel, samples);
        for (int l = 0; l < layers; l++) {
            const float *x = l == 0 ? mel : h + 512 * (l - 1);
            gemv<<<2048 / 8, 256, 0, s>>>(weights + (size_t)l * 2048 * 512, x, y, 2048, 512);
            cell<<<2, 256, 0, s>>>(y, h + 512 * l);
        }
        for (int t = 0; t < 3; t++) {
            gemv<<<1024 / 8, 256, 0, s>>>(weights + (size_t)layers * 2048 * 512, h + 512 * (layers - 1), y, 1024, 512);
            argmax<<<1, 96, 0, s>>>(y, token);
            cudaMemcpyAsync(hToken, token, sizeof(int), cudaMemcpyDeviceToHost, s);
            cudaStreamSynchronize(s);
            tokens++;
            if (*hToken == 0)
                break;
        }
        host_work_us(12.0 + id); // language model
    }
    cudaFreeHost(pcm);
    cudaFreeHost(hToken);
    for (void *p : {(void *)dPcm, (void *)mel, (void *)h, (void *)y, (void *)token})
        cudaFree(p);
}

int main()
{
    const size_t n = (4 * 2048 + 1024) * 512;
    cudaMalloc(&weights, n * sizeof(unsigned short));
    cudaMemset(weights, 0, n * sizeof(unsigned short));
    cudaDeviceSynchronize();
    std::vector<std::thread> sessions;
    for (int i = 0; i < 5; i++)
        sessions.emplace_back(session, i);
    for (auto &t : sessions)
        t.join();
    printf("%d tokens at most\n", tokens.load());
    return 0;
}
