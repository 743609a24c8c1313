// What OpenSSH (8.2 and later) hands to a provider of security keys and takes from it; its interface's version 10.
// The order and the sizes are OpenSSH's. All memory in answers comes from malloc: OpenSSH frees it.
#ifndef LATCHSTRING_SECURE_SHELL_PROVIDER_H
#define LATCHSTRING_SECURE_SHELL_PROVIDER_H

#include <stddef.h>
#include <stdint.h>

/// A setting that the person gave on the command line. A list of them ends with a null pointer.
struct shell_option {
  char *name;
  char *value;
  /// Whether a provider that does not know it must refuse.
  uint8_t required;
};

/// A key that was made.
struct shell_key {
  uint8_t flags;
  /// An uncompressed point.
  uint8_t *public_key;
  size_t public_key_length;
  uint8_t *key_handle;
  size_t key_handle_length;
  uint8_t *signature;
  size_t signature_length;
  uint8_t *certificate;
  size_t certificate_length;
  /// Authenticator data, as a CBOR byte string.
  uint8_t *authenticator_data;
  size_t authenticator_data_length;
};

struct shell_signature {
  /// Those of the authenticator data.
  uint8_t flags;
  uint32_t counter;
  uint8_t *r;
  size_t r_length;
  uint8_t *s;
  size_t s_length;
};

/// A key that the authenticator remembers.
struct shell_resident_key {
  uint32_t algorithm;
  size_t slot;
  char *application;
  struct shell_key key;
  uint8_t flags;
  uint8_t *user_id;
  size_t user_id_length;
};

/// What dladdr tells of an address. The C library has both, and shows them to GNU programs only.
struct loaded_library {
  const char *path;
  void *base;
  const char *symbol;
  void *address;
};

#endif
