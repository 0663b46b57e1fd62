// C++20
template <class T> requires requires(T t) { t.size() < limt; } int count(const T &t)
{
    return (int)t.size();
}

int main()
{
    return 0;
}
