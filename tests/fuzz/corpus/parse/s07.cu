enum E { A, B = 5, C }; enum class F : char { X, Y }; int main() { E e = B; F f = F::Y; switch (e) { case A: return 1; case C: default: return (int)f; } }
