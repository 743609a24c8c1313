/// How a key can be touched and how not, as its `transports` say (WebAuthn Level 3 §5.8.4): one with a plug alone asks for a port, one with
/// an antenna alone for a phone or a reader, and one that is built in for its own device.
public enum KeyReach: String, Codable, Hashable, Sendable {
  case plugOnly, antennaOnly, builtIn

  /// `nil` where the key works both ways, or its browser did not say.
  public init?(transports: [String]) {
    switch Set(transports) {
    case ["usb"]: self = .plugOnly
    case ["nfc"]: self = .antennaOnly
    case let all where all.contains("internal"): self = .builtIn
    default: return nil
    }
  }
}
