/*
 * Loaded into an agent's process before it begins: maps the file $MAPPED so that it can be changed, closes it, and goes
 * on changing its first byte.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static void *change(void *map)
{
	for (char byte = 'a';; byte = byte == 'z' ? 'a' : byte + 1, usleep(2000))
		*(char *)map = byte;
	return 0;
}

__attribute__((constructor)) static void begin(void)
{
	pthread_t thread;
	char *file = getenv("MAPPED");
	int fd = file == 0 ? -1 : open(file, O_RDWR);
	void *map = fd < 0 ? MAP_FAILED : mmap(0, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (fd >= 0)
		close(fd);
	/* What the agent starts has none. */
	unsetenv("LD_PRELOAD");
	if (map != MAP_FAILED)
		pthread_create(&thread, 0, change, map);
}
