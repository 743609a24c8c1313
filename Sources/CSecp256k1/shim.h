#include <secp256k1.h>
#include <secp256k1_ecdh.h>
#include <secp256k1_recovery.h>

// The library's own context, with which everything but signing can be done. It never changes, which a variable cannot tell to Swift.
static inline const secp256k1_context *_Nonnull secp256k1_shared_context(void) { return secp256k1_context_static; }
