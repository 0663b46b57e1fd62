// Functions with `...`: va_list, va_arg, vprintf and its like.
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <string>

static int sum(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int s = 0;
    for (int k = 0; k < n; ++k)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}

static void log_line(const char *level, const char *format, ...)
{
    char text[128];
    va_list args;
    va_start(args, format);
    int n = std::vsnprintf(text, sizeof text, format, args);
    va_end(args);
    std::printf("[%s] %s (%d)\n", level, text, n);
}

static std::string formatted(const char *format, ...)
{
    va_list first, second;
    va_start(first, format);
    va_copy(second, first);
    int n = vsnprintf(nullptr, 0, format, first);
    std::string s(n + 1, '\0');
    vsnprintf(&s[0], s.size(), format, second);
    va_end(second);
    va_end(first);
    s.pop_back();
    return s;
}

class Sink {
    int lines_ = 0;

  public:
    void write(const char *format, ...)
    {
        va_list ap;
        va_start(ap, format);
        lines_++;
        forward(format, ap);
        va_end(ap);
    }
    static void forward(const char *format, va_list ap)
    {
        vprintf(format, ap);
        std::putchar('\n');
    }
    int lines() const { return lines_; }
};

static double mixed(const char *kinds, ...)
{
    va_list ap;
    double total = 0;
    va_start(ap, kinds);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'i': total += va_arg(ap, int); break;
        case 'l': total += va_arg(ap, long long); break;
        case 'u': total += va_arg(ap, unsigned); break;
        case 'd': total += va_arg(ap, double); break;
        case 's': total += std::strlen(va_arg(ap, const char *)); break;
        }
    va_end(ap);
    return total;
}

template <class... A> static void report(const char *format, A... a) { log_line("report", format, a...); }

int main()
{
    std::printf("%d %d\n", sum(3, 1, -2, 30), sum(0));
    log_line("info", "%s took %.2f ms, %5d of %zu%%", "copy", 1.5f, 42, sizeof(int));
    log_line("plain", "nothing");
    std::printf("%s|\n", formatted("%-6s|%06.2f|%c|%lld", "ab", 3.14159, 'x', 1LL << 40).c_str());
    Sink sink;
    sink.write("%d-%s", 7, "seven");
    sink.write("%x", 255u);
    std::printf("%d\n", sink.lines());
    std::printf("%g\n", mixed("ilusd", -1, 1LL << 33, 3000000000u, "four", 0.25));
    report("%d %g", 5, 2.5);
    void (*pointer)(const char *, const char *, ...) = log_line;
    pointer("pointer", "%d", 9);
    auto lambda = [](int n, const char *what) { log_line("lambda", "%d %s", n, what); };
    lambda(2, "args");
}
