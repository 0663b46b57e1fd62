// What do threads that meet again and again wait for? T threads, each with a stream of its own,
// make some calls and then meet at a barrier, of a mutex and a condition variable or by spinning;
// 200 rounds. How calls scatter, how much of that is a thread's (its core's) for a while, how late
// the last one comes behind the first, and how long after the last one's arrival threads go on. us.
// Native only: the times within a run are what matters.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cuda_runtime.h>
#include <mutex>
#include <stdio.h>
#include <thread>
#include <vector>

#include "nullstream.cuh"

const int ROUNDS = 200, CALLS = 6, MOST = 8;
__global__ void step(int us)
{
    spin_us(us);
}
static const char *const names[CALLS] = {"launch", "record", "wait", "copy in", "d2d", "launch 2"};

struct barrier {
    std::mutex m;
    std::condition_variable cv;
    int waiting = 0, generation = 0, count;
    std::atomic<int> spin_count{0}, spin_generation{0};
    bool spins;
    void meet()
    {
        if (spins) {
            int g = spin_generation.load();
            if (++spin_count == count) {
                spin_count = 0;
                spin_generation++;
            } else
                while (spin_generation.load() == g)
                    ;
            return;
        }
        std::unique_lock<std::mutex> lock(m);
        int g = generation;
        if (++waiting == count) {
            waiting = 0;
            generation++;
            cv.notify_all();
        } else
            cv.wait(lock, [&] { return generation != g; });
    }
};

struct one {
    cudaStream_t stream;
    cudaEvent_t event;
    char *host, *device;
    double call[ROUNDS][CALLS], arrived[ROUNDS], left[ROUNDS];
};
static one ones[MOST];
static barrier meeting;

static void body(int me, int work)
{
    one &o = ones[me];
    meeting.meet();
    for (int r = 0; r < ROUNDS; r++) {
        double t = host_time_us(), begin = t;
        for (int c = 0; c < CALLS; c++) {
            switch (c) {
            case 0:
            case 5:
                step<<<1, 64, 0, o.stream>>>(1);
                break;
            case 1:
                cudaEventRecord(o.event, o.stream);
                break;
            case 2:
                cudaStreamWaitEvent(o.stream, o.event, 0);
                break;
            case 3:
                cudaMemcpyAsync(o.device, o.host, 65536, cudaMemcpyHostToDevice, o.stream);
                break;
            default:
                cudaMemcpyAsync(o.device, o.device + 65536, 65536, cudaMemcpyDeviceToDevice,
                                o.stream);
                break;
            }
            double u = host_time_us();
            o.call[r][c] = u - t;
            t = u;
        }
        while (work && host_time_us() < begin + work)
            ;
        o.arrived[r] = host_time_us();
        meeting.meet();
        o.left[r] = host_time_us();
        if (r % 20 == 19) {
            cudaStreamSynchronize(o.stream);
            meeting.meet();
        }
    }
}

static void print(const char *what, std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    double sum = 0;
    for (double x : v)
        sum += x;
    size_t n = v.size();
    printf("  %-28s mean %6.2f  1, 10, 25, 50, 75, 90, 95, 99 %%: %.2f %.2f %.2f %.2f %.2f %.2f "
           "%.2f %.2f\n",
           what, sum / (double)n, v[n / 100], v[n / 10], v[n / 4], v[n / 2], v[n * 3 / 4],
           v[n * 9 / 10], v[n * 19 / 20], v[n * 99 / 100]);
}

int main()
{
    for (int i = 0; i < MOST; i++) {
        cudaStreamCreateWithFlags(&ones[i].stream, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&ones[i].event, cudaEventDisableTiming);
        cudaMallocHost(&ones[i].host, 131072);
        cudaMalloc(&ones[i].device, 131072);
        step<<<1, 64, 0, ones[i].stream>>>(1);
    }
    cudaDeviceSynchronize();
    for (int spins = 0; spins < 2; spins++)
        for (int n : {1, 2, 4, 8})
            for (int work : {0, 60}) {
                std::vector<double> call[CALLS], sums, skew, first, last, middle, share, most;
                for (int again = 0; again < 4; again++) {
                    meeting.count = n;
                    meeting.spins = spins;
                    std::vector<std::thread> threads;
                    for (int i = 0; i < n; i++)
                        threads.emplace_back(body, i, work);
                    for (auto &t : threads)
                        t.join();
                    for (int r = 2; r < ROUNDS; r++) {
                        double low = 1e18, high = 0, sum_most = 0, sum_all = 0;
                        std::vector<double> left;
                        for (int i = 0; i < n; i++) {
                            double sum = 0;
                            for (int c = 0; c < CALLS; c++) {
                                call[c].push_back(ones[i].call[r][c]);
                                sum += ones[i].call[r][c];
                            }
                            sums.push_back(sum);
                            sum_all += sum;
                            sum_most = std::max(sum_most, sum);
                            low = std::min(low, ones[i].arrived[r]);
                            high = std::max(high, ones[i].arrived[r]);
                            left.push_back(ones[i].left[r]);
                        }
                        most.push_back(sum_most / (sum_all / n));
                        std::sort(left.begin(), left.end());
                        skew.push_back(high - low);
                        first.push_back(left[0] - high);
                        middle.push_back(left[n / 2] - high);
                        last.push_back(left[n - 1] - high);
                    }
                    // of ten rounds together: what a thread takes, of the mean of all
                    for (int r = 2; r + 10 <= ROUNDS; r += 10) {
                        double of[MOST] = {0}, mean = 0;
                        for (int i = 0; i < n; i++) {
                            for (int k = r; k < r + 10; k++)
                                for (int c = 0; c < CALLS; c++)
                                    of[i] += std::min(ones[i].call[k][c], 30.0);
                            mean += of[i] / n;
                        }
                        for (int i = 0; i < n; i++)
                            share.push_back(of[i] / mean);
                    }
                }
                printf("%d threads, %s, %s\n", n, spins ? "spinning" : "condition variable",
                       work ? "60 us of work" : "no work");
                for (int c = 0; c < CALLS; c++)
                    print(names[c], call[c]);
                print("all calls of a round", sums);
                print("the slowest of their mean", most);
                print("ten rounds, share of mean", share);
                print("last behind first to arrive", skew);
                print("first goes on after", first);
                print("middle goes on after", middle);
                print("last goes on after", last);
            }
    return 0;
}
