// Ray marcher: the picture is rendered in tiles; the preview pass (quarter resolution) goes to an urgent
// stream, the fine tiles to two ordinary ones, and each finished tile is fetched by its own copy.
#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

struct Camera {
    float x, y, z, fov;
};

__constant__ Camera camera;

__device__ float scene(float x, float y, float z)
{
    float s = sqrtf(x * x + y * y + z * z) - 1.0f;
    float g = sinf(5.0f * x) * sinf(5.0f * y) * sinf(5.0f * z) * 0.1f;
    return s + g;
}

// `steps` evaluations of the scene (some 40 operations each) for every pixel
#pragma nullstream kernel(render) flops(44.0 * tile * tile * steps) bytes(4.0 * tile * tile) regs(48) reads(&camera, 16) writes(image, 4 * tile * tile)
__global__ void render(float *image, int tile, int x0, int y0, int full, int steps)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= tile || y >= tile)
        return;
    float dx = ((x0 + x) / (float)full - 0.5f) * camera.fov, dy = ((y0 + y) / (float)full - 0.5f) * camera.fov;
    float t = 0.0f, light = 0.0f;
    for (int i = 0; i < steps; i++) {
        float d = scene(camera.x + dx * t, camera.y + dy * t, camera.z + t);
        t += 0.5f * d;
        light += d < 0.001f ? 0.01f : 0.0f;
    }
    image[y * tile + x] = light / (1.0f + t);
}

#pragma nullstream kernel(tonemap) flops(24.0 * n) bytes(5.0 * n) reads(in, 4 * n) writes(out, n)
__global__ void tonemap(const float *in, unsigned char *out, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    for (int k = 0; k < 4 && i + k < n; k++)
        out[i + k] = (unsigned char)(255.0f * __powf(__saturatef(in[i + k]), 0.4545f));
}

static void must(cudaError_t e)
{
    if (e != cudaSuccess)
        fprintf(stderr, "%s\n", cudaGetErrorString(e));
    assert(e == cudaSuccess);
}

int main()
{
    const int FULL = 2048, TILE = 512, SIDE = FULL / TILE, TILES = SIDE * SIDE;
    const int PREVIEW = 512, VIEWS = 3;
    int low, high;
    must(cudaDeviceGetStreamPriorityRange(&low, &high));
    cudaStream_t urgent, fine[2];
    must(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, high));
    for (auto &s : fine)
        must(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, low));

    std::vector<float *> hdr(TILES);
    std::vector<unsigned char *> ldr(TILES);
    float *preview_hdr;
    unsigned char *preview, *picture, *thumb;
    for (int t = 0; t < TILES; t++) {
        must(cudaMalloc(&hdr[t], TILE * TILE * sizeof(float)));
        must(cudaMalloc(&ldr[t], TILE * TILE));
    }
    must(cudaMalloc(&preview_hdr, PREVIEW * PREVIEW * sizeof(float)));
    must(cudaMalloc(&preview, PREVIEW * PREVIEW));
    must(cudaMallocHost(&picture, FULL * FULL));
    must(cudaMallocHost(&thumb, PREVIEW * PREVIEW));
    cudaEvent_t shown;
    must(cudaEventCreateWithFlags(&shown, cudaEventDisableTiming));

    const dim3 block(16, 16), grid(TILE / 16, TILE / 16);
    for (int view = 0; view < VIEWS; view++) {
        const Camera c = {0.1f * view, 0.0f, -3.0f, 1.2f};
        must(cudaDeviceSynchronize()); // nobody renders by the old camera any more
        must(cudaMemcpyToSymbol(camera, &c, sizeof c));
        must(cudaDeviceSynchronize()); // returns when staged, and the streams below wait for nothing
        for (int t = 0; t < TILES; t++) {
            cudaStream_t s = fine[t % 2];
            render<<<grid, block, 0, s>>>(hdr[t], TILE, t % SIDE * TILE, t / SIDE * TILE, FULL, 256);
            tonemap<<<TILE * TILE / 4 / 256, 256, 0, s>>>(hdr[t], ldr[t], TILE * TILE);
            must(cudaMemcpy2DAsync(picture + (size_t)(t / SIDE) * TILE * FULL + t % SIDE * TILE, FULL,
                                   ldr[t], TILE, TILE, TILE, cudaMemcpyDeviceToHost, s));
            if (t == 3) { // the user moved: the preview is asked for behind some tiles
                render<<<dim3(PREVIEW / 16, PREVIEW / 16), block, 0, urgent>>>(preview_hdr, PREVIEW, 0, 0,
                                                                               PREVIEW, 64);
                tonemap<<<PREVIEW * PREVIEW / 4 / 256, 256, 0, urgent>>>(preview_hdr, preview,
                                                                        PREVIEW * PREVIEW);
                must(cudaMemcpyAsync(thumb, preview, PREVIEW * PREVIEW, cudaMemcpyDeviceToHost, urgent));
                must(cudaEventRecord(shown, urgent));
            }
        }
        must(cudaEventSynchronize(shown));
        printf("view %d: preview %d\n", view, thumb[PREVIEW * PREVIEW / 2]);
    }
    must(cudaDeviceSynchronize());
    printf("middle %d\n", picture[FULL * FULL / 2]);
    return 0;
}
