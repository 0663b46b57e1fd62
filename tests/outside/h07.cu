// Frame-rate doubling of 1080p luma: one stream per stage (upload, motion, blend, download) rather than per frame; frames
// live in a window of four, stages are tied by one event per stage and slot, the host is held back by the last stage.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

constexpr int W = 1920, H = 1080, FRAMES = 32, WINDOW = 4;
constexpr size_t LUMA = (size_t)W * H;

#pragma nullstream kernel(motion) flops(600.0 * W * H) bytes(3.0 * W * H) regs(40) shared(6144)
__global__ void motion(const uint8_t *prev, const uint8_t *cur, short2 *field)
{
    __shared__ uint8_t tile[6144];
    int bx = blockIdx.x * 16, by = blockIdx.y * 16;
    for (int i = threadIdx.x; i < 6144; i += blockDim.x)
        tile[i] = prev[min((size_t)by * W + bx + i, LUMA - 1)];
    __syncthreads();
    unsigned best = ~0u;
    short2 at = make_short2(0, 0);
    for (int k = threadIdx.x; k < 256; k += blockDim.x) {
        unsigned sad = 0;
        for (int p = 0; p < 256; p++)
            sad += abs((int)tile[(p * 17 + k) % 6144] - (int)cur[min((size_t)by * W + bx + p, LUMA - 1)]);
        if (sad < best) {
            best = sad;
            at = make_short2(k % 16 - 8, k / 16 - 8);
        }
    }
    if (threadIdx.x == 0)
        field[blockIdx.y * gridDim.x + blockIdx.x] = at;
}

#pragma nullstream kernel(blend) bytes(3.0 * W * H) flops(8.0 * W * H)
__global__ void blend(const uint8_t *prev, const uint8_t *cur, const short2 *field, uint8_t *mid)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= W || y >= H)
        return;
    short2 m = field[(y / 16) * (W / 16) + x / 16];
    int sx = min(max(x + m.x / 2, 0), W - 1), sy = min(max(y + m.y / 2, 0), H - 1);
    mid[(size_t)y * W + x] = (prev[(size_t)sy * W + sx] + cur[(size_t)y * W + x] + 1) / 2;
}

struct Stage {
    cudaStream_t stream;
    cudaEvent_t done[WINDOW];
    Stage()
    {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        for (auto &e : done)
            cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    }
    ~Stage()
    {
        for (auto &e : done)
            cudaEventDestroy(e);
        cudaStreamDestroy(stream);
    }
    void after(const Stage &before, int slot) { cudaStreamWaitEvent(stream, before.done[slot], 0); }
    void finish(int slot) { cudaEventRecord(done[slot], stream); }
};

#pragma nullstream host(grab) time(60us)
static void grab(uint8_t *to, int frame)
{
    std::memset(to, frame & 255, 256); // header; the rest comes by DMA from the grabber card
}

int main()
{
    uint8_t *cur[WINDOW], *mid[WINDOW], *in[WINDOW], *out[WINDOW];
    short2 *field[WINDOW];
    for (int i = 0; i < WINDOW; i++) {
        cudaMalloc(&cur[i], LUMA);
        cudaMalloc(&mid[i], LUMA);
        cudaMalloc(&field[i], (W / 16) * (H / 16 + 1) * sizeof(short2));
        cudaHostAlloc(&in[i], LUMA, cudaHostAllocWriteCombined);
        cudaHostAlloc(&out[i], LUMA, 0);
    }
    {
        Stage upload, estimate, interpolate, download;
        dim3 grid2((W + 31) / 32, (H + 7) / 8), block2(32, 8);
        for (int f = 0; f < FRAMES; f++) {
            int slot = f % WINDOW, before = (f + WINDOW - 1) % WINDOW;
            if (f >= WINDOW) {
                cudaEventSynchronize(upload.done[slot]); // the pinned input may be filled again
                upload.after(interpolate, (slot + 1) % WINDOW); // frame f - WINDOW was needed by f - WINDOW + 1
            }
            grab(in[slot], f);
            cudaMemcpyAsync(cur[slot], in[slot], LUMA, cudaMemcpyHostToDevice, upload.stream);
            upload.finish(slot);
            if (f == 0)
                continue;
            estimate.after(upload, slot);
            motion<<<dim3(W / 16, H / 16), 64, 0, estimate.stream>>>(cur[before], cur[slot], field[slot]);
            estimate.finish(slot);
            interpolate.after(estimate, slot);
            if (f > WINDOW)
                interpolate.after(download, slot); // mid[slot] was fetched
            blend<<<grid2, block2, 0, interpolate.stream>>>(cur[before], cur[slot], field[slot], mid[slot]);
            interpolate.finish(slot);
            download.after(interpolate, slot);
            cudaMemcpyAsync(out[slot], mid[slot], LUMA, cudaMemcpyDeviceToHost, download.stream);
            download.finish(slot);
        }
        cudaStreamSynchronize(download.stream);
        if (cudaGetLastError() != cudaSuccess)
            return 1;
    }
    std::printf("%d frames in, %d between them\n", FRAMES, FRAMES - 1);
    for (int i = 0; i < WINDOW; i++) {
        cudaFree(cur[i]);
        cudaFree(mid[i]);
        cudaFree(field[i]);
        cudaFreeHost(in[i]);
        cudaFreeHost(out[i]);
    }
}
