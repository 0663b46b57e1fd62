// Statements in expressions, and __typeof__, as GNU C has them: macros use them.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#define MAX(a, b)                                                                                  \
    ({                                                                                             \
        __typeof__(a) _a = (a);                                                                    \
        __typeof__(b) _b = (b);                                                                    \
        _a > _b ? _a : _b;                                                                         \
    })
#define SWAP(a, b)                                                                                 \
    do {                                                                                           \
        __typeof(a) t_ = (a);                                                                      \
        (a) = (b);                                                                                 \
        (b) = t_;                                                                                  \
    } while (0)
#define CHECK(x)                                                                                   \
    ({                                                                                             \
        int e_ = (x);                                                                              \
        if (e_ != 0) {                                                                             \
            printf("%s: error %d\n", #x, e_);                                                      \
            errors++;                                                                              \
        }                                                                                          \
        e_;                                                                                        \
    })
#define NEW(T, n)                                                                                  \
    ({                                                                                             \
        T *p_ = (T *)calloc((n), sizeof(T));                                                       \
        if (!p_) {                                                                                 \
            fprintf(stderr, "no memory\n");                                                        \
            exit(1);                                                                               \
        }                                                                                          \
        p_;                                                                                        \
    })
#define TRACE(...) ({ printf(__VA_ARGS__); })
#define FIRST(v)                                                                                   \
    ({                                                                                             \
        auto &v_ = (v);                                                                            \
        v_.empty() ? std::string("none") : v_.front();                                             \
    })
static int errors;
static int f(int x)
{
    return x;
}
struct S {
    int n;
    int twice()
    {
        return ({
            int k = n;
            k += this->n;
            k;
        });
    }
};
template <class T> T clamp(T v, T lo, T hi)
{
    return ({
        T r = MAX(v, lo);
        if (r > hi)
            r = hi;
        r;
    });
}
int main()
{
    int a = 3, b = 7;
    printf("%d %g\n", MAX(a++, 2), MAX(1.5, 2));
    printf("%d\n", a);
    if (CHECK(f(4)) != 0 && !CHECK(f(0)))
        printf("%d errors\n", errors);
    int *p = NEW(int, 4);
    p[3] = MAX(MAX(a, b), 5);
    SWAP(a, b);
    printf("%d %d %d\n", p[3], a, b);
    free(p);
    TRACE("%s %d\n", "trace", a);
    std::vector<std::string> v{"x", "y"};
    printf("%s\n", FIRST(v).c_str());
    v.clear();
    printf("%s\n", FIRST(v).c_str());
    int sum = ({
                  int s = 0;
                  for (int i = 0; i < 4; i++) {
                      if (i == 2)
                          continue;
                      s += i;
                  }
                  s;
              }) *
              2;
    printf("%d\n", sum);
    printf("%d %d\n", S{4}.twice(), clamp(9, 1, 5));
    ({
        a = 1;
        if (b) {
            a = 2;
        }
    });
    printf("%d\n", a);
    auto l = [&](int q) {
        return ({
            int r = q + b;
            r * 2;
        });
    };
    printf("%d\n", l(1));
    int c = ({
        int z[] = {1, 2, 3};
        z[1];
    });
    const __typeof__(c) d = c;
    printf("%d %d\n", c, d);
    static __typeof__(p) list[2];
    printf("%d\n", list[1] == nullptr);
    printf("%d\n", ({ [&] { return a + 5; }(); }));
}
