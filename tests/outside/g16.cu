// Heat equation on two subdomains of one device, each on its stream, exchanging halo rows by D2D copies
// ordered with events; every 50 steps a subsampled checkpoint is copied out with cudaMemcpy2DAsync.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define SAFE(call)                                                         \
    do {                                                                   \
        cudaError_t rc = (call);                                           \
        if (rc != cudaSuccess) {                                           \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(rc));    \
            exit(1);                                                       \
        }                                                                  \
    } while (0)

#define NX 2048
#define NY 1024 /* rows per subdomain, without the two halo rows */
#define STEPS 200
#define EVERY 50
#define STRIDE 8

typedef struct {
    float *u[2];
    float *ckpt;
    cudaStream_t main, out;
    cudaEvent_t stepped[2], halo[2], saved, ready;
} domain;

__global__ void step(const float *__restrict__ u, float *__restrict__ v, int nx, int ny, float k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= nx || y > ny) return;
    float c = u[y * nx + x];
    float l = x > 0 ? u[y * nx + x - 1] : c;
    float r = x < nx - 1 ? u[y * nx + x + 1] : c;
    v[y * nx + x] = c + k * (l + r + u[(y - 1) * nx + x] + u[(y + 1) * nx + x] - 4 * c);
}

__global__ void hot_spot(float *u, int nx, int ny, float amp)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= nx || y >= ny + 2) return;
    int dx = x - nx / 2, dy = y - ny / 2;
    u[y * nx + x] = dx * dx + dy * dy < 10000 ? amp : 0.0f;
}

int main(void)
{
    domain d[2];
    float *h_ckpt[2];
    const size_t bytes = (size_t)NX * (NY + 2) * sizeof(float);
    const int cx = NX / STRIDE, cy = NY / STRIDE;
    for (int i = 0; i < 2; i++) {
        SAFE(cudaStreamCreateWithFlags(&d[i].main, cudaStreamNonBlocking));
        SAFE(cudaStreamCreateWithFlags(&d[i].out, cudaStreamNonBlocking));
        for (int b = 0; b < 2; b++) {
            SAFE(cudaMalloc((void **)&d[i].u[b], bytes));
            SAFE(cudaEventCreateWithFlags(&d[i].stepped[b], cudaEventDisableTiming));
            SAFE(cudaEventCreateWithFlags(&d[i].halo[b], cudaEventDisableTiming));
        }
        SAFE(cudaEventCreateWithFlags(&d[i].saved, cudaEventDisableTiming));
        SAFE(cudaEventCreateWithFlags(&d[i].ready, cudaEventDisableTiming));
        SAFE(cudaMallocHost((void **)&h_ckpt[i], (size_t)cx * cy * sizeof(float)));
        hot_spot<<<dim3((NX + 255) / 256, NY + 2), 256, 0, d[i].main>>>(d[i].u[0], NX, NY, i ? 50.0f : 100.0f);
        SAFE(cudaMemsetAsync(d[i].u[1], 0, bytes, d[i].main));
        SAFE(cudaEventRecord(d[i].stepped[0], d[i].main));
    }
    double trace = 0;
    int ckpts = 0;
    for (int s = 0; s < STEPS; s++) {
        int cur = s & 1, nxt = cur ^ 1;
        // the neighbour's edge row becomes my halo row
        for (int i = 0; i < 2; i++) {
            int o = i ^ 1;
            SAFE(cudaStreamWaitEvent(d[i].main, d[o].stepped[cur], 0));
            size_t dst = i == 0 ? (size_t)(NY + 1) * NX : 0;
            size_t src = i == 0 ? (size_t)1 * NX : (size_t)NY * NX;
            SAFE(cudaMemcpyAsync(d[i].u[cur] + dst, d[o].u[cur] + src, NX * sizeof(float), cudaMemcpyDeviceToDevice, d[i].main));
            SAFE(cudaEventRecord(d[i].halo[cur], d[i].main));
        }
        for (int i = 0; i < 2; i++) {
            dim3 b(64, 4), g((NX + 63) / 64, (NY + 3) / 4);
            if (s > 0) SAFE(cudaStreamWaitEvent(d[i].main, d[i ^ 1].halo[nxt], 0)); // it has read what I overwrite
            if (s > 0 && (s - 1) % EVERY == EVERY - 1) SAFE(cudaStreamWaitEvent(d[i].main, d[i].saved, 0));
            step<<<g, b, 0, d[i].main>>>(d[i].u[cur], d[i].u[nxt], NX, NY, 0.2f);
            SAFE(cudaEventRecord(d[i].stepped[nxt], d[i].main));
        }
        if (s % EVERY == EVERY - 1) {
            for (int i = 0; i < 2; i++) {
                SAFE(cudaStreamWaitEvent(d[i].out, d[i].stepped[nxt], 0));
                SAFE(cudaMemcpy2DAsync(h_ckpt[i], sizeof(float) * cx, d[i].u[nxt] + NX, sizeof(float) * NX * STRIDE,
                                       sizeof(float) * cx, cy, cudaMemcpyDeviceToHost, d[i].out));
                SAFE(cudaEventRecord(d[i].saved, d[i].out));
            }
            for (int i = 0; i < 2; i++) {
                SAFE(cudaEventSynchronize(d[i].saved));
                for (int k = 0; k < cx * cy; k++) trace += h_ckpt[i][k];
            }
            ckpts++;
        }
    }
    SAFE(cudaGetLastError());
    SAFE(cudaDeviceSynchronize());
    printf("%d steps, %d checkpoints, trace %.3f\n", STEPS, ckpts, trace);
    return 0;
}
