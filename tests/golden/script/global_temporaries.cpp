// Temporaries with destructors in initial values outside functions.
#include <cstdio>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

struct Part {
    int n;
    explicit Part(int n) : n(n) { printf("make %d\n", n); }
    Part(const Part &o) : n(o.n + 100) { printf("copy %d\n", n); }
    ~Part() { printf("end %d\n", n); }
    Part plus(int m) const { return Part(n + m); }
    int value() const { return n; }
};
static int twice(const Part &a, const Part &b) { return a.n * b.n; }

static int product = twice(Part(2), Part(3).plus(4));
static Part kept = Part(10).plus(20);
static int either = product > 100 ? Part(1).value() : Part(5).plus(1).value();
static bool both = product == 14 && Part(8).value() == 8;
static bool neither = product == 15 && Part(9).value() == 8;

std::promise<int> p;
std::shared_future<int> f = p.get_future().share();
std::string name = std::string("a") + "b" + std::to_string(product);
const size_t length = (name + "xyz").size();
static std::vector<std::string> names = std::vector<std::string>(2, name + "!");
static std::unique_ptr<Part> owned = std::make_unique<Part>(Part(40).value());

struct Holder {
    static int total;
};
int Holder::total = Part(60).plus(1).value();
thread_local int own = Part(70).value();

int main()
{
    printf("%d %d %d %d %d\n", product, kept.n, either, both, neither);
    p.set_value(7);
    printf("%d %s %zu %s %d\n", f.get(), name.c_str(), length, names[1].c_str(), owned->n);
    printf("%d\n", Holder::total);
    std::thread([] { printf("own %d\n", own); }).join();
}
