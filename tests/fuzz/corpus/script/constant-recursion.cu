constexpr int f(int n){ return (int)(double)f(3); }
int main(){ int a[f(3)]; return 0; }
