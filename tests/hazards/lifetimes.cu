// How long memory lives that a host function gets. WHAT: 0: elements that move when their vector
// grows; 1: the text of a string that ends; 2: an object that main deletes; 3: text that main
// frees; 4: one that a function in another stream deletes; 5: one that another function may have
// deleted; 6: one that the function deletes and main reads. Nothing to find: 7: a vector with room;
// 8: a deque, whose elements stay; 9: an object that the function deletes; 10: one that the last
// function deletes; 11: one that is used again behind an event; 12: a shared owner that the
// function drops.
#include "nullstream.cuh"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#ifndef WHAT
#define WHAT 0
#endif

__global__ void work()
{
    spin_us(100);
}

struct Job {
    int id;
    float sum;
};

cudaStream_t s, t;

void run(void *p)
{
    Job *job = (Job *)p;
    job->sum = job->id * 2;
}

void run_and_delete(void *p)
{
    Job *job = (Job *)p;
    printf("%d\n", job->id);
    delete job;
}

void print(void *p)
{
    printf("%s\n", (const char *)p);
}

void drop(void *p)
{
    delete (std::shared_ptr<Job> *)p;
}

template <class Jobs> static void append(Jobs &jobs)
{
    for (int i = 0; i < 40; i++) {
        jobs.push_back(Job{i, 0});
        cudaLaunchHostFunc(s, run, &jobs.back());
    }
    cudaStreamSynchronize(s);
    printf("%g\n", jobs[3].sum);
}

static void own(int what)
{
    Job *job = new Job{1, 0};
    cudaLaunchHostFunc(what == 5 ? t : s, what >= 5 ? run_and_delete : run, job);
    if (what == 2)
        delete job;
    else if (what == 6)
        printf("%d\n", job->id);
    else if (what == 4 || what == 5)
        cudaLaunchHostFunc(what == 5 ? s : t, what == 5 ? run : run_and_delete, job);
    cudaDeviceSynchronize();
}

int main()
{
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    work<<<1, 1, 0, s>>>();
    work<<<1, 1, 0, t>>>();
    work<<<1, 1, 0, t>>>();
    if (WHAT == 0) {
        std::vector<Job> jobs;
        append(jobs);
    } else if (WHAT == 1) {
        std::string text = "a text that does not fit into the object itself";
        cudaLaunchHostFunc(s, print, (void *)text.c_str());
    } else if (WHAT == 3) {
        char *text = strdup("text");
        cudaLaunchHostFunc(s, print, text);
        free(text);
    } else if (WHAT <= 6) {
        own(WHAT);
    } else if (WHAT == 7) {
        std::vector<Job> jobs;
        jobs.reserve(40);
        append(jobs);
    } else if (WHAT == 8) {
        std::deque<Job> jobs;
        append(jobs);
    } else if (WHAT == 9) {
        for (int i = 0; i < 5; i++)
            cudaLaunchHostFunc(s, run_and_delete, new Job{i, 0});
    } else if (WHAT == 10) {
        Job *job = new Job{1, 0};
        cudaLaunchHostFunc(s, run, job);
        cudaLaunchHostFunc(s, run_and_delete, job);
    } else if (WHAT == 11) {
        Job *job = new Job{0, 0};
        cudaEvent_t e;
        cudaEventCreate(&e);
        for (int i = 0; i < 3; i++) {
            job->id = i;
            cudaLaunchHostFunc(s, run, job);
            cudaEventRecord(e, s);
            cudaEventSynchronize(e);
        }
        printf("%g\n", job->sum);
        delete job;
    } else {
        auto job = std::make_shared<Job>();
        cudaLaunchHostFunc(s, run, job.get());
        cudaLaunchHostFunc(s, drop, new std::shared_ptr<Job>(job));
        job.reset();
    }
    cudaDeviceSynchronize();
}
