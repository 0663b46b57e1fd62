// 2-D heat equation on two subdomains with halo exchange: boundary columns first in an urgent stream,
// strided halo copies (cudaMemcpy2DAsync) through pinned memory, the interior meanwhile.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static void check(cudaError_t e, const char *what)
{
    if (e != cudaSuccess) {
        std::fprintf(stderr, "%s: %s (%s)\n", what, cudaGetErrorName(e), cudaGetErrorString(e));
        std::exit(1);
    }
}
#define CHECK(x) check((x), #x)

const int NX = 2050, NY = 2048; // with a halo column on each side, rows of NX
const int STEPS = 30;

// columns [from, to) of all inner rows
#pragma nullstream kernel(stencil) flops(6.0 * (to - from) * (NY - 2)) bytes(8.0 * (to - from) * (NY - 2))
__global__ void stencil(const float *u, float *v, int from, int to)
{
    int x = from + blockIdx.x * blockDim.x + threadIdx.x;
    int y = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (x < to && y < NY - 1) {
        float c = u[y * NX + x];
        v[y * NX + x] = c + 0.2f * (u[y * NX + x - 1] + u[y * NX + x + 1] + u[(y - 1) * NX + x] +
                                    u[(y + 1) * NX + x] - 4.0f * c);
    }
}

#pragma nullstream kernel(init) flops(2.0 * NX * NY) bytes(4.0 * NX * NY) writes(u, 4 * NX * NY)
__global__ void init(float *u, float left)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < NX * NY; i += gridDim.x * blockDim.x)
        u[i] = (i % NX) < NX / 2 ? left : 0.0f;
}

struct Domain {
    float *u[2];
    float *send, *recv; // pinned, one column each
    cudaStream_t inner, edge;
    cudaEvent_t inner_done, edge_done, sent;
};

int main()
{
    Domain d[2];
    int least, greatest;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2; k++)
            CHECK(cudaMalloc(&d[i].u[k], sizeof(float) * NX * NY));
        CHECK(cudaMallocHost(&d[i].send, sizeof(float) * NY));
        CHECK(cudaStreamCreateWithPriority(&d[i].inner, cudaStreamNonBlocking, least));
        CHECK(cudaStreamCreateWithPriority(&d[i].edge, cudaStreamNonBlocking, greatest));
        CHECK(cudaEventCreateWithFlags(&d[i].inner_done, cudaEventDisableTiming));
        CHECK(cudaEventCreateWithFlags(&d[i].edge_done, cudaEventDisableTiming));
        CHECK(cudaEventCreateWithFlags(&d[i].sent, cudaEventDisableTiming));
        for (int k = 0; k < 2; k++)
            init<<<264, 256, 0, d[i].inner>>>(d[i].u[k], i == 0 ? 100.0f : 20.0f);
        CHECK(cudaEventRecord(d[i].inner_done, d[i].inner));
        CHECK(cudaEventRecord(d[i].sent, d[i].edge));
    }
    d[0].recv = d[1].send;
    d[1].recv = d[0].send;

    const dim3 block(64, 4), rows(1, (NY - 2 + 3) / 4);
    for (int step = 0; step < STEPS; step++) {
        const int from = step % 2, to = 1 - from;
        for (int i = 0; i < 2; i++) {
            Domain &m = d[i];
            const int inside = i == 0 ? NX - 2 : 1;   // column that the neighbour needs
            // what both streams did in the last step comes first, then the edge's column
            CHECK(cudaStreamWaitEvent(m.edge, m.inner_done, 0));
            stencil<<<dim3(1, rows.y), block, 0, m.edge>>>(m.u[from], m.u[to], inside, inside + 1);
            CHECK(cudaEventRecord(m.edge_done, m.edge));
            CHECK(cudaMemcpy2DAsync(m.send, sizeof(float), m.u[to] + inside, NX * sizeof(float),
                                    sizeof(float), NY, cudaMemcpyDeviceToHost, m.edge));
            CHECK(cudaEventRecord(m.sent, m.edge));
            // the rest of the columns, with the edge's column known to be written
            CHECK(cudaStreamWaitEvent(m.inner, m.edge_done, 0));
            const int a = i == 0 ? 1 : 2, b = i == 0 ? NX - 2 : NX - 1;
            stencil<<<dim3((b - a + 63) / 64, rows.y), block, 0, m.inner>>>(m.u[from], m.u[to], a, b);
            CHECK(cudaEventRecord(m.inner_done, m.inner));
        }
        for (int i = 0; i < 2; i++) {
            Domain &m = d[i];
            const int halo = i == 0 ? NX - 1 : 0;
            CHECK(cudaStreamWaitEvent(m.edge, d[1 - i].sent, 0));
            CHECK(cudaStreamWaitEvent(m.edge, m.inner_done, 0));
            CHECK(cudaMemcpy2DAsync(m.u[to] + halo, NX * sizeof(float), m.recv, sizeof(float),
                                    sizeof(float), NY, cudaMemcpyHostToDevice, m.edge));
            CHECK(cudaEventRecord(m.edge_done, m.edge));
        }
        for (int i = 0; i < 2; i++) { // nobody overwrites a column that the neighbour still reads
            CHECK(cudaStreamWaitEvent(d[i].edge, d[1 - i].edge_done, 0));
            CHECK(cudaStreamWaitEvent(d[i].inner, d[i].edge_done, 0));
        }
    }
    CHECK(cudaDeviceSynchronize());
    float probe;
    CHECK(cudaMemcpy(&probe, d[0].u[STEPS % 2] + NX * (NY / 2) + NX - 2, sizeof probe, cudaMemcpyDefault));
    std::printf("probe %f\n", probe);
    for (auto &m : d) {
        CHECK(cudaFree(m.u[0]));
        CHECK(cudaFree(m.u[1]));
        CHECK(cudaFreeHost(m.send));
    }
}
