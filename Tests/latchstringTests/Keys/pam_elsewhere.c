/* For a program that is started with this in LD_PRELOAD: the security key that libfido2 finds is the one at the path
 * LATCHSTRING_TEST_KEY, where the kernel has no device for it, and PAM's services are in the folder
 * LATCHSTRING_TEST_PAM, because only root may write to /etc/pam.d.
 */
#include <fido.h>
#include <stdlib.h>

int fido_dev_info_manifest(fido_dev_info_t *keys, size_t room, size_t *found) {
  static const fido_dev_io_t unused;
  const char *path = getenv("LATCHSTRING_TEST_KEY");
  *found = 0;
  if (!path || room == 0) return FIDO_OK;
  int code = fido_dev_info_set(keys, 0, path, "Latchstring", "Latchstring", &unused, NULL);
  if (code == FIDO_OK) *found = 1;
  return code;
}

/* As in libpam's headers, which building does not need. */
struct pam_conv;
struct pam_handle;
int pam_start_confdir(const char *, const char *, const struct pam_conv *, const char *, struct pam_handle **);

int pam_start(const char *service, const char *user, const struct pam_conv *talk, struct pam_handle **handle) {
  return pam_start_confdir(service, user, talk, getenv("LATCHSTRING_TEST_PAM"), handle);
}
