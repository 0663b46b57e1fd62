template <typename T> struct A { T v; A(T x) : v(x) {} T get() const { return v; } }; int main() { A<int> a(3); A<A<int>> b(a); return a.get(); }
