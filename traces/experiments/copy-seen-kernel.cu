// As copy-seen.cu, but all is called early, and the next copy of stream a (A1) waits for a kernel that
// ends shortly before A0 or behind it, while stream b's copy (B0) waits for the engine alone. Does the
// engine go on with A1? And if B0 waits for the kernel and A1 for the engine alone? Native only.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

static const int RUNS = 24;
static const size_t SMALL = 65536;

__global__ void spin(unsigned long long ns)
{
    unsigned long long t, from;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(from));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
    while (t - from < ns && t - from < 2000000);
}

static double now()
{
    return std::chrono::duration<double, std::micro>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

static double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

static void copy(char *device, char *host, size_t bytes, bool out, cudaStream_t s)
{
    if (out)
        cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, s);
    else
        cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, s);
}

int main()
{
    const size_t room = 64 << 20, bytes = 16 << 20;
    char *d, *h;
    cudaMalloc(&d, 3 * room);
    cudaMallocHost(&h, 3 * room);
    cudaStream_t a, b, c;
    cudaEvent_t kernel, e;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&kernel, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    char *one = h + room, *two = h + room + SMALL, *place = d + room;
    char *done = d + 2 * room, *dtwo = done + SMALL, *hplace = h + 2 * room;
    memset(one, 1, SMALL);
    memset(two, 2, SMALL);
    cudaMemset(done, 1, SMALL);
    cudaMemset(dtwo, 2, SMALL);
    spin<<<1, 32, 0, c>>>(1000);
    cudaDeviceSynchronize();
    for (int mode = 0; mode < 4; mode++) {
        const bool out = mode & 1, other = mode & 2;
        std::vector<double> ends, kernels;
        for (int r = 0; r < RUNS; r++) {
            spin<<<1, 32, 0, c>>>(200000);
            double t = now();
            copy(d, h, bytes, out, a);
            cudaEventRecord(e, a);
            cudaEventRecord(kernel, c);
            while (cudaEventQuery(kernel) != cudaSuccess)
                ;
            kernels.push_back(now() - t - 200);
            while (cudaEventQuery(e) != cudaSuccess)
                ;
            ends.push_back(now() - t);
            cudaDeviceSynchronize();
        }
        const double end = median(ends), behind = median(kernels);
        printf("%s, %s waits for the kernel; A0 ends %.1f us after its call; the kernel so long "
               "before, A1 first of %d:",
               out ? "out" : "in", other ? "B0" : "A1", end, RUNS);
        for (double before = 60; before >= -16; before -= before > 24 ? 6 : 1) {
            const double length = end - before - behind;
            int first = 0;
            for (int r = 0; r < RUNS; r++) {
                spin<<<1, 32, 0, c>>>((unsigned long long)(length * 1000));
                copy(d, h, bytes, out, a);
                cudaEventRecord(kernel, c);
                if (other)
                    cudaStreamWaitEvent(b, kernel, 0);
                copy(out ? dtwo : place, out ? hplace : two, SMALL, out, b);
                if (!other)
                    cudaStreamWaitEvent(a, kernel, 0);
                copy(out ? done : place, out ? hplace : one, SMALL, out, a);
                cudaDeviceSynchronize();
                char last;
                if (out)
                    last = hplace[SMALL - 1];
                else
                    cudaMemcpy(&last, place + SMALL - 1, 1, cudaMemcpyDeviceToHost);
                first += last == 2;
            }
            printf(" %.0f:%d", before, first);
        }
        printf("\n");
    }
    return 0;
}
