// Log compression: reader threads fill chunks, each has its stream, a dictionary is shared by all.
#include "nullstream.cuh"
#include <atomic>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

static constexpr size_t CHUNK = 1u << 20;
static constexpr int THREADS = 3, CHUNKS = 9;

#pragma nullstream kernel(tokenise) bytes(2.0 * n) reads(text, n) writes(tokens, n)
__global__ void tokenise(const char *text, unsigned char *tokens, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        tokens[i] = text[i] == ' ' ? 1 : 0;
}

#pragma nullstream kernel(encode) time(90us) reads(tokens, n) reads(dict, 65536) writes(out, n / 4)
__global__ void encode(const unsigned char *tokens, const unsigned char *dict, unsigned char *out, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n / 4) {
        unsigned v = 0;
        for (int r = 0; r < 60; r++)
            for (int k = 0; k < 4; k++)
                v = v * 31 + dict[(tokens[4 * i + k] * 257 + v) & 65535];
        out[i] = (unsigned char)v;
    }
}

struct Shared {
    unsigned char *dict = nullptr;
    std::atomic<int> next{0};
    std::atomic<size_t> bytes_out{0};
};

static void fill(char *p, int number)
{
    std::string line = "2026-11-29 INFO worker " + std::to_string(number) + " did something\n";
    for (size_t at = 0; at + line.size() <= CHUNK; at += 4096)
        std::memcpy(p + at, line.data(), line.size());
}

static void worker(Shared &sh)
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    char *host, *text;
    unsigned char *tokens, *out, *packed;
    cudaMallocHost(&host, CHUNK);
    cudaMallocHost(&packed, CHUNK / 4);
    cudaMalloc(&text, CHUNK);
    cudaMalloc(&tokens, CHUNK);
    cudaMalloc(&out, CHUNK / 4);
    for (int c; (c = sh.next++) < CHUNKS;) {
        fill(host, c);
        cudaMemcpyAsync(text, host, CHUNK, cudaMemcpyHostToDevice, s);
        tokenise<<<CHUNK / 256, 256, 0, s>>>(text, tokens, CHUNK);
        encode<<<CHUNK / 1024, 256, 0, s>>>(tokens, sh.dict, out, CHUNK);
        cudaMemcpyAsync(packed, out, CHUNK / 4, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        sh.bytes_out += CHUNK / 4;
    }
    cudaFree(text);
    cudaFree(tokens);
    cudaFree(out);
    cudaFreeHost(host);
    cudaFreeHost(packed);
    cudaStreamDestroy(s);
}

int main()
{
    Shared sh;
    unsigned char *dict;
    cudaMallocHost(&dict, 65536);
    for (int i = 0; i < 65536; i++)
        dict[i] = (unsigned char)(i * 7);
    cudaMalloc(&sh.dict, 65536);
    cudaStream_t setup;
    cudaStreamCreateWithFlags(&setup, cudaStreamNonBlocking);
    cudaMemcpyAsync(sh.dict, dict, 65536, cudaMemcpyHostToDevice, setup);
    std::vector<std::thread> pool;
    for (int t = 0; t < THREADS; t++)
        pool.emplace_back(worker, std::ref(sh));
    for (auto &t : pool)
        t.join();
    std::printf("%d chunks, %zu bytes out\n", CHUNKS, sh.bytes_out.load());
    cudaStreamDestroy(setup);
    cudaFree(sh.dict);
    cudaFreeHost(dict);
    return 0;
}
