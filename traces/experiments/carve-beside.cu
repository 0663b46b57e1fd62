// Which SMs take a kernel with much shared memory beside small blocks that started as another such kernel ended?
// Natively, every block notes its SM, start and end.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>
struct stamp {
    unsigned sm;
    unsigned long long a, b;
};
__device__ unsigned long long now() {
    unsigned long long t;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
    return t;
}
__device__ void spin(stamp *out, unsigned us) {
    extern __shared__ char mem[];
    __shared__ unsigned long long t0;
    if (threadIdx.x == 0) {
        t0 = now();
        unsigned sm;
        asm volatile("mov.u32 %0, %smid;" : "=r"(sm));
        while (now() < t0 + us * 1000ull)
            __nanosleep(500);
        out[blockIdx.x] = {sm, t0, now()};
        if (us == 0)
            mem[0] = 1;
    }
    __syncthreads();
}
#pragma nullstream kernel(first) block_time(us * 1us)
#pragma nullstream kernel(small) block_time(us * 1us)
#pragma nullstream kernel(second) block_time(us * 1us)
__global__ void __launch_bounds__(1024) first(stamp *o, unsigned us) { spin(o, us); }
__global__ void __launch_bounds__(1024) small(stamp *o, unsigned us) { spin(o, us); }
__global__ void __launch_bounds__(1024) second(stamp *o, unsigned us) { spin(o, us); }
static stamp *dev[3];
static std::vector<stamp> host[3];
int main() {
    cudaStream_t s[3];
    for (int i = 0; i < 3; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaMalloc(&dev[i], 4096 * sizeof(stamp));
        host[i].resize(4096);
    }
    cudaFuncSetAttribute(first, cudaFuncAttributeMaxDynamicSharedMemorySize, 220000);
    cudaFuncSetAttribute(second, cudaFuncAttributeMaxDynamicSharedMemorySize, 220000);
    struct {
        int n1, t1;
        int s1;
        int n2, t2;
        int n3, t3;
        int s3;
    } c[] = {{300, 1024, 100000, 132, 64, 132, 1024, 100000},  {300, 1024, 100000, 40, 256, 400, 1024, 100000},
             {1100, 512, 204800, 40, 256, 1100, 512, 204800},  {1100, 512, 204800, 40, 64, 1100, 512, 204800},
             {1100, 512, 204800, 132, 64, 1100, 512, 204800},  {1100, 512, 204800, 80, 256, 1100, 512, 204800},
             {1100, 512, 204800, 40, 256, 1100, 512, 100000},  {1100, 512, 100000, 40, 256, 1100, 512, 204800},
             {132, 512, 204800, 40, 256, 1100, 512, 204800},   {264, 512, 204800, 40, 256, 1100, 512, 204800},
             {1100, 512, 204800, 40, 1024, 1100, 512, 204800}, {1100, 512, 150000, 40, 256, 1100, 512, 150000},
             {1100, 512, 170000, 40, 256, 1100, 512, 170000},  {1100, 512, 190000, 40, 256, 1100, 512, 190000},
             {1100, 512, 220000, 40, 256, 1100, 512, 220000},  {1100, 512, 204800, 1, 128, 1100, 512, 204800}};
    for (int same = 0; same < 3; same++)
        for (auto &k : c)
            for (int r = 0; r < 4; r++) {
                int n[3] = {k.n1, k.n2, k.n3};
                (same ? second : first)<<<k.n1, k.t1, k.s1, s[0]>>>(dev[0], 22);
                (same == 2 ? second : small)<<<k.n2, k.t2, 0, s[1]>>>(dev[1], 200);
                second<<<k.n3, k.t3, k.s3, s[2]>>>(dev[2], 22);
                cudaError_t e = cudaDeviceSynchronize();
                if (e != cudaSuccess) {
                    printf("%s\n", cudaGetErrorString(e));
                    return 1;
                }
                if (r == 0)
                    continue;
#ifndef __NULLSTREAM__
                for (int i = 0; i < 3; i++)
                    cudaMemcpy(host[i].data(), dev[i], n[i] * sizeof(stamp), cudaMemcpyDeviceToHost);
                unsigned long long f1 = 0, s1 = ~0ull, s1l = 0, e1 = 0, b2 = ~0ull, e2 = 0, l1 = 0;
                std::vector<int> has(200), late(200), idle(200, 0);
                std::vector<unsigned long long> from(200), to(200), f(200);
                for (int i = 0; i < n[0]; i++) {
                    f1 = std::max(f1, host[0][i].b);
                    l1 = std::max(l1, host[0][i].a);
                    f[host[0][i].sm] = std::max(f[host[0][i].sm], host[0][i].b);
                }
                for (int i = 0; i < n[1]; i++) {
                    auto &h = host[1][i];
                    has[h.sm]++;
                    from[h.sm] = h.a;
                    to[h.sm] = h.b;
                    s1 = std::min(s1, h.a);
                    s1l = std::max(s1l, h.a);
                    e1 = std::max(e1, h.b);
                }
                int beside = 0, sms = 0, other = 0, on = 0, withfirst = 0;
                std::vector<int> used(200);
                for (int i = 0; i < n[2]; i++) {
                    auto &h = host[2][i];
                    b2 = std::min(b2, h.a);
                    e2 = std::max(e2, h.b);
                    if (has[h.sm] && h.a < to[h.sm]) {
                        beside++;
                        used[h.sm] = 1;
                    } else if (h.a < e1)
                        other++;
                }
                long gap_used = 0, gap_not = 0;
                int nu = 0, nn = 0;
                for (int i = 0; i < 200; i++)
                    if (has[i]) {
                        sms++;
                        on += used[i];
                        long g = (long)from[i] - (long)f[i];
                        if (g < -100)
                            withfirst++;
                        else if (used[i]) {
                            gap_used += g;
                            nu++;
                        } else {
                            gap_not += g;
                            nn++;
                        }
                    }
                printf("same=%d %4d x %4d %6d | %3d x %4d | %4d x %4d %6d: small on %3d SMs (%3d beside first) from "
                       "%6.1f to %6.1f after first's last start; second %6.1f..%6.1f; "
                       "%3d of them take it; %4d blocks beside, %4d elsewhere meanwhile; idle ns before small: taken "
                       "%ld, not %ld\n",
                       same, k.n1, k.t1, k.s1, k.n2, k.t2, k.n3, k.t3, k.s3, sms, withfirst,
                       ((long)s1 - (long)l1) / 1e3, ((long)s1l - (long)l1) / 1e3, ((long)b2 - (long)l1) / 1e3,
                       ((long)e2 - (long)l1) / 1e3, on, beside, other, nu ? gap_used / nu : -1, nn ? gap_not / nn : -1);
#endif
            }
    return 0;
}
