/* Image pyramid with regions of interest: a frame is uploaded, five levels are made, and for each region a window of the level that suits its size is
 * cut out by a 2-D copy on the device, normalized by a short kernel and read back. Regions are spread over three streams. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define W 2048
#define H 1536
#define LEVELS 5
#define ROIS 18
#define FRAMES 12
#define WINDOW 64
#define NS 3
#define CK(x) do { cudaError_t r_ = x; if (r_) { printf("%s: %s\n", #x, cudaGetErrorName(r_)); exit(1); } } while (0)

#pragma nullstream kernel(half_size) flops(4.0 * w * h) bytes(5.0 * w * h) regs(16) reads(from, from_pitch * h * 2) writes(to, to_pitch * h)
__global__ void half_size(const unsigned char *from, size_t from_pitch, unsigned char *to, size_t to_pitch, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    const unsigned char *a = from + 2 * y * from_pitch + 2 * x, *b = a + from_pitch;
    to[y * to_pitch + x] = (a[0] + a[1] + b[0] + b[1] + 2) / 4;
}

#pragma nullstream kernel(normalize) flops(6.0 * WINDOW * WINDOW) bytes(5.0 * WINDOW * WINDOW) regs(20) shared(1032) reads(in, WINDOW * WINDOW) writes(out, WINDOW * WINDOW * 4)
__global__ void normalize(const unsigned char *in, float *out)
{
    __shared__ float part[256];
    float s = 0;
    for (int i = threadIdx.x; i < WINDOW * WINDOW; i += 256)
        s += in[i];
    part[threadIdx.x] = s;
    __syncthreads();
    for (int h = 128; h; h >>= 1) {
        if (threadIdx.x < h)
            part[threadIdx.x] += part[threadIdx.x + h];
        __syncthreads();
    }
    float mean = part[0] / (WINDOW * WINDOW);
    for (int i = threadIdx.x; i < WINDOW * WINDOW; i += 256)
        out[i] = in[i] - mean;
}

struct roi { int x, y, size; };

static int level_of(int size)
{
    int l = 0;
    while (size > WINDOW && l < LEVELS - 1) {
        size /= 2;
        l++;
    }
    return l;
}

int main(void)
{
    unsigned char *frame, *level[LEVELS], *cut[NS];
    size_t pitch[LEVELS];
    float *patch[NS], *result, total[3] = {0, 0, 0}, ms;
    cudaStream_t main_stream, s[NS];
    cudaEvent_t e[4], ready, used[NS];
    struct roi rois[ROIS];

    CK(cudaMallocHost((void **)&frame, W * H));
    CK(cudaMallocHost((void **)&result, ROIS * WINDOW * WINDOW * sizeof(float)));
    for (int l = 0; l < LEVELS; l++)
        CK(cudaMallocPitch((void **)&level[l], &pitch[l], W >> l, H >> l));
    CK(cudaStreamCreateWithFlags(&main_stream, cudaStreamNonBlocking));
    for (int i = 0; i < NS; i++) {
        CK(cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking));
        CK(cudaMalloc((void **)&cut[i], WINDOW * WINDOW));
        CK(cudaMalloc((void **)&patch[i], WINDOW * WINDOW * sizeof(float)));
        CK(cudaEventCreateWithFlags(&used[i], cudaEventDisableTiming));
    }
    for (int i = 0; i < 4; i++)
        CK(cudaEventCreate(&e[i]));
    CK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));

    for (int f = 0; f < FRAMES; f++) {
        srand(f);
        for (int i = 0; i < ROIS; i++) {
            rois[i].size = WINDOW << (rand() % 4);
            rois[i].x = rand() % (W - 1024);
            rois[i].y = rand() % (H - 1024);
        }
        for (int i = 0; i < W * H; i += 512)
            frame[i] = (unsigned char)(i / 512 + f);
        CK(cudaEventRecord(e[0], main_stream));
        CK(cudaMemcpy2DAsync(level[0], pitch[0], frame, W, W, H, cudaMemcpyHostToDevice, main_stream));
        CK(cudaEventRecord(e[1], main_stream));
        for (int l = 1; l < LEVELS; l++) {
            dim3 block(32, 8), grid((W >> l) / 32, ((H >> l) + 7) / 8);
            half_size<<<grid, block, 0, main_stream>>>(level[l - 1], pitch[l - 1], level[l], pitch[l], W >> l, H >> l);
        }
        CK(cudaEventRecord(e[2], main_stream));
        CK(cudaEventRecord(ready, main_stream));
        for (int i = 0; i < NS; i++)
            CK(cudaStreamWaitEvent(s[i], ready, 0));
        for (int i = 0; i < ROIS; i++) {
            int k = i % NS, l = level_of(rois[i].size);
            const unsigned char *from = level[l] + (rois[i].y >> l) * pitch[l] + (rois[i].x >> l);
            CK(cudaMemcpy2DAsync(cut[k], WINDOW, from, pitch[l], WINDOW, WINDOW, cudaMemcpyDeviceToDevice, s[k]));
            normalize<<<1, 256, 0, s[k]>>>(cut[k], patch[k]);
            CK(cudaMemcpyAsync(result + i * WINDOW * WINDOW, patch[k], WINDOW * WINDOW * sizeof(float), cudaMemcpyDeviceToHost, s[k]));
        }
        for (int i = 0; i < NS; i++) {
            CK(cudaEventRecord(used[i], s[i]));
            CK(cudaStreamWaitEvent(main_stream, used[i], 0));
        }
        CK(cudaEventRecord(e[3], main_stream));
        CK(cudaEventSynchronize(e[3]));
        for (int i = 0; i < 3; i++) {
            CK(cudaEventElapsedTime(&ms, e[i], e[i + 1]));
            total[i] += ms;
        }
    }
    fprintf(stderr, "upload %.3f pyramid %.3f regions %.3f ms\n", total[0] / FRAMES, total[1] / FRAMES, total[2] / FRAMES);
    printf("%d frames\n", FRAMES);
    return 0;
}
