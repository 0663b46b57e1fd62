// Rendering (low priority, many waves), video encoding (default) and head tracking (high, tiny) share a GPU;
// every kernel is limited by something else: registers, shared memory, the number of blocks.
#include <cuda_runtime.h>
#include <stdio.h>

#pragma nullstream kernel(shade) block_time(70us) regs(64)
__global__ void __launch_bounds__(256) shade(float4 *frame, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        frame[i] = make_float4(i, 0, 0, 1);
}

#pragma nullstream kernel(encode) block_time(25us) regs(40) shared(24576)
__global__ void encode(const float4 *frame, float4 *bits, int n)
{
    __shared__ float4 mb[1536];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    mb[threadIdx.x] = frame[i];
    __syncthreads();
    if (i < n)
        bits[i] = mb[threadIdx.x];
}

#pragma nullstream kernel(track) time(8us) reads(imu, 4096) writes(pose, 64)
__global__ void track(const float *imu, float *pose)
{
    pose[threadIdx.x & 15] = imu[threadIdx.x];
}

int main()
{
    const int pixels = 2560 * 1440, frames = 6;
    float4 *frame[2], *bits[2], *h_bits;
    float *imu, *pose, *h_pose, *h_imu;
    int least, greatest;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStream_t render, encoder, tracker;
    cudaStreamCreateWithPriority(&render, cudaStreamNonBlocking, least);
    cudaStreamCreateWithPriority(&encoder, cudaStreamNonBlocking, (least + greatest) / 2);
    cudaStreamCreateWithPriority(&tracker, cudaStreamNonBlocking, greatest);
    cudaEvent_t rendered[2], encoded[2], posed;
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&frame[i], pixels * sizeof(float4));
        cudaMalloc(&bits[i], pixels * sizeof(float4));
        cudaEventCreateWithFlags(&rendered[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&encoded[i], cudaEventDisableTiming);
    }
    cudaEventCreateWithFlags(&posed, cudaEventDisableTiming | cudaEventBlockingSync);
    cudaMalloc(&imu, 4096);
    cudaMalloc(&pose, 64);
    cudaMallocHost(&h_pose, 64);
    cudaMallocHost(&h_imu, 4096);
    cudaMallocHost(&h_bits, pixels * sizeof(float4) / 8);
    for (int f = 0; f < frames; f++) {
        const int k = f & 1;
        if (f >= 2)
            cudaStreamWaitEvent(render, encoded[k], 0);
        shade<<<pixels / 256, 256, 0, render>>>(frame[k], pixels);
        cudaEventRecord(rendered[k], render);
        cudaStreamWaitEvent(encoder, rendered[k], 0);
        encode<<<pixels / 8 / 192, 192, 0, encoder>>>(frame[k], bits[k], pixels);
        cudaMemcpyAsync(h_bits, bits[k], pixels * sizeof(float4) / 8, cudaMemcpyDeviceToHost, encoder);
        cudaEventRecord(encoded[k], encoder);
        for (int t = 0; t < 3; t++) {
            cudaMemcpyAsync(imu, h_imu, 4096, cudaMemcpyHostToDevice, tracker);
            track<<<1, 1024, 0, tracker>>>(imu, pose);
            cudaMemcpyAsync(h_pose, pose, 64, cudaMemcpyDeviceToHost, tracker);
            cudaEventRecord(posed, tracker);
            cudaEventSynchronize(posed);
        }
    }
    cudaDeviceSynchronize();
    printf("pose %f, bits %f\n", h_pose[0], h_bits[0].x);
    return 0;
}
