import CSecp256k1

/// The library's tables for making public keys and signatures, blinded once with random numbers against who measures time or power.
///
/// It is not changed after that, so that all threads may use it.
final class Secp256k1Context: Sendable {
  static let shared = Secp256k1Context()
  nonisolated(unsafe) let pointer: OpaquePointer

  private init() {
    pointer = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE))
    // It fails for a context that was given no place for blinding alone, and would then work unblinded.
    _ = secp256k1_context_randomize(pointer, SystemRandomness.bytes(32))
  }
}
