#define F(a, ...) a __VA_ARGS__ #a
#define G(x) x##1
#if defined(F) && (1 + 2 * 3 > 4) || 0
int main() { const char *s = F("x", "y"); int G(v) = __LINE__; return v1 + s[0]; }
#else
#error no
#endif
