// What does a launch of a row of launches cost the host, by how many streams it goes to in turn, by
// how many kernels are launched in turn, by what they are handed, and by whether the device waits
// for the host, the host is ahead, or all is held back by a long kernel? All cases in turn, so that
// what else the machine does meets all alike. Of each launch of a row the median of all rounds;
// printed are means of those of parts of the row, and the median of the rounds' means: once in a
// while a launch is slow, and another one in each round. "alone": with a synchronize behind each.
// Native only.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>

#include "nullstream.cuh"

const int ROW = 320, ROUNDS = 24, MOST = 16;
enum { SHORT, LONG, HELD, ALONE, MODES };
const char *const modes[] = {"short", "long", "held", "alone"};

template <int N> __global__ void few(double us)
{
    spin_us(us);
}

template <int N>
__global__ void many(double us, float *a, float *b, float *c, float *d, int e, int f, size_t g)
{
    spin_us(us);
    if (a && e < 0)
        *a = *b + *c + *d + f + g;
}

struct row {
    int streams, kernels, args, mode;
    std::vector<double> calls[ROW], means;
};

cudaStream_t streams[MOST];

static void launch(const row &w, int i, double us)
{
    cudaStream_t s = streams[i % w.streams];
    int kernel = w.kernels == 1 ? 0 : i / w.streams % w.kernels;
    if (w.args == 1) {
        if (kernel == 0)
            few<0><<<1, 64, 0, s>>>(us);
        else if (kernel == 1)
            few<1><<<1, 64, 0, s>>>(us);
        else
            few<2><<<1, 64, 0, s>>>(us);
    } else {
        if (kernel == 0)
            many<0><<<1, 64, 0, s>>>(us, 0, 0, 0, 0, 1, 2, 3);
        else if (kernel == 1)
            many<1><<<1, 64, 0, s>>>(us, 0, 0, 0, 0, 1, 2, 3);
        else
            many<2><<<1, 64, 0, s>>>(us, 0, 0, 0, 0, 1, 2, 3);
    }
}

static double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

static double part(const row &w, int from, int to)
{
    double sum = 0;
    for (int i = from; i < to; i++)
        sum += median(w.calls[i]);
    return sum / (to - from);
}

int main()
{
    for (int i = 0; i < MOST; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    std::vector<row> rows;
    for (int mode = 0; mode < MODES; mode++)
        for (int n : {1, 2, 4, 16})
            for (int kernels : {1, 3})
                for (int args : {1, 8})
                    rows.push_back({n, kernels, args, mode, {}, {}});
    for (int r = 0; r < ROUNDS; r++)
        for (row &w : rows) {
            for (int i = 0; w.mode == HELD && i < w.streams; i++)
                few<3><<<1, 64, 0, streams[i]>>>(2500);
            double sum = 0;
            for (int i = 0; i < ROW; i++) {
                double a = host_time_us();
                launch(w, i, w.mode == LONG ? 20 : 1);
                double b = host_time_us();
                if (r > 0)
                    w.calls[i].push_back(b - a);
                sum += i < 9 ? 0 : b - a;
                if (w.mode == ALONE)
                    cudaDeviceSynchronize();
            }
            cudaDeviceSynchronize();
            if (r > 0)
                w.means.push_back(sum / (ROW - 9));
        }
    for (const row &w : rows)
        printf("%-5s %2d streams %d kernels %d arguments: 4th to 9th %.2f, 10th to 25th %.2f, 50th to 80th %.2f, "
               "256th to 302nd %.2f, from the 10th on %.2f, mean %.2f\n",
               modes[w.mode], w.streams, w.kernels, w.args, part(w, 3, 9), part(w, 9, 25), part(w, 49, 80),
               part(w, 255, 302), part(w, 9, ROW), median(w.means));
    return 0;
}
