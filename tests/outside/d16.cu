// Latency-critical requests (a small ranking model, high priority) among batch embedding jobs (low priority, several
// waves). The request's latency is measured with events.
#include "nullstream.cuh"
#include <cstdio>

#pragma nullstream kernel(batch_embed) block_time(170us) regs(64) shared(20000)
__global__ void batch_embed(const float *table, float *out, int job)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = table[i * 7 % 1000003];
}
#pragma nullstream kernel(rank_a) block_time(12us) regs(64) shared(8192) reads(q, 16384) writes(tmp, 65536)
__global__ void rank_a(const float *q, float *tmp) {}
#pragma nullstream kernel(rank_b) block_time(7us) reads(tmp, 65536) writes(score, 1024)
__global__ void rank_b(const float *tmp, float *score) {}

int main()
{
    const int requests = 20, batchBlocks = 132 * 8 * 3 + 57;
    int leastPriority = 0, greatestPriority = 0;
    cudaDeviceGetStreamPriorityRange(&leastPriority, &greatestPriority);
    cudaStream_t batch, online;
    cudaStreamCreateWithPriority(&batch, cudaStreamNonBlocking, leastPriority);
    cudaStreamCreateWithPriority(&online, cudaStreamNonBlocking, greatestPriority);
    float *table, *out, *q, *tmp, *score, *hq, *hscore;
    cudaMalloc(&table, 1000003 * sizeof(float));
    cudaMalloc(&out, batchBlocks * 256 * sizeof(float));
    cudaMalloc(&q, 16384);
    cudaMalloc(&tmp, 65536);
    cudaMalloc(&score, 1024);
    cudaMallocHost(&hq, 16384);
    cudaMallocHost(&hscore, 1024);
    cudaEvent_t t0, t1;
    cudaEventCreate(&t0);
    cudaEventCreate(&t1);
    for (int j = 0; j < 9; j++)
        batch_embed<<<batchBlocks, 256, 0, batch>>>(table, out, j);
    float worst = 0, sum = 0;
    for (int r = 0; r < requests; r++) {
        host_work_us(130 + 97 * (r % 3)); // the next request comes
        cudaEventRecord(t0, online);
        cudaMemcpyAsync(q, hq, 16384, cudaMemcpyHostToDevice, online);
        for (int layer = 0; layer < 3; layer++)
            rank_a<<<24 + 8 * layer, 128, 0, online>>>(q, tmp);
        rank_b<<<2, 512, 0, online>>>(tmp, score);
        cudaMemcpyAsync(hscore, score, 1024, cudaMemcpyDeviceToHost, online);
        cudaEventRecord(t1, online);
        cudaEventSynchronize(t1);
        float ms = 0;
        cudaEventElapsedTime(&ms, t0, t1);
        sum += ms;
        worst = ms > worst ? ms : worst;
    }
    cudaStreamSynchronize(batch);
    printf("latency mean %.3f ms, worst %.3f ms\n", sum / requests, worst);
    return 0;
}
