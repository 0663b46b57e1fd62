// Local variables that go out of scope while a copy or a host function may still be using them.
// WHAT: 0: an array of a function that a copy writes; 1: of a symbol; 2: a std::array; 3: a number
// that is returned too early; 4: an object; 5: of a block; 6: of a turn of a loop; 7: what a host
// function writes; 8: what it reads; 9: page-locked, that a copy reads. WAIT=1 does what is
// missing. Nothing to find: 10: what a copy from pageable memory reads, which is staged; 11: by a
// symbol; 12: in a loop; 13: copies that wait.
#include "nullstream.cuh"
#include <array>
#include <cstdio>

#ifndef WHAT
#define WHAT 0
#endif
#ifndef WAIT
#define WAIT 0
#endif

const int N = 256;
const size_t BYTES = N * sizeof(float);

__constant__ float factors[N];
__device__ float results[N];
cudaStream_t s;
float *d;

#pragma nullstream kernel(fill) time(50us)
__global__ void fill(float *x)
{
    x[threadIdx.x] = results[threadIdx.x] = factors[threadIdx.x];
}

void put(void *p)
{
    *(float *)p = 1;
}

void show(void *p)
{
    printf("%g\n", *(float *)p);
}

static void wait()
{
    if (WAIT)
        cudaStreamSynchronize(s);
}

static void download()
{
    float a[N];
    cudaMemcpyAsync(a, d, BYTES, cudaMemcpyDeviceToHost, s);
    wait();
}

static void download_symbol()
{
    float a[N];
    cudaMemcpyFromSymbolAsync(a, results, BYTES, 0, cudaMemcpyDeviceToHost, s);
    wait();
}

static void download_array()
{
    std::array<float, N> a;
    cudaMemcpyAsync(a.data(), d, BYTES, cudaMemcpyDeviceToHost, s);
    wait();
}

static float first()
{
    float v;
    cudaMemcpyAsync(&v, d, sizeof v, cudaMemcpyDeviceToHost, s);
    wait();
    return v;
}

struct Values {
    float a[N];
    void get()
    {
        cudaMemcpyAsync(a, d, BYTES, cudaMemcpyDeviceToHost, s);
    }
};

static void download_object()
{
    Values values;
    values.get();
    wait();
}

static void block()
{
    if (d) {
        float a[N];
        cudaMemcpyAsync(a, d, BYTES, cudaMemcpyDeviceToHost, s);
        wait();
    }
    cudaStreamSynchronize(s);
}

static void turns()
{
    for (int i = 0; i < 3; i++) {
        float v;
        cudaMemcpyAsync(&v, d + i, sizeof v, cudaMemcpyDeviceToHost, s);
        wait();
        if (i == 1)
            continue;
        fill<<<1, N, 0, s>>>(d);
    }
    cudaStreamSynchronize(s);
}

static void written()
{
    float v;
    cudaLaunchHostFunc(s, put, &v);
    wait();
}

static void read_later()
{
    float v = 3;
    cudaLaunchHostFunc(s, show, &v);
    wait();
}

static void locked(float *a)
{
    cudaHostRegister(a, BYTES, 0);
    cudaMemcpyAsync(d, a, BYTES, cudaMemcpyHostToDevice, s);
}

static void upload_locked()
{
    float a[N] = {0};
    locked(a);
    wait();
    if (WAIT)
        cudaHostUnregister(a);
}

static void upload()
{
    float a[N];
    for (int i = 0; i < N; i++)
        a[i] = (float)i;
    cudaMemcpyAsync(d, a, BYTES, cudaMemcpyHostToDevice, s);
}

static void upload_symbol()
{
    float a[N] = {1};
    cudaMemcpyToSymbolAsync(factors, a, BYTES, 0, cudaMemcpyHostToDevice, s);
}

static void upload_turns()
{
    for (int i = 0; i < 3; i++) {
        float a[N];
        cudaMemcpyAsync(d, a, BYTES, cudaMemcpyHostToDevice, s);
    }
}

static void upload_and_wait()
{
    float a[N] = {1}, b[N];
    cudaMemcpy(d, a, BYTES, cudaMemcpyHostToDevice);
    cudaMemcpy(b, d, BYTES, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(b, results, BYTES);
    printf("%g\n", b[0]);
}

int main()
{
    cudaStreamCreate(&s);
    cudaMalloc(&d, BYTES);
    fill<<<1, N, 0, s>>>(d);
    switch (WHAT) {
    case 0:
        download();
        break;
    case 1:
        download_symbol();
        break;
    case 2:
        download_array();
        break;
    case 3:
        printf("%g\n", first());
        break;
    case 4:
        download_object();
        break;
    case 5:
        block();
        break;
    case 6:
        turns();
        break;
    case 7:
        written();
        break;
    case 8:
        read_later();
        break;
    case 9:
        upload_locked();
        break;
    case 10:
        upload();
        break;
    case 11:
        upload_symbol();
        break;
    case 12:
        upload_turns();
        break;
    default:
        upload_and_wait();
        break;
    }
    cudaDeviceSynchronize();
}
