int main(int argc, char **argv) { int n = argc; float a[n], b[n][3]; a[0] = b[0][1] = 2; goto l; l: static int s = n; do { s--; } while (s > 0); for (;;) break; return sizeof(a) + (n > 1 ? 2 : 3); }
