#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <assert.h>
#include <iostream>
#include <iomanip>
#include <string>
#include <vector>
#include <cstdio>
#include <cstring>
#include <cmath>
int main(int argc, char **argv)
{
    printf("%d\n", argc);
    char *m = (char *)malloc(16);
    memset(m, 'a', 15);
    m[15] = 0;
    int *z = (int *)calloc(4, sizeof(int));
    memcpy(m, "xyz", 3);
    printf("%s %d %d\n", m, z[3], memcmp(m, "xyza", 4));
    m = (char *)realloc(m, 32);
    strcat(m, "!");
    strncpy(m, "QQ", 2);
    printf("%s %zu %d %s\n", m, strlen(m), strcmp("a", "b") < 0, strchr(m, 'a') ? "has" : "no");
    free(z);
    free(m);
    printf("%d %g %ld %d\n", atoi("42x"), atof("2.5"), strtol("ff", NULL, 16), (int)strtoul("10", 0, 2));
    printf("%.6f %.6f %.6f %.6f\n", sqrt(2.0), sin(1.0), pow(2.0, 0.5), exp(1.0));
    printf("%.6f %.6f %g %g %g\n", log(10.0), fabs(-2.5), floor(-1.5), ceil(1.2), fmod(7.5, 2));
    printf("%g %g %g %d %d\n", fmax(1, 2), round(2.5), hypot(3, 4), isnan(NAN) != 0, isinf(INFINITY) != 0);
    printf("%.3f %.3f %.3f\n", sqrtf(2.0f), cosf(0.5f), tanh(0.3));
    assert(argc >= 1);
    printf("[%5d] [%-5d] [%05d] [%+d] [%x] [%X] [%#x] [%o]\n", 42, 42, 42, 42, 255, 255, 255, 8);
    printf("[%8.3f] [%-8.2f] [%e] [%g] [%10s] [%-10s] [%.2s]\n", 3.14159, 2.5, 12345.678, 1e-5, "right", "left", "cut");
    printf("[%*d] [%.*f] [%c] [%%] [%5s] [%lu] [%hd] [%hhu]\n", 6, 42, 2, 3.14159, 'z', "ab", 123ul, (short)-3, (unsigned char)250);
    char buf[64];
    int len = snprintf(buf, sizeof buf, "%d-%s", 12, "ab");
    printf("%d %s\n", len, buf);
    sprintf(buf, "%03d", 7);
    puts(buf);
    putchar('A');
    putchar('\n');
    std::cout << "x " << 42 << ' ' << 2.5 << ' ' << 1e10 << ' ' << 0.1f << " " << true << std::endl;
    std::cout << std::hex << 255 << std::dec << ' ' << std::setw(6) << 42 << ' ' << std::fixed << std::setprecision(2) << 3.14159 << "\n";
    std::string s = "abc";
    s += "def";
    std::cout << s << ' ' << s.size() << ' ' << ' ' << (s == "abcdef") << "\n";
    printf("%s %s\n", s.c_str(), std::to_string(12).c_str());
    std::vector<int> v;
    for (int i = 0; i < 5; i++)
        v.push_back(i * i);
    v[2] = 100;
    int sum = 0;
    for (auto x : v)
        sum += x;
    printf("%d %zu %d %d\n", sum, v.size(), v.back(), v.at(2));
    std::vector<float> w(10, 1.5f), e = {1, 2, 3};
    w.resize(12);
    printf("%zu %g %g %g %d\n", w.size(), w[9], w[11], e[2], (int)e.empty());
    for (auto it = v.begin(); it != v.end(); ++it)
        printf("%d ", *it);
    v.pop_back();
    v.clear();
    printf("%zu\n", v.size());
    int *dyn = new int[4]();
    int *one = new int(5);
    printf("%d %d\n", dyn[2], *one);
    delete[] dyn;
    delete one;
    fprintf(stdout, "%s\n", getenv("NOPE_X") ? "set" : "unset");
    setenv("NOPE_X", "v", 1);
    printf("%s\n", getenv("NOPE_X"));
    srand(1);
    int r = rand();
    printf("%d\n", r >= 0 && r <= RAND_MAX);
    fflush(stdout);
    exit(0);
}
