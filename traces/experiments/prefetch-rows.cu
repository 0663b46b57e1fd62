// At what rate does managed memory move that is prefetched, several pieces in a row, by where it
// is, by what the host has done with it, beside others? Medians of us a MiB, from the first call to
// the end of a synchronize, and of the calls alone. Native only.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "nullstream.cuh"

__global__ void spin(double us)
{
    spin_us(us);
}
__global__ void touch(char *p, size_t n)
{
    for (size_t i = (blockIdx.x * blockDim.x + threadIdx.x) * (size_t)4096; i < n;
         i += gridDim.x * blockDim.x * (size_t)4096)
        p[i]++;
}
const size_t MIB = 1 << 20;
enum { NEW, WRITTEN, READ, CAME_BACK, THERE, FORMS };
const char *const forms[] = {"never touched", "written by the host", "came back, read by the host",
                             "came back", "there"};

int main()
{
    cudaMemLocation gpu = {}, cpu = {};
    gpu.type = cudaMemLocationTypeDevice;
    cpu.type = cudaMemLocationTypeHost;
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    for (size_t piece : {1 * MIB, 2 * MIB, 8 * MIB, 32 * MIB})
        for (int form = 0; form < FORMS; form++)
            for (int busy = 0; busy < 2; busy++) {
                const int count = 8;
                std::vector<double> in, in_calls, out, out_calls;
                for (int r = 0; r < 7; r++) {
                    char *m;
                    cudaMallocManaged(&m, count * piece);
                    if (form != NEW)
                        memset(m, 1, count * piece);
                    if (form == READ || form == CAME_BACK || form == THERE) {
                        cudaMemPrefetchAsync(m, count * piece, gpu, 0, s);
                        if (form != THERE)
                            cudaMemPrefetchAsync(m, count * piece, cpu, 0, s);
                    }
                    cudaDeviceSynchronize();
                    int sum = 0;
                    for (size_t i = 0; form == READ && i < count * piece; i += 4096)
                        sum += m[i];
                    for (int back = 0; back < 2; back++) {
                        if (busy)
                            spin<<<1, 32, 0, s>>>(300);
                        double from = host_time_us();
                        for (int i = 0; i < count; i++)
                            cudaMemPrefetchAsync(m + (size_t)i * piece, piece, back ? cpu : gpu, 0,
                                                 s);
                        double called = host_time_us();
                        cudaStreamSynchronize(s);
                        double done = host_time_us() - from - (busy ? 300 : 0);
                        double mib = (double)(count * piece) / (double)MIB;
                        (back ? out : in).push_back(done / mib);
                        (back ? out_calls : in_calls).push_back((called - from) / mib);
                        if (!back) {
                            touch<<<132, 256, 0, s>>>(m, count * piece);
                            cudaStreamSynchronize(s);
                        }
                    }
                    if (sum == 12345)
                        printf("\n");
                    cudaFree(m);
                }
                for (std::vector<double> *all : {&in, &in_calls, &out, &out_calls})
                    std::sort(all->begin(), all->end());
                printf(
                    "%2d MiB, %-28s %s  in %6.1f (calls %6.1f)  out %6.1f (calls %6.1f) us a MiB\n",
                    (int)(piece / MIB), forms[form], busy ? "busy" : "idle", in[3], in_calls[3],
                    out[3], out_calls[3]);
            }
    // In and out at once, in two streams behind kernels.
    for (size_t piece : {2 * MIB, 8 * MIB}) {
        char *a, *b;
        const int count = 8;
        cudaMallocManaged(&a, count * piece);
        cudaMallocManaged(&b, count * piece);
        for (int r = 0; r < 4; r++) {
            memset(a, 1, count * piece);
            cudaMemPrefetchAsync(b, count * piece, gpu, 0, s);
            touch<<<132, 256, 0, s>>>(b, count * piece);
            cudaDeviceSynchronize();
            spin<<<1, 32, 0, s>>>(300);
            spin<<<1, 32, 0, t>>>(300);
            double from = host_time_us();
            for (int i = 0; i < count; i++) {
                cudaMemPrefetchAsync(a + (size_t)i * piece, piece, gpu, 0, s);
                cudaMemPrefetchAsync(b + (size_t)i * piece, piece, cpu, 0, t);
            }
            cudaStreamSynchronize(s);
            double one = host_time_us() - from - 300;
            cudaDeviceSynchronize();
            double mib = (double)(count * piece) / (double)MIB;
            printf("%2d MiB both ways: in done after %.1f, all after %.1f us a MiB of one way\n",
                   (int)(piece / MIB), one / mib, (host_time_us() - from - 300) / mib);
        }
    }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
