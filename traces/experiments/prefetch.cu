// What does cudaMemPrefetchAsync take of the host, by where the memory is and what the stream does?
// Native only.
#include "nullstream.cuh"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>
__global__ void spin(double us) { spin_us(us); }
__global__ void touch(char *p, size_t n)
{
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        p[i] = 1;
}
static double now()
{
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
int main()
{
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMemLocation device = {}, host = {};
    device.type = cudaMemLocationTypeDevice;
    host.type = cudaMemLocationTypeHost;
    const size_t sizes[] = {65536, 1 << 20, 16 << 20};
    const char *const states[] = {"there, idle",       "there, own stream busy", "there, other stream busy", "there, again at once",
                                  "on the host, idle", "on the host, busy",      "to the host, idle", "to the host, there"};
    for (size_t n : sizes) {
        char *m;
        cudaMallocManaged(&m, n);
        for (int state = 0; state < 8; state++) {
            std::vector<double> call, done;
            for (int i = 0; i < 25; i++) {
                bool to_host = state >= 6;
                bool on_host = state == 4 || state == 5 || state == 7;
                cudaMemPrefetchAsync(m, n, on_host ? host : device, 0, s);
                cudaDeviceSynchronize();
                if (on_host)
                    for (size_t k = 0; k < n; k += 4096)
                        m[k] = 2;
                else {
                    touch<<<1, 1024, 0, s>>>(m, n);
                    cudaDeviceSynchronize();
                }
                if (state == 3)
                    cudaMemPrefetchAsync(m, n, device, 0, s);
                if (state == 1 || state == 5)
                    spin<<<1, 32, 0, s>>>(300);
                if (state == 2)
                    spin<<<1, 32, 0, t>>>(300);
                double a = now();
                cudaMemPrefetchAsync(m, n, to_host ? host : device, 0, s);
                double b = now();
                cudaDeviceSynchronize();
                double c = now();
                if (i >= 5) {
                    call.push_back(b - a);
                    done.push_back(c - b);
                }
            }
            std::sort(call.begin(), call.end());
            std::sort(done.begin(), done.end());
            printf("%9zu  %-28s call %8.2f [%8.2f .. %8.2f]  then %8.2f us\n", n, states[state], call[10], call[2], call[18],
                   done[10]);
        }
        cudaFree(m);
    }
    return 0;
}
