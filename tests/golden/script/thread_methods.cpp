// Threads that run methods: of this, of other objects, of bases, virtual ones and static ones.
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <vector>

struct Counter {
    int n = 0;
    void add(int k)
    {
        n += k;
    }
    virtual void step()
    {
        n += 100;
    }
    virtual ~Counter()
    {
    }
};

class Worker : public Counter
{
  public:
    Worker() : first(&Worker::loop, this)
    {
        first.join();
    }
    void start()
    {
        one = std::thread(&Worker::loop, this);
        one.join();
        more.emplace_back(&Worker::add_two, this, 3, 4);
        more.push_back(std::thread(&Worker::say, this, "named"));
    }
    void stop()
    {
        for (auto &t : more)
            t.join();
    }
    void step() override
    {
        n += 1000;
    }
    static void fixed(int k)
    {
        printf("static %d\n", k);
    }

  private:
    std::thread first, one;
    std::vector<std::thread> more;
    void loop()
    {
        n += 1;
    }
    void add_two(int a, long b)
    {
        n += a * 10 + (int)b;
    }
    void say(const std::string &name) const
    {
        printf("%s\n", name.c_str());
    }
};

template <class T> struct Pool {
    std::vector<std::thread> threads;
    T total = 0;
    void run(T by, std::vector<T> list)
    {
        total += by;
        for (T x : list)
            total += x;
    }
    void start()
    {
        for (int i = 0; i < 2; i++)
            threads.emplace_back(&Pool::run, this, i + 1, std::vector<T>{5, 6});
        threads.push_back(std::thread(&Pool<T>::run, this, 3, std::vector<T>()));
    }
    void stop()
    {
        for (std::thread &t : threads)
            t.join();
    }
};

template <class F, class... A> static int call(F f, A... a)
{
    (void)f;
    return (int)sizeof...(a);
}

int main()
{
    Worker w;
    w.start();
    w.stop();
    printf("%d\n", w.n);
    std::thread base(&Counter::add, &w, 7);
    base.join();
    std::thread virt(&Counter::step, &w);
    virt.join();
    std::thread reference(&Worker::add, std::ref(w), 7);
    reference.join();
    std::thread braces{&Worker::step, &w};
    braces.join();
    printf("%d\n", w.n);
    std::thread fixed(&Worker::fixed, 5);
    fixed.join();
    Pool<long> pool;
    pool.start();
    pool.stop();
    printf("%ld\n", pool.total);
    auto *made = new Pool<int>;
    std::thread t(&Pool<int>::run, made, 4, std::vector<int>{1});
    t.join();
    printf("%d\n", made->total);
    delete made;
    std::thread inside([&] {
        std::thread u(&Counter::add, &w, 4);
        u.join();
    });
    inside.join();
    std::function<void(Counter *, int)> f = &Counter::add;
    f(&w, 5);
    printf("%d %d\n", w.n, call(&Worker::step, 1, 2));
    return 0;
}
