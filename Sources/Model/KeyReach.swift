/// Where a key cannot be touched, as its `transports` say (WebAuthn Level 3 §5.8.4): a key with a plug alone asks for a port, one with an
/// antenna alone for a phone or a reader.
public enum KeyReach: String, Codable, Hashable, Sendable {
  case plugOnly, antennaOnly

  /// `nil` where the key works both ways, or its browser did not say.
  public init?(transports: [String]) {
    switch Set(transports) {
    case ["usb"]: self = .plugOnly
    case ["nfc"]: self = .antennaOnly
    default: return nil
    }
  }
}
