// Separable Gaussian blur of a strip-mined 8-bit photograph: strips are copied with their halos
// by cudaMemcpy2DAsync into a pitched buffer, blurred in three streams, and copied back.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)

enum { W = 6000, H = 4000, RADIUS = 6, STRIPS = 10, LANES = 3 };
static const int STRIP_H = H / STRIPS;

__constant__ float c_taps[2 * RADIUS + 1];

__global__ void blur_rows(const unsigned char *in, size_t pin, float *out, size_t pout, int w, int h)
{
    extern __shared__ float line[];
    int y = blockIdx.y;
    int x0 = blockIdx.x * blockDim.x;
    if (y >= h) return;
    const unsigned char *row = in + (size_t)y * pin;
    for (int i = threadIdx.x; i < (int)blockDim.x + 2 * RADIUS; i += blockDim.x) {
        int x = x0 + i - RADIUS;
        x = x < 0 ? 0 : (x >= w ? w - 1 : x);
        line[i] = row[x];
    }
    __syncthreads();
    int x = x0 + threadIdx.x;
    if (x >= w) return;
    float s = 0;
    for (int k = 0; k <= 2 * RADIUS; k++) s += c_taps[k] * line[threadIdx.x + k];
    *(float *)((char *)out + (size_t)y * pout + x * sizeof(float)) = s;
}

__global__ void blur_cols(const float *in, size_t pin, unsigned char *out, size_t pout, int w, int h, int top)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= STRIP_H) return;
    float s = 0;
    for (int k = -RADIUS; k <= RADIUS; k++) {
        int yy = y + top + k;
        yy = yy < 0 ? 0 : (yy >= h ? h - 1 : yy);
        s += c_taps[k + RADIUS] * *(const float *)((const char *)in + (size_t)yy * pin + x * sizeof(float));
    }
    out[(size_t)y * pout + x] = (unsigned char)(s + 0.5f);
}

struct lane { cudaStream_t s; unsigned char *src, *dst; float *mid; size_t psrc, pdst, pmid; };

int main()
{
    unsigned char *img, *res;
    CK(cudaMallocHost(&img, (size_t)W * H));
    CK(cudaMallocHost(&res, (size_t)W * H));
    memset(img, 100, (size_t)W * H);
    for (int y = 0; y < H; y += 16) memset(img + (size_t)y * W, 200, W);

    float taps[2 * RADIUS + 1];
    float sum = 0;
    for (int i = 0; i <= 2 * RADIUS; i++) {
        int d = i - RADIUS;
        taps[i] = 1.0f / (1.0f + d * d * 0.2f);
        sum += taps[i];
    }
    for (int i = 0; i <= 2 * RADIUS; i++) taps[i] /= sum;
    CK(cudaMemcpyToSymbol(c_taps, taps, sizeof taps));

    lane l[LANES];
    for (int i = 0; i < LANES; i++) {
        CK(cudaStreamCreateWithFlags(&l[i].s, cudaStreamNonBlocking));
        CK(cudaMallocPitch(&l[i].src, &l[i].psrc, W, STRIP_H + 2 * RADIUS));
        CK(cudaMallocPitch(&l[i].dst, &l[i].pdst, W, STRIP_H));
        CK(cudaMallocPitch(&l[i].mid, &l[i].pmid, W * sizeof(float), STRIP_H + 2 * RADIUS));
    }
    cudaEvent_t t0, t1;
    CK(cudaEventCreate(&t0));
    CK(cudaEventCreate(&t1));
    CK(cudaDeviceSynchronize());
    CK(cudaEventRecord(t0, l[0].s));
    for (int i = 0; i < STRIPS; i++) {
        lane &q = l[i % LANES];
        int from = i * STRIP_H - RADIUS, to = (i + 1) * STRIP_H + RADIUS;
        if (from < 0) from = 0;
        if (to > H) to = H;
        int rows = to - from, top = i * STRIP_H - from;
        CK(cudaMemcpy2DAsync(q.src, q.psrc, img + (size_t)from * W, W, W, rows, cudaMemcpyHostToDevice, q.s));
        dim3 g1((W + 255) / 256, rows);
        blur_rows<<<g1, 256, (256 + 2 * RADIUS) * sizeof(float), q.s>>>(q.src, q.psrc, q.mid, q.pmid, W, rows);
        dim3 b2(32, 8), g2((W + 31) / 32, (STRIP_H + 7) / 8);
        blur_cols<<<g2, b2, 0, q.s>>>(q.mid, q.pmid, q.dst, q.pdst, W, rows, top);
        CK(cudaGetLastError());
        CK(cudaMemcpy2DAsync(res + (size_t)i * STRIP_H * W, W, q.dst, q.pdst, W, STRIP_H, cudaMemcpyDeviceToHost, q.s));
    }
    for (int i = 0; i < LANES; i++) CK(cudaStreamSynchronize(l[i].s));
    CK(cudaEventRecord(t1, l[0].s));
    CK(cudaEventSynchronize(t1));
    float ms;
    CK(cudaEventElapsedTime(&ms, t0, t1));
    unsigned long long ck = 0;
    for (size_t i = 0; i < (size_t)W * H; i += 997) ck += res[i];
    printf("blurred %d strips in %.3f ms, checksum %llu\n", (int)STRIPS, ms, ck);
    for (int i = 0; i < LANES; i++) {
        cudaFree(l[i].src); cudaFree(l[i].dst); cudaFree(l[i].mid); cudaStreamDestroy(l[i].s);
    }
    cudaFreeHost(img);
    cudaFreeHost(res);
    return 0;
}
