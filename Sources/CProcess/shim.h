#ifndef CPROCESS_SHIM_H
#define CPROCESS_SHIM_H

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

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

#endif
