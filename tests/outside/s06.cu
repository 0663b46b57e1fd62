/* Video filter: a decoder thread, a GPU thread, an encoder thread (pthreads), with a ring of frames. */
#include "nullstream.cuh"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 1920
#define HEIGHT 1080
#define FRAME (WIDTH * HEIGHT * 3 / 2)
#define RING 4
#define FRAMES 16

enum state { EMPTY, DECODED, FILTERED };

struct frame {
    enum state state;
    unsigned char *host;
    unsigned char *dev_in, *dev_out;
};

static struct frame ring[RING];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

#pragma nullstream kernel(denoise) flops(20.0 * w * h) bytes(2.0 * w * h)
__global__ void denoise(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    int sum = in[y * w + x];
    int cnt = 1;
    if (x > 0) { sum += in[y * w + x - 1]; cnt++; }
    if (x < w - 1) { sum += in[y * w + x + 1]; cnt++; }
    out[y * w + x] = (unsigned char)(sum / cnt);
}

#pragma nullstream kernel(chroma) bytes(2.0 * n)
__global__ void chroma(const unsigned char *in, unsigned char *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

static void wait_for(struct frame *f, enum state s)
{
    pthread_mutex_lock(&lock);
    while (f->state != s)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void set_state(struct frame *f, enum state s)
{
    pthread_mutex_lock(&lock);
    f->state = s;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void *decoder(void *arg)
{
    for (int i = 0; i < FRAMES; i++) {
        struct frame *f = &ring[i % RING];
        wait_for(f, EMPTY);
        memset(f->host, i, 4096);
        host_work_us(150);
        set_state(f, DECODED);
    }
    return NULL;
}

static void *gpu(void *arg)
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (int i = 0; i < FRAMES; i++) {
        struct frame *f = &ring[i % RING];
        wait_for(f, DECODED);
        cudaMemcpyAsync(f->dev_in, f->host, FRAME, cudaMemcpyHostToDevice, s);
        dim3 block(16, 16), grid((WIDTH + 15) / 16, (HEIGHT + 15) / 16);
        denoise<<<grid, block, 0, s>>>(f->dev_in, f->dev_out, WIDTH, HEIGHT);
        chroma<<<(WIDTH * HEIGHT / 2 + 255) / 256, 256, 0, s>>>(
            f->dev_in + WIDTH * HEIGHT, f->dev_out + WIDTH * HEIGHT, WIDTH * HEIGHT / 2);
        cudaMemcpyAsync(f->host, f->dev_out, FRAME, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        set_state(f, FILTERED);
    }
    cudaStreamDestroy(s);
    return NULL;
}

static void *encoder(void *arg)
{
    long *checksum = (long *)arg;
    for (int i = 0; i < FRAMES; i++) {
        struct frame *f = &ring[i % RING];
        wait_for(f, FILTERED);
        host_work_us(220);
        *checksum += f->host[0];
        set_state(f, EMPTY);
    }
    return NULL;
}

int main(void)
{
    for (int i = 0; i < RING; i++) {
        ring[i].state = EMPTY;
        cudaHostAlloc((void **)&ring[i].host, FRAME, cudaHostAllocPortable);
        cudaMalloc((void **)&ring[i].dev_in, FRAME);
        cudaMalloc((void **)&ring[i].dev_out, FRAME);
    }
    pthread_t t[3];
    long checksum = 0;
    pthread_create(&t[0], NULL, decoder, NULL);
    pthread_create(&t[1], NULL, gpu, NULL);
    pthread_create(&t[2], NULL, encoder, &checksum);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    printf("checksum %ld\n", checksum);
    for (int i = 0; i < RING; i++) {
        cudaFreeHost(ring[i].host);
        cudaFree(ring[i].dev_in);
        cudaFree(ring[i].dev_out);
    }
    return 0;
}
