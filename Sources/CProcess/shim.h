#ifndef CPROCESS_SHIM_H
#define CPROCESS_SHIM_H

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* prctl has a varying number of arguments, which Swift does not call. prctl(2), PR_SET_DUMPABLE. */
static inline int cprocess_set_undumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/* The resources are an enumeration to one C library and numbers to another. */
static inline int cprocess_end_core_dumps(void) {
  struct rlimit none = {0, 0};
  return setrlimit(RLIMIT_CORE, &none);
}

/* A handler that the Swift runtime has set would print what the registers point to. What is ignored stays ignored. */
static inline void cprocess_end_crash_reports(void) {
  static const int crashes[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
  for (unsigned place = 0; place < sizeof crashes / sizeof *crashes; place++) {
    if (signal(crashes[place], SIG_DFL) == SIG_IGN) signal(crashes[place], SIG_IGN);
  }
}

static inline int cprocess_raise_open_files(void) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return -1;
  files.rlim_cur = files.rlim_max;
  return setrlimit(RLIMIT_NOFILE, &files);
}

/* How many files this process may have open at once; 0 where the system does not say. */
static inline unsigned long long cprocess_open_files(void) {
  struct rlimit files;
  return getrlimit(RLIMIT_NOFILE, &files) == 0 ? files.rlim_cur : 0;
}

/* Programs that this one starts do not inherit the file. */
static inline void cprocess_close_on_exec(int file) { fcntl(file, F_SETFD, FD_CLOEXEC); }

/* One datagram to the service manager: sd_notify(3), "Standalone Implementations". A name that begins with @ is an
   abstract socket's. */
static inline int cprocess_notify(const char *name, const char *state) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(name);
  if (length >= sizeof address.sun_path) return -1;
  memcpy(address.sun_path, name, length);
  if (name[0] == '@') address.sun_path[0] = 0;
  int socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket_ < 0) return -1;
  ssize_t sent = sendto(socket_, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&address,
                        (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
  close(socket_);
  return sent < 0 ? -1 : 0;
}

#endif
