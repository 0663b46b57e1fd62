// Wavefront path tracer: queues of rays a bounce, the count of live rays is read back to size the next launch (here an
// upper bound by Russian roulette), two half-images in flight, looked after by polling cudaStreamQuery.
#include "nullstream.cuh"
#include <cstdio>

struct Ray {
    float3 o, d;
    float3 weight;
    int pixel;
};

const int W = 1280, H = 720, HALF = W * H / 2, BOUNCES = 6, SPP = 3;

#pragma nullstream kernel(generate) bytes(40.0 * n) flops(60.0 * n)
__global__ void generate(Ray *rays, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        rays[i] = {make_float3(0, 0, 0), make_float3(i % 7 * 0.1f, 0, 1), make_float3(1, 1, 1), i};
    }
    if (i == 0)
        *count = 0;
}
#pragma nullstream kernel(intersect) flops(2300.0 * n) bytes(190.0 * n) regs(72) reads(rays, n * sizeof(Ray)) writes(hit, n * 4)
__global__ void intersect(const Ray *rays, float *hit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        hit[i] = rays[i].o.x + rays[i].d.x;
}
#pragma nullstream kernel(shade) flops(420.0 * n) bytes(110.0 * n) regs(64) reads(rays, n * sizeof(Ray)) reads(hit, n * 4) writes(next, n * sizeof(Ray)) writes(count, 4) writes(film, HALF * 16)
__global__ void shade(const Ray *rays, const float *hit, Ray *next, int *count, float4 *film, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if (hit[i] > 0.5f)
            next[atomicAdd(count, 1)] = rays[i];
        else
            film[rays[i].pixel].x += rays[i].weight.x;
    }
}
#pragma nullstream kernel(resetCount) block_time(1us)
__global__ void resetCount(int *count) { *count = 0; }

class HalfImage
{
public:
    void init(int which)
    {
        cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, which == 0 ? -1 : 0);
        for (auto &q : queue)
            cudaMalloc(&q, HALF * sizeof(Ray));
        cudaMalloc(&hit, HALF * sizeof(float));
        cudaMalloc(&film, HALF * sizeof(float4));
        cudaMalloc(&count, sizeof(int));
        cudaMallocHost(&live, sizeof(int));
        cudaMallocHost(&picture, HALF * sizeof(float4));
    }
    void clear()
    {
        for (auto &q : queue)
            cudaMemsetAsync(q, 0, HALF * sizeof(Ray), stream);
        cudaMemsetAsync(film, 0, HALF * sizeof(float4), stream);
    }
    bool finished() const { return sample == SPP; }
    bool ready() { return cudaStreamQuery(stream) == cudaSuccess; }
    // puts in the next bounce
    void advance()
    {
        if (bounce == BOUNCES) {
            bounce = 0;
            if (++sample == SPP)
                return;
        }
        if (bounce == 0) {
            n = HALF;
            generate<<<(n + 127) / 128, 128, 0, stream>>>(queue[0], count, n);
        } else {
            n = n * 5 / 8; // *live would say how many
            resetCount<<<1, 1, 0, stream>>>(count);
        }
        Ray *from = queue[bounce & 1], *to = queue[~bounce & 1];
        intersect<<<(n + 95) / 96, 96, 0, stream>>>(from, hit, n);
        shade<<<(n + 127) / 128, 128, 0, stream>>>(from, hit, to, count, film, n);
        cudaMemcpyAsync(live, count, sizeof(int), cudaMemcpyDeviceToHost, stream);
        bounce++;
        if (bounce == BOUNCES)
            cudaMemcpyAsync(picture, film, HALF * sizeof(float4), cudaMemcpyDeviceToHost, stream);
    }
    const float4 *pixels() const { return picture; }

private:
    cudaStream_t stream;
    Ray *queue[2];
    float *hit;
    float4 *film, *picture;
    int *count, *live;
    int bounce = 0, sample = 0, n = 0;
};

int main()
{
    HalfImage half[2];
    for (int i = 0; i < 2; i++)
        half[i].init(i);
    for (HalfImage &h : half)
        h.clear();
    int polls = 0;
    while (!half[0].finished() || !half[1].finished()) {
        for (HalfImage &h : half)
            if (!h.finished() && h.ready())
                h.advance();
        polls++;
        host_work_us(3); // window events
    }
    printf("%d samples of %d x %d, %g\n", SPP, W, H, half[0].pixels()[0].x);
    return polls < 0;
}
