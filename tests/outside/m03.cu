/* Video pipeline: a ring of page-locked frame buffers is filled by the decoder, uploaded,
 * converted and encoded on the GPU, and the packets are brought back. Plain C style. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define W 1920
#define H 1080
#define RING 3
#define FRAMES 12
#define FRAME_BYTES ((size_t)W * H * 3 / 2)
#define PACKET (64 * 1024)

struct slot {
    unsigned char *host, *dev;
    unsigned char *rgb;
    unsigned char *packet_dev, *packet;
    cudaEvent_t uploaded, encoded;
};

#pragma nullstream host(decode_frame) time(180us)
static void decode_frame(unsigned char *out, int number)
{
    memset(out, number & 255, FRAME_BYTES);
}

#pragma nullstream kernel(nv12_to_rgb) bytes(1.5 * w * h + 3.0 * w * h) reads(yuv, w * h * 3 / 2) writes(rgb, w * h * 3)
__global__ void nv12_to_rgb(const unsigned char *yuv, unsigned char *rgb, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    int Y = yuv[y * w + x];
    int u = yuv[w * h + (y / 2) * w + (x & ~1)] - 128, v = yuv[w * h + (y / 2) * w + (x | 1)] - 128;
    unsigned char *p = rgb + 3 * (y * w + x);
    p[0] = (unsigned char)(Y + v);
    p[1] = (unsigned char)(Y - (u + v) / 2);
    p[2] = (unsigned char)(Y + u);
}

#pragma nullstream kernel(encode) time(220us) reads(rgb, w * h * 3) writes(packet, 65536)
__global__ void encode(const unsigned char *rgb, unsigned char *packet, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int per = w * h * 3 / PACKET;
    int sum = 0;
    if (i < PACKET) {
        for (int k = 0; k < per; k++)
            sum += rgb[(size_t)i * per + k];
        packet[i] = (unsigned char)sum;
    }
}

int main(void)
{
    struct slot ring[RING];
    cudaStream_t up, work, down;
    int i, f;
    long check = 0;
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking);
    for (i = 0; i < RING; i++) {
        struct slot *s = &ring[i];
        cudaHostAlloc((void **)&s->host, FRAME_BYTES, cudaHostAllocWriteCombined);
        cudaHostAlloc((void **)&s->packet, PACKET, cudaHostAllocDefault);
        cudaMalloc((void **)&s->dev, FRAME_BYTES);
        cudaMalloc((void **)&s->rgb, (size_t)W * H * 3);
        cudaMalloc((void **)&s->packet_dev, PACKET);
        cudaEventCreateWithFlags(&s->uploaded, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&s->encoded, cudaEventDisableTiming | cudaEventBlockingSync);
    }
    dim3 block(32, 8), grid((W + 31) / 32, (H + 7) / 8);
    for (f = 0; f < FRAMES; f++) {
        struct slot *s = &ring[f % RING];
        decode_frame(s->host, f);
        if (f >= RING)
            cudaStreamWaitEvent(up, s->encoded, 0);
        cudaMemcpyAsync(s->dev, s->host, FRAME_BYTES, cudaMemcpyHostToDevice, up);
        cudaEventRecord(s->uploaded, up);
        cudaStreamWaitEvent(work, s->uploaded, 0);
        nv12_to_rgb<<<grid, block, 0, work>>>(s->dev, s->rgb, W, H);
        encode<<<PACKET / 256, 256, 0, work>>>(s->rgb, s->packet_dev, W, H);
        cudaEventRecord(s->encoded, work);
        cudaStreamWaitEvent(down, s->encoded, 0);
        cudaMemcpyAsync(s->packet, s->packet_dev, PACKET, cudaMemcpyDeviceToHost, down);
    }
    cudaDeviceSynchronize();
    for (i = 0; i < RING; i++)
        check += ring[i].packet[0];
    printf("%d frames of %zu bytes, check %ld\n", FRAMES, FRAME_BYTES, check);
    for (i = 0; i < RING; i++) {
        cudaFreeHost(ring[i].host);
        cudaFreeHost(ring[i].packet);
        cudaFree(ring[i].dev);
        cudaFree(ring[i].rgb);
        cudaFree(ring[i].packet_dev);
    }
    return 0;
}
