// Clocks, tables of functions, bit fields, C's library, macros.
#include <cassert>
#include <chrono>
#include <cinttypes>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <numeric>
#include <ratio>
#include <string>
#include <thread>
#include <vector>
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
#define CHECK(x) do { if (!(x)) { std::printf("failed %s at %d\n", #x, __LINE__); std::exit(3); } } while (0)
#define CONCAT(a, b) a##b
#define LOG(fmt, ...) std::printf("[%s] " fmt "\n", __func__, ##__VA_ARGS__)
class Timer { Clock::time_point t_ = Clock::now(); public: template <class D = std::chrono::milliseconds> auto elapsed() const { return std::chrono::duration_cast<D>(Clock::now() - t_).count(); } void reset() { t_ = Clock::now(); } };
typedef float (*unary)(float);
static float twice(float x) { return 2 * x; } static float inc(float x) { return x + 1; }
static float apply(unary f, float x, int n) { while (n-- > 0) x = f(x); return x; }
static void fill(int (*m)[3], int rows) { for (int i = 0; i < rows; i++) for (int j = 0; j < 3; j++) m[i][j] = i * 3 + j; }
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
struct Header { std::uint32_t magic : 16, version : 8, flags : 8; std::uint64_t size; };
static unsigned hash(const char *s) { unsigned h = 2166136261u; for (; *s; ++s) h = (h ^ (unsigned char)*s) * 16777619u; return h; }
template <class T> T div_up(T a, T b) { return (a + b - 1) / b; }
static int depth(int n) { static int calls = 0; ++calls; return n <= 0 ? calls : depth(n - 1); }
int main()
{
    auto d = 1500ms; std::printf("%lld %lld %.3f\n", (long long)std::chrono::duration_cast<std::chrono::seconds>(d).count(), (long long)std::chrono::microseconds(d).count(), std::chrono::duration<double>(d).count());
    auto sum = 2s + 300ms; std::printf("%lld %d %d\n", (long long)sum.count(), sum > 2s, 1min == 60s);
    std::chrono::duration<double, std::milli> ms = 2500us; std::printf("%g\n", ms.count());
    Timer t; std::this_thread::sleep_for(5ms); auto e = t.elapsed(); std::printf("%d\n", e >= 5 && e < 500); auto us = t.elapsed<std::chrono::microseconds>(); std::printf("%d\n", us >= 5000);
    auto tp = Clock::now() + 10ms; std::this_thread::sleep_until(tp); std::printf("%d\n", Clock::now() >= tp);
    std::printf("%g %g\n", apply(twice, 1, 5), apply(&inc, 0, 3));
    unary table[] = {twice, inc, [](float x) { return -x; }}; float acc = 3; for (auto f : table) acc = f(acc); std::printf("%g %zu\n", acc, sizeof table / sizeof *table);
    int m[4][3]; fill(m, 4); std::printf("%d %d\n", m[3][2], *(*(m + 1) + 1));
    int arr[] = {5, 2, 9, 1}; std::qsort(arr, 4, sizeof(int), cmp); std::printf("%d %d\n", arr[0], arr[3]);
    Header h{0xCAFE, 2, 1, 99}; std::printf("%x %d %zu\n", h.magic, h.version, sizeof h); h.flags |= 0x80; std::printf("%u\n", h.flags);
    std::printf("%u %d %zu\n", hash("stream"), div_up(1000, 256), div_up<size_t>(10, 3)); std::printf("%d\n", depth(3));
    std::printf("%d %u %ld %g %d\n", INT_MAX, UINT_MAX, LONG_MAX, (double)std::numeric_limits<float>::max(), std::numeric_limits<int>::digits);
    CHECK(1 + 1 == 2); int CONCAT(va, r) = 4; LOG("var %d", var); LOG("none");
    std::printf("%.3f %.3f %.3f %g %g\n", std::sqrt(2.0), std::pow(2, 0.5), std::sin(1.0f), std::floor(-1.5), std::fmod(7, 3)); std::printf("%g %g %d %g %g\n", std::round(2.5), std::ceil(1.2), std::isnan(NAN), std::hypot(3, 4), std::cbrt(27));
    char buf[64]; int n = std::snprintf(buf, sizeof buf, "%-8s|%6.2f|%04x", "ab", 3.14159, 255); std::printf("%s %d\n", buf, n);
    std::uint64_t big = 0; for (int i = 0; i < 64; i += 8) big |= std::uint64_t(i) << i; std::printf("%" PRIu64 " %" PRIx64 "\n", big, big >> 8);
    goto end; std::puts("skipped"); end: int k = 0; do { if (k == 2) continue; if (k > 4) break; } while (++k < 10); std::printf("%d\n", k);
    int a = 5, b = 3; a ^= b ^= a ^= b; std::printf("%d %d %d %d\n", a, b, a & b, ~a); std::printf("%d %d %d\n", -7 / 2, -7 % 3, 7 >> 1); unsigned u = 0; u--; std::printf("%u\n", u);
    std::vector<float> v(1000); std::iota(v.begin(), v.end(), 0.f); double s = 0; for (size_t i = 0; i < v.size(); i += 10) s += v[i]; std::printf("%g\n", s);
    std::memset(buf, 'x', 5); buf[5] = 0; std::puts(buf); std::memcpy(buf + 1, "yy", 2); std::puts(buf); std::printf("%d\n", std::memcmp("abc", "abd", 3) < 0);
    float f = 1.f / 3; double g = 1.0 / 3; std::printf("%.9f %.17g %d\n", f, g, (int)(1e3 * f)); long long ll = 1LL << 62; std::printf("%lld %d\n", ll, (int)(ll >> 60)); short sh = (short)70000; std::printf("%d\n", sh); char ch = 'a' + 2; std::printf("%c %d\n", ch, 'A');
    for (int i = 0, j = 9; i < j; ++i, --j) if (i == 3) std::printf("%d %d\n", i, j); switch (k) { case 1 ... 4: std::puts("low"); break; default: std::puts("high"); }
    int x = [&] { for (int i = 0;; i++) if (i * i > 50) return i; }(); std::printf("%d\n", x); const auto &[p, q] = std::pair<int, double>(1, 2.5); std::printf("%d %g\n", p, q);
    std::time_t now = std::time(nullptr); std::printf("%d\n", now > 0); assert(x == 8); std::printf("%s\n", __FILE__ + (std::strlen(__FILE__) > 7 ? std::strlen(__FILE__) - 7 : 0)); std::printf("%lu\n", (unsigned long)std::strtoul("0x1F", nullptr, 0));
}
