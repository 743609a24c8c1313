/// The two backup flags in words (WebAuthn Level 3 §6.1.3). They are what the authenticator says of itself, never proof of where a key is.
struct BackupReading {
  let flags: AuthenticatorFlags

  init?(_ flags: AuthenticatorFlags?) {
    guard let flags else { return nil }
    self.flags = flags
  }

  var words: String {
    switch (flags.contains(.backupEligible), flags.contains(.backedUp)) {
    case (false, false): "says device-bound"
    case (true, false): "says it may sync, and has not yet"
    case (true, true): "says synced"
    case (false, true): "contradicts itself: synced, and not able to"
    }
  }

  /// The two habits of authenticators by their flags byte: user present and verified, with both backup flags or neither. Whether a new
  /// credential (AT) or outputs of extensions (ED) follow has nothing to do with it. `nil` for another combination.
  var profile: (name: String, meaning: String)? {
    switch flags.subtracting([.attestedCredentialData, .extensionData]).rawValue {
    case 0x05: ("honest", "present and verified, and says the key stays on its device")
    case 0x1d: ("iosCompatible", "present and verified, and says the key is synced, as on an iPhone")
    default: nil
    }
  }
}
