// Render loop: physics, culling, shading at 'frames', swap chain of two, frame pacing by usleep.
#include "nullstream.cuh"
#include <unistd.h>
#include <stdio.h>

#pragma nullstream host(game_logic) time(140us)
void game_logic(int frame)
{
}

__global__ void physics(float4 *bodies) { spin_us(90); }
__global__ void cull(const float4 *bodies, int *visible) { spin_us(18); }
#pragma nullstream kernel(shade) time(310us) regs(96)
__global__ void shade(const float4 *bodies, const int *visible, uchar4 *image)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    image[i] = make_uchar4(visible[i & 1023], bodies[i & 1023].x, 0, 255);
}

int main()
{
    const int FRAMES = 14, W = 1024, H = 512;
    float4 *bodies;
    int *visible;
    uchar4 *image[2], *shown[2];
    cudaEvent_t flip[2];
    cudaStream_t sim, gfx;
    cudaStreamCreate(&sim);
    cudaStreamCreate(&gfx);
    cudaMalloc(&bodies, 1 << 20);
    cudaMalloc(&visible, 1 << 20);
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&image[i], W * H * 4);
        cudaMallocHost(&shown[i], W * H * 4);
        cudaEventCreateWithFlags(&flip[i], cudaEventBlockingSync | cudaEventDisableTiming);
    }
    cudaEvent_t simulated;
    cudaEventCreateWithFlags(&simulated, cudaEventDisableTiming);
    for (int f = 0; f < FRAMES; f++) {
        game_logic(f);
        physics<<<60, 128, 0, sim>>>(bodies);
        cull<<<16, 128, 0, sim>>>(bodies, visible);
        cudaEventRecord(simulated, sim);
        if (f >= 2)
            cudaEventSynchronize(flip[f & 1]);
        cudaStreamWaitEvent(gfx, simulated, 0);
        shade<<<W * H / 256, 256, 0, gfx>>>(bodies, visible, image[f & 1]);
        cudaMemcpyAsync(shown[f & 1], image[f & 1], W * H * 4, cudaMemcpyDeviceToHost, gfx);
        cudaEventRecord(flip[f & 1], gfx);
        if (f % 5 == 4)
            usleep(400);
    }
    cudaDeviceSynchronize();
    return 0;
}
