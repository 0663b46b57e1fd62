// Variables declared in conditions, functions that are a try, threads without a name, and headers
// that are only included.
#include <any>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <thread>
#include <variant>
#include <vector>

struct G {
    int n;
    G(int n) : n(n) {}
    ~G() { printf("~%d ", n); }
    explicit operator bool() const { return n > 0; }
};

static int left = 3;
static int take() { return left--; }

static void deep() try {
    throw 5;
} catch (int e) {
    printf("deep %d\n", e);
}

static int nested()
{
    int sum = 0, outer = 3;
    while (const int a = outer--) {
        int inner = a;
        while (long b{inner--}) {
            if (b == 2)
                continue;
            switch (a) {
            case 2:
                break;
            default:
                sum += (int)b;
            }
        }
        if (a == 1)
            return sum + 100;
    }
    return sum;
}

int main() try {
    while (int x = take()) {
        if (x == 2)
            continue;
        printf("x %d\n", x);
    }
    int k = 3;
    while (G g = G(k--)) {
        if (k == 0)
            break;
        if (k == 1)
            continue;
        printf("g%d ", g.n);
    }
    printf("\n");
    while (auto p = k > -1 ? &k : nullptr) {
        --*p;
        printf("p ");
        for (int i = 0; i < 2; i++)
            if (i)
                break;
    }
    while (bool once = k < 0)
        if (once)
            break;
    printf("\n%d\n", nested());
    if (int a = 3; a > 2)
        printf("a\n");
    std::thread([&] { printf("hi\n"); }).join();
    std::thread{[] { printf("ho\n"); }}.join();
    std::vector<std::thread> v;
    v.push_back(std::thread([] { printf("v\n"); }));
    v[0].join();
    std::thread u([] {});
    u.join();
    deep();
    throw 7;
} catch (int e) {
    printf("caught %d\n", e);
    return 0;
}
