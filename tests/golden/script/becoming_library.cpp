// What becomes a library's type by a function of its own; lambdas that copy their object.
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>
struct Name {
    std::string s;
    operator std::string() const { return s + "!"; }
    operator std::vector<int>() const { return {1, 2, 3}; }
    operator std::chrono::milliseconds() const { return std::chrono::milliseconds(7); }
};
static std::size_t length(const std::string &s) { return s.size(); }
static int total(std::vector<int> v) { int t = 0; for (int x : v) t += x; return t; }
class Cell {
    double v_ = 1;
  public:
    auto copy() { return [*this]() mutable { v_ += 1; return v_; }; }
    auto show() const { return [*this] { return v_ * 2; }; }
    auto both(int n) { return [this, n] { v_ += n; return v_; }; }
    double get() const { return v_; }
};
int main()
{
    Name n{"abc"};
    std::string a = n, b(n), c{n}, d;
    d = n;
    std::vector<int> v = n;
    std::chrono::milliseconds ms = n;
    std::printf("%s %s %s %s %zu %d %zu %d\n", a.c_str(), b.c_str(), c.c_str(), d.c_str(), length(n), total(n), v.size(), (int)ms.count());
    std::printf("%s\n", static_cast<std::string>(n).c_str());
    Cell cell;
    auto m = cell.copy();
    m();
    double second = m(), own = cell.get(), shown = cell.show()();
    auto k = cell.both(4);
    std::printf("%g %g %g %g %g\n", second, own, shown, k(), cell.get());
}
