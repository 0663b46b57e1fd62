// Do calls take longer behind some work of the host's own than one after the other? Launches,
// copies in and records into one, four or sixteen streams, in turn or in depth, so many us of busy
// host before each; all cases in turn, 40 rounds, so that what else the machine does meets all
// alike. Means, medians and first deciles of a round's medians. Native only.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>

#include "nullstream.cuh"

const int CALLS = 48, ROUNDS = 40, MOST = 16;
__global__ void step(int us)
{
    spin_us(us);
}
cudaStream_t streams[MOST];
cudaEvent_t events[MOST];
char *host, *device;
struct row {
    int kind, n, depth, gap, us;
    std::vector<double> mean, median, low;
};

static void call(int kind, int s, int us)
{
    if (kind == 0)
        step<<<1, 64, 0, streams[s]>>>(us);
    else if (kind == 1)
        cudaMemcpyAsync(device + s * 65536, host + s * 65536, 65536, cudaMemcpyHostToDevice,
                        streams[s]);
    else if (kind == 2)
        cudaMemcpyAsync(device + s * 65536, host + s * 65536, 4096, cudaMemcpyHostToDevice,
                        streams[s]);
    else
        cudaEventRecord(events[s], streams[s]);
}

static double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

int main()
{
    cudaMallocHost(&host, MOST * 65536);
    cudaMalloc(&device, MOST * 65536);
    for (int i = 0; i < MOST; i++) {
        cudaStreamCreate(&streams[i]);
        cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming);
    }
    std::vector<row> rows;
    for (int kind = 0; kind < 4; kind++)
        for (int n : {1, 4, 16})
            for (int depth : {0, 1})
                for (int us : {1, 100})
                    for (int gap : {0, 1, 3, 10, 20, 50}) {
                        if ((n == 1 && depth) || (kind && us > 1) || (kind && n == 4))
                            continue;
                        rows.push_back({kind, n, depth, gap, us, {}, {}, {}});
                    }
    for (int r = 0; r < ROUNDS; r++)
        for (row &w : rows) {
            std::vector<double> t;
            double sum = 0;
            for (int i = 0; i < CALLS; i++) {
                int s = w.depth ? i / (CALLS / w.n) : i % w.n;
                double a = host_time_us();
                while (w.gap && host_time_us() < a + w.gap)
                    ;
                double b = host_time_us();
                call(w.kind, s, w.us);
                double c = host_time_us() - b;
                if (i > 2) {
                    t.push_back(c);
                    sum += c;
                }
            }
            cudaDeviceSynchronize();
            if (r == 0)
                continue;
            std::sort(t.begin(), t.end());
            w.mean.push_back(sum / (double)t.size());
            w.median.push_back(t[t.size() / 2]);
            w.low.push_back(t[t.size() / 10]);
        }
    static const char *const kinds[] = {"launch", "copy in 64K", "copy in 4K", "record"};
    for (const row &w : rows)
        printf("%-12s of %3d us, %2d streams %-8s behind %2d us: mean %.2f median %.2f low %.2f\n",
               kinds[w.kind], w.us, w.n, w.depth ? "in depth" : "in turn", w.gap, median(w.mean),
               median(w.median), median(w.low));
    return 0;
}
