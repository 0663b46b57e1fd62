// C++20
template <class T> concept Addable = requires(T a) {
    a + ;
};

int main()
{
    return Addable<int> ? 0 : 1;
}
