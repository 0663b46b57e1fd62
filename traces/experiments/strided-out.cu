// Native only. Do copies of rows go slower where the rows lie far apart in memory that the host's
// caches do not hold? Tiles of 16 MiB of 4096 rows, contiguous or 32 KiB apart on the host (rows
// of 4 KiB), in one place or going round in 128 MiB of page-locked memory, in and out, alone and
// both at once; rows of 1 KiB, 16 KiB and of 64 KiB apart likewise. Printed are medians of 24
// copies, GB/s. To be built with nvcc -O2 -std=c++17.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#include <algorithm>
#include <vector>

static const size_t MIB = 1 << 20;

struct form {
    const char *name;
    size_t width, rows, apart; // bytes of a row, rows, bytes between rows on the host
};

static double median(std::vector<double> &v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

int main()
{
    static const form forms[] = {
        {"16 MiB in one piece", 16 * MIB, 1, 16 * MIB},
        {"4096 rows of 4 KiB, in one piece", 4096, 4096, 4096},
        {"4096 rows of 4 KiB, 32 KiB apart", 4096, 4096, 32768},
        {"4096 rows of 1 KiB, 32 KiB apart", 1024, 4096, 32768},
        {"1024 rows of 16 KiB, 128 KiB apart", 16384, 1024, 131072},
        {"2048 rows of 4 KiB, 64 KiB apart", 4096, 2048, 65536},
        {"2048 rows of 2 KiB, 8 KiB apart", 2048, 2048, 8192},
    };
    static const form mixed[][2] = {
        {{"in rows of 4 KiB 32 KiB apart, out in one piece", 4096, 4096, 32768},
         {"", 16 * MIB, 1, 16 * MIB}},
        {{"in one piece, out rows of 4 KiB 32 KiB apart", 16 * MIB, 1, 16 * MIB},
         {"", 4096, 4096, 32768}},
        {{"both rows of 4 KiB 32 KiB apart", 4096, 4096, 32768}, {"", 4096, 4096, 32768}},
        {{"both rows of 4 KiB 16 KiB apart", 4096, 4096, 16384}, {"", 4096, 4096, 16384}},
        {{"both rows of 4 KiB 8 KiB apart", 4096, 4096, 8192}, {"", 4096, 4096, 8192}},
        {{"both rows of 8 KiB 32 KiB apart", 8192, 2048, 32768}, {"", 8192, 2048, 32768}},
        {{"both rows of 16 KiB 32 KiB apart", 16384, 1024, 32768}, {"", 16384, 1024, 32768}},
        {{"both rows of 2 KiB 8 KiB apart", 2048, 8192, 8192}, {"", 2048, 8192, 8192}},
        {{"both in one piece", 16 * MIB, 1, 16 * MIB}, {"", 16 * MIB, 1, 16 * MIB}},
    };
    const size_t ALL = 128 * MIB;
    enum { COPIES = 24 };
    char *host[2], *device[2];
    cudaStream_t s[2];
    cudaEvent_t from[2], to[2];
    for (int i = 0; i < 2; i++) {
        cudaMallocHost(&host[i], ALL);
        memset(host[i], 1, ALL);
        cudaMalloc(&device[i], 16 * MIB);
        cudaMemset(device[i], 0, 16 * MIB);
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreate(&from[i]);
        cudaEventCreate(&to[i]);
    }
    cudaDeviceSynchronize();
    for (int round = 0; round < 2; round++)
        for (const form &f : forms)
            for (int near_in = 1; near_in >= 0; near_in--)
                for (int near_out = 1; near_out >= 0; near_out--)
                    for (int mode = 1; mode <= 3; mode++) { // 1: in, 2: out, 3: both
                        if ((mode == 1 && !near_out) || (mode == 2 && !near_in))
                            continue;
                        size_t across = f.apart / f.width;      // tiles beside each other
                        size_t down = ALL / (f.apart * f.rows); // and below
                        size_t places = across * down;
                        double bytes = (double)f.width * (double)f.rows;
                        std::vector<double> took[2];
                        for (int c = 0; c < COPIES; c++) {
                            for (int d = 0; d < 2; d++) {
                                if (!(mode >> d & 1))
                                    continue;
                                size_t place = (d ? near_out : near_in) ? 0 : (size_t)c % places;
                                char *at = host[d] + place % across * f.width +
                                           place / across * f.apart * f.rows;
                                cudaEventRecord(from[d], s[d]);
                                if (d == 0)
                                    cudaMemcpy2DAsync(device[0], f.width, at, f.apart, f.width,
                                                      f.rows, cudaMemcpyHostToDevice, s[0]);
                                else
                                    cudaMemcpy2DAsync(at, f.apart, device[1], f.width, f.width,
                                                      f.rows, cudaMemcpyDeviceToHost, s[1]);
                                cudaEventRecord(to[d], s[d]);
                            }
                            cudaDeviceSynchronize();
                            for (int d = 0; d < 2; d++)
                                if (mode >> d & 1) {
                                    float ms;
                                    cudaEventElapsedTime(&ms, from[d], to[d]);
                                    took[d].push_back(ms * 1e3);
                                }
                        }
                        printf("%d %-36s in %-5s out %-5s:", round, f.name,
                               mode & 1 ? near_in ? "near" : "far" : "-",
                               mode & 2 ? near_out ? "near" : "far" : "-");
                        for (int d = 0; d < 2; d++)
                            if (mode >> d & 1) {
                                double us = median(took[d]);
                                printf(" %s %7.1f us %5.1f GB/s", d ? "out" : "in", us,
                                       bytes / us * 1e-3);
                            }
                        printf("\n");
                    }
    for (const form(&pair)[2] : mixed)
        for (int near_out = 1; near_out >= 0; near_out--) {
            std::vector<double> took[2];
            for (int c = 0; c < COPIES; c++) {
                for (int d = 0; d < 2; d++) {
                    const form &f = pair[d];
                    size_t across = f.apart / f.width, down = ALL / (f.apart * f.rows);
                    size_t place = d && near_out ? 0 : (size_t)c % (across * down);
                    char *at =
                        host[d] + place % across * f.width + place / across * f.apart * f.rows;
                    cudaEventRecord(from[d], s[d]);
                    if (d == 0)
                        cudaMemcpy2DAsync(device[0], f.width, at, f.apart, f.width, f.rows,
                                          cudaMemcpyHostToDevice, s[0]);
                    else
                        cudaMemcpy2DAsync(at, f.apart, device[1], f.width, f.width, f.rows,
                                          cudaMemcpyDeviceToHost, s[1]);
                    cudaEventRecord(to[d], s[d]);
                }
                cudaDeviceSynchronize();
                for (int d = 0; d < 2; d++) {
                    float ms;
                    cudaEventElapsedTime(&ms, from[d], to[d]);
                    took[d].push_back(ms * 1e3);
                }
            }
            printf("%-50s out %-4s: in %7.1f us out %7.1f us\n", pair[0].name,
                   near_out ? "near" : "far", median(took[0]), median(took[1]));
        }
    return 0;
}
