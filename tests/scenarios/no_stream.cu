// A launch lacks its stream, and so goes into the default stream, which all others wait for. HOW says
// where: 0 in the loop over the streams, 1 a second kernel of a pipeline, 2 in a function that is
// given the stream, 3 in one that is not, 4 in a lambda, 5 two launches, between timed events.
#include "nullstream.cuh"

#ifndef HOW
#define HOW 0
#endif

const int LANES = 4, TURNS = 12, N = 1 << 18;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(scale) time(100us)
__global__ void scale(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2.0f;
}

#pragma nullstream kernel(shift) time(150us)
__global__ void shift(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + 1.0f;
}

struct lane {
    cudaStream_t stream;
    float *x, *y;
};

static void step(const lane *l, float *host)
{
    cudaMemcpyAsync(l->x, host, BYTES, cudaMemcpyHostToDevice, l->stream);
    shift<<<N / 8192, 256>>>(l->x, l->y, N);
    cudaMemcpyAsync(host, l->y, BYTES, cudaMemcpyDeviceToHost, l->stream);
}

static void shift_it(const float *x, float *y)
{
    shift<<<N / 8192, 256>>>(x, y, N);
}

int main()
{
    lane lanes[LANES];
    cudaStream_t streams[LANES];
    float *host;
    cudaEvent_t from, to;
    cudaMallocHost(&host, TURNS * BYTES);
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    for (int i = 0; i < LANES; i++) {
        cudaStreamCreate(&streams[i]);
        lanes[i].stream = streams[i];
        cudaMalloc(&lanes[i].x, BYTES);
        cudaMalloc(&lanes[i].y, BYTES);
    }
    cudaEventRecord(from, 0);
    for (int t = 0; t < TURNS; t++) {
        int i = t % LANES;
        float *at = host + t * N, *x = lanes[i].x, *y = lanes[i].y;
#if HOW == 0
        cudaMemcpyAsync(x, at, BYTES, cudaMemcpyHostToDevice, streams[i]);
        scale<<<N / 8192, 256>>>(x, N);
        cudaMemcpyAsync(at, x, BYTES, cudaMemcpyDeviceToHost, streams[i]);
#elif HOW == 1 || HOW == 3 || HOW == 5
        cudaMemcpyAsync(x, at, BYTES, cudaMemcpyHostToDevice, streams[i]);
#if HOW == 5
        scale<<<N / 8192, 256>>>(x, N);
#else
        scale<<<N / 8192, 256, 0, streams[i]>>>(x, N);
#endif
#if HOW == 3
        shift_it(x, y);
#else
        shift<<<N / 8192, 256>>>(x, y, N);
#endif
        cudaMemcpyAsync(at, y, BYTES, cudaMemcpyDeviceToHost, streams[i]);
#elif HOW == 2
        step(&lanes[i], at);
#else
        auto turn = [&](cudaStream_t stream) {
            cudaMemcpyAsync(x, at, BYTES, cudaMemcpyHostToDevice, stream);
            shift<<<N / 8192, 256>>>(x, y, N);
            cudaMemcpyAsync(at, y, BYTES, cudaMemcpyDeviceToHost, stream);
        };
        turn(streams[i]);
#endif
    }
    cudaEventRecord(to, 0);
    cudaDeviceSynchronize();
    float ms;
    cudaEventElapsedTime(&ms, from, to);
    return 0;
}
