// Which calls cost more the more streams they go to by turns, and what is it that counts? Rows of
// 240 calls on a device that performs them or is held: all in one stream; by turns in so many, so
// many in a row in each; in one while others wait with work; in one after one launch into each of
// so many. Launches, copies of 64 KiB in and out, memsets, records without timing, waits. Rounds of
// all by turns, as hosts drift; us a call, the least and the median of the rounds. Native only.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "nullstream.cuh"

__global__ void work(int *p, int n)
{
    if (n > 1 << 20)
        *p = n;
}
__global__ void hold(double us)
{
    spin_us(us);
}
const int ROW = 240, ROUNDS = 21, STREAMS = 32;
enum { LAUNCH, COPY_IN, COPY_OUT, SET, RECORD, WAIT, MIXED, KINDS };
const char *const kinds[] = {"launch", "copy in", "copy out",          "memset",
                             "record", "wait",    "copy, launch, copy"};
cudaStream_t s[STREAMS], holder;
cudaEvent_t event, held_event;
char *pinned, *device;

void call(int kind, int i, cudaStream_t t)
{
    if (kind == MIXED)
        kind = i % 3 == 0 ? COPY_IN : i % 3 == 1 ? LAUNCH : COPY_OUT;
    if (kind == LAUNCH)
        work<<<1, 64, 0, t>>>(nullptr, 1);
    else if (kind == COPY_IN)
        cudaMemcpyAsync(device, pinned, 1 << 16, cudaMemcpyHostToDevice, t);
    else if (kind == COPY_OUT)
        cudaMemcpyAsync(pinned + (1 << 17), device, 1 << 16, cudaMemcpyDeviceToHost, t);
    else if (kind == SET)
        cudaMemsetAsync(device, 0, 1 << 16, t);
    else if (kind == RECORD)
        cudaEventRecord(event, t);
    else
        cudaStreamWaitEvent(t, event, 0);
}

enum { TURNS, OTHERS_WAIT, TOUCHED };
struct form {
    int kind, streams, each, how;
};

double row(const form &f, bool held)
{
    for (int i = 0; i < 16; i++)
        work<<<1, 64, 0, s[i % (f.how == TURNS ? f.streams : 1)]>>>(nullptr, 1);
    cudaDeviceSynchronize();
    host_work_us(50);
    if (held || f.how == OTHERS_WAIT) {
        hold<<<1, 32, 0, holder>>>(2500);
        cudaEventRecord(held_event, holder);
        for (int i = 0; i < f.streams; i++)
            if (held || i > 0)
                cudaStreamWaitEvent(s[i], held_event, 0);
    }
    if (f.how != TURNS)
        for (int i = 1; i < f.streams; i++)
            work<<<1, 64, 0, s[i]>>>(nullptr, 1);
    double from = host_time_us();
    for (int i = 0; i < ROW; i++)
        call(f.kind, i, s[f.how == TURNS ? i / f.each % f.streams : 0]);
    double took = host_time_us() - from;
    cudaDeviceSynchronize();
    return took / ROW;
}

int main()
{
    std::vector<form> forms;
    for (int kind = 0; kind < KINDS; kind++)
        for (int streams : {1, 2, 4, 8, 16, 32})
            forms.push_back({kind, streams, kind == MIXED ? 3 : 1, TURNS});
    for (int each : {2, 5, 15})
        for (int streams : {2, 8, 16})
            forms.push_back({LAUNCH, streams, each, TURNS});
    for (int streams : {3, 9, 25}) {
        forms.push_back({LAUNCH, streams, 1, OTHERS_WAIT});
        forms.push_back({LAUNCH, streams, 1, TOUCHED});
    }
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    for (cudaStream_t &stream : s)
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&holder, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&held_event, cudaEventDisableTiming);
    cudaMallocHost((void **)&pinned, 1 << 20);
    cudaMalloc((void **)&device, 1 << 20);
    std::vector<double> took[2][64];
    for (int r = 0; r < ROUNDS; r++)
        for (size_t i = 0; i < forms.size(); i++)
            for (int held = 0; held < 2; held++)
                took[held][i].push_back(row(forms[i], held));
    const char *const hows[] = {"in turn", "beside others that wait", "after a launch in each"};
    for (size_t i = 0; i < forms.size(); i++) {
        printf("%-18s %2d streams, %2d each, %-24s", kinds[forms[i].kind], forms[i].streams,
               forms[i].each, hows[forms[i].how]);
        for (int held = 0; held < 2; held++) {
            std::vector<double> &all = took[held][i];
            std::sort(all.begin(), all.end());
            printf("  %s %.2f %.2f", held ? "held" : "free", all[0], all[ROUNDS / 2]);
        }
        printf("\n");
    }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
