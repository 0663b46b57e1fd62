// A game's frame loop: simulation, culling and post effects in three streams, the host polls the frame two back with
// cudaStreamQuery while it does other jobs, sleeps when nothing is left, and reads a small result per frame.
#include "nullstream.cuh"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <thread>
#include <vector>

template <typename T> void verify(T result, char const *const func, const char *const file, int const line)
{
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line, static_cast<unsigned int>(result),
                cudaGetErrorName(result), func);
        exit(EXIT_FAILURE);
    }
}
#define checkCudaErrors(val) verify((val), #val, __FILE__, __LINE__)

constexpr int kBodies = 60000, kFrames = 16, kInFlight = 2;

#pragma nullstream kernel(broad_phase) bytes(32.0 * kBodies) flops(900.0 * kBodies) regs(40) reads(body, kBodies * 16) writes(pairs, kBodies * 8)
__global__ void broad_phase(const float4 *body, int2 *pairs) {}
#pragma nullstream kernel(solve) block_time(11us) regs(56) reads(pairs, kBodies * 8) writes(body, kBodies * 16)
__global__ void solve(const int2 *pairs, float4 *body, int color) {}
#pragma nullstream kernel(cull) bytes(20.0 * kBodies) atomics(count, 4)
__global__ void cull(const float4 *body, int *visible, int *count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kBodies && body[i].w > 0)
        visible[atomicAdd(count, 1)] = i;
}
#pragma nullstream kernel(bloom) bytes(24.0 * 1920 * 1080) regs(40) reads(image, 1920 * 1080 * 8) writes(target, 1920 * 1080 * 4)
__global__ void bloom(const uint2 *image, unsigned *target, int level) {}

struct Frame {
    cudaStream_t physics, visibility, post;
    cudaEvent_t simulated, copied;
    int *visible, *count, *count_host;
    float4 *body;
    unsigned *target, *target_host;
    bool live = false;
};

int main()
{
    float4 *body;
    int2 *pairs;
    uint2 *image;
    Frame frame[kInFlight];
    checkCudaErrors(cudaSetDeviceFlags(cudaDeviceScheduleAuto));
    checkCudaErrors(cudaMalloc(&body, kBodies * sizeof(float4)));
    checkCudaErrors(cudaMalloc(&pairs, kBodies * sizeof(int2)));
    checkCudaErrors(cudaMalloc(&image, 1920 * 1080 * sizeof(uint2)));
    cudaStream_t physics, visibility, post;
    checkCudaErrors(cudaStreamCreate(&physics));
    checkCudaErrors(cudaStreamCreate(&visibility));
    checkCudaErrors(cudaStreamCreateWithFlags(&post, cudaStreamNonBlocking));
    for (Frame &f : frame) {
        f.physics = physics;
        f.visibility = visibility;
        f.post = post;
        checkCudaErrors(cudaEventCreateWithFlags(&f.simulated, cudaEventDisableTiming));
        checkCudaErrors(cudaEventCreateWithFlags(&f.copied, cudaEventDisableTiming | cudaEventBlockingSync));
        checkCudaErrors(cudaMalloc(&f.body, kBodies * sizeof(float4)));
        checkCudaErrors(cudaMalloc(&f.visible, kBodies * sizeof(int)));
        checkCudaErrors(cudaMalloc(&f.count, sizeof(int)));
        checkCudaErrors(cudaMallocHost(&f.count_host, sizeof(int)));
        checkCudaErrors(cudaMalloc(&f.target, 1920 * 1080 * 4));
        checkCudaErrors(cudaMallocHost(&f.target_host, 1920 * 1080 * 4));
    }
    checkCudaErrors(cudaMemset(body, 0, kBodies * sizeof(float4)));
    checkCudaErrors(cudaMemset(image, 0, 1920 * 1080 * sizeof(uint2)));
    checkCudaErrors(cudaDeviceSynchronize());

    int jobs = 40, spare = 0;
    const std::vector<std::function<void()>> work = {
        [] { host_work_us(18); }, // audio
        [] { host_work_us(31); }, // scripts
        [] { host_work_us(9); },  // network
    };
    for (int n = 0; n < kFrames + kInFlight; n++) {
        Frame &f = frame[n % kInFlight];
        if (f.live) {
            while (cudaStreamQuery(f.post) == cudaErrorNotReady && cudaEventQuery(f.copied) == cudaErrorNotReady) {
                cudaGetLastError();
                if (jobs > 0)
                    work[--jobs % work.size()]();
                else {
                    std::this_thread::sleep_for(std::chrono::microseconds(20));
                    spare++;
                }
            }
            cudaGetLastError(); // "not ready" is none
            checkCudaErrors(cudaEventSynchronize(f.copied));
            host_work_us(15); // hand the picture over
            jobs = std::min(40, jobs + 4);
            f.live = false;
        }
        if (n >= kFrames)
            continue;
        broad_phase<<<(kBodies + 255) / 256, 256, 0, f.physics>>>(body, pairs);
        for (int c = 0; c < 8; c++)
            solve<<<110 - 12 * c, 128, 0, f.physics>>>(pairs, body, c);
        checkCudaErrors(cudaMemcpyAsync(f.body, body, kBodies * sizeof(float4), cudaMemcpyDeviceToDevice, f.physics));
        checkCudaErrors(cudaEventRecord(f.simulated, f.physics));

        checkCudaErrors(cudaStreamWaitEvent(f.visibility, f.simulated, 0));
        checkCudaErrors(cudaMemsetAsync(f.count, 0, sizeof(int), f.visibility));
        cull<<<(kBodies + 255) / 256, 256, 0, f.visibility>>>(f.body, f.visible, f.count);
        checkCudaErrors(cudaMemcpyAsync(f.count_host, f.count, sizeof(int), cudaMemcpyDeviceToHost, f.visibility));
        checkCudaErrors(cudaEventRecord(f.simulated, f.visibility));

        for (int level = 0; level < 3; level++)
            bloom<<<dim3(60 >> level, 34 >> level), dim3(32, 32), 0, f.post>>>(image, f.target, level);
        checkCudaErrors(cudaStreamWaitEvent(f.post, f.simulated, 0));
        checkCudaErrors(cudaMemcpyAsync(f.target_host, f.target, 1920 * 1080 * 4, cudaMemcpyDeviceToHost, f.post));
        checkCudaErrors(cudaEventRecord(f.copied, f.post));
        checkCudaErrors(cudaGetLastError());
        f.live = true;
    }
    checkCudaErrors(cudaDeviceSynchronize());
    printf("%d frames, %d objects%s\n", kFrames, *frame[0].count_host, spare > 100000 ? ", idle" : "");
    return 0;
}
