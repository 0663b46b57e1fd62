// What do cudaMalloc, cudaFree and cudaHostAlloc take in series as programs have them, natively:
// one after another before any is freed, between copies or launches, with flags? Medians
// (least..most) of the calls behind the first, in us. Native only: the memory of one round is the
// next one's.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

#include "nullstream.cuh"

const size_t KIB = 1 << 10, MIB = 1 << 20;
const int COUNT = 24, ROUNDS = 4;

__global__ void work(int us)
{
    spin_us(us);
}

cudaStream_t s;
char *memory[COUNT], *pinned;

void say(const char *what, std::vector<double> &v)
{
    printf("  %s first %.1f", what, v[0]);
    std::sort(v.begin() + 1, v.end());
    printf(" then %.1f (%.1f..%.1f)", v[v.size() / 2], v[1], v[v.size() - 1]);
}

// between: '-' nothing, 'c' a copy in, 'k' a launch, 'h' 20 us of the host's, 'b' busy device
void series(size_t bytes, bool held, char between)
{
    for (int r = 0; r < ROUNDS; r++) {
        std::vector<double> get, give;
        cudaDeviceSynchronize();
        host_work_us(200);
        if (between == 'b')
            work<<<1, 32, 0, s>>>(8000);
        for (int i = 0; i < COUNT; i++) {
            double start = host_time_us();
            cudaMalloc((void **)&memory[i], bytes);
            get.push_back(host_time_us() - start);
            if (between == 'c')
                cudaMemcpyAsync(memory[i], pinned, bytes, cudaMemcpyHostToDevice, s);
            if (between == 'k')
                work<<<1, 32, 0, s>>>(2);
            if (between == 'h')
                host_work_us(20);
            if (held)
                continue;
            start = host_time_us();
            cudaFree(memory[i]);
            give.push_back(host_time_us() - start);
        }
        cudaDeviceSynchronize();
        for (int i = 0; held && i < COUNT; i++) {
            double start = host_time_us();
            cudaFree(memory[i]);
            give.push_back(host_time_us() - start);
        }
        if (r == 0 || r == ROUNDS - 1) {
            printf("%5zu KiB %s between '%c' round %d:", bytes / KIB, held ? "held " : "freed",
                   between, r);
            say("malloc", get);
            say("free", give);
            printf("\n");
        }
    }
}

void pinned_series(size_t bytes, unsigned flags, const char *name, bool held)
{
    for (int r = 0; r < 3; r++) {
        std::vector<double> get, give;
        cudaDeviceSynchronize();
        for (int i = 0; i < 6; i++) {
            double start = host_time_us();
            cudaHostAlloc((void **)&memory[i], bytes, flags);
            get.push_back(host_time_us() - start);
            if (held)
                continue;
            start = host_time_us();
            cudaFreeHost(memory[i]);
            give.push_back(host_time_us() - start);
        }
        for (int i = 0; held && i < 6; i++) {
            double start = host_time_us();
            cudaFreeHost(memory[i]);
            give.push_back(host_time_us() - start);
        }
        if (r != 1) {
            printf("%5zu KiB %s page-locked, %-14s round %d:", bytes / KIB,
                   held ? "held " : "freed", name, r);
            say("alloc", get);
            say("free", give);
            printf("\n");
        }
    }
}

int main()
{
    cudaStreamCreate(&s);
    cudaMallocHost(&pinned, 16 * MIB);
    static const size_t sizes[] = {1 * MIB, 2 * MIB, 4 * MIB, 16 * MIB};
    for (size_t i = 0; i < 4; i++) {
        series(sizes[i], false, '-');
        series(sizes[i], true, '-');
        series(sizes[i], false, 'c');
        series(sizes[i], true, 'c');
        series(sizes[i], true, 'k');
        series(sizes[i], true, 'h');
    }
    series(2 * MIB, true, 'b');
    static const size_t hosts[] = {512 * KIB, 1 * MIB, 2 * MIB, 4 * MIB};
    for (size_t i = 0; i < 4; i++)
        for (int held = 0; held < 2; held++) {
            pinned_series(hosts[i], cudaHostAllocDefault, "default", held);
            pinned_series(hosts[i], cudaHostAllocWriteCombined, "write-combined", held);
            pinned_series(hosts[i], cudaHostAllocMapped, "mapped", held);
        }
    return 0;
}
