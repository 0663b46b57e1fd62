// Native only. What does page-locked memory take where it is kept, where it was just given back,
// and where a new thread asks for it? Four calls of 2 MiB (4 MiB), kept and then all given back,
// or each given back before the next; by main, by a new thread while main sleeps or spins, by two
// new threads at once; behind 0.3 ms of spinning or behind 64 MiB that main has filled. The same
// of plain pages of the system (mmap with MAP_POPULATE, munmap), which the driver has no part in.
// Printed are medians of 11 rounds, us: the four takes, then the four gives. To be built with nvcc
// -O2 -std=c++17.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

static const size_t MIB = 1 << 20;
enum { CALLS = 4, ROUNDS = 11 };

static double now_us()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

struct job {
    size_t bytes;
    bool kept, plain;
    double took[2 * CALLS];
};

static void *take(const job *j)
{
    void *p = NULL;
    if (j->plain)
        p = mmap(NULL, j->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE,
                 -1, 0);
    else
        cudaMallocHost(&p, j->bytes);
    return p;
}

static void give(const job *j, void *p)
{
    if (j->plain)
        munmap(p, j->bytes);
    else
        cudaFreeHost(p);
}

static std::atomic<int> here;

static void body(job *j, int threads)
{
    here++;
    while (here < threads) {
    }
    cudaSetDevice(0);
    cudaStreamQuery(0);
    void *p[CALLS];
    for (int i = 0; i < CALLS; i++) {
        double at = now_us();
        p[i] = take(j);
        double taken = now_us();
        j->took[i] = taken - at;
        if (!j->kept) {
            give(j, p[i]);
            j->took[CALLS + i] = now_us() - taken;
        }
    }
    for (int i = 0; i < CALLS && j->kept; i++) {
        double at = now_us();
        give(j, p[i]);
        j->took[CALLS + i] = now_us() - at;
    }
}

int main()
{
    static const char *const whos[] = {"main", "a thread, main sleeps", "a thread, main spins",
                                       "two threads"};
    char *filled = (char *)malloc(64 * MIB);
    memset(filled, 1, 64 * MIB);
    void *held;
    cudaMallocHost(&held, 4096);
    for (int plain = 0; plain < 2; plain++)
        for (size_t bytes : {2 * MIB, 4 * MIB})
            for (int cold = 0; cold < 2; cold++)
                for (int kept = 0; kept < 2; kept++)
                    for (int who = 0; who < 4; who++) {
                        std::vector<double> took[2 * CALLS];
                        for (int round = 0; round < ROUNDS; round++) {
                            job jobs[2];
                            for (job &j : jobs)
                                j = {bytes, kept != 0, plain != 0, {0}};
                            if (cold)
                                memset(filled, round, 64 * MIB);
                            for (double until = now_us() + 300; now_us() < until;) {
                            }
                            here = 0;
                            int count = who == 3 ? 2 : 1;
                            std::atomic<bool> done(false);
                            if (who == 0) {
                                body(&jobs[0], 1);
                            } else {
                                std::vector<std::thread> made;
                                for (int i = 0; i < count; i++)
                                    made.emplace_back([&, i] {
                                        body(&jobs[i], count);
                                        done = true;
                                    });
                                while (who == 2 && !done) {
                                }
                                for (std::thread &t : made)
                                    t.join();
                            }
                            for (int i = 0; i < count; i++)
                                for (int n = 0; n < 2 * CALLS; n++)
                                    took[n].push_back(jobs[i].took[n]);
                        }
                        printf("%-6s %zu MiB %-5s %-9s %-22s:", plain ? "plain" : "locked",
                               bytes / MIB, cold ? "cold" : "hot", kept ? "kept" : "in turn",
                               whos[who]);
                        for (int n = 0; n < 2 * CALLS; n++) {
                            std::sort(took[n].begin(), took[n].end());
                            printf("%s %6.1f", n == CALLS ? "  |" : "",
                                   took[n][took[n].size() / 2]);
                        }
                        printf("\n");
                        fflush(stdout);
                    }
    cudaFreeHost(held);
    free(filled);
    return 0;
}
