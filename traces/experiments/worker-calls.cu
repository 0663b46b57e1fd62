// Do calls take longer where the driver's thread for host functions is about? Rows of calls, each
// call's own time: in a process before its first host function; when one has run; while one waits
// behind a kernel; while one runs; while a row of short ones runs, in another stream or in the one
// that is called for; while another thread of the program computes. Rounds of all by turns; medians
// over calls and rounds, and means. Native only.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

#include "nullstream.cuh"

__global__ void work(double us)
{
    spin_us(us);
}
const int ROUNDS = 21, CALLS = 24;
enum { LAUNCH, COPY_IN, COPY_OUT, RECORD, HOST, KINDS };
const char *const kinds[] = {"launch", "copy in", "copy out", "record", "host function"};
enum { NONE, RUN, WAITING, RUNNING, ROW, OWN, THREAD, STATES };
const char *const states[] = {"before the first", "when one has run", "one waits",
                              "one runs",         "a row runs",       "a row in its stream",
                              "a thread computes"};
cudaStream_t s, other;
cudaEvent_t event;
char *pinned, *device;
std::vector<double> took[STATES][KINDS];

void body(void *us)
{
    host_work_us(*(double *)us);
}

void call(int kind)
{
    static double little = 1;
    if (kind == LAUNCH)
        work<<<1, 32, 0, s>>>(1);
    else if (kind == COPY_IN)
        cudaMemcpyAsync(device, pinned, 1 << 17, cudaMemcpyHostToDevice, s);
    else if (kind == COPY_OUT)
        cudaMemcpyAsync(pinned, device, 1 << 17, cudaMemcpyDeviceToHost, s);
    else if (kind == RECORD)
        cudaEventRecord(event, s);
    else
        cudaLaunchHostFunc(s, body, &little);
}

void measure(int state)
{
    static double much = 2000, some = 15;
    std::atomic<bool> stop(false);
    std::thread thread;
    cudaDeviceSynchronize();
    host_work_us(300);
    if (state == WAITING) {
        work<<<1, 32, 0, other>>>(2000);
        cudaLaunchHostFunc(other, body, &some);
    } else if (state == RUNNING) {
        cudaLaunchHostFunc(other, body, &much);
        host_work_us(100);
    } else if (state == ROW || state == OWN) {
        for (int i = 0; i < 100; i++)
            cudaLaunchHostFunc(state == ROW ? other : s, body, &some);
    } else if (state == THREAD) {
        thread = std::thread([&] {
            while (!stop)
                ;
        });
        host_work_us(200);
    }
    for (int i = 0; i < CALLS; i++)
        for (int kind = 0; kind < (state == NONE ? HOST : KINDS); kind++) {
            if (state != OWN && state != WAITING && i == 0 && kind == 0)
                work<<<1, 32, 0, s>>>(1500);
            double from = host_time_us();
            call(kind);
            if (i >= 4)
                took[state][kind].push_back(host_time_us() - from);
        }
    stop = true;
    if (thread.joinable())
        thread.join();
    cudaDeviceSynchronize();
}

int main()
{
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaMallocHost((void **)&pinned, 1 << 20);
    cudaMalloc((void **)&device, 1 << 20);
    for (int i = 0; i < 3; i++)
        measure(NONE);
    for (std::vector<double> &all : took[NONE])
        all.clear();
    for (int r = 0; r < ROUNDS; r++)
        measure(NONE);
    for (int r = 0; r < ROUNDS; r++)
        for (int state = RUN; state < STATES; state++)
            measure(state);
    printf("%-20s", "");
    for (const char *kind : kinds)
        printf(" %16s", kind);
    printf("\n");
    for (int state = 0; state < STATES; state++) {
        printf("%-20s", states[state]);
        for (std::vector<double> &all : took[state]) {
            if (all.empty())
                continue;
            double sum = 0;
            for (double x : all)
                sum += x;
            std::sort(all.begin(), all.end());
            printf("    %5.2f (%5.2f)", all[all.size() / 2], sum / (double)all.size());
        }
        printf("\n");
    }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
