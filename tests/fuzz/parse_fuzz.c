/* Any bytes as the text of a scenario: the front end alone, which must answer with a tree or with
 * an error that has a message. */
#include "sim/script/builtin_headers.h"
#include "sim/script/parse.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Enough of CUDA that launches and calls parse; the real prelude would take most of the time. */
static const char prelude[] =
    "#include <__ns_objects>\n"
    "typedef unsigned long size_t;\n"
    "#define NULL 0\n"
    "struct uint3 { unsigned int x, y, z; };\n"
    "struct dim3 { unsigned int x, y, z;\n"
    "  dim3(unsigned int a = 1, unsigned int b = 1, unsigned int c = 1) : x(a), y(b), z(c) {} };\n"
    "extern const uint3 threadIdx, blockIdx; extern const dim3 blockDim, gridDim;\n"
    "typedef struct CUstream_st *cudaStream_t; typedef struct CUevent_st *cudaEvent_t;\n"
    "enum cudaError_t { cudaSuccess, cudaErrorNotReady };\n"
    "enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost };\n"
    "cudaError_t cudaStreamCreate(cudaStream_t *s);\n"
    "cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s = 0);\n"
    "cudaError_t cudaMalloc(void **p, size_t n);\n"
    "template <class T> cudaError_t cudaMalloc(T **p, size_t n);\n"
    "template <class T> cudaError_t cudaFuncSetAttribute(T *f, int what, int value);\n"
    "cudaError_t cudaMemcpyAsync(void *d, const void *s, size_t n, cudaMemcpyKind k,\n"
    "                            cudaStream_t stream = 0);\n"
    "void *malloc(size_t n); void free(void *p); int printf(const char *f, ...);\n";

static const char *header(void *context, const char *name)
{
    return strcmp(name, "nullstream/prelude") == 0 ? prelude : builtin_header(context, name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct builtin_headers headers;
    struct arena arena;
    struct err err;
    struct translation_unit *tu;
    builtin_headers_init(&headers);
    arena_init(&arena);
    err_init(&err);
    struct script_options options = {.max_tokens = 200000};
    builtin_headers_offer(&headers, &options);
    options.builtin_header = header;
    if (script_parse_text("fuzz.cu", (const char *)data, size, &options, &tu, &arena, &err) == 0)
        translation_unit_release(tu);
    else if (err.message[0] == '\0')
        abort();
    builtin_headers_release(&headers);
    arena_release(&arena);
    return 0;
}
