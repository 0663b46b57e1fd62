// A video pipeline: frames in pitched memory, three in flight: upload luma and chroma rows by
// cudaMemcpy2DAsync, clear borders by cudaMemset2DAsync, denoise, scale, download a cropped window.
#include "nullstream.cuh"
#include <cstdio>
#include <cstdlib>

constexpr int W = 1920, H = 1080, FRAMES = 24, INFLIGHT = 3;
constexpr int OW = 1280, OH = 720, BORDER = 16;

#pragma nullstream kernel(denoise) flops(160.0 * W * H) bytes(3.0 * W * H) reads(src, pitch * (H * 3 / 2)) writes(dst, pitch * H)
__global__ void denoise(const unsigned char *src, unsigned char *dst, size_t pitch)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < W && y < H) {
        int sum = 0;
        for (int d = -4; d <= 4; d++)
            sum += src[y * pitch + min(max(x + d, 0), W - 1)];
        dst[y * pitch + x] = sum / 9;
    }
}

#pragma nullstream kernel(scale) block_time(9us) reads(src, pitch * H) writes(dst, opitch * OH)
__global__ void scale(const unsigned char *src, unsigned char *dst, size_t pitch, size_t opitch)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    spin_us(9);
    if (x < OW && y < OH)
        dst[y * opitch + x] = src[(y * 3 / 2) * pitch + x * 3 / 2];
}

struct Frame {
    unsigned char *in, *out;             // pinned, tightly packed
    unsigned char *yuv, *clean, *scaled; // pitched
    size_t pitch, cpitch, opitch;
    cudaStream_t stream;
    cudaEvent_t uploaded;
};

static void die(cudaError_t e, int line)
{
    fprintf(stderr, "line %d: %s\n", line, cudaGetErrorName(e));
    exit(2);
}
#define OK(call)                                                                                   \
    if (cudaError_t e = (call))                                                                    \
    die(e, __LINE__)

int main()
{
    Frame f[INFLIGHT];
    for (Frame &r : f) {
        OK(cudaHostAlloc((void **)&r.in, W * H * 3 / 2, cudaHostAllocWriteCombined));
        OK(cudaMallocHost((void **)&r.out, OW * OH));
        OK(cudaMallocPitch((void **)&r.yuv, &r.pitch, W, H * 3 / 2));
        OK(cudaMallocPitch((void **)&r.clean, &r.cpitch, W, H));
        OK(cudaMallocPitch((void **)&r.scaled, &r.opitch, OW, OH));
        OK(cudaStreamCreateWithFlags(&r.stream, cudaStreamNonBlocking));
        OK(cudaEventCreateWithFlags(&r.uploaded, cudaEventDisableTiming | cudaEventBlockingSync));
    }
    OK(cudaDeviceSynchronize());
    unsigned checksum = 0;
    for (int n = 0; n < FRAMES + INFLIGHT; n++) {
        Frame &r = f[n % INFLIGHT];
        if (n >= INFLIGHT) { // hand over the frame that was put in here INFLIGHT turns ago
            OK(cudaStreamSynchronize(r.stream));
            checksum += r.out[0];
            host_work_us(30); // encode
        }
        if (n >= FRAMES)
            continue;
        host_work_us(55); // demux and decode into r.in
        r.in[0] = (unsigned char)n;
        OK(cudaMemcpy2DAsync(r.yuv, r.pitch, r.in, W, W, H, cudaMemcpyHostToDevice, r.stream));
        OK(cudaMemcpy2DAsync(r.yuv + r.pitch * H, r.pitch, r.in + W * H, W, W, H / 2,
                             cudaMemcpyHostToDevice, r.stream));
        OK(cudaEventRecord(r.uploaded, r.stream));
        OK(cudaMemset2DAsync(r.yuv, r.pitch, 0, BORDER, H, r.stream));
        denoise<<<dim3(W / 32, H / 8), dim3(32, 8), 0, r.stream>>>(r.yuv, r.clean, r.pitch);
        scale<<<dim3(OW / 32, OH / 8), dim3(32, 8), 0, r.stream>>>(r.clean, r.scaled, r.cpitch, r.opitch);
        OK(cudaMemcpy2DAsync(r.out, OW, r.scaled, r.opitch, OW, OH, cudaMemcpyDeviceToHost, r.stream));
    }
    printf("checksum %u\n", checksum);
    return 0;
}
