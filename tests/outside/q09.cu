// Video transcoder: three planes of NV12-like frames with pitched 2D copies, one stream per plane, joined by events.
#include "nullstream.cuh"
#include <array>
#include <cstdio>

#pragma nullstream kernel(deblock) bytes(2.0 * pitch * h) flops(9.0 * pitch * h) reads(p, pitch * h) writes(p, pitch * h)
__global__ void deblock(unsigned char *p, size_t pitch, int w, int h) {}
#pragma nullstream kernel(compose) bytes(1.5 * pitch * h + 4.0 * w * h) flops(15.0 * w * h) reads(y, pitch * h) reads(u, pitch * h / 4) reads(v, pitch * h / 4) writes(rgba, 4 * w * h)
__global__ void compose(const unsigned char *y, const unsigned char *u, const unsigned char *v, unsigned *rgba, size_t pitch, int w, int h) {}

struct Plane {
    unsigned char *host, *dev;
    size_t pitch;
    int w, h;
    cudaStream_t s;
    cudaEvent_t ready;

    void create(int width, int height)
    {
        w = width;
        h = height;
        cudaMallocHost(&host, (size_t)w * h);
        cudaMallocPitch(&dev, &pitch, w, h);
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    }
    void upload()
    {
        cudaMemcpy2DAsync(dev, pitch, host, w, w, h, cudaMemcpyHostToDevice, s);
        dim3 b(32, 8), g((w + 31) / 32, (h + 7) / 8);
        deblock<<<g, b, 0, s>>>(dev, pitch, w, h);
        cudaEventRecord(ready, s);
    }
};

int main()
{
    constexpr int W = 1920, H = 1080, FRAMES = 10;
    std::array<Plane, 3> planes;
    planes[0].create(W, H);
    planes[1].create(W / 2, H / 2);
    planes[2].create(W / 2, H / 2);
    unsigned *rgba, *shown;
    cudaMalloc(&rgba, W * H * sizeof(unsigned));
    cudaMallocHost(&shown, W * H * sizeof(unsigned));
    cudaStream_t out;
    cudaStreamCreateWithFlags(&out, cudaStreamNonBlocking);
    cudaEvent_t composed, t0, t1;
    cudaEventCreateWithFlags(&composed, cudaEventDisableTiming);
    cudaEventCreate(&t0);
    cudaEventCreate(&t1);
    cudaDeviceSynchronize();

    cudaEventRecord(t0, out);
    for (int f = 0; f < FRAMES; f++) {
        for (Plane &p : planes) {
            if (f > 0)
                cudaStreamWaitEvent(p.s, composed, 0);
            p.upload();
            cudaStreamWaitEvent(out, p.ready, 0);
        }
        compose<<<dim3(W / 32, H / 8), dim3(32, 8), 0, out>>>(planes[0].dev, planes[1].dev, planes[2].dev, rgba,
                                                             planes[0].pitch, W, H);
        cudaEventRecord(composed, out);
        cudaMemcpyAsync(shown, rgba, W * H * sizeof(unsigned), cudaMemcpyDeviceToHost, out);
    }
    cudaEventRecord(t1, out);
    cudaEventSynchronize(t1);
    float ms = 0;
    cudaEventElapsedTime(&ms, t0, t1);
    std::printf("%d frames: %.2f ms, %.1f fps\n", FRAMES, ms, 1000.0f * FRAMES / ms);
    return 0;
}
