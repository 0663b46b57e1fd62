// How long a container is that is filled by what a kernel computed; what algorithms make of that.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
#include <deque>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
struct Stats {
    int n = 0;
    std::vector<float> all;
    std::string last = "nothing";
    void add(float x)
    {
        n++;
        all.push_back(x);
        last = "x";
    }
};
static void put(std::vector<int> &v, int x)
{
    v.push_back(x);
}
static const float &smaller(const float &a, const float &b)
{
    return b < a ? b : a;
}
#pragma nullstream kernel(score) time(40us) writes(p, 4096)
__global__ void score(float *p)
{
    p[threadIdx.x] = 1.0f;
}
#pragma nullstream kernel(refine) time(200us) reads(p, n * 4)
__global__ void refine(const float *p, int n)
{
}

static void containers(const float *h)
{
    std::vector<int> by_function, by_lambda, untouched{1}, cleared{1, 2}, popped{1}, counted;
    std::vector<std::string> words{"a", "b"}, cut{"a", "b"};
    std::vector<std::vector<int>> rows(2);
    std::map<int, int> map{{1, 2}};
    std::unordered_map<int, int> table;
    std::set<int> set{5};
    std::list<int> list{1};
    std::deque<int> deque{1};
    std::optional<int> found;
    std::string text = "none", longer = "x";
    Stats stats;
    auto add = [&](int x) { by_lambda.push_back(x); };
    if (h[0] > 0.5f) {
        put(by_function, 1);
        add(2);
        cleared.clear();
        popped.pop_back();
        words.push_back("c");
        cut.erase(cut.begin());
        rows[1].push_back(4);
        map[7] = 1;
        table[3] = 4;
        set.insert(9);
        list.push_back(3);
        deque.push_back(3);
        found = 3;
        text = "some";
        longer += "y";
        stats.add(h[0]);
    }
    for (int i = 0; h[i] > 0.5f; i++)
        counted.push_back(i);
    printf("vectors %zu %zu %zu %zu %zu %zu, %zu %zu\n", by_function.size(), by_lambda.size(),
           cleared.size(), popped.size(), counted.size(), rows[1].size(), untouched.size(),
           rows[0].size());
    printf("words %zu %s, cut %zu %s\n", words.size(), words[0].c_str(), cut.size(),
           cut[0].c_str());
    printf("map %zu %d, table %zu, set %zu %zu, list %zu, deque %zu, found %d\n", map.size(),
           map[1], table.size(), set.size(), set.count(9), list.size(), deque.size(),
           (int)found.has_value());
    for (auto &e : map)
        printf("never printed %d\n", e.first);
    std::string quoted = "<" + text + ">";
    printf("%s %zu, %s %zu, %s %d\n", text.c_str(), text.size(), longer.c_str(), longer.size(),
           quoted.c_str(), (int)(quoted.find('>') != std::string::npos));
    std::cout << text << ' ' << longer << ' ' << quoted << std::endl;
    printf("stats %d %zu %s\n", stats.n, stats.all.size(), stats.last.c_str());
    words.push_back("d");
    std::vector<std::string> copied = words;
    printf("still %zu %zu\n", words.size(), copied.size());
    words.resize(1);
    cleared.clear();
    cleared.push_back(3);
    text = "known";
    stats = Stats();
    printf("known again %zu %zu %d %s, %d %zu\n", words.size(), cleared.size(), cleared[0],
           text.c_str(), stats.n, stats.all.size());
}

static void algorithms(const float *h)
{
    auto small = [](float x) { return x < 2.0f; };
    printf("%d %d %d %d %d %d\n", (int)std::count(h, h + 4, 1.0f),
           (int)std::count_if(h, h + 4, small), (int)std::any_of(h, h + 4, small),
           (int)std::all_of(h, h + 4, small), (int)std::equal(h, h + 4, h + 4),
           (int)std::is_sorted(h, h + 4));
    printf("%d %d %d\n", (int)(std::find(h, h + 4, 1.0f) - h),
           (int)(std::find_if(h, h + 4, small) - h), (int)(std::lower_bound(h, h + 4, 0.5f) - h));
    const float *most = std::max_element(h, h + 4);
    printf("%d %f %f\n", (int)(most - h), *most, *std::min_element(h, h + 4));
    std::vector<float> all(h, h + 4), some, same(3, 2.0f);
    all.erase(std::remove_if(all.begin(), all.end(), small), all.end());
    std::copy_if(h, h + 4, std::back_inserter(some), small);
    same.erase(std::unique(same.begin(), same.end()), same.end());
    printf("%zu %zu %zu %d\n", all.size(), some.size(), same.size(), (int)some.empty());
    printf("%f %f\n", std::accumulate(some.begin(), some.end(), 0.0f),
           std::reduce(same.begin(), same.end()));
    float best = 1e9f;
    for (int i = 0; i < 4; i++)
        best = std::min(best, h[i]);
    const float &either = h[0] < 1.0f ? h[0] : h[1];
    printf("%f %f %f %f\n", best, std::max({h[0], h[1], 2.0f}), either, smaller(h[0], h[1]));
}

int main()
{
    float *d, *h;
    cudaMalloc(&d, 4096);
    cudaMallocHost(&h, 4096);
    score<<<4, 256>>>(d);
    cudaMemcpy(h, d, 4096, cudaMemcpyDeviceToHost);
    containers(h);
    algorithms(h);
    std::vector<float> keep;
    for (int i = 0; i < 1024; i++)
        if (h[i] > 0.5f)
            keep.push_back(h[i]);
    if (!keep.empty()) {
#ifdef TAKEN
        keep.resize(TAKEN);
#endif
        cudaMemcpy(d, keep.data(), keep.size() * sizeof(float), cudaMemcpyHostToDevice);
        refine<<<((int)keep.size() + 255) / 256, 256>>>(d, (int)keep.size());
    }
    cudaDeviceSynchronize();
    printf("%zu kept\n", keep.size());
}
