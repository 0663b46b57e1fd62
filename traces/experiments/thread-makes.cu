// What does it take a thread to make threads: main or a thread that is new itself, its first and its
// second, alone or while others make some; and until what was made runs. With pthread_create, and
// with std::thread, which asks for memory before. Without a context first, then with one. Native only.
#include <pthread.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

static const int ROUNDS = 21, MAX = 8;

static double now()
{
    return std::chrono::duration<double, std::micro>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

static double begun[MAX][4];
static double took[MAX][4], until[MAX][4], first_malloc[MAX];
static std::atomic<int> ready;
static std::atomic<bool> go, end_now;
static bool with_std;

struct place {
    int maker, child;
};

static void *child(void *at)
{
    place *p = (place *)at;
    begun[p->maker][p->child] = now();
    while (!end_now)
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    return NULL;
}

static void make(int maker, int count)
{
    place places[4];
    pthread_t threads[4];
    std::vector<std::thread> others;
    others.reserve(4);
    for (int i = 0; i < count; i++) {
        places[i] = {maker, i};
        begun[maker][i] = 0;
        double t = now();
        if (with_std)
            others.emplace_back(child, &places[i]);
        else
            pthread_create(&threads[i], NULL, child, &places[i]);
        took[maker][i] = now() - t;
        until[maker][i] = -t;
    }
    for (double t = now(); now() < t + 2000;)
        ;
    for (int i = 0; i < count; i++)
        until[maker][i] += begun[maker][i];
    end_now = true;
    for (int i = 0; i < count; i++)
        if (with_std)
            others[i].join();
        else
            pthread_join(threads[i], NULL);
}

static double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

static void row(const char *context, const char *who, int makers, bool used)
{
    std::vector<double> costs[3], begins[3], mallocs;
    for (int r = 0; r < ROUNDS; r++) {
        end_now = go = false;
        ready = 0;
        if (makers == 0) {
            make(0, 3);
        } else {
            std::vector<std::thread> pool;
            for (int m = 0; m < makers; m++)
                pool.emplace_back([=] {
                    if (used) {
                        double t = now();
                        void *volatile p = malloc(64);
                        first_malloc[m] = now() - t;
                        free(p);
                    }
                    ready++;
                    while (!go)
                        ;
                    make(m, 3);
                });
            while (ready < makers)
                ;
            for (double t = now(); now() < t + 300;)
                ;
            go = true;
            for (std::thread &t : pool)
                t.join();
        }
        for (int m = 0; m < (makers ? makers : 1); m++) {
            for (int i = 0; i < 3; i++) {
                costs[i].push_back(took[m][i]);
                begins[i].push_back(until[m][i]);
            }
            mallocs.push_back(first_malloc[m]);
        }
    }
    printf("%s, %-11s %-28s %d at once: takes %5.1f %5.1f %5.1f, runs after %5.1f %5.1f %5.1f", context,
           with_std ? "std::thread" : "pthread", who, makers ? makers : 1, median(costs[0]),
           median(costs[1]), median(costs[2]), median(begins[0]), median(begins[1]),
           median(begins[2]));
    if (used)
        printf(", malloc before %.1f", median(mallocs));
    printf("\n");
}

static void rows(const char *context)
{
    for (int s = 0; s < 2; s++) {
        with_std = s;
        row(context, "main", 0, false);
        for (int makers = 1; makers <= MAX; makers *= 2) {
            row(context, "a new thread", makers, false);
            row(context, "a new one that had memory", makers, true);
        }
    }
}

int main()
{
    rows("no context");
    cudaFree(0);
    rows("a context");
    void *p;
    for (int i = 0; i < 16; i++)
        cudaMalloc(&p, 64 << 20);
    cudaMallocHost(&p, 64 << 20);
    rows("and memory");
    return 0;
}
