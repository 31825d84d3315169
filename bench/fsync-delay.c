/* Makes every flush to disk slower, by as many microseconds as the first four bytes of a file say at that moment. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

typedef int (*flush_call)(int);

static volatile const uint32_t *delay_us;

__attribute__((constructor)) static void attach(void) {
  const char *path = getenv("FSYNC_DELAY_FILE");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof *delay_us, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (mapped != MAP_FAILED) delay_us = mapped;
}

static void wait_for_disk(void) {
  uint32_t us = delay_us == NULL ? 0 : *delay_us;
  if (us == 0) return;
  struct timespec left = {us / 1000000, (long)(us % 1000000) * 1000};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) continue;
}

static int flush_with(flush_call *next, const char *name, int fd) {
  if (*next == NULL) *next = (flush_call)dlsym(RTLD_NEXT, name);
  wait_for_disk();
  return (*next)(fd);
}

int fsync(int fd) {
  static flush_call next;
  return flush_with(&next, "fsync", fd);
}

int fdatasync(int fd) {
  static flush_call next;
  return flush_with(&next, "fdatasync", fd);
}
