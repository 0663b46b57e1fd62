// thread_local variables
#include <cstdio>
#include <thread>
struct S {
    int a;
    const char *p;
};
thread_local S s = {3, "x"};
struct C {
    static thread_local int n;
    inline static thread_local int m = 4;
    int get()
    {
        return n++;
    }
};
thread_local int C::n = 7;
static thread_local double d[3] = {1.5};
thread_local int *ptr = nullptr;
extern thread_local int later;
thread_local int later = 2;
int main()
{
    C c;
    c.get();
    s.a = 9;
    d[0]++;
    int x;
    ptr = &x;
    C::m++;
    later++;
    std::thread t([] {
        C k;
        printf("%d %d %s %g %d %d %d\n", k.get(), s.a, s.p, d[0], ptr == nullptr, C::m, later);
        s.a = 100;
    });
    t.join();
    printf("%d %d %g %d %d %d\n", c.get(), s.a, d[0], ptr == &x, C::m, later);
    thread_local int q = 5;
    q++;
    auto &r = s;
    r.a = 1;
    printf("%d %d\n", q, s.a);
}
