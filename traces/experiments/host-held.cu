// What do memset and memcpy of the host take by where the bytes lie: what this core touched last,
// what was touched a while ago (8 MiB and 24 MiB of other memory since), what was lost (256 MiB
// since), what the device has just written, what it has just read? us, medians of 15; and what a
// copy out takes to memory that nobody has touched, and plain loops. Native only: what the host's
// caches hold is not the executor's to arrange.
#include <algorithm>
#include <cuda_runtime.h>
#include <numeric>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

#include "nullstream.cuh"

const size_t KIB = 1 << 10, MIB = 1 << 20, MOST = 16 * MIB;
const int ROUNDS = 15;

char *other, *device;
volatile char sink;

double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

enum state { WARM, SINCE_8, SINCE_24, LOST, DEVICE_WROTE, DEVICE_READ, STATES };
const char *const names[STATES] = {"warm", "8 MiB since",  "24 MiB since",
                                   "lost", "device wrote", "device read"};

// Brings the bytes into the state; `a` and `b` at once.
void arrange(state s, char *p, size_t bytes, int round)
{
    memset(p, round, bytes);
    memset(p, round + 1, bytes);
    if (s == DEVICE_WROTE)
        cudaMemcpy(p, device, bytes, cudaMemcpyDeviceToHost);
    if (s == DEVICE_READ)
        cudaMemcpy(device, p, bytes, cudaMemcpyHostToDevice);
}

size_t between(state s)
{
    return s == SINCE_8 ? 8 * MIB : s == SINCE_24 ? 24 * MIB : s == LOST ? 256 * MIB : 0;
}

double set_time(state s, char *a, size_t bytes)
{
    std::vector<double> us;
    for (int i = 0; i < ROUNDS; i++) {
        arrange(s, a, bytes, i);
        if (between(s))
            memset(other, i, between(s));
        double begin = host_time_us();
        memset(a, i + 5, bytes);
        double end = host_time_us();
        sink = a[7];
        us.push_back(end - begin);
    }
    return median(us);
}

double copy_time(state to, state from, char *a, char *b, size_t bytes)
{
    std::vector<double> us;
    for (int i = 0; i < ROUNDS; i++) {
        bool first = between(to) > between(from);
        arrange(first ? to : from, first ? a : b, bytes, i);
        size_t rest = first ? between(to) - between(from) : between(from) - between(to);
        if (rest)
            memset(other, i, rest);
        arrange(first ? from : to, first ? b : a, bytes, i);
        size_t both = std::min(between(to), between(from));
        if (both)
            memset(other, i, both);
        double begin = host_time_us();
        memcpy(a, b, bytes);
        double end = host_time_us();
        sink = a[7];
        us.push_back(end - begin);
    }
    return median(us);
}

void fresh(size_t bytes)
{
    std::vector<double> out, again, in, in_again, locked;
    for (int i = 0; i < 5; i++) {
        char *x = (char *)malloc(bytes), *y = (char *)malloc(bytes);
        double t[5];
        t[0] = host_time_us();
        cudaMemcpy(x, device, bytes, cudaMemcpyDeviceToHost);
        t[1] = host_time_us();
        cudaMemcpy(x, device, bytes, cudaMemcpyDeviceToHost);
        t[2] = host_time_us();
        cudaMemcpy(device, y, bytes, cudaMemcpyHostToDevice);
        t[3] = host_time_us();
        cudaMemcpy(device, y, bytes, cudaMemcpyHostToDevice);
        t[4] = host_time_us();
        out.push_back(t[1] - t[0]);
        again.push_back(t[2] - t[1]);
        in.push_back(t[3] - t[2]);
        in_again.push_back(t[4] - t[3]);
        free(x);
        free(y);
    }
    printf("never touched %6zu KiB: copy out %9.1f us, again %9.1f; copy in %9.1f, again %9.1f\n",
           bytes / KIB, median(out), median(again), median(in), median(in_again));
}

