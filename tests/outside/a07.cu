// Jacobi with a convergence check every 8 iterations, flag by cudaMemcpy.
#include <cuda_runtime.h>
#include <stdio.h>

#pragma nullstream kernel(jacobi) time(42us) regs(24)
__global__ void jacobi(const double *a, double *b, int n, int *changed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) {
        double v = 0.5 * (a[i - 1] + a[i + 1]);
        if (fabs(v - a[i]) > 1e-6)
            *changed = 1;
        b[i] = v;
    }
}

int main(void)
{
    const int n = 1 << 21, check_every = 8, max_iter = 200;
    double *a, *b;
    int *d_changed, changed = 1, iter = 0;
    cudaMalloc(&a, n * sizeof(double));
    cudaMalloc(&b, n * sizeof(double));
    cudaMalloc(&d_changed, sizeof(int));
    double *init = (double *)malloc(n * sizeof(double));
    for (int i = 0; i < 1024; i++)
        init[i] = i == 0;
    cudaMemcpy(a, init, n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(b, a, n * sizeof(double), cudaMemcpyDeviceToDevice);
    for (iter = 0; iter < max_iter; iter++) {
        bool check = iter % check_every == check_every - 1;
        if (check)
            cudaMemset(d_changed, 0, sizeof(int));
        jacobi<<<(n + 255) / 256, 256>>>(a, b, n, d_changed);
        double *t = a;
        a = b;
        b = t;
        if (check) {
            cudaMemcpy(&changed, d_changed, sizeof(int), cudaMemcpyDeviceToHost);
            if (!changed)
                break;
        }
    }
    cudaMemcpy(init, a, n * sizeof(double), cudaMemcpyDeviceToHost);
    printf("%d iterations\n", iter);
    cudaFree(a);
    cudaFree(b);
    cudaFree(d_changed);
    free(init);
    return 0;
}
