// A host thread of its own fills two page-locked buffers in turns, by memcpy; main copies each in when an
// atomic says that it is full, and tells by another one when it may be filled anew. FILLED: nothing is
// to be filled, which is the most that it gains to copy in from where the data is.
#include "nullstream.cuh"
#include <atomic>
#include <stdlib.h>
#include <string.h>
#include <thread>

const int PARTS = 12;
const int N = 1 << 20;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(infer) time(200us) reads(x, BYTES) writes(y, BYTES)
__global__ void infer(const float *x, float *y)
{
}

int main()
{
    std::atomic<int> full{0}, used{0};
    float *data = (float *)calloc(PARTS * N, sizeof(float)), *staging[2], *x, *y, *out;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (auto &buffer : staging)
        cudaMallocHost(&buffer, BYTES);
    cudaMallocHost(&out, BYTES);
    cudaMalloc(&x, BYTES);
    cudaMalloc(&y, BYTES);
    std::thread reader([&] {
        for (int i = 0; i < PARTS; i++) {
            while (used.load() + 2 <= i)
                std::this_thread::yield();
#ifndef FILLED
            memcpy(staging[i % 2], data + i * N, BYTES);
#endif
            full.store(i + 1);
        }
    });
    for (int i = 0; i < PARTS; i++) {
        while (full.load() <= i)
            ;
        cudaMemcpyAsync(x, staging[i % 2], BYTES, cudaMemcpyHostToDevice, stream);
        infer<<<256, 256, 0, stream>>>(x, y);
        cudaMemcpyAsync(out, y, BYTES, cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
        used.store(i + 1);
    }
    reader.join();
    free(data);
    return 0;
}