template <class F> void loop(const char *what, size_t n, F f)
{
    std::vector<double> us;
    for (int i = 0; i < 9; i++) {
        double begin = host_time_us();
        f();
        us.push_back(host_time_us() - begin);
    }
    printf("loop %-18s %8zu elements: %9.2f us, %.3f ns each\n", what, n, median(us),
           median(us) * 1000 / (double)n);
}

int main()
{
    cudaMalloc(&device, 64 * MIB);
    other = (char *)malloc(256 * MIB);
    memset(other, 1, 256 * MIB);
    char *a, *b;
    for (int locked = 0; locked < 2; locked++) {
        if (locked) {
            cudaMallocHost(&a, MOST);
            cudaMallocHost(&b, MOST);
        } else {
            a = (char *)malloc(MOST);
            b = (char *)malloc(MOST);
        }
        memset(a, 1, MOST);
        memset(b, 1, MOST);
        for (size_t bytes : {16 * KIB, 64 * KIB, 256 * KIB, MIB, 4 * MIB, 16 * MIB}) {
            printf("%s %6zu KiB memset:", locked ? "page-locked" : "pageable   ", bytes / KIB);
            for (int s = 0; s < STATES; s++)
                printf(" %s %.2f", names[s], set_time((state)s, a, bytes));
            printf("\n");
            for (state to : {WARM, SINCE_8, LOST, DEVICE_READ}) {
                printf("%s %6zu KiB memcpy to %-12s:", locked ? "page-locked" : "pageable   ",
                       bytes / KIB, names[to]);
                for (int s = 0; s < STATES; s++)
                    printf(" from %s %.2f", names[s], copy_time(to, (state)s, a, b, bytes));
                printf("\n");
            }
        }
    }
    for (size_t bytes : {256 * KIB, MIB, 4 * MIB, 16 * MIB, 64 * MIB})
        fresh(bytes);
    for (size_t n : {(size_t)4096, (size_t)65536, (size_t)1 << 20, (size_t)4 << 20}) {
        std::vector<float> x(n, 1.f), y(n, 2.f);
        std::vector<int> v(n);
        float *p = x.data(), *q = y.data();
        double sum = 0;
        unsigned seed = 1;
        loop("x[i] = i * 0.5f", n, [&] {
            for (size_t i = 0; i < n; i++)
                p[i] = (float)i * 0.5f;
        });
        sink = (char)p[n / 2];
        loop("x[i] = 1", n, [&] {
            for (size_t i = 0; i < n; i++)
                p[i] = 1.f;
        });
        sink = (char)p[n / 2];
        loop("y[i] += a * x[i]", n, [&] {
            for (size_t i = 0; i < n; i++)
                q[i] += 0.5f * p[i];
        });
        sink = (char)q[n / 2];
        loop("sum += x[i]", n, [&] {
            for (size_t i = 0; i < n; i++)
                sum += p[i];
        });
        sink = (char)sum;
        loop("lcg", n, [&] {
            for (size_t i = 0; i < n; i++) {
                seed = seed * 1664525u + 1013904223u;
                v[i] = (int)(seed >> 8);
            }
        });
        sink = (char)v[n / 2];
        loop("rand()", n, [&] {
            for (size_t i = 0; i < n; i++)
                p[i] = (float)rand() / (float)RAND_MAX;
        });
        sink = (char)p[n / 2];
        loop("fabs(x - y) > e", n, [&] {
            int bad = 0;
            for (size_t i = 0; i < n; i++)
                if (p[i] - q[i] > 1e30f)
                    bad++;
            sink = (char)bad;
        });
        loop("std::sort", n, [&] { std::sort(v.begin(), v.end()); });
        sink = (char)v[n / 2];
        loop("std::copy", n, [&] { std::copy(x.begin(), x.end(), y.begin()); });
        sink = (char)y[n / 2];
        loop("std::fill", n, [&] { std::fill(x.begin(), x.end(), 3.f); });
        sink = (char)x[n / 2];
        loop("std::iota", n, [&] { std::iota(v.begin(), v.end(), 3); });
        sink = (char)v[n / 2];
    }
    return 0;
}
