// Do rows of launches cost less only as long as kernel and stream stay the same? Rows of 300 on a
// device that is held by another kernel, or on one that performs them: the kernel changes from each
// launch to the next among so many, the stream among so many. Rounds of all by turns, as hosts
// drift; prints the least, the median and the most of us a launch over the rounds. Native only.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "nullstream.cuh"

template <int> __global__ void work(int *p, int n)
{
    if (n > 1 << 20)
        *p = n;
}
__global__ void hold(double us)
{
    spin_us(us);
}
typedef void (*kernel)(int *, int);
const kernel kernels[] = {work<0>, work<1>, work<2>, work<3>, work<4>, work<5>, work<6>, work<7>};
const int ROW = 300, ROUNDS = 25, STREAMS = 32;
cudaStream_t s[STREAMS], holder;

double row(int kinds, int streams, bool by_twos, bool held)
{
    for (int i = 0; i < 16; i++)
        kernels[i % kinds]<<<1, 64, 0, s[i % streams]>>>(nullptr, 1);
    cudaDeviceSynchronize();
    if (held) {
        hold<<<1, 32, 0, holder>>>(3000);
        cudaEvent_t e;
        cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
        cudaEventRecord(e, holder);
        for (int i = 0; i < streams; i++)
            cudaStreamWaitEvent(s[i], e, 0);
        cudaEventDestroy(e);
    }
    double from = host_time_us();
    for (int i = 0; i < ROW; i++) {
        int k = by_twos ? i / 2 : i;
        kernels[i % kinds]<<<1, 64, 0, s[k % streams]>>>(nullptr, 1);
    }
    double took = host_time_us() - from;
    cudaDeviceSynchronize();
    return took / ROW;
}

int main()
{
    struct {
        int kinds, streams;
        bool by_twos;
    } const forms[] = {{1, 1, false}, {2, 1, false}, {4, 1, false},  {8, 1, false},  {1, 2, false},
                       {1, 4, false}, {1, 8, false}, {1, 16, false}, {1, 32, false}, {2, 2, false},
                       {2, 6, true},  {1, 6, true},  {4, 8, false},  {8, 32, false}};
    const int count = sizeof forms / sizeof *forms;
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    for (cudaStream_t &stream : s)
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&holder, cudaStreamNonBlocking);
    std::vector<double> took[2][count];
    for (int r = 0; r < ROUNDS; r++)
        for (int i = 0; i < count; i++)
            for (int held = 0; held < 2; held++)
                took[held][i].push_back(
                    row(forms[i].kinds, forms[i].streams, forms[i].by_twos, held));
    for (int held = 0; held < 2; held++)
        for (int i = 0; i < count; i++) {
            std::vector<double> &all = took[held][i];
            std::sort(all.begin(), all.end());
            printf("%s device, %d kernels, %2d streams%s  %.2f %.2f %.2f\n", held ? "held" : "free",
                   forms[i].kinds, forms[i].streams,
                   forms[i].by_twos ? ", two launches each" : "                   ", all[0],
                   all[ROUNDS / 2], all[ROUNDS - 1]);
        }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
