/* A disk that keeps only what was synced, for a program that is started with this in LD_PRELOAD.
 *
 * After each fsync or fdatasync of something below POWER_CUT_WATCHED the folder POWER_CUT_KEPT has what a disk is sure
 * to have then: `file-INODE`, the bytes of a file as they were when it was synced, and `folder-INODE`, a line
 * "INODE KIND NAME" for each thing that a folder had in it when the folder was synced. `syncs` has a byte for each sync.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

/* What cannot be kept would let a test pass or fail for no reason of the program's. */
static void give_up(const char *what) {
  perror(what);
  _exit(99);
}

static void keep_folder(FILE *kept, const char *path) {
  DIR *folder = opendir(path);
  if (!folder) give_up(path);
  struct dirent *entry;
  while ((entry = readdir(folder))) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    struct stat of;
    if (fstatat(dirfd(folder), entry->d_name, &of, AT_SYMLINK_NOFOLLOW) != 0) continue; /* removed meanwhile */
    fprintf(kept, "%lu %s %s\n", (unsigned long)of.st_ino, S_ISDIR(of.st_mode) ? "folder" : "file", entry->d_name);
  }
  closedir(folder);
}

static void keep_file(FILE *kept, const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) give_up(path);
  char bytes[65536];
  size_t count;
  while ((count = fread(bytes, 1, sizeof bytes, file)) > 0) fwrite(bytes, 1, count, kept);
  fclose(file);
}

static void keep(int descriptor) {
  const char *watched = getenv("POWER_CUT_WATCHED"), *folder = getenv("POWER_CUT_KEPT");
  if (!watched || !folder) give_up("POWER_CUT_WATCHED, POWER_CUT_KEPT");
  char link[64], path[PATH_MAX], fresh[PATH_MAX], kept[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) give_up(link);
  path[length] = 0;
  if (strncmp(path, watched, strlen(watched)) != 0) return;
  struct stat of;
  if (fstat(descriptor, &of) != 0) give_up(path);
  if (of.st_nlink == 0) return; /* it has no name any more */
  const char *kind = S_ISDIR(of.st_mode) ? "folder" : "file";
  pthread_mutex_lock(&one_at_a_time);
  snprintf(fresh, sizeof fresh, "%s/new-%d", folder, getpid());
  snprintf(kept, sizeof kept, "%s/%s-%lu", folder, kind, (unsigned long)of.st_ino);
  FILE *to = fopen(fresh, "wb");
  if (!to) give_up(fresh);
  if (S_ISDIR(of.st_mode)) keep_folder(to, path);
  else keep_file(to, path);
  if (fclose(to) != 0 || rename(fresh, kept) != 0) give_up(kept);
  snprintf(kept, sizeof kept, "%s/syncs", folder);
  FILE *syncs = fopen(kept, "ab");
  if (!syncs || fputc('.', syncs) == EOF || fclose(syncs) != 0) give_up(kept);
  pthread_mutex_unlock(&one_at_a_time);
}

static int sync_with(const char *name, int descriptor) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  int result = real(descriptor);
  if (result == 0) keep(descriptor);
  return result;
}

int fsync(int descriptor) { return sync_with("fsync", descriptor); }
int fdatasync(int descriptor) { return sync_with("fdatasync", descriptor); }
