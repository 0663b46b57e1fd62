// How long before a copy ends must the next of its stream have been called, so that the engine goes on
// with it, while a copy of another stream waits? Stream a copies (A0), b copies (B0), and some time
// later a copies again (A1); A1 and B0 write the same place, so its contents say which was last. From
// the time of A0's end, as the host sees it by an event, to that of A1's call, for each size of A0. Native only.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

#ifndef SMALL
#define SMALL 65536 // bytes of A1 and B0; 4 KiB in go by another way and wait for no engine
#endif

static const int RUNS = 24;

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
    const size_t room = 64 << 20;
    char *d, *h;
    cudaMalloc(&d, 3 * room);
    cudaMallocHost(&h, 3 * room);
    cudaStream_t a, b, other;
    cudaEvent_t e;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    // of A1 and B0: the last byte of 4 KiB is 1 or 2; they read from the ends of their places
    const size_t small = SMALL;
    char *one = h + room, *two = h + room + small, *place = d + room;
    char *done = d + 2 * room, *dtwo = done + small, *hplace = h + 2 * room;
    memset(one, 1, small);
    memset(two, 2, small);
    cudaMemset(done, 1, small);
    cudaMemset(dtwo, 2, small);
    for (int mode = 0; mode < 4; mode++) {
        bool out = mode & 1, busy = mode & 2;
        for (size_t bytes = 256 << 10; bytes <= (16 << 20); bytes *= 4) {
            std::vector<double> ends, returns;
            for (int r = 0; r < RUNS; r++) {
                if (busy)
                    copy(d + room / 2, h + room / 2, room / 2, !out, other);
                double t = now();
                copy(d, h, bytes, out, a);
                double back = now();
                copy(out ? dtwo : place, out ? hplace : two, small, out, b);
                double called = now();
                cudaEventRecord(e, a);
                while (cudaEventQuery(e) != cudaSuccess)
                    ;
                ends.push_back(now() - t);
                returns.push_back(called - t);
                (void)back;
                cudaDeviceSynchronize();
            }
            double end = median(ends);
            printf("%s%s, A0 of %5zu KiB: ends after %7.1f us (B0 called by %.1f); A1 called so long "
                   "before, stays of %d:",
                   out ? "out" : "in", busy ? " beside the other way" : "", bytes >> 10, end,
                   median(returns), RUNS);
            for (double before = 80; before >= 0; before -= before > 24 ? 8 : 1) {
                if (end - before < median(returns) + 1)
                    continue;
                int stays = 0;
                std::vector<double> calls;
                for (int r = 0; r < RUNS; r++) {
                    if (busy)
                        copy(d + room / 2, h + room / 2, room / 2, !out, other);
                    double t = now();
                    copy(d, h, bytes, out, a);
                    copy(out ? dtwo : place, out ? hplace : two, small, out, b);
                    while (now() < t + end - before - 2.0)
                        ;
                    copy(out ? done : place, out ? hplace : one, small, out, a);
                    calls.push_back(end - (now() - t));
                    cudaDeviceSynchronize();
                    char last;
                    if (out)
                        last = hplace[small - 1];
                    else
                        cudaMemcpy(&last, place + small - 1, 1, cudaMemcpyDeviceToHost);
                    stays += last == 2;
                }
                printf(" %.1f:%d", median(calls), stays);
            }
            printf("\n");
        }
    }
    return 0;
}
