// Tracking on 3 camera streams (cudaStreamCreate: blocking). A helper from a library zeroes its accumulator in the
// legacy stream by accident, and one kernel forgot its stream argument every fourth frame.
#include "nullstream.cuh"
#include <cstdio>
#include <cstring>

#define CAMS 3
#define FRAMES 15

__constant__ float c_calib[64];
#pragma nullstream kernel(undistort) bytes(n * 8.0) flops(n * 40.0) regs(32) reads(in, n) writes(out, n * 4)
__global__ void undistort(const unsigned char *in, float *out, int n) {}
#pragma nullstream kernel(features) block_time(33us) regs(56) shared(12288) reads(img, n * 4) writes(acc, 8192)
__global__ void features(const float *img, int n, int *acc) {}
__global__ void match(const int *acc, int *result, int cam)
{
    spin_us(19);
}
#pragma nullstream kernel(match) reads(acc, 8192) writes(result + cam * 512, 2048)

namespace trklib {
void zero_accumulator(int *acc, size_t n)
{
    cudaMemset(acc, 0, n); // no stream
}
}

int main()
{
    const int n = 1280 * 1024;
    cudaStream_t cam[CAMS];
    unsigned char *hImg[CAMS], *dImg[CAMS];
    float *flat[CAMS];
    int *acc[CAMS], *result, *hResult;
    for (int c = 0; c < CAMS; c++) {
        cudaStreamCreate(&cam[c]);
        cudaMallocHost(&hImg[c], n);
        memset(hImg[c], c, n);
        cudaMalloc(&dImg[c], n);
        cudaMalloc(&flat[c], n * sizeof(float));
        cudaMalloc(&acc[c], 8192);
    }
    cudaMalloc(&result, CAMS * 2048);
    cudaHostAlloc(&hResult, CAMS * 2048, cudaHostAllocDefault);
    float calib[64] = {1.0f};
    for (int f = 0; f < FRAMES; f++) {
        if (f % 5 == 0)
            cudaMemcpyToSymbol(c_calib, calib, sizeof(calib));
        for (int c = 0; c < CAMS; c++) {
            cudaMemcpyAsync(dImg[c], hImg[c], n, cudaMemcpyHostToDevice, cam[c]);
            undistort<<<n / 1024, 256, 0, cam[c]>>>(dImg[c], flat[c], n);
            if (c == 1)
                trklib::zero_accumulator(acc[c], 8192);
            else
                cudaMemsetAsync(acc[c], 0, 8192, cam[c]);
            features<<<150, 192, 0, cam[c]>>>(flat[c], n, acc[c]);
            if (f % 4 == 3 && c == 2)
                match<<<12, 128>>>(acc[c], result, c);
            else
                match<<<12, 128, 0, cam[c]>>>(acc[c], result, c);
            cudaMemcpyAsync(hResult + c * 512, result + c * 512, 2048, cudaMemcpyDeviceToHost, cam[c]);
        }
        for (int c = 0; c < CAMS; c++)
            cudaStreamSynchronize(cam[c]);
        host_work_us(40); // the track filter
    }
    printf("%d\n", hResult[0]);
    return 0;
}
