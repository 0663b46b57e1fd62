// Progressive ray tracer of a field of spheres: host threads take tiles of uneven cost from an atomic
// counter; each has two streams in turn, and a framebuffer in registered memory collects the tiles.
#include <cuda_runtime.h>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

static void must(cudaError_t e, const char *file, int line)
{
    if (e != cudaSuccess) {
        std::fprintf(stderr, "%s(%d): %s\n", file, line, cudaGetErrorString(e));
        std::exit(1);
    }
}
#define MUST(e) must((e), __FILE__, __LINE__)

struct Sphere { float x, y, z, r; float red, green, blue; };
constexpr int WIDTH = 1920, HEIGHT = 1080, TILE = 240, SPHERES = 96;
__constant__ Sphere spheres[SPHERES];

__device__ bool hit(float3 o, float3 d, float &t, int &which)
{
    t = 1e20f;
    which = -1;
    for (int i = 0; i < SPHERES; i++) {
        float cx = spheres[i].x - o.x, cy = spheres[i].y - o.y, cz = spheres[i].z - o.z;
        float b = cx * d.x + cy * d.y + cz * d.z;
        float disc = b * b - (cx * cx + cy * cy + cz * cz) + spheres[i].r * spheres[i].r;
        if (disc > 0) {
            float root = b - sqrtf(disc);
            if (root > 1e-3f && root < t) { t = root; which = i; }
        }
    }
    return which >= 0;
}

__global__ void render(uchar4 *out, int x0, int y0, int w, int h, int samples)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float3 sum = make_float3(0, 0, 0);
    unsigned seed = (x0 + x) * 1973u + (y0 + y) * 9277u + 1u;
    for (int s = 0; s < samples; s++) {
        seed = seed * 1664525u + 1013904223u;
        float jx = (seed >> 16) / 65536.0f;
        float3 o = make_float3(0, 0, -4);
        float3 d = make_float3((x0 + x + jx - WIDTH / 2) / HEIGHT, (y0 + y - HEIGHT / 2) / (float)HEIGHT, 1);
        float inv = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
        d.x *= inv; d.y *= inv; d.z *= inv;
        float weight = 1;
        for (int bounce = 0; bounce < 3; bounce++) {
            float t; int k;
            if (!hit(o, d, t, k)) { sum.z += weight * 0.5f; break; }
            o = make_float3(o.x + t * d.x, o.y + t * d.y, o.z + t * d.z);
            float nx = (o.x - spheres[k].x) / spheres[k].r, ny = (o.y - spheres[k].y) / spheres[k].r, nz = (o.z - spheres[k].z) / spheres[k].r;
            float dn = 2 * (d.x * nx + d.y * ny + d.z * nz);
            d = make_float3(d.x - dn * nx, d.y - dn * ny, d.z - dn * nz);
            sum.x += weight * spheres[k].red; sum.y += weight * spheres[k].green; sum.z += weight * spheres[k].blue;
            weight *= 0.5f;
        }
    }
    float k = 120.0f / samples;
    out[y * w + x] = make_uchar4(fminf(sum.x * k, 255), fminf(sum.y * k, 255), fminf(sum.z * k, 255), 255);
}

struct TileJob { int x, y, w, h; };

int main()
{
    std::vector<Sphere> scene(SPHERES);
    for (int i = 0; i < SPHERES; i++)
        scene[i] = {(i % 12) * 0.6f - 3.3f, (i / 12) * 0.5f - 1.8f, 2.0f + (i % 5), 0.25f + 0.02f * (i % 7), 0.1f * (i % 9), 0.5f, 0.9f - 0.08f * (i % 9)};
    MUST(cudaMemcpyToSymbol(spheres, scene.data(), sizeof(Sphere) * SPHERES));

    std::vector<TileJob> tiles;
    for (int y = 0; y < HEIGHT; y += TILE)
        for (int x = 0; x < WIDTH; x += TILE)
            tiles.push_back({x, y, std::min(TILE, WIDTH - x), std::min(TILE, HEIGHT - y)});

    std::vector<uchar4> frame((size_t)WIDTH * HEIGHT);
    MUST(cudaHostRegister(frame.data(), frame.size() * sizeof(uchar4), cudaHostRegisterDefault));
    std::atomic<size_t> next(0);

    auto worker = [&](int id) {
        cudaStream_t s[2];
        uchar4 *buf[2];
        for (int i = 0; i < 2; i++) {
            MUST(cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking));
            MUST(cudaMalloc(&buf[i], TILE * TILE * sizeof(uchar4)));
        }
        int turn = 0;
        size_t t;
        while ((t = next.fetch_add(1)) < tiles.size()) {
            const TileJob &j = tiles[t];
            MUST(cudaStreamSynchronize(s[turn])); // not more than two ahead
            int samples = 8 + 8 * (int)(t % 4);
            dim3 block(16, 8), grid((j.w + 15) / 16, (j.h + 7) / 8);
            render<<<grid, block, 0, s[turn]>>>(buf[turn], j.x, j.y, j.w, j.h, samples);
            MUST(cudaGetLastError());
            MUST(cudaMemcpy2DAsync(frame.data() + (size_t)j.y * WIDTH + j.x, WIDTH * sizeof(uchar4), buf[turn], j.w * sizeof(uchar4),
                                   j.w * sizeof(uchar4), j.h, cudaMemcpyDeviceToHost, s[turn]));
            turn ^= 1;
        }
        for (int i = 0; i < 2; i++) {
            MUST(cudaStreamSynchronize(s[i]));
            MUST(cudaFree(buf[i]));
            MUST(cudaStreamDestroy(s[i]));
        }
        (void)id;
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; i++) threads.emplace_back(worker, i);
    for (auto &t : threads) t.join();
    MUST(cudaHostUnregister(frame.data()));
    unsigned long long sum = 0;
    for (size_t i = 0; i < frame.size(); i += 101) sum += frame[i].x + frame[i].y + frame[i].z;
    std::printf("%zu tiles, checksum %llu\n", tiles.size(), sum);
    return 0;
}
