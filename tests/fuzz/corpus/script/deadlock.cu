#include <pthread.h>
#include <unistd.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *other(void *unused) {
    pthread_mutex_lock(&b);
    usleep(100);
    pthread_mutex_lock(&a);
    return NULL;
}
int main() {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    pthread_mutex_lock(&a);
    usleep(100);
    pthread_mutex_lock(&b);
    pthread_join(t, NULL);
    return 0;
}
