// Smart pointers with deleters: functions, structs, lambdas
#include <cstdio>
#include <cstdlib>
#include <memory>
int devFree(void *p)
{
    printf("free %d\n", *(int *)p);
    free(p);
    return 0;
}
struct Del {
    void operator()(int *p) const
    {
        printf("del %d\n", *p);
        free(p);
    }
};
struct Stateful {
    int id;
    void operator()(int *p) const
    {
        printf("st %d %d\n", id, *p);
        free(p);
    }
};
template <class T> struct D2 {
    void operator()(T *p) const
    {
        printf("d2\n");
        free(p);
    }
};
int *mk(int v)
{
    int *p = (int *)malloc(4);
    *p = v;
    return p;
}
template <class T> using uptr = std::unique_ptr<T, D2<T>>;
using Handle = std::unique_ptr<int, decltype(&devFree)>;
struct Res {
    Handle h{nullptr, devFree};
    std::unique_ptr<int, Del> d;
};
int main()
{
    {
        std::unique_ptr<int, decltype(&devFree)> p(mk(1), devFree);
        printf("%d\n", *p);
        auto q = std::move(p);
        printf("%d\n", p == nullptr);
    }
    {
        std::unique_ptr<int, decltype(&devFree)> p(mk(2), &devFree);
        p.reset(mk(3));
    }
    {
        std::unique_ptr<int, int (*)(void *)> p(mk(4), devFree);
    }
    {
        std::unique_ptr<int, Del> p(mk(5));
        std::unique_ptr<int, Del> q;
        q = std::move(p);
    }
    {
        std::unique_ptr<int, Stateful> p(mk(6), Stateful{7});
        printf("%d\n", p.get_deleter().id);
    }
    {
        auto del = [](int *p) {
            printf("lam %d\n", *p);
            free(p);
        };
        std::unique_ptr<int, decltype(del)> p(mk(7), del);
    }
    {
        int n = 8;
        auto del = [&n](int *p) {
            printf("cap %d %d\n", n, *p);
            free(p);
        };
        std::unique_ptr<int, decltype(del)> p(mk(7), del);
    }
    {
        uptr<int> u(mk(1));
    }
    {
        std::shared_ptr<int> p(mk(9), devFree);
        auto q = p;
        printf("%ld\n", p.use_count());
    }
    {
        std::shared_ptr<int> p(mk(10), [](int *x) {
            printf("sl %d\n", *x);
            free(x);
        });
        std::weak_ptr<int> w = p;
        printf("%d\n", *w.lock());
    }
    {
        std::shared_ptr<int> p(mk(10), Del());
        p.reset(mk(11), Del{});
    }
    {
        Res r;
        r.h.reset(mk(12));
        r.d.reset(mk(13));
    }
    {
        std::unique_ptr<int[]> a(new int[3]{1, 2, 3});
        printf("%d\n", a[1]);
        auto b = std::make_unique<int[]>(4);
        printf("%d\n", b[3]);
    }
    {
        std::shared_ptr<int> a(new int[3], [](int *p) {
            puts("arr");
            delete[] p;
        });
        std::shared_ptr<void> v(mk(3), devFree);
    }
    {
        std::shared_ptr<int> a(new int[3], std::default_delete<int[]>());
    }
    {
        std::unique_ptr<void, decltype(&free)> v(malloc(4), free);
        std::unique_ptr<FILE, decltype(&fclose)> f(nullptr, &fclose);
    }
}
