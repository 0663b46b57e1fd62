// Ring buffer of pinned chunks, packet processing: the bug of forums: the slot is refilled one turn too early
#include <cuda_runtime.h>
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define NSLOTS 4
#define SLOT_BYTES (1u << 20)
#define NPACKETS 40

typedef struct {
    uint32_t seq;
    uint32_t len;
    uint8_t *payload;  // in the ring, pinned
    uint8_t *dev;
    uint32_t *d_crc;
} slot_t;

typedef struct {
    slot_t slot[NSLOTS];
    unsigned head, tail;
    cudaStream_t in, work;
    cudaEvent_t copied[NSLOTS], processed[NSLOTS];
} ring_t;

#define CHECKED(call)                                                              \
    do {                                                                           \
        cudaError_t rc = (call);                                                   \
        if (rc) {                                                                  \
            fprintf(stderr, "%s failed: %s (%s:%d)\n", #call, cudaGetErrorString(rc), __FILE__, __LINE__); \
            return rc;                                                             \
        }                                                                          \
    } while (0)

#pragma nullstream kernel(crc32_blocks) time(45us) reads(data, len) writes(crc, 4)
__global__ void crc32_blocks(const uint8_t *data, uint32_t len, uint32_t *crc)
{
    uint32_t c = 0xffffffffu;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < len; i += gridDim.x * blockDim.x)
        c = (c >> 8) ^ data[i];
    atomicXor(crc, c);
}

static cudaError_t ring_init(ring_t *r)
{
    memset(r, 0, sizeof *r);
    CHECKED(cudaStreamCreateWithFlags(&r->in, cudaStreamNonBlocking));
    CHECKED(cudaStreamCreateWithFlags(&r->work, cudaStreamNonBlocking));
    for (int i = 0; i < NSLOTS; i++) {
        CHECKED(cudaHostAlloc((void **)&r->slot[i].payload, SLOT_BYTES, cudaHostAllocDefault));
        CHECKED(cudaMalloc((void **)&r->slot[i].dev, SLOT_BYTES));
        CHECKED(cudaMalloc((void **)&r->slot[i].d_crc, sizeof(uint32_t)));
        CHECKED(cudaEventCreateWithFlags(&r->copied[i], cudaEventDisableTiming));
        CHECKED(cudaEventCreateWithFlags(&r->processed[i], cudaEventDisableTiming));
    }
    return cudaSuccess;
}

static void fake_receive(uint8_t *dst, uint32_t seq)
{
    memset(dst, seq & 0xff, SLOT_BYTES);
}

static cudaError_t ring_push(ring_t *r, uint32_t seq)
{
    unsigned i = r->head % NSLOTS;
    slot_t *s = &r->slot[i];
    // wait until the slot BEFORE is out of the way -- meant to be this one
    if (r->head >= NSLOTS)
        CHECKED(cudaEventSynchronize(r->copied[(r->head - NSLOTS + NSLOTS - 1) % NSLOTS]));
    fake_receive(s->payload, seq);
    s->seq = seq;
    s->len = SLOT_BYTES - 64 * (seq % 7);
    CHECKED(cudaMemcpyAsync(s->dev, s->payload, s->len, cudaMemcpyHostToDevice, r->in));
    CHECKED(cudaEventRecord(r->copied[i], r->in));
    CHECKED(cudaStreamWaitEvent(r->work, r->copied[i], 0));
    CHECKED(cudaMemsetAsync(s->d_crc, 0, sizeof(uint32_t), r->work));
    crc32_blocks<<<32, 256, 0, r->work>>>(s->dev, s->len, s->d_crc);
    CHECKED(cudaEventRecord(r->processed[i], r->work));
    r->head++;
    return cudaGetLastError();
}

static cudaError_t ring_pop(ring_t *r, uint32_t *crc)
{
    unsigned i = r->tail % NSLOTS;
    CHECKED(cudaEventSynchronize(r->processed[i]));
    CHECKED(cudaMemcpy(crc, r->slot[i].d_crc, sizeof *crc, cudaMemcpyDeviceToHost));
    r->tail++;
    return cudaSuccess;
}

static void ring_free(ring_t *r)
{
    for (int i = 0; i < NSLOTS; i++) {
        cudaFreeHost(r->slot[i].payload);
        cudaFree(r->slot[i].dev);
        cudaFree(r->slot[i].d_crc);
        cudaEventDestroy(r->copied[i]);
        cudaEventDestroy(r->processed[i]);
    }
    cudaStreamDestroy(r->in);
    cudaStreamDestroy(r->work);
}

int main(void)
{
    ring_t ring;
    uint32_t all = 0, crc;
    if (ring_init(&ring) != cudaSuccess)
        return EXIT_FAILURE;
    for (uint32_t seq = 0; seq < NPACKETS; seq++) {
        if (ring.head - ring.tail == NSLOTS) {
            if (ring_pop(&ring, &crc) != cudaSuccess)
                return EXIT_FAILURE;
            all ^= crc;
        }
        if (ring_push(&ring, seq) != cudaSuccess)
            return EXIT_FAILURE;
    }
    while (ring.tail < ring.head) {
        if (ring_pop(&ring, &crc))
            return EXIT_FAILURE;
        all ^= crc;
    }
    printf("crc of all: %08x\n", all);
    ring_free(&ring);
    return EXIT_SUCCESS;
}
