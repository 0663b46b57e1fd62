/* std::unique_ptr of arrays. */
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>
struct Part {
    int n;
    Part() : n(7)
    {
        printf("+ ");
    }
    ~Part()
    {
        printf("-%d ", n);
    }
};
struct Free {
    void operator()(float *p) const
    {
        printf("free ");
        delete[] p;
    }
};
struct Buffers {
    std::unique_ptr<float[]> in, out;
    std::vector<std::unique_ptr<int[]>> rows;
    explicit Buffers(size_t n) : in(std::make_unique<float[]>(n)), out(new float[n])
    {
        for (size_t i = 0; i < n; i++)
            out[i] = in[i] + (float)i;
    }
};
int main()
{
    auto a = std::make_unique<int[]>(4);
    a[2] = 5;
    printf("%d %d %d\n", a[0], a[2], (bool)a);
    std::unique_ptr<int[]> b = std::move(a);
    printf("%d %d %d\n", a == nullptr, b.get()[2], b[3]);
    b.reset(new int[2]{8, 9});
    printf("%d\n", b[1]);
    {
        auto parts = std::make_unique<Part[]>(3);
        parts[1].n = 1;
        std::unique_ptr<Part[]> other(new Part[1]);
        other.swap(parts);
        printf("%d %d ", other[1].n, parts[0].n);
    }
    printf("\n");
    std::unique_ptr<float[], Free> f(new float[3]);
    f[1] = 2.5f;
    printf("%g\n", f[1]);
    f = nullptr;
    Buffers all(5);
    all.rows.push_back(std::make_unique<int[]>(2));
    all.rows.emplace_back(new int[1]{3});
    printf("%g %g %d %d\n", all.in[4], all.out[4], all.rows[0][1], all.rows[1][0]);
    int *raw = b.release();
    printf("%d %d\n", raw[0], b ? 1 : 0);
    delete[] raw;
    return 0;
}
