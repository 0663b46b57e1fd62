// Threads that run a method of an object.
#include <cstdio>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <vector>

class pool
{
    std::vector<int> done_;
    std::vector<std::thread> threads_;

    void work(int i)
    {
        done_[i] = i + 1;
    }

  public:
    pool(int n) : done_(n)
    {
        for (int i = 0; i < n; i++)
            threads_.emplace_back(&pool::work, this, i);
    }
    ~pool()
    {
        for (auto &t : threads_)
            t.join();
        for (int n : done_)
            printf("%d ", n);
        printf("\n");
    }
    int total(const std::string &name, int by) const
    {
        return (int)name.size() * by;
    }
};

namespace job
{
struct counter {
    int n = 0;
    void add(int by)
    {
        n += by;
    }
};
} // namespace job

int main()
{
    {
        pool three(3);
    }
    job::counter c;
    std::thread t(&job::counter::add, &c, 4);
    t.join();
    printf("%d\n", c.n);
    pool none(0);
    std::string name = "name";
    auto total = std::async(std::launch::async, &pool::total, &none, name, 3);
    printf("%d\n", total.get());
    return 0;
}
