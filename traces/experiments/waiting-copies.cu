// How much longer do copies take the more queues hold something that waits? 16 MiB in or out,
// beside 0 to 48 streams that each hold a kernel behind: an event of a kernel that runs; an event
// of the copy; a kernel that runs; such a kernel, a copy out; the legacy stream's. By events around
// four copies; medians of us a copy. Then chains of short kernels beside a copy in and those
// streams. Native only.
#include <algorithm>
#include <cstdio>

#include "nullstream.cuh"

__global__ void work(double us)
{
    spin_us(us);
}
const int MOST = 48, ROUNDS = 5, COPIES = 4;
const size_t MIB = 1 << 20;
cudaStream_t s[MOST], b[MOST], mover, gate, chain, blocking;
cudaEvent_t from, to, open_, moved, chain_from, chain_to;
char *host, *device;
enum { EVENT, COPY_EVENT, BEHIND, COPY_OUT, LEGACY, HOWS };
const char *const hows[] = {"for an event of a kernel", "for an event of the copy",
                            "behind a kernel", "behind a kernel, a copy out",
                            "behind the legacy one"};

void run(int how, int streams, bool out, int kernels, float *copy, float *step)
{
    if (how == EVENT || how == BEHIND || how == COPY_OUT) {
        work<<<1, 32, 0, gate>>>(2500);
        cudaEventRecord(open_, gate);
    }
    if (how == LEGACY) {
        work<<<1, 32, 0, blocking>>>(2500);
        work<<<1, 32>>>(1);
    }
    if (how == BEHIND || how == COPY_OUT)
        for (int i = 0; i < streams; i++)
            work<<<1, 32, 0, s[i]>>>(2500);
    if (how != COPY_EVENT)
        for (int i = 0; i < streams; i++) {
            if (how == EVENT)
                cudaStreamWaitEvent(s[i], open_, 0);
            if (how == COPY_OUT)
                cudaMemcpyAsync(host + (size_t)(64 + i) * MIB, device + (size_t)(64 + i) * MIB,
                                65536, cudaMemcpyDeviceToHost, s[i]);
            else
                work<<<1, 32, 0, how == LEGACY ? b[i] : s[i]>>>(1);
        }
    cudaEventRecord(from, mover);
    for (int i = 0; i < COPIES; i++)
        if (out)
            cudaMemcpyAsync(host, device, 16 * MIB, cudaMemcpyDeviceToHost, mover);
        else
            cudaMemcpyAsync(device, host, 16 * MIB, cudaMemcpyHostToDevice, mover);
    cudaEventRecord(to, mover);
    cudaEventRecord(moved, mover);
    if (how == COPY_EVENT)
        for (int i = 0; i < streams; i++) {
            cudaStreamWaitEvent(s[i], moved, 0);
            work<<<1, 32, 0, s[i]>>>(1);
        }
    if (kernels) {
        cudaEventRecord(chain_from, chain);
        for (int i = 0; i < kernels; i++)
            work<<<1, 32, 0, chain>>>(5);
        cudaEventRecord(chain_to, chain);
    }
    cudaDeviceSynchronize();
    cudaEventElapsedTime(copy, from, to);
    *copy *= 1000.0f / COPIES;
    if (kernels) {
        cudaEventElapsedTime(step, chain_from, chain_to);
        *step *= 1000.0f / (float)kernels;
    }
}

int main()
{
    for (int i = 0; i < MOST; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaStreamCreate(&b[i]);
    }
    for (cudaStream_t *t : {&mover, &gate, &chain})
        cudaStreamCreateWithFlags(t, cudaStreamNonBlocking);
    cudaStreamCreate(&blocking);
    for (cudaEvent_t *e : {&from, &to, &chain_from, &chain_to})
        cudaEventCreate(e);
    for (cudaEvent_t *e : {&open_, &moved})
        cudaEventCreateWithFlags(e, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, 128 * MIB);
    cudaMalloc((void **)&device, 128 * MIB);
    const int counts[] = {0, 1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 28, 32, 40, 48};
    printf("%-44s", "streams");
    for (int count : counts)
        printf(" %6d", count);
    printf("\n");
    for (int how = 0; how < HOWS; how++)
        for (int form = 0; form < 3; form++) { // in, out, in beside a chain
            printf("%-30s %-13s", hows[how], form == 0 ? "in" : form == 1 ? "out" : "in, a chain");
            float copy[ROUNDS], step[ROUNDS], steps[15];
            int n = 0;
            for (int count : counts) {
                for (int r = 0; r < ROUNDS; r++)
                    run(how, count, form == 1, form == 2 ? 60 : 0, &copy[r], &step[r]);
                std::sort(copy, copy + ROUNDS);
                std::sort(step, step + ROUNDS);
                steps[n++] = step[ROUNDS / 2];
                printf(" %6.1f", copy[ROUNDS / 2]);
            }
            if (form == 2) {
                printf("\n%-30s %-13s", "", "  its step");
                for (float value : steps)
                    printf(" %6.2f", value);
            }
            printf("\n");
        }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
