// An inference server: requests of three models, each with its stream; one is urgent.
#include "nullstream.cuh"
#include <cstdio>
#include <vector>
#include <chrono>

struct Model {
    const char *name;
    int layers;
    int blocks;
    size_t input;
    cudaStream_t stream;
    void *d_in, *d_act, *h_in, *h_out;
    cudaEvent_t done;
};

__global__ void layer_small(void *act) { spin_us(12); }
__global__ void layer_large(void *act) { spin_us(70); }

static void submit(Model &m)
{
    cudaMemcpyAsync(m.d_in, m.h_in, m.input, cudaMemcpyHostToDevice, m.stream);
    for (int l = 0; l < m.layers; l++) {
        if (m.blocks > 100)
            layer_large<<<m.blocks, 256, 0, m.stream>>>(m.d_act);
        else
            layer_small<<<m.blocks, 128, 0, m.stream>>>(m.d_act);
    }
    cudaMemcpyAsync(m.h_out, m.d_act, 4096, cudaMemcpyDeviceToHost, m.stream);
    cudaEventRecord(m.done, m.stream);
}

int main()
{
    int least, greatest;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    std::vector<Model> models = {
        {"detector", 6, 40, 600 << 10},
        {"segmenter", 8, 1600, 3 << 20},
        {"keyword", 4, 8, 16 << 10},
    };
    for (size_t i = 0; i < models.size(); i++) {
        Model &m = models[i];
        cudaStreamCreateWithPriority(&m.stream, cudaStreamNonBlocking, i == 2 ? greatest : least);
        cudaMalloc(&m.d_in, m.input);
        cudaMalloc(&m.d_act, 8 << 20);
        cudaMallocHost(&m.h_in, m.input);
        cudaMallocHost(&m.h_out, 4096);
        cudaEventCreateWithFlags(&m.done, cudaEventDisableTiming);
    }
    // arrivals: deterministic trace
    const int trace[] = {1, 0, 2, 2, 0, 1, 2, 0, 2, 1, 2, 2, 0, 0, 2, 1, 2};
    auto t0 = std::chrono::steady_clock::now();
    for (int id : trace) {
        Model &m = models[id];
        cudaEventSynchronize(m.done); // one in flight per model
        host_work_us(25);             // tokenize, decode
        submit(m);
    }
    for (auto &m : models)
        cudaStreamSynchronize(m.stream);
    auto t1 = std::chrono::steady_clock::now();
    double us = std::chrono::duration<double, std::micro>(t1 - t0).count();
    printf("served %zu in %.1f us\n", sizeof(trace) / sizeof(trace[0]), us);
    return 0;
}
