// What do calls take the host behind a loop that asks events in turn, compared with calls behind a
// wait of the same length without queries, behind a synchronize, and in a row? Four streams take
// turns as four requests of a server would: copy in, kernel, another kernel, copy out, each with a
// record behind it. Each wait is so long that the stream is idle again. Native only: it reads
// clocks between its calls.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>

#include "nullstream.cuh"

enum { STREAMS = 4, ROUNDS = 60, STEPS = 4 };

__global__ void first(float *x, int n, float a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = a * x[i];
}

__global__ void second(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += 1;
}

cudaStream_t streams[STREAMS];
cudaEvent_t events[STREAMS];
float *device[STREAMS], *host[STREAMS];

enum wait { ROW, SPIN, SYNCHRONIZE, QUERY_ONE, QUERY_ALL };
const char *const waits[] = {"in a row", "spins", "spins, then synchronizes the event",
                             "asks its event", "asks the four events in turn"};

void wait_for(enum wait how, int stream, double us)
{
    double until = host_time_us() + us;
    if (how == ROW)
        return;
    for (int i = 0; host_time_us() < until; i++)
        if (how == QUERY_ALL)
            cudaEventQuery(events[(stream + 1 + i) % STREAMS]);
        else if (how == QUERY_ONE)
            cudaEventQuery(events[stream]);
    if (how == SYNCHRONIZE)
        cudaEventSynchronize(events[stream]);
    else if (how != SPIN)
        while (cudaEventQuery(events[stream]) == cudaErrorNotReady)
            ;
}

void step(int which, int stream)
{
    const int n = 4096;
    switch (which) {
    case 0:
        cudaMemcpyAsync(device[stream], host[stream], n * sizeof(float), cudaMemcpyHostToDevice,
                        streams[stream]);
        break;
    case 1:
        first<<<n / 256, 256, 0, streams[stream]>>>(device[stream], n, 2);
        break;
    case 2:
        second<<<n / 256, 256, 0, streams[stream]>>>(device[stream], n);
        break;
    default:
        cudaMemcpyAsync(host[stream], device[stream], n * sizeof(float), cudaMemcpyDeviceToHost,
                        streams[stream]);
    }
}

double median(std::vector<double> &v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

void row(enum wait how, double us)
{
    std::vector<double> took[STEPS], record;
    for (int r = 0; r < ROUNDS; r++)
        for (int i = 0; i < STREAMS * STEPS; i++) {
            int stream = i % STREAMS, which = i / STREAMS;
            wait_for(how, stream, us);
            double start = host_time_us();
            step(which, stream);
            double between = host_time_us();
            cudaEventRecord(events[stream], streams[stream]);
            double end = host_time_us();
            took[which].push_back(between - start);
            record.push_back(end - between);
        }
    cudaDeviceSynchronize();
    printf("%-36s %5.0f us: h2d %5.2f  first %5.2f  second %5.2f  d2h %5.2f  record %5.2f\n",
           waits[how], us, median(took[0]), median(took[1]), median(took[2]), median(took[3]),
           median(record));
}

int main()
{
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming);
        cudaMalloc((void **)&device[i], 1 << 20);
        cudaMallocHost((void **)&host[i], 1 << 20);
    }
    for (int again = 0; again < 2; again++) {
        row(ROW, 0);
        for (double us : {2., 5., 10., 30., 100.})
            for (enum wait how : {SPIN, SYNCHRONIZE, QUERY_ONE, QUERY_ALL})
                row(how, us);
    }
    return 0;
}
