// Conjugate gradients on a 5-point Laplacian, as a template over the scalar type: the host looks at the residual every CHECK iterations,
// which comes back through pinned memory in a second stream, so that the check is one round late and the device does not run dry.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <type_traits>
#include <utility>

constexpr int Side = 768, Unknowns = Side * Side, MostIterations = 240, Check = 20, Parts = 132;

#pragma nullstream kernel(laplace) flops(9.0 * Unknowns) bytes(2.0 * sizeof(*x) * Unknowns) regs(24) reads(x, Unknowns * sizeof(*x)) writes(y, Unknowns * sizeof(*x))
template <typename T> __global__ void laplace(const T *x, T *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, c = i % Side, r = i / Side;
    T v = 4.01 * x[i];
    if (c > 0)
        v -= x[i - 1];
    if (c < Side - 1)
        v -= x[i + 1];
    if (r > 0)
        v -= x[i - Side];
    if (r < Side - 1)
        v -= x[i + Side];
    y[i] = v;
}

#pragma nullstream kernel(dot) flops(2.0 * Unknowns) bytes(2.0 * sizeof(*a) * Unknowns) regs(24) shared(256 * sizeof(*a)) reads(a, Unknowns * sizeof(*a)) reads(b, Unknowns * sizeof(*a)) writes(part, Parts * sizeof(*a))
template <typename T> __global__ void dot(const T *a, const T *b, T *part)
{
    __shared__ T s[256];
    T sum = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < Unknowns; i += gridDim.x * 256)
        sum += a[i] * b[i];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int h = 128; h > 0; h >>= 1) {
        if (threadIdx.x < h)
            s[threadIdx.x] += s[threadIdx.x + h];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        part[blockIdx.x] = s[0];
}

#pragma nullstream kernel(finish) time(2us) regs(16) shared(256 * sizeof(*part)) reads(part, Parts * sizeof(*part)) writes(result, sizeof(*part))
template <typename T> __global__ void finish(const T *part, T *result)
{
    __shared__ T s[256];
    s[threadIdx.x] = threadIdx.x < Parts ? part[threadIdx.x] : T(0);
    __syncthreads();
    for (int h = 128; h > 0; h >>= 1) {
        if (threadIdx.x < h)
            s[threadIdx.x] += s[threadIdx.x + h];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *result = s[0];
}

// y = y + sign * num / den * x
#pragma nullstream kernel(axpy) flops(2.0 * Unknowns) bytes(3.0 * sizeof(*x) * Unknowns) regs(16) reads(x, Unknowns * sizeof(*x)) reads(y, Unknowns * sizeof(*x)) writes(y, Unknowns * sizeof(*x)) reads(num, sizeof(*x)) reads(den, sizeof(*x))
template <typename T> __global__ void axpy(const T *x, T *y, const T *num, const T *den, T sign)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] += sign * (*num / *den) * x[i];
}

#pragma nullstream kernel(xpay) flops(2.0 * Unknowns) bytes(3.0 * sizeof(*r) * Unknowns) regs(16) reads(r, Unknowns * sizeof(*r)) reads(p, Unknowns * sizeof(*r)) writes(p, Unknowns * sizeof(*r)) reads(num, sizeof(*r)) reads(den, sizeof(*r))
template <typename T> __global__ void xpay(const T *r, T *p, const T *num, const T *den)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i] = r[i] + *num / *den * p[i];
}

template <typename T> struct Solver {
    static_assert(std::is_floating_point_v<T>, "real numbers only");
    T *x, *r, *p, *q, *part, *scalars, *seen;
    cudaStream_t main, side;
    cudaEvent_t reduced, copied;

    Solver()
    {
        for (T **v : {&x, &r, &p, &q}) {
            cudaMalloc(v, Unknowns * sizeof(T));
            cudaMemset(*v, v == &r || v == &p ? 0x3c : 0, Unknowns * sizeof(T)); // small numbers
        }
        cudaMalloc(&part, Parts * sizeof(T));
        cudaMalloc(&scalars, 3 * sizeof(T));
        cudaMallocHost(&seen, sizeof(T));
        *seen = 1;
        cudaDeviceSynchronize();
        cudaStreamCreateWithFlags(&main, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&reduced, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
    }
    void reduce(const T *a, const T *b, T *to)
    {
        dot<T><<<Parts, 256, 0, main>>>(a, b, part);
        finish<T><<<1, 256, 0, main>>>(part, to);
    }
    int solve(T tolerance)
    {
        T *rr = scalars, *next = scalars + 1, *pq = scalars + 2;
        reduce(r, r, rr);
        int it = 0;
        for (; it < MostIterations; ++it) {
            if (it > 0 && it % Check == 0) {
                cudaEventSynchronize(copied);
                if (std::sqrt(*seen) <= tolerance)
                    break;
            }
            laplace<T><<<Unknowns / 256, 256, 0, main>>>(p, q);
            reduce(p, q, pq);
            axpy<T><<<Unknowns / 256, 256, 0, main>>>(p, x, rr, pq, T(1));
            axpy<T><<<Unknowns / 256, 256, 0, main>>>(q, r, rr, pq, T(-1));
            if (it % Check == Check - 1)
                cudaStreamWaitEvent(main, copied, 0);
            reduce(r, r, next);
            if (it % Check == Check / 2) {
                cudaEventRecord(reduced, main);
                cudaStreamWaitEvent(side, reduced, 0);
                cudaMemcpyAsync(seen, next, sizeof(T), cudaMemcpyDeviceToHost, side);
                cudaEventRecord(copied, side);
                cudaStreamWaitEvent(main, copied, 0);
            }
            xpay<T><<<Unknowns / 256, 256, 0, main>>>(r, p, next, rr);
            std::swap(rr, next);
        }
        cudaStreamSynchronize(main);
        return it;
    }
};

int main()
{
    Solver<float> single;
    Solver<double> twice;
    int a = single.solve(-1.0f), b = twice.solve(-1.0);
    std::printf("%d and %d iterations\n", a, b);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
