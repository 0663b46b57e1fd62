template <int N> constexpr int f = 2;
template <> constexprint f<0> = 1;
int main() { return f<0>; }
