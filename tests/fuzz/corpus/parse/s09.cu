int main() { int x = 1; auto g = [x](int y) mutable { x += y; return x; }; auto h = [&] { return g(2); }; return h(); }
