// Corners of the language: initializers, scopes, references, pointers to functions.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

struct vec3 {
    float x = 1, y = 2, z = 3;
    vec3 operator+(const vec3 &o) const
    {
        vec3 r;
        r.x = x + o.x;
        r.y = y + o.y;
        r.z = z + o.z;
        return r;
    }
    float &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
    float dot(const vec3 &o) const { return x * o.x + y * o.y + z * o.z; }
};

struct buffer {
    int *data;
    size_t size;
    explicit buffer(size_t n) : data(new int[n]), size(n)
    {
        for (size_t i = 0; i < n; i++)
            data[i] = (int)i;
    }
    buffer(const buffer &) = delete;
    ~buffer()
    {
        delete[] data;
        printf("freed %zu\n", size);
    }
    int total() const
    {
        int t = 0;
        for (size_t i = 0; i < size; i++)
            t += data[i];
        return t;
    }
};

template <typename T, int N> struct ring {
    T items[N];
    int next = 0;
    void push(T v) { items[next++ % N] = v; }
    T sum() const
    {
        T s = 0;
        for (int i = 0; i < N; i++)
            s += items[i];
        return s;
    }
};

enum class mode { fast = 3, slow = 7 };

namespace util {
static int level = 2;
inline int deeper(int n) { return n + level; }
}

typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }

static int cube[2][3][4];

static int &slot(int i, int j, int k) { return cube[i][j][k]; }

static vec3 make(float s)
{
    vec3 v;
    v.x *= s;
    return v;
}

static void out(int *a, int n, void (*each)(int &))
{
    for (int i = 0; i < n; i++)
        each(a[i]);
}

int global_init = mul(6, 7);
static const char *const words[] = {"alpha", "beta", nullptr};

int main(int argc, char **argv)
{
    vec3 a, b = make(10);
    b[1] = 5;
    vec3 c = a + b + vec3();
    printf("%g %g %g %g\n", c.x, c.y, c[2], (a + b).dot(c));
    {
        buffer buf(10);
        printf("%d\n", buf.total());
    }
    ring<double, 4> r = {};
    for (int i = 0; i < 6; i++)
        r.push(i * 0.5);
    printf("%g\n", r.sum());
    mode m = mode::slow;
    switch (m) {
    case mode::fast:
        printf("fast\n");
        break;
    case mode::slow:
        printf("slow %d\n", (int)m);
        break;
    }
    util::level++;
    printf("%d\n", util::deeper(1));
    operation ops[] = {add, mul};
    for (operation op : ops)
        printf("%d ", op(3, 4));
    printf("\n");
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                slot(i, j, k) = i * 100 + j * 10 + k;
    printf("%d %d %zu\n", cube[1][2][3], *(&cube[0][0][0] + 13), sizeof cube);
    int values[5] = {1, 2, 3};
    out(values, 5, [](int &v) { v = v * 2 + 1; });
    for (int v : values)
        printf("%d ", v);
    printf("\n");
    int x = 10;
    int &ref = x;
    const int &cref = x + 1;
    ref += 5;
    int *const px = &ref;
    *px *= 2;
    printf("%d %d\n", x, cref);
    std::string s = "left";
    s += "-";
    s += std::string("right");
    printf("%s %zu %d\n", s.c_str(), s.size(), s == "left-right");
    std::vector<vec3> points(3);
    points[1].x = 50;
    points.push_back(b);
    float total = 0;
    for (const auto &p : points)
        total += p.x;
    printf("%g\n", total);
    std::vector<std::vector<int>> grid(3);
    for (auto &row : grid)
        row.resize(2, 7);
    grid[2][1] = 1;
    printf("%d %zu\n", grid[0][0] + grid[2][1], grid.size());
    int count = 0;
    for (const char *const *w = words; *w; w++)
        count += (int)strlen(*w);
    printf("%d %d\n", count, global_init);
    unsigned char bytes[4] = {0x12, 0x34, 0x56, 0x78};
    uint32_t word;
    memcpy(&word, bytes, 4);
    printf("%08x %d\n", word, bytes[0] << 4 | bytes[3] >> 4);
    int n = 4;
    double matrix[n][4];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            matrix[i][j] = i == j ? 1.0 : 0.1 * j;
    printf("%.2f %zu\n", matrix[2][3] + matrix[3][3], sizeof matrix);
    auto compose = [&](int k) {
        auto inner = [k, &x](int y) { return k * y + x; };
        return inner(k);
    };
    printf("%d\n", compose(3));
    do {
        if (x % 7 == 0)
            break;
        x--;
        continue;
    } while (x > 0);
    printf("%d\n", x);
    struct local_type {
        int a;
        long b[2];
    } lt = {1, {2, 3}}, *plt = &lt;
    plt->b[1] += plt->a;
    printf("%ld %zu\n", lt.b[1], sizeof(local_type));
    printf("%d %s\n", argc, argv[0] != nullptr ? "named" : "none");
    long l = 1L << 40;
    int truncated = (int)(l + 5);
    printf("%d %d\n", truncated, (short)70000);
    char text[] = "abc";
    text[1] = 'X';
    printf("%s %zu %c\n", text, sizeof text, "literal"[3]);
    int i = 0;
    i = i++ + 1 > 0 ? 5 : 6;
    int q = (i > 3, i * 2);
    printf("%d %d\n", i, q);
    void *raw = malloc(16);
    *(double *)raw = 1.25;
    ((float *)raw)[2] = 0.5f;
    printf("%g %g\n", *(double *)raw, ((float *)raw)[2]);
    free(raw);
    goto end;
    printf("skipped\n");
end:
    return 0;
}
