// Progressive path tracer: kernels of several waves with large dynamic shared memory, a denoiser that wants the other carveout,
// a tone mapper and a preview read back beside the next pass, every pass a camera update of 256 B.
#include "nullstream.cuh"
#include <cstdio>

struct Camera { float m[64]; };

#pragma nullstream kernel(trace) block_time(88us) regs(64) reads(cam, 256) reads(accum, w * h * 16) writes(accum, w * h * 16)
__global__ void trace(const Camera *cam, float4 *accum, int w, int h, int pass)
{
    extern __shared__ char stack[];
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        accum[y * w + x].x += cam->m[0] + stack[0];
}
#pragma nullstream kernel(denoise) bytes(w * h * 64.0) flops(w * h * 300.0) regs(40) reads(accum, w * h * 16) writes(out, w * h * 16)
__global__ void denoise(const float4 *accum, float4 *out, int w, int h) {}
#pragma nullstream kernel(tonemap) bytes(w * h * 20.0) flops(w * h * 20.0) reads(in, w * h * 16) writes(rgba, w * h * 4)
__global__ void tonemap(const float4 *in, uchar4 *rgba, int w, int h) {}

template <typename F> static void for_each_pass(int n, F f)
{
    for (int i = 0; i < n; i++)
        f(i);
}

int main()
{
    const int w = 1280, h = 720, passes = 14;
    const size_t stackBytes = 56 * 1024;
    cudaFuncSetAttribute(trace, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)stackBytes);
    Camera *dCam[2], *hCam;
    float4 *accum, *clean;
    uchar4 *rgba, *preview;
    for (int i = 0; i < 2; i++)
        cudaMalloc(&dCam[i], sizeof(Camera));
    cudaMallocHost(&hCam, passes * sizeof(Camera));
    cudaMalloc(&accum, w * h * sizeof(float4));
    cudaMalloc(&clean, w * h * sizeof(float4));
    cudaMalloc(&rgba, w * h * sizeof(uchar4));
    cudaMallocHost(&preview, w * h * sizeof(uchar4));
    cudaStream_t render, post;
    cudaStreamCreateWithFlags(&render, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&post, cudaStreamNonBlocking);
    cudaEvent_t traced, denoised, mapped;
    cudaEventCreateWithFlags(&traced, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&denoised, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&mapped, cudaEventDisableTiming);
    cudaMemsetAsync(accum, 0, w * h * sizeof(float4), render);
    for_each_pass(passes, [&](int pass) {
        hCam[pass].m[0] = (float)pass;
        cudaMemcpyAsync(dCam[pass & 1], &hCam[pass], sizeof(Camera), cudaMemcpyHostToDevice, render);
        dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
        trace<<<grid, block, stackBytes, render>>>(dCam[pass & 1], accum, w, h, pass);
        if (pass % 3 == 1) {
            cudaEventRecord(traced, render);
            cudaStreamWaitEvent(post, traced, 0);
            denoise<<<grid, block, 0, post>>>(accum, clean, w, h);
            cudaEventRecord(denoised, post);
            cudaStreamWaitEvent(render, denoised, 0);
            tonemap<<<w * h / 256, 256, 0, post>>>(clean, rgba, w, h);
            cudaMemcpyAsync(preview, rgba, w * h * sizeof(uchar4), cudaMemcpyDeviceToHost, post);
            cudaEventRecord(mapped, post);
        }
    });
    cudaEventSynchronize(mapped);
    cudaStreamSynchronize(render);
    printf("%d\n", preview[0].x);
    return 0;
}
