// c++20: std::source_location, and what functions are called.
#include <cstdio>
#include <cstring>
#include <source_location>
#include <string>
struct S {
    int g(int x, const char *s) const
    {
        printf("%s %s\n", __PRETTY_FUNCTION__, __func__);
        return x;
    }
    S()
    {
        puts(__PRETTY_FUNCTION__);
    }
    ~S()
    {
        puts(__PRETTY_FUNCTION__);
    }
    static void st(float &)
    {
        puts(__PRETTY_FUNCTION__);
    }
};
namespace n
{
void *f(unsigned long, short)
{
    puts(__PRETTY_FUNCTION__);
    return 0;
}
} // namespace n
void say(int v, int line = __builtin_LINE(), const char *f = __builtin_FUNCTION())
{
    printf("%d %d %s\n", v, line, f);
}
static void log(const char *what, std::source_location at = std::source_location::current())
{
    const char *last = strrchr(at.file_name(), '/');
    printf("%s:%u %s %s\n", last ? last + 1 : at.file_name(), at.line(), at.function_name(), what);
}
static int check(int err, const std::source_location &loc = std::source_location::current())
{
    if (err)
        printf("error %d at line %u\n", err, (unsigned)loc.line());
    return err;
}
int inner()
{
    log("in a function");
    return check(2);
}
int main()
{
    log("one");
    say(1);
    check(0);
    check(3);
    inner();
    auto here = std::source_location::current();
    printf("%u %s\n", here.line(), here.function_name());
    S s;
    s.g(1, "");
    float q;
    S::st(q);
    n::f(1, 2);
    puts(__FUNCTION__);
    puts(__PRETTY_FUNCTION__);
}
