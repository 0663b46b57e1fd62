// C++17. Excitable medium (heart tissue) cut in four bands of rows, one stream each. Neighbours' edge rows
// are copied device to device behind the neighbour's event of the step before; every 8th step a frame comes home.
#include <array>
#include <cstdio>
#include <cuda_runtime.h>
#include <utility>

constexpr int COLS = 2048, ROWS = 512, BANDS = 4, STEPS = 32, EVERY = 8;
constexpr size_t ROW = COLS * sizeof(float);

#pragma nullstream kernel(react) bytes(8.0 * COLS * ROWS) flops(30.0 * COLS * ROWS) reads(u, COLS * (ROWS + 2) * 4) writes(v + COLS, COLS * ROWS * 4)
__global__ void react(const float *u, float *v)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y + 1;
    const float *c = u + y * COLS;
    float l = c[(x + COLS - 1) % COLS], r = c[(x + 1) % COLS];
    v[y * COLS + x] = c[x] + 0.1f * (l + r + c[x - COLS] + c[x + COLS] - 4 * c[x]);
}

struct Band {
    cudaStream_t stream{};
    cudaEvent_t stepped{}, fetched{};
    float *now{}, *next{};
    Band()
    {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&stepped, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&fetched, cudaEventDisableTiming);
        cudaMalloc(&now, (ROWS + 2) * ROW);
        cudaMalloc(&next, (ROWS + 2) * ROW);
        cudaMemsetAsync(now, 0, (ROWS + 2) * ROW, stream);
        cudaMemsetAsync(next, 0, (ROWS + 2) * ROW, stream);
        cudaEventRecord(stepped, stream);
    }
    ~Band()
    {
        cudaFree(now);
        cudaFree(next);
        cudaEventDestroy(stepped);
        cudaEventDestroy(fetched);
        cudaStreamDestroy(stream);
    }
    Band(const Band &) = delete;
    Band &operator=(const Band &) = delete;
};

int main()
{
    std::array<Band, BANDS> band;
    float *frame;
    cudaMallocHost(&frame, BANDS * ROWS * ROW);
    int frames = 0;
    for (int step = 0; step < STEPS; step++) {
        // the edges of the neighbours, as they are after their last step
        for (int b = 0; b < BANDS; b++) {
            Band &me = band[b], &up = band[(b + BANDS - 1) % BANDS], &down = band[(b + 1) % BANDS];
            cudaStreamWaitEvent(me.stream, up.stepped, 0);
            cudaStreamWaitEvent(me.stream, down.stepped, 0);
            cudaMemcpyAsync(me.now, up.now + (size_t)ROWS * COLS, ROW, cudaMemcpyDeviceToDevice, me.stream);
            cudaMemcpyAsync(me.now + (size_t)(ROWS + 1) * COLS, down.now + COLS, ROW, cudaMemcpyDeviceToDevice, me.stream);
            cudaEventRecord(me.fetched, me.stream);
        }
        for (int b = 0; b < BANDS; b++) {
            Band &me = band[b];
            react<<<dim3(COLS / 256, ROWS), 256, 0, me.stream>>>(me.now, me.next);
            // what I overwrite in the next step is what they read in this one
            cudaStreamWaitEvent(me.stream, band[(b + BANDS - 1) % BANDS].fetched, 0);
            cudaStreamWaitEvent(me.stream, band[(b + 1) % BANDS].fetched, 0);
            cudaEventRecord(me.stepped, me.stream);
        }
        for (Band &me : band)
            std::swap(me.now, me.next);
        if (step % EVERY == EVERY - 1) {
            for (int b = 0; b < BANDS; b++)
                cudaMemcpyAsync(frame + (size_t)b * ROWS * COLS, band[b].now + COLS, ROWS * ROW, cudaMemcpyDeviceToHost, band[b].stream);
            for (Band &me : band)
                cudaStreamSynchronize(me.stream);
            frames++;
        }
    }
    std::printf("%d frames, corner %g\n", frames, frame[0]);
    cudaFreeHost(frame);
}
