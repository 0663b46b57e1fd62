// What do the first allocations cost a program whose memory of before is cleared by now? Four of
// the size given, behind: a free of the four just now; 3 ms of computing since; 3 ms of small
// allocations and frees; 3 ms of computing and one small allocation and free; 3 ms of launches.
// Prints medians of us over the rounds, of each of the four. Native only.
#include <algorithm>
#include <cstdio>

#include "nullstream.cuh"

__global__ void work(double us)
{
    spin_us(us);
}
const int ROUNDS = 15, CALLS = 4;
const size_t MIB = 1 << 20;
enum { NOTHING, COMPUTING, SMALL, SMALL_LAST, LAUNCHES, HOWS };
const char *const hows[] = {"nothing", "3 ms of computing", "3 ms of small ones",
                            "3 ms, then a small one", "3 ms of launches"};

void small()
{
    char *memory;
    cudaMalloc((void **)&memory, 2 * MIB);
    cudaFree(memory);
}

void before(int how)
{
    double until = host_time_us() + 3000;
    if (how == COMPUTING || how == SMALL_LAST)
        host_work_us(3000);
    while (how == SMALL && host_time_us() < until)
        small();
    while (how == LAUNCHES && host_time_us() < until) {
        work<<<1, 32>>>(2);
        cudaDeviceSynchronize();
    }
    if (how == SMALL_LAST)
        small();
}

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    const size_t sizes[] = {2, 16, 64, 256};
    for (size_t size : sizes)
        for (int how = 0; how < HOWS; how++) {
            double took[CALLS][ROUNDS], freed[CALLS][ROUNDS];
            char *memory[CALLS];
            for (int r = 0; r < ROUNDS; r++) {
                for (int i = 0; i < CALLS; i++)
                    cudaMalloc((void **)&memory[i], size * MIB);
                cudaDeviceSynchronize();
                for (int i = 0; i < CALLS; i++)
                    cudaFree(memory[i]);
                before(how);
                for (int i = 0; i < CALLS; i++) {
                    double from = host_time_us();
                    cudaMalloc((void **)&memory[i], size * MIB);
                    took[i][r] = host_time_us() - from;
                }
                for (int i = 0; i < CALLS; i++) {
                    double from = host_time_us();
                    cudaFree(memory[i]);
                    freed[i][r] = host_time_us() - from;
                }
            }
            printf("%3d MiB behind %-24s get", (int)size, hows[how]);
            for (int i = 0; i < CALLS; i++) {
                std::sort(took[i], took[i] + ROUNDS);
                printf(" %6.1f", took[i][ROUNDS / 2]);
            }
            printf(" | free");
            for (int i = 0; i < CALLS; i++) {
                std::sort(freed[i], freed[i] + ROUNDS);
                printf(" %6.1f", freed[i][ROUNDS / 2]);
            }
            printf("\n");
        }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
