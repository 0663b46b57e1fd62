// Folds over lambdas, whose bodies are no parts of the fold.
#include <cstdio>
template <class... Ts> void two(Ts... v) { ([&] { std::printf("%d\n", (int)v + (int)sizeof(Ts)); }(), ...); }
template <class... Ts> void four(Ts... v) { ([](auto x) { int n = 0; for (int i = 0; i < 3; i++) n += (int)x; std::printf("%d\n", n); }(v), ...); }
template <class F, class... A> int sum(F f, A... a) { int s = 0; auto add = [&](int x) { s += x; return s; }; (add([&] { int y = f(a); return y; }()), ...); return s; }
int main() { two(1, 2.5); four(1, 2.5); std::printf("%d\n", sum([](int x) { return x * x; }, 1, 2, 3)); }
