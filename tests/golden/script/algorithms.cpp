// Algorithms: sorting, a heap, a hash, matrices, strings, as people write them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <vector>

struct item {
    int key;
    char name[8];
};

static void quick(item *a, int lo, int hi)
{
    if (lo >= hi)
        return;
    item pivot = a[(lo + hi) / 2];
    int i = lo, j = hi;
    while (i <= j) {
        while (a[i].key < pivot.key)
            i++;
        while (a[j].key > pivot.key)
            j--;
        if (i <= j) {
            item t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    quick(a, lo, j);
    quick(a, i, hi);
}

class matrix
{
  public:
    matrix(int n) : n_(n), v_((size_t)n * n) {}
    double &at(int i, int j) { return v_[(size_t)i * n_ + j]; }
    double at(int i, int j) const { return v_[(size_t)i * n_ + j]; }
    matrix times(const matrix &o) const
    {
        matrix r(n_);
        for (int i = 0; i < n_; i++)
            for (int j = 0; j < n_; j++) {
                double s = 0;
                for (int k = 0; k < n_; k++)
                    s += at(i, k) * o.at(k, j);
                r.at(i, j) = s;
            }
        return r;
    }

  private:
    int n_;
    std::vector<double> v_;
};

static unsigned hash(const char *s)
{
    unsigned h = 2166136261u;
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

static int gcd(int a, int b)
{
    return b ? gcd(b, a % b) : a;
}

int main()
{
    srand(1);
    item items[50];
    for (int i = 0; i < 50; i++) {
        items[i].key = rand() % 1000;
        snprintf(items[i].name, sizeof items[i].name, "n%d", i);
    }
    quick(items, 0, 49);
    for (int i = 0; i < 50; i += 7)
        printf("%d:%s ", items[i].key, items[i].name);
    printf("\n");
    matrix m(4), unit(4);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            m.at(i, j) = sin(i * 4 + j);
    for (int i = 0; i < 4; i++)
        unit.at(i, i) = 2;
    matrix p = m.times(unit).times(m);
    printf("%.6f %.6f\n", p.at(1, 2), p.at(3, 3));
    printf("%u %u\n", hash("overlap"), hash(""));
    printf("%d\n", gcd(1071, 462));
    bool sieve[200];
    memset(sieve, 1, sizeof sieve);
    int primes = 0;
    for (int i = 2; i < 200; i++) {
        if (!sieve[i])
            continue;
        primes++;
        for (int j = i * i; j < 200; j += i)
            sieve[j] = false;
    }
    printf("%d\n", primes);
    std::vector<int> v;
    for (int i = 0; i < 20; i++)
        v.push_back((i * 37) % 23);
    std::sort(v.begin(), v.end());
    for (int x : v)
        std::cout << x << ' ';
    std::cout << std::endl;
    std::cout << *std::max_element(v.begin(), v.end()) << " " << std::max(3, 8) << " "
              << std::min(2.5, 1.5) << "\n";
    double pi = 0;
    for (int k = 0; k < 10000; k++)
        pi += (k % 2 ? -4.0 : 4.0) / (2 * k + 1);
    printf("%.10f\n", pi);
    char word[] = "nullstream";
    std::reverse(word, word + strlen(word));
    printf("%s\n", word);
    long long f[60] = {0, 1};
    for (int i = 2; i < 60; i++)
        f[i] = f[i - 1] + f[i - 2];
    printf("%lld\n", f[59]);
    float acc = 0;
    for (int i = 1; i <= 1000; i++)
        acc += 1.0f / i;
    printf("%.8f\n", acc);
    int bits = 0;
    for (unsigned n = 0xdeadbeef; n; n &= n - 1)
        bits++;
    printf("%d\n", bits);
    return 0;
}
