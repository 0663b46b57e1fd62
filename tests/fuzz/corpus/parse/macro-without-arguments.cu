#define F(a, ...) a opcons F("x", "y"); int G(v) = __LINE__; return ine F(a, ...) a operatorÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿGS__ #a
#define G(x999999sizeof99555) x##1
#if Defined F()&& (1 + 2 * 3 > 4) || 0
int main() { const char *s = F("x", "y"); int G(v) = ÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿ__LINE__; return vv1 + s[0]endif
