/// What OpenSSH asks of a key, and keeps with it.
struct KeyFlags: OptionSet {
  let rawValue: UInt8
  static let needsPresence = Self(rawValue: 0x01)
  static let needsVerification = Self(rawValue: 0x04)
  /// A key of the same name may be replaced.
  static let replaces = Self(rawValue: 0x10)
  /// The authenticator remembers it.
  static let isResident = Self(rawValue: 0x20)
}

/// What OpenSSH calls the kinds of keys.
enum KeyKind {
  /// ECDSA on P-256.
  static let ecdsa: UInt32 = 0
}
