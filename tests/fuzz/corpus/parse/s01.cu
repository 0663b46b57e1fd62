template <class T, int N> T sum(const T (&x)[N]) { T s = 0; for (int i = 0; i < N; i++) s += x[i]; return s; } int main() { int a[3] = {1,2,3}; return sum<int, 3>(a); }
