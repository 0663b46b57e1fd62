// v14: legacy C library style, opaque handles, callbacks table, X-macros, cudaStreamAddCallback, per-call error codes
#include "nullstream.cuh"
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPS(X) X(ADD, add, 35) X(MUL, mul, 55) X(CONV, conv, 240) X(RELU, relu, 20)

typedef enum op_kind {
#define X(U, l, us) OP_##U,
    OPS(X)
#undef X
    OP_COUNT
} op_kind;

#define X(U, l, us)                                                                        \
    __global__ void k_##l(float *d, const float *s, int n)                                 \
    {                                                                                      \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                     \
        spin_us(us);                                                                       \
        if (i < n)                                                                         \
            d[i] = s[i] + OP_##U;                                                          \
    }
OPS(X)
#undef X

typedef void (*op_fn)(float *, const float *, int);
static const struct op_desc {
    const char *name;
    op_fn fn;
    unsigned cost;
} op_table[OP_COUNT] = {
#define X(U, l, us) [OP_##U] = {#l, k_##l, us},
    OPS(X)
#undef X
};

struct nn_ctx {
    cudaStream_t q[2];
    float *buf[3];
    size_t bytes;
    volatile int callbacks;
    char log[256];
};
typedef struct nn_ctx *nn_handle;
typedef int nn_status;
enum { NN_OK, NN_ENOMEM = -12, NN_EINVAL = -22, NN_ECUDA = -71 };

static void nn_log(nn_handle h, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    size_t used = strlen(h->log);
    vsnprintf(h->log + used, sizeof h->log - used, fmt, ap);
    va_end(ap);
}

static nn_status nn_create(nn_handle *out, size_t elems)
{
    nn_handle h = (nn_handle)calloc(1, sizeof(*h));
    if (!h)
        return NN_ENOMEM;
    h->bytes = elems * sizeof(float);
    for (size_t i = 0; i < sizeof h->buf / sizeof h->buf[0]; i++)
        if (cudaMalloc((void **)(h->buf + i), h->bytes) != cudaSuccess)
            return NN_ECUDA;
    for (int i = 0; i < 2; ++i)
        if (cudaStreamCreate(h->q + i))
            return NN_ECUDA;
    *out = h;
    return NN_OK;
}

static void CUDART_CB on_layer(cudaStream_t stream, cudaError_t status, void *user)
{
    nn_handle h = (nn_handle)user;
    (void)stream;
    if (status == cudaSuccess)
        h->callbacks++;
}

static nn_status nn_run(nn_handle h, const op_kind *ops, int count, int lane)
{
    int n = (int)(h->bytes / sizeof(float)), cur = lane;
    if (lane < 0 || lane > 1)
        return NN_EINVAL;
    for (const op_kind *o = ops; o != ops + count; ++o) {
        const struct op_desc *d = &op_table[*o];
        float *src = h->buf[cur];
        d->fn<<<(n + 255) / 256 / 64, 256, 0, h->q[lane]>>>(src, src, n);
        nn_log(h, "%s%c", d->name, o + 1 == ops + count ? ';' : ',');
    }
    return cudaStreamAddCallback(h->q[lane], on_layer, h, 0) ? NN_ECUDA : NN_OK;
}

static void nn_destroy(nn_handle *hp)
{
    nn_handle h = *hp;
    for (int i = 0; i < 2; ++i)
        cudaStreamDestroy(h->q[i]);
    for (int i = 0; i < 3; ++i)
        cudaFree(h->buf[i]);
    free(h);
    *hp = NULL;
}

int main(void)
{
    static const op_kind block_a[] = {OP_CONV, OP_ADD, OP_RELU}, block_b[] = {OP_MUL, OP_RELU, OP_CONV, OP_RELU};
    nn_handle h;
    float *host = (float *)malloc(sizeof(float) << 20);
    if (nn_create(&h, 1 << 20) != NN_OK)
        return EXIT_FAILURE;
    memset(host, 0, sizeof(float) << 20);
    for (int i = 0; i < 2; i++)
        cudaMemcpyAsync(h->buf[i], host, h->bytes, cudaMemcpyHostToDevice, h->q[i]);
    for (int i = 0; i < 3; i++) {
        nn_run(h, block_a, sizeof block_a / sizeof *block_a, 0);
        nn_run(h, block_b, sizeof block_b / sizeof *block_b, 1);
    }
    cudaMemcpy(host, h->buf[0], h->bytes, cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    printf("%.24s... callbacks %d of %u\n", h->log, h->callbacks, 6u);
    nn_destroy(&h);
    free(host);
    return h == NULL ? EXIT_SUCCESS : EXIT_FAILURE;
}
