// decltype(auto) and auto & as results.
#include <cstdio>
#include <utility>
#include <vector>
#include <string>
static int value = 1;
int &ref() { return value; }
const int &cref() { return value; }
decltype(auto) fwd() { return ref(); }
decltype(auto) copy() { return value; }
decltype(auto) paren() { return (value); }
decltype(auto) nothing() { std::printf("nothing\n"); }
decltype(auto) also() { return nothing(); }
struct Box { int v = 4; std::vector<int> list{1, 2};
  decltype(auto) get() { return (v); } decltype(auto) at(int i) { return list[i]; } decltype(auto) plain() const { return v; } decltype(auto) whole() { return (list); } };
template <class F, class... A> decltype(auto) timed(F &&f, A &&...a) { std::printf("t "); return std::forward<F>(f)(std::forward<A>(a)...); }
template <class T> decltype(auto) first(T &t) { return t.front(); }
template <class F> auto wrap(F f) { return [f](auto &&...a) -> decltype(auto) { return f(std::forward<decltype(a)>(a)...); }; }
int main() {
  fwd() = 5; auto c = copy(); c++; paren()++;
  std::printf("%d %d %d\n", value, c, cref());
  also();
  Box b; b.get() = 7; b.at(1) = 9; b.whole().push_back(3);
  std::printf("%d %d %d %zu\n", b.v, b.list[1], b.plain(), b.list.size());
  timed(ref) = 11;
  std::printf("%d %s\n", timed([](int a, int b) { return a * b; }, 3, 4), timed([](std::string s) { return s + "!"; }, "x").c_str());
  timed([](int x) { value += x; }, 2);
  first(b.list) = 20;
  auto w = wrap(ref); w() += 1;
  auto l = [](int &x) -> decltype(auto) { return (x); }; l(value) += 100;
  auto m = [&]() -> auto & { return b.v; }; m() = 3;
  std::printf("%d %d %d\n", value, b.list[0], b.v);
}
