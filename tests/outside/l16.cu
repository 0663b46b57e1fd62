/* Course assignment: triple-buffered image filter, cudaMemcpy2DAsync of padded frames, legacy C style */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define W 1920
#define H 1080
#define NFRAMES 16
#define NBUF 3

typedef struct frame_slot {
    unsigned char *h_in, *h_out;
    unsigned char *d_in, *d_out;
    size_t pitch_in, pitch_out;
    cudaStream_t stream;
    cudaEvent_t done;
    int busy;
    int frame;
} frame_slot_t;

static void die(cudaError_t e, const char *what, int line)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "%d: %s: %s\n", line, what, cudaGetErrorString(e));
        exit(EXIT_FAILURE);
    }
}
#define TRY(x) die((x), #x, __LINE__)

__constant__ float c_filter[9];

__global__ void filter3x3(const unsigned char *__restrict__ in, size_t pin, unsigned char *__restrict__ out, size_t pout,
                          int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    float acc = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            acc += c_filter[(dy + 1) * 3 + dx + 1] * in[(y + dy) * pin + x + dx];
    out[y * pout + x] = (unsigned char)min(max(acc, 0.f), 255.f);
}

__global__ void mean_kernel(const unsigned char *img, size_t pitch, int w, int h, unsigned long long *sum)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= w)
        return;
    unsigned long long s = 0;
    for (int y = 0; y < h; y++)
        s += img[y * pitch + x];
    atomicAdd(sum, s);
}

static void fill(unsigned char *p, int frame)
{
    int y;
    for (y = 0; y < H; y++)
        p[y * W + (frame * 7) % W] = (unsigned char)(frame * 16 + y);
}

static unsigned long checksum(const unsigned char *p)
{
    unsigned long s = 0;
    for (int y = 0; y < H; y += 64)
        s += p[y * W];
    return s;
}

int main(void)
{
    frame_slot_t slot[NBUF];
    const float filter[9] = {0, -1, 0, -1, 5, -1, 0, -1, 0};
    unsigned long long *d_sum, h_sum[NFRAMES];
    unsigned long check = 0;
    int f, i;

    TRY(cudaMemcpyToSymbol(c_filter, filter, sizeof(filter)));
    TRY(cudaMalloc(&d_sum, NFRAMES * sizeof(*d_sum)));
    TRY(cudaMemset(d_sum, 0, NFRAMES * sizeof(*d_sum)));
    for (i = 0; i < NBUF; i++) {
        frame_slot_t *s = &slot[i];
        TRY(cudaHostAlloc((void **)&s->h_in, W * H, cudaHostAllocWriteCombined));
        TRY(cudaHostAlloc((void **)&s->h_out, W * H, cudaHostAllocDefault));
        TRY(cudaMallocPitch((void **)&s->d_in, &s->pitch_in, W, H));
        TRY(cudaMallocPitch((void **)&s->d_out, &s->pitch_out, W, H));
        TRY(cudaStreamCreate(&s->stream));
        TRY(cudaEventCreateWithFlags(&s->done, cudaEventDisableTiming));
        TRY(cudaMemset2DAsync(s->d_out, s->pitch_out, 0, W, H, s->stream));
        s->busy = 0;
    }

    for (f = 0; f < NFRAMES; f++) {
        frame_slot_t *s = &slot[f % NBUF];
        dim3 b(32, 8), g((W + 31) / 32, (H + 7) / 8);
        if (s->busy) {
            TRY(cudaEventSynchronize(s->done));
            check += checksum(s->h_out);
            s->busy = 0;
        }
        fill(s->h_in, f);
        s->frame = f;
        TRY(cudaMemcpy2DAsync(s->d_in, s->pitch_in, s->h_in, W, W, H, cudaMemcpyHostToDevice, s->stream));
        filter3x3<<<g, b, 0, s->stream>>>(s->d_in, s->pitch_in, s->d_out, s->pitch_out, W, H);
        mean_kernel<<<(W + 127) / 128, 128, 0, s->stream>>>(s->d_out, s->pitch_out, W, H, d_sum + f);
        TRY(cudaMemcpy2DAsync(s->h_out, W, s->d_out, s->pitch_out, W, H, cudaMemcpyDeviceToHost, s->stream));
        TRY(cudaEventRecord(s->done, s->stream));
        s->busy = 1;
    }
    for (i = 0; i < NBUF; i++)
        if (slot[i].busy) {
            TRY(cudaEventSynchronize(slot[i].done));
            check += checksum(slot[i].h_out);
        }
    TRY(cudaMemcpy(h_sum, d_sum, sizeof(h_sum), cudaMemcpyDeviceToHost));
    printf("checksum %lu, mean of the last %.3f\n", check, h_sum[NFRAMES - 1] / (double)(W * H));
    for (i = 0; i < NBUF; i++) {
        cudaFreeHost(slot[i].h_in);
        cudaFreeHost(slot[i].h_out);
        cudaFree(slot[i].d_in);
        cudaFree(slot[i].d_out);
        cudaEventDestroy(slot[i].done);
        cudaStreamDestroy(slot[i].stream);
    }
    cudaFree(d_sum);
    return 0;
}
