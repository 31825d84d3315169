/* Delays or fails flushes as set in a file: its first four bytes are the delay of each flush in microseconds, the next
   four the error number of each flush, 0 for success, the next eight the milliseconds added to the wall clock. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

typedef int (*flush_call)(int);

struct faults {
  uint32_t delay_us;
  int32_t error;
  int64_t clock_step_ms;
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

int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*next)(clockid_t, struct timespec *);
  if (next == NULL) next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int result = next(clock, now);
  if (result == 0 && faults != NULL && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    now->tv_sec += faults->clock_step_ms / 1000;
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  static int (*next)(struct timeval *restrict, void *restrict);
  if (next == NULL) next = (int (*)(struct timeval *restrict, void *restrict))dlsym(RTLD_NEXT, "gettimeofday");
  int result = next(now, zone);
  if (result == 0 && faults != NULL) now->tv_sec += faults->clock_step_ms / 1000;
  return result;
}
