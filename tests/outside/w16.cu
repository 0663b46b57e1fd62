// A particle filter for localisation: constants by cudaMemcpyToSymbol, weights in blocking streams beside legacy default-stream work, an estimate by cudaMemcpyFromSymbol.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

struct Motion {
    float dx, dy, dtheta, noise;
};

__constant__ Motion motion;
__constant__ float landmarks[64 * 2];
__device__ float estimate[4];

#define PARTICLES (1 << 17)
#define SCANS 16
#define BEAMS 180

#pragma nullstream kernel(predict_motion) bytes(32.0 * n) flops(60.0 * n)
__global__ void predict_motion(float4 *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 q = p[i];
        q.x += motion.dx * __cosf(q.z) - motion.dy * __sinf(q.z);
        q.y += motion.dx * __sinf(q.z) + motion.dy * __cosf(q.z);
        q.z += motion.dtheta;
        p[i] = q;
    }
}

#pragma nullstream kernel(weigh) flops(12.0 * n * beams) bytes(20.0 * n)
__global__ void weigh(const float4 *p, const float *scan, float *w, int n, int beams)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float log_w = 0;
        for (int b = 0; b < beams; b++) {
            float dx = landmarks[(b & 63) * 2] - p[i].x, dy = landmarks[(b & 63) * 2 + 1] - p[i].y;
            float e = sqrtf(dx * dx + dy * dy) - scan[b];
            log_w -= e * e;
        }
        w[i] = __expf(log_w);
    }
}

#pragma nullstream kernel(resample) bytes(40.0 * n) flops(40.0 * n)
__global__ void resample(const float4 *p, const float *w, float4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = p[(int)(w[i] * n) % n];
}

#pragma nullstream kernel(mean_pose) time(9us)
__global__ void mean_pose(const float4 *p, int n)
{
    if (threadIdx.x < 3) estimate[threadIdx.x] = p[threadIdx.x].x + n;
}

#pragma nullstream kernel(update_map) time(21us)
__global__ void update_map(unsigned char *map, const float *scan)
{
    map[blockIdx.x * blockDim.x + threadIdx.x] += scan[threadIdx.x % BEAMS] > 0.5f;
}

int main(void)
{
    float4 *particles[2];
    float *weights, *scan_dev, lm[128], scan[BEAMS], pose[4];
    unsigned char *map;
    cudaStream_t filter, mapping;
    cudaMalloc((void **)&particles[0], PARTICLES * sizeof(float4));
    cudaMalloc((void **)&particles[1], PARTICLES * sizeof(float4));
    cudaMalloc((void **)&weights, PARTICLES * sizeof(float));
    cudaMalloc((void **)&scan_dev, sizeof scan);
    cudaMalloc((void **)&map, 1 << 20);
    cudaStreamCreate(&filter);
    cudaStreamCreate(&mapping);
    memset(lm, 0, sizeof lm);
    cudaMemcpyToSymbol(landmarks, lm, sizeof lm);
    cudaMemset(particles[0], 0, PARTICLES * sizeof(float4));
    cudaMemset(map, 0, 1 << 20);

    for (int s = 0; s < SCANS; s++) {
        Motion m = {0.1f, 0.0f, 0.01f * (s % 3), 0.02f};
        for (int b = 0; b < BEAMS; b++) scan[b] = 1.0f + 0.01f * b;
        cudaMemcpyToSymbol(motion, &m, sizeof m);
        cudaMemcpy(scan_dev, scan, sizeof scan, cudaMemcpyHostToDevice);
        predict_motion<<<PARTICLES / 256, 256, 0, filter>>>(particles[0], PARTICLES);
        weigh<<<PARTICLES / 128, 128, 0, filter>>>(particles[0], scan_dev, weights, PARTICLES, BEAMS);
        update_map<<<64, 256, 0, mapping>>>(map, scan_dev);
        if (s % 4 == 3) {
            resample<<<PARTICLES / 256, 256>>>(particles[0], weights, particles[1], PARTICLES); /* legacy stream */
            float4 *t = particles[0];
            particles[0] = particles[1];
            particles[1] = t;
        }
        mean_pose<<<1, 32, 0, filter>>>(particles[0], PARTICLES);
        cudaMemcpyFromSymbolAsync(pose, estimate, sizeof pose, 0, cudaMemcpyDeviceToHost, filter);
    }
    cudaDeviceSynchronize();
    printf("%d scans\n", SCANS);
    return 0;
}
