import CSodium

/// libsodium, made ready once.
enum Sodium {
  /// Touch this before any call. libsodium fails here only where the system has no randomness, and then nothing else may go on.
  static let isReady: Bool = sodium_init() >= 0

  /// So many bytes from the system's generator.
  static func random(_ count: Int) -> [UInt8] {
    _ = isReady
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }
}
