// What do memset and memcpy of the host's own memory take, by size: again and again, behind 256 MiB
// of other memory, and the first time that memory is touched? GB/s and us, medians of 9; and
// page-locked memory likewise. Native only: what the host's caches hold is not the executor's to
// arrange.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

#include "nullstream.cuh"

const size_t KIB = 1 << 10, MIB = 1 << 20, MOST = 64 * MIB;

char *other;
volatile char sink;

double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

template <class F> double time(int rounds, bool flush, int repeat, F f)
{
    std::vector<double> us;
    for (int i = 0; i < rounds; i++) {
        if (flush)
            memset(other, i, 256 * MIB);
        double begin = host_time_us();
        for (int k = 0; k < repeat; k++) {
            f();
            sink = other[k];
        }
        us.push_back((host_time_us() - begin) / repeat);
    }
    return median(us);
}

void row(const char *what, char *a, char *b, size_t bytes)
{
    int repeat = bytes < MIB ? 64 : 1;
    double set = time(9, false, repeat, [&] { memset(a, 1, bytes); });
    double copy = time(9, false, repeat, [&] { memcpy(a, b, bytes); });
    double set_far = time(9, true, 1, [&] { memset(a, 1, bytes); });
    double copy_far = time(9, true, 1, [&] { memcpy(a, b, bytes); });
    printf("%s %6zu KiB: memset %9.2f us %6.1f GB/s, memcpy %9.2f us %6.1f GB/s; behind 256 MiB "
           "memset %9.2f %6.1f, "
           "memcpy %9.2f %6.1f\n",
           what, bytes / KIB, set, bytes / set / 1000, copy, bytes / copy / 1000, set_far,
           bytes / set_far / 1000, copy_far, bytes / copy_far / 1000);
}

void fresh(size_t bytes)
{
    std::vector<double> set, again, copy;
    char *from = (char *)malloc(bytes);
    memset(from, 1, bytes);
    for (int i = 0; i < 9; i++) {
        char *x = (char *)malloc(bytes), *y = (char *)malloc(bytes);
        double t0 = host_time_us();
        memset(x, 1, bytes);
        double t1 = host_time_us();
        memset(x, 2, bytes);
        double t2 = host_time_us();
        memcpy(y, from, bytes);
        double t3 = host_time_us();
        set.push_back(t1 - t0);
        again.push_back(t2 - t1);
        copy.push_back(t3 - t2);
        sink = x[5] + y[7];
        free(x);
        free(y);
    }
    free(from);
    printf("never touched %6zu KiB: memset %9.1f us, again %9.1f, memcpy to it %9.1f\n",
           bytes / KIB, median(set), median(again), median(copy));
}

int main()
{
    static const size_t sizes[] = {256, 4 * KIB, 64 * KIB, 256 * KIB,
                                   MIB, 4 * MIB, 16 * MIB, 64 * MIB};
    cudaFree(nullptr);
    other = (char *)malloc(256 * MIB);
    memset(other, 1, 256 * MIB);
    char *a = (char *)malloc(MOST), *b = (char *)malloc(MOST), *p, *q;
    memset(a, 1, MOST);
    memset(b, 1, MOST);
    cudaMallocHost((void **)&p, MOST);
    cudaMallocHost((void **)&q, MOST);
    for (size_t bytes : sizes)
        row("pageable   ", a, b, bytes);
    for (size_t bytes : sizes)
        row("page-locked", p, q, bytes);
    for (size_t bytes : {256 * KIB, MIB, 4 * MIB, 16 * MIB, 64 * MIB})
        fresh(bytes);
    // what the host loop of a program fills
    for (size_t bytes : {64 * KIB, MIB, 16 * MIB}) {
        float *x = (float *)a;
        size_t n = bytes / 4;
        double t = time(9, false, bytes < MIB ? 16 : 1, [&] {
            for (size_t i = 0; i < n; i++)
                x[i] = (float)i * 0.5f;
        });
        printf("loop of floats %6zu KiB: %.2f us\n", bytes / KIB, t);
    }
    return 0;
}
