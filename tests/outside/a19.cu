// Fork/join DAG, like a small transformer block: q, k, v projected in parallel, joined, then MLP.
#include "nullstream.cuh"

__global__ void proj(const float *x, float *y) { spin_us(38); }
__global__ void attention(const float *q, const float *k, const float *v, float *o) { spin_us(92); }
__global__ void norm(float *x) { spin_us(7); }
#pragma nullstream kernel(mlp) flops(2.0 * 2048 * n * n) bytes(8.0 * n * n)
__global__ void mlp(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k++)
        s += x[k] * x[(k * 7 + i) % n];
    y[i % n] = s;
}

class Event {
public:
    Event() { cudaEventCreateWithFlags(&e_, cudaEventDisableTiming); }
    ~Event() { cudaEventDestroy(e_); }
    void record(cudaStream_t s) { cudaEventRecord(e_, s); }
    void wait(cudaStream_t s) { cudaStreamWaitEvent(s, e_); }

private:
    cudaEvent_t e_;
};

int main()
{
    float *x, *q, *k, *v, *o;
    float **all[] = {&x, &q, &k, &v, &o};
    for (float **p : all)
        cudaMalloc(p, 16 << 20);
    cudaStream_t main_stream, side[2];
    cudaStreamCreateWithFlags(&main_stream, cudaStreamNonBlocking);
    for (auto &s : side)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    {
        Event fork, join[2];
        for (int layer = 0; layer < 12; layer++) {
            norm<<<64, 256, 0, main_stream>>>(x);
            fork.record(main_stream);
            fork.wait(side[0]);
            fork.wait(side[1]);
            proj<<<48, 256, 0, main_stream>>>(x, q);
            proj<<<48, 256, 0, side[0]>>>(x, k);
            proj<<<48, 256, 0, side[1]>>>(x, v);
            join[0].record(side[0]);
            join[1].record(side[1]);
            join[0].wait(main_stream);
            join[1].wait(main_stream);
            attention<<<128, 512, 0, main_stream>>>(q, k, v, o);
            norm<<<64, 256, 0, main_stream>>>(o);
            mlp<<<1024, 256, 0, main_stream>>>(o, x, 512);
        }
        cudaStreamSynchronize(main_stream);
    }
    cudaDeviceSynchronize();
    return 0;
}
