/* Texture atlas: sprites of many sizes are placed shelf by shelf into a pitched 4096 x 4096 RGBA atlas by 2-D copies from pinned
 * memory, cleared borders by cudaMemset2DAsync, then mip levels, and parts are moved on the device when the atlas is repacked. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE 4096
#define SPRITES 160
#define LEVELS 5

#define CALL(f)                                                            \
    do {                                                                   \
        cudaError_t r = (f);                                               \
        if (r != cudaSuccess) {                                            \
            printf("%s failed in line %d: %s\n", #f, __LINE__, cudaGetErrorString(r)); \
            return 1;                                                      \
        }                                                                  \
    } while (0)

#pragma nullstream kernel(mip) bytes(5.0 * side * side * 4) flops(12.0 * side * side) regs(20)
__global__ void mip(const uchar4 *from, size_t from_pitch, uchar4 *to, size_t to_pitch, int side)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= side || y >= side) return;
    const uchar4 *r0 = (const uchar4 *)((const char *)from + 2 * y * from_pitch);
    const uchar4 *r1 = (const uchar4 *)((const char *)from + (2 * y + 1) * from_pitch);
    uchar4 a = r0[2 * x], b = r0[2 * x + 1], c = r1[2 * x], d = r1[2 * x + 1];
    uchar4 *row = (uchar4 *)((char *)to + y * to_pitch);
    row[x] = make_uchar4((a.x + b.x + c.x + d.x) / 4, (a.y + b.y + c.y + d.y) / 4, (a.z + b.z + c.z + d.z) / 4, (a.w + b.w + c.w + d.w) / 4);
}

struct rect {
    int x, y, w, h;
};

int main(void)
{
    static struct rect place[SPRITES];
    uchar4 *level[LEVELS], *repacked, *bank, *preview;
    size_t pitch[LEVELS], repacked_pitch, bank_bytes = 0;
    cudaStream_t up[2], work;
    cudaEvent_t loaded[2], mips;
    int x = 0, y = 0, shelf = 0;

    for (int i = 0; i < SPRITES; i++) {
        int w = 32 << (i * 7 % 4), h = 32 << (i * 3 % 5); /* 32 to 256 wide, 32 to 512 high */
        if (x + w + 2 > SIDE) {
            x = 0;
            y += shelf;
            shelf = 0;
        }
        place[i].x = x;
        place[i].y = y;
        place[i].w = w;
        place[i].h = h;
        x += w + 2;
        shelf = shelf > h + 2 ? shelf : h + 2;
        bank_bytes += (size_t)w * h * sizeof(uchar4);
    }
    CALL(cudaMallocHost((void **)&bank, bank_bytes));
    for (int l = 0; l < LEVELS; l++) CALL(cudaMallocPitch((void **)&level[l], &pitch[l], (SIDE >> l) * sizeof(uchar4), SIDE >> l));
    CALL(cudaMallocPitch((void **)&repacked, &repacked_pitch, SIDE * sizeof(uchar4), SIDE));
    CALL(cudaMallocHost((void **)&preview, (SIDE >> (LEVELS - 1)) * (SIDE >> (LEVELS - 1)) * sizeof(uchar4)));
    for (int i = 0; i < 2; i++) {
        CALL(cudaStreamCreateWithFlags(&up[i], cudaStreamNonBlocking));
        CALL(cudaEventCreateWithFlags(&loaded[i], cudaEventDisableTiming));
    }
    CALL(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
    CALL(cudaEventCreateWithFlags(&mips, cudaEventDisableTiming));

    uchar4 *from = bank;
    for (int i = 0; i < SPRITES; i++) {
        struct rect p = place[i];
        uchar4 *to = (uchar4 *)((char *)level[0] + p.y * pitch[0]) + p.x;
        size_t row = p.w * sizeof(uchar4);
        CALL(cudaMemcpy2DAsync(to, pitch[0], from, row, row, p.h, cudaMemcpyHostToDevice, up[i % 2]));
        /* two columns on the right are transparent */
        CALL(cudaMemset2DAsync(to + p.w, pitch[0], 0, 2 * sizeof(uchar4), p.h, up[i % 2]));
        from += (size_t)p.w * p.h;
    }
    for (int i = 0; i < 2; i++) {
        CALL(cudaEventRecord(loaded[i], up[i]));
        CALL(cudaStreamWaitEvent(work, loaded[i], 0));
    }
    for (int l = 1; l < LEVELS; l++) {
        int side = SIDE >> l;
        mip<<<dim3(side / 32, side / 8), dim3(32, 8), 0, work>>>(level[l - 1], pitch[l - 1], level[l], pitch[l], side);
        CALL(cudaGetLastError());
    }
    CALL(cudaEventRecord(mips, work));
    int small = SIDE >> (LEVELS - 1);
    CALL(cudaMemcpy2DAsync(preview, small * sizeof(uchar4), level[LEVELS - 1], pitch[LEVELS - 1], small * sizeof(uchar4), small, cudaMemcpyDeviceToHost, work));

    /* every second sprite moves to the new atlas, on the device, while the preview goes home */
    CALL(cudaStreamWaitEvent(up[0], mips, 0));
    CALL(cudaMemset2DAsync(repacked, repacked_pitch, 0, SIDE * sizeof(uchar4), SIDE, up[0]));
    for (int i = 0; i < SPRITES; i += 2) {
        struct rect p = place[i];
        char *source = (char *)level[0] + p.y * pitch[0] + p.x * sizeof(uchar4);
        char *target = (char *)repacked + (p.y / 2) * repacked_pitch + p.x * sizeof(uchar4);
        CALL(cudaMemcpy2DAsync(target, repacked_pitch, source, pitch[0], p.w * sizeof(uchar4), p.h, cudaMemcpyDeviceToDevice, up[0]));
    }
    CALL(cudaStreamSynchronize(work));
    printf("preview of %d x %d, %d sprites of %zu bytes\n", small, small, SPRITES, bank_bytes);
    CALL(cudaDeviceSynchronize());
    for (int l = 0; l < LEVELS; l++) CALL(cudaFree(level[l]));
    CALL(cudaFree(repacked));
    CALL(cudaFreeHost(bank));
    CALL(cudaFreeHost(preview));
    return 0;
}
