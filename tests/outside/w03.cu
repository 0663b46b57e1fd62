// C++17. Stereo perception on a robot: pitched 2D uploads, census and disparity in a low-priority stream, a small obstacle check in a high-priority one.
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>

namespace {

constexpr int W = 1280, H = 720, FRAMES = 9, DISPARITIES = 96;

#define CUDA_OK(x)                                                         \
    if (cudaError_t err = (x); err != cudaSuccess) {                       \
        std::printf("%s failed: %s\n", #x, cudaGetErrorString(err));       \
        return 1;                                                          \
    }

struct Pitched {
    unsigned char *data = nullptr;
    size_t pitch = 0;
};

#pragma nullstream kernel(rectify) flops(24.0 * w * h) bytes(3.0 * w * h)
__global__ void rectify(const unsigned char *in, size_t pitch, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < w && y < h) {
        float fx = x + 0.4f * __sinf(y * 0.01f), fy = y + 0.2f;
        int ix = min(max((int)fx, 0), w - 1), iy = min((int)fy, h - 1);
        out[y * w + x] = in[iy * pitch + ix];
    }
}

#pragma nullstream kernel(census) flops(50.0 * w * h) bytes(5.0 * w * h)
__global__ void census(const unsigned char *in, unsigned *out, int w, int h)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < 2 || y < 2 || x >= w - 2 || y >= h - 2) return;
    unsigned bits = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) bits = bits << 1 | (in[(y + dy) * w + x + dx] > in[y * w + x]);
    out[y * w + x] = bits;
}

#pragma nullstream kernel(match) flops(4.0 * w * h * disparities) bytes(9.0 * w * h)
__global__ void match(const unsigned *l, const unsigned *r, unsigned char *disp, int w, int h, int disparities)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= w || y >= h) return;
    int best = 99, at = 0;
    for (int d = 0; d < disparities && d <= x; d++) {
        int c = __popc(l[y * w + x] ^ r[y * w + x - d]);
        if (c < best) best = c, at = d;
    }
    disp[y * w + x] = at;
}

#pragma nullstream kernel(obstacle) time(14us)
__global__ void obstacle(const unsigned char *disp, int *closest, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < w * h / 16) atomicMax(closest, (int)disp[i * 16]);
}

} // namespace

int main()
{
    int least, greatest;
    CUDA_OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    cudaStream_t vision, control;
    CUDA_OK(cudaStreamCreateWithPriority(&vision, cudaStreamNonBlocking, least));
    CUDA_OK(cudaStreamCreateWithPriority(&control, cudaStreamNonBlocking, greatest));

    Pitched raw[2];
    unsigned char *rect[2], *disparity[2];
    unsigned *bits[2];
    int *closest, *host_closest;
    for (int s = 0; s < 2; s++) {
        CUDA_OK(cudaMallocPitch(&raw[s].data, &raw[s].pitch, W, H));
        CUDA_OK(cudaMalloc(&rect[s], W * H));
        CUDA_OK(cudaMalloc(&bits[s], W * H * sizeof(unsigned)));
        CUDA_OK(cudaMalloc(&disparity[s], W * H));
    }
    CUDA_OK(cudaMalloc(&closest, FRAMES * sizeof(int)));
    CUDA_OK(cudaMallocHost(&host_closest, FRAMES * sizeof(int)));

    // Every third frame a window of the disparity goes to the planner, padded to lines of 640 bytes on the device.
    constexpr int WIN_W = 600, WIN_H = 320;
    unsigned char *window, *host_window;
    CUDA_OK(cudaMalloc(&window, 640 * WIN_H));
    CUDA_OK(cudaMallocHost(&host_window, WIN_W * WIN_H * ((FRAMES + 2) / 3)));

    // The camera driver delivers lines of 1344 bytes, both eyes in a page-locked buffer.
    const size_t line = 1344;
    unsigned char *camera;
    CUDA_OK(cudaHostAlloc(&camera, 2 * line * H, cudaHostAllocDefault));

    cudaEvent_t ready[2], checked[2];
    for (int i = 0; i < 2; i++) {
        CUDA_OK(cudaEventCreateWithFlags(&ready[i], cudaEventDisableTiming));
        CUDA_OK(cudaEventCreateWithFlags(&checked[i], cudaEventDisableTiming));
    }
    CUDA_OK(cudaDeviceSynchronize());

    CUDA_OK(cudaMemsetAsync(closest, 0, FRAMES * sizeof(int), control));
    const dim3 block(32, 8), grid((W + 31) / 32, (H + 7) / 8);
    for (int f = 0; f < FRAMES; f++) {
        const int b = f & 1;
        for (int eye = 0; eye < 2; eye++) {
            CUDA_OK(cudaMemcpy2DAsync(raw[eye].data, raw[eye].pitch, camera + eye * line * H, line, W, H,
                                      cudaMemcpyHostToDevice, vision));
            rectify<<<grid, block, 0, vision>>>(raw[eye].data, raw[eye].pitch, rect[eye], W, H);
            census<<<grid, block, 0, vision>>>(rect[eye], bits[eye], W, H);
        }
        if (f >= 2) CUDA_OK(cudaStreamWaitEvent(vision, checked[b], 0));
        match<<<grid, block, 0, vision>>>(bits[0], bits[1], disparity[b], W, H, DISPARITIES);
        CUDA_OK(cudaEventRecord(ready[b], vision));
        CUDA_OK(cudaStreamWaitEvent(control, ready[b], 0));
        obstacle<<<W * H / 16 / 128, 128, 0, control>>>(disparity[b], closest + f, W, H);
        CUDA_OK(cudaMemcpyAsync(host_closest + f, closest + f, sizeof(int), cudaMemcpyDeviceToHost, control));
        if (f % 3 == 2) {
            CUDA_OK(cudaMemset2DAsync(window, 640, 0, 640, WIN_H, control));
            CUDA_OK(cudaMemcpy2DAsync(window, 640, disparity[b] + 200 * W + 340, W, WIN_W, WIN_H, cudaMemcpyDeviceToDevice, control));
            CUDA_OK(cudaMemcpy2DAsync(host_window + (f / 3) * WIN_W * WIN_H, WIN_W, window, 640, WIN_W, WIN_H,
                                      cudaMemcpyDeviceToHost, control));
        }
        CUDA_OK(cudaEventRecord(checked[b], control));
    }
    CUDA_OK(cudaStreamSynchronize(control));
    CUDA_OK(cudaStreamSynchronize(vision));
    std::printf("%d frames, last obstacle at disparity %d\n", FRAMES, host_closest[FRAMES - 1]);
    return 0;
}
