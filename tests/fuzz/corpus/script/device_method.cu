struct vec3 {
    float x;
    __device__
    vec3 operator+(const vec3 &o) const { vec3 r; return r; }
};
int main() { vec3 a, b; vec3 c = a + b; return 0; }
