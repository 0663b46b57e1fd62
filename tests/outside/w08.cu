// A query node of a search engine: posting lists are intersected, scored and cut to the top documents; the one host thread polls slots with cudaEventQuery.
#include "nullstream.cuh"
#include <stdbool.h>
#include <stdio.h>

#define SLOTS 5
#define QUERIES 30
#define MAX_POSTINGS (1 << 20)
#define TOPK 128

typedef struct {
    cudaStream_t stream;
    cudaEvent_t done;
    unsigned *postings, *hits;
    float *scores;
    unsigned *top, *host_top;
    int query; /* -1: idle */
} slot_t;

#pragma nullstream kernel(intersect) bytes(9.0 * n) flops(20.0 * n)
__global__ void intersect(const unsigned *a, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int lo = 0, hi = n;
        while (lo < hi) {
            int mid = (lo + hi) / 2;
            if (a[mid] < (unsigned)i) lo = mid + 1; else hi = mid;
        }
        out[i] = lo;
    }
}

#pragma nullstream kernel(bm25) bytes(12.0 * n) flops(30.0 * n)
__global__ void bm25(const unsigned *hits, float *scores, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) scores[i] = hits[i] * 2.2f / (hits[i] + 1.2f * (0.25f + 0.75f * (hits[i] & 15)));
}

#pragma nullstream kernel(select_top) block_time(11us)
__global__ void select_top(const float *scores, unsigned *top, int n)
{
    __shared__ float best[TOPK];
    best[threadIdx.x] = -1;
    for (int i = threadIdx.x; i < n; i += TOPK)
        if (scores[i] > best[threadIdx.x]) best[threadIdx.x] = scores[i], top[threadIdx.x] = i;
}

static int postings_of(int query)
{
    static const int sizes[] = {1 << 17, 1 << 20, 1 << 18, 1 << 19, 3 << 17, 1 << 16, 1 << 20};
    return sizes[query % 7];
}

static void submit(slot_t *s, int query, const unsigned *index)
{
    const int n = postings_of(query);
    s->query = query;
    cudaMemcpyAsync(s->postings, index, n * sizeof(unsigned), cudaMemcpyHostToDevice, s->stream);
    intersect<<<(n + 255) / 256, 256, 0, s->stream>>>(s->postings, s->hits, n);
    bm25<<<(n + 255) / 256, 256, 0, s->stream>>>(s->hits, s->scores, n);
    select_top<<<1, TOPK, 0, s->stream>>>(s->scores, s->top, n);
    cudaMemcpyAsync(s->host_top, s->top, TOPK * sizeof(unsigned), cudaMemcpyDeviceToHost, s->stream);
    cudaEventRecord(s->done, s->stream);
}

int main(void)
{
    slot_t slot[SLOTS];
    unsigned *index;
    cudaMallocHost((void **)&index, MAX_POSTINGS * sizeof(unsigned));
    for (int i = 0; i < SLOTS; i++) {
        slot_t *s = &slot[i];
        cudaStreamCreateWithFlags(&s->stream, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&s->done, cudaEventDisableTiming);
        cudaMalloc((void **)&s->postings, MAX_POSTINGS * sizeof(unsigned));
        cudaMalloc((void **)&s->hits, MAX_POSTINGS * sizeof(unsigned));
        cudaMalloc((void **)&s->scores, MAX_POSTINGS * sizeof(float));
        cudaMalloc((void **)&s->top, TOPK * sizeof(unsigned));
        cudaMallocHost((void **)&s->host_top, TOPK * sizeof(unsigned));
        s->query = -1;
    }
    cudaDeviceSynchronize();

    int next = 0, answered = 0;
    long idle_polls = 0;
    while (answered < QUERIES) {
        bool progress = false;
        for (int i = 0; i < SLOTS; i++) {
            slot_t *s = &slot[i];
            if (s->query >= 0 && cudaEventQuery(s->done) == cudaSuccess) {
                host_work_us(3); /* fetch the snippets */
                s->query = -1;
                answered++;
                progress = true;
            }
            if (s->query < 0 && next < QUERIES) {
                submit(s, next++, index);
                progress = true;
            }
        }
        if (!progress) {
            idle_polls++;
            host_work_us(5);
        }
    }
    printf("%d queries answered\n", answered);
    return 0;
}
