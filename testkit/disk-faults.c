/* Delays or fails flushes as set in a file: its first four bytes are the delay of each flush in microseconds, the next
   four the error number of each flush, 0 for success. */
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

struct faults {
  uint32_t delay_us;
  int32_t error;
};

static volatile const struct faults *faults;

__attribute__((constructor)) static void attach(void) {
  const char *path = getenv("DISK_FAULTS_FILE");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof *faults, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (mapped != MAP_FAILED) faults = mapped;
}

static void wait_for_disk(void) {
  uint32_t us = faults == NULL ? 0 : faults->delay_us;
  if (us == 0) return;
  struct timespec left = {us / 1000000, (long)(us % 1000000) * 1000};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) continue;
}

static int flush_with(flush_call *next, const char *name, int fd) {
  if (*next == NULL) *next = (flush_call)dlsym(RTLD_NEXT, name);
  wait_for_disk();
  if (faults != NULL && faults->error != 0) {
    errno = faults->error;
    return -1;
  }
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
