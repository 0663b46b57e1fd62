int main()
{
    float *m;
    cudaMallocManaged(&m, 4096);
    cudaMemPrefetchAsync(m, 4096, 0, 0);
    return 0;
}
