// v24: pthreads C-style audio plugin host, barrier per block, semaphores, usleep, realtime deadline misses, memory taken per note
#include "nullstream.cuh"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { VOICES = 3, BLOCKS = 10, FRAMES = 4096, CHANNELS = 2, BLOCK_US = 900 };
typedef float sample_t;
typedef struct voice {
    int id;
    pthread_t thread;
    cudaStream_t stream;
    sample_t *mix; /* pinned */
    struct voice *next;
} voice_t;

static pthread_barrier_t g_start;
static sem_t g_finished;
static pthread_mutex_t g_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned g_notes;

__global__ void oscillator(sample_t *out, float freq, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    spin_us(90);
    if (i < n)
        out[i] = __sinf(freq * i);
}
__global__ void reverb(const sample_t *in, sample_t *out, int n, int wet)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    spin_us(wet ? 210 : 70);
    if (i < n)
        out[i] = in[i] * 0.5f;
}

static double now_us(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return ts.tv_sec * 1e6 + ts.tv_nsec / 1e3;
}

static void *voice_main(void *arg)
{
    voice_t *v = (voice_t *)arg;
    const size_t bytes = sizeof(sample_t) * FRAMES * CHANNELS;
    cudaStreamCreateWithFlags(&v->stream, cudaStreamNonBlocking);
    for (int b = 0; b < BLOCKS; b++) {
        sample_t *osc, *wet;
        int rc = pthread_barrier_wait(&g_start);
        if (rc != 0 && rc != PTHREAD_BARRIER_SERIAL_THREAD)
            return (void *)(long)rc;
        if (cudaMalloc((void **)&osc, bytes) || cudaMalloc((void **)&wet, bytes))
            return (void *)-1L;
        oscillator<<<FRAMES * CHANNELS / 128, 128, 0, v->stream>>>(osc, 0.01f * (v->id + 1), FRAMES * CHANNELS);
        reverb<<<FRAMES * CHANNELS / 128, 128, 0, v->stream>>>(osc, wet, FRAMES * CHANNELS, (b + v->id) % 3 == 0);
        cudaMemcpyAsync(v->mix, wet, bytes, cudaMemcpyDeviceToHost, v->stream);
        while (cudaStreamQuery(v->stream) == cudaErrorNotReady)
            usleep(30);
        cudaFree(osc);
        cudaFree(wet);
        pthread_mutex_lock(&g_lock);
        g_notes++;
        pthread_mutex_unlock(&g_lock);
        sem_post(&g_finished);
    }
    cudaStreamDestroy(v->stream);
    return NULL;
}

int main(void)
{
    voice_t *list = NULL;
    int missed = 0, b, i;
    pthread_attr_t attr;
    pthread_barrier_init(&g_start, NULL, VOICES + 1);
    sem_init(&g_finished, 0, 0);
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_JOINABLE);
    for (i = 0; i < VOICES; i++) {
        voice_t *v = (voice_t *)calloc(1, sizeof *v);
        v->id = i;
        v->next = list;
        list = v;
        if (cudaMallocHost((void **)&v->mix, sizeof(sample_t) * FRAMES * CHANNELS) != cudaSuccess)
            return 1;
        if ((errno = pthread_create(&v->thread, &attr, voice_main, v)))
            return perror("pthread_create"), 1;
    }
    for (b = 0; b < BLOCKS; b++) {
        double t0, spent;
        pthread_barrier_wait(&g_start);
        t0 = now_us();
        for (i = 0; i < VOICES; i++)
            while (sem_wait(&g_finished) == -1 && errno == EINTR)
                ;
        spent = now_us() - t0;
        if (spent > BLOCK_US)
            missed++;
        else
            usleep((unsigned)(BLOCK_US - spent));
    }
    while (list) {
        voice_t *v = list;
        void *ret;
        pthread_join(v->thread, &ret);
        if (ret)
            fprintf(stderr, "voice %d: %ld\n", v->id, (long)ret);
        list = v->next;
        cudaFreeHost(v->mix);
        free(v);
    }
    pthread_barrier_destroy(&g_start);
    sem_destroy(&g_finished);
    printf("%u notes, %s\n", g_notes, missed ? "late" : "in time");
    return 0;
}
