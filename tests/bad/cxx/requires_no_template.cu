// C++20
struct Buffer {
    int bytes;
};

int main()
{
    return requires(Buffer b) { b.size(); } ? 0 : 1;
}
