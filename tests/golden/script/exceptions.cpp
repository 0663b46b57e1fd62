/* Exceptions: what is thrown, what catches it, and what ends on the way. */
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
struct S {
    int n;
    S(int n) : n(n)
    {
        printf("+%d ", n);
    }
    S(S &&o) noexcept : n(o.n)
    {
        o.n = -n;
        printf("m%d ", n);
    }
    ~S()
    {
        printf("~%d ", n);
    }
};
struct Failed : std::runtime_error {
    int code;
    Failed(int code, const char *what)
        : std::runtime_error(std::string("failed: ") + what), code(code)
    {
    }
};
struct Counted : std::runtime_error {
    std::string where;
    mutable int asked = 0;
    Counted() : std::runtime_error("counted"), where("here")
    {
    }
    const char *what() const noexcept override
    {
        printf("what%d ", ++asked);
        return where.c_str();
    }
};
struct Plain {
    int n;
    virtual const char *name() const
    {
        return "plain";
    }
};
struct Special : Plain {
    const char *name() const override
    {
        return "special";
    }
};
struct Owner {
    S a, b;
    std::vector<S> list;
    Owner(int n) : a(n), b(n + 1)
    {
        list.reserve(2);
        list.emplace_back(n + 2);
        if (n > 20)
            throw Failed(n, "owner");
        printf("owner ");
    }
    ~Owner()
    {
        printf("~owner ");
    }
};
S make(int n)
{
    S s(n);
    if (n == 13)
        throw 13;
    return s;
}
int deep(int n, S by_value)
{
    S here(n);
    if (n == 0)
        throw std::out_of_range("deep");
    return deep(n - 1, S(n + 100));
}
int find(int n)
{
    for (int i = 0; i < 4; i++) {
        S s(i);
        try {
            S inner(i + 50);
            if (i == n)
                return i * 10;
            if (i == 1)
                continue;
            if (n == 9 && i == 2)
                break;
            if (n == 8 && i == 2)
                throw "text";
        } catch (const char *text) {
            printf("%s ", text);
        }
    }
    return -1;
}
struct Base {
    virtual void run() = 0;
    virtual ~Base() = default;
};
struct Thrower : Base {
    void run() override
    {
        throw std::logic_error("virtual");
    }
};
void again()
{
    try {
        throw Failed(7, "again");
    } catch (const std::runtime_error &e) {
        S s(40);
        printf("%s ", e.what());
        throw;
    }
}
void nested()
{
    try {
        try {
            throw 1;
        } catch (int i) {
            printf("inner %d ", i);
            throw i + 1;
        }
    } catch (int i) {
        printf("outer %d\n", i);
    }
}
int main()
{
    try {
        S s(1);
        throw std::runtime_error("plain");
    } catch (const std::exception &e) {
        printf("%s\n", e.what());
    }
    try {
        deep(2, S(99));
    } catch (std::out_of_range &e) {
        printf("%s\n", e.what());
    }
    try {
        Owner o(10);
    } catch (...) {
        printf("never\n");
    }
    printf("\n");
    try {
        Owner o(30);
    } catch (const Failed &e) {
        printf("%d %s\n", e.code, e.what());
    }
    try {
        S k = make(12);
        S l = make(13);
    } catch (const char *) {
        printf("wrong\n");
    } catch (int i) {
        printf("%d\n", i);
    }
    for (int n : {0, 2, 9, 8})
        printf("%d\n", find(n));
    try {
        again();
    } catch (const Failed &e) {
        printf("code %d\n", e.code);
    }
    nested();
    try {
        Thrower t;
        Base &b = t;
        b.run();
    } catch (const std::runtime_error &) {
        printf("wrong\n");
    } catch (const std::logic_error &e) {
        printf("%s\n", e.what());
    }
    auto f = [](int n) {
        S s(n);
        if (n > 1)
            throw Failed(n, "lambda");
        return n;
    };
    try {
        f(1);
        f(2);
    } catch (const std::exception &e) {
        printf("%s\n", e.what());
    }
    std::vector<S> v;
    v.reserve(4);
    try {
        v.emplace_back(1);
        v.push_back(make(2));
        v.push_back(make(13));
    } catch (int) {
        printf("%zu\n", v.size());
    }
    for (int i = 0; i < 3; i++)
        try {
            throw Counted();
        } catch (const Counted &e) {
            if (i)
                printf("%s ", e.what());
        }
    for (int i = 0; i < 3; i++)
        try {
            Special s;
            s.n = i;
            throw s;
        } catch (Plain e) {
            printf("%s%d ", e.name(), e.n++);
        }
    try {
        try {
            throw 4;
        } catch (int i) {
            i++;
            throw;
        }
    } catch (const int i) {
        printf("%d ", i);
    }
    try {
        try {
            throw Counted();
        } catch (Counted e) {
            e.where = "there";
            throw;
        }
    } catch (Counted e) {
        std::string kept = e.where;
        e.where = "nowhere";
        printf("%s %s\n", kept.c_str(), e.what());
    }
    S *p = nullptr;
    try {
        p = new S(77);
        throw 1;
    } catch (int) {
        delete p;
        printf("\n");
    }
    int count = 0;
    for (int i = 0; i < 1000; i++)
        try {
            if (i % 2)
                throw i;
        } catch (int k) {
            count += k;
        }
    printf("%d\n", count);
    try {
        try {
            throw 1.5;
        } catch (int) {
            printf("no\n");
        }
    } catch (double d) {
        printf("%g\n", d);
    }
    v.clear();
    printf("\n");
    return 0;
}
