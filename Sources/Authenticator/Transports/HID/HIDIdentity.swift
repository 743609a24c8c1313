/// How a device introduces itself (CTAP 2.1 §11.2.9.1.3).
public struct HIDIdentity: Hashable, Sendable {
  static let protocolVersion: UInt8 = 2

  /// The version of the device.
  public var major: UInt8, minor: UInt8, build: UInt8
  /// Whether U2F messages are answered.
  public var speaksU2F: Bool

  public init(major: UInt8 = 1, minor: UInt8 = 0, build: UInt8 = 0, speaksU2F: Bool = true) {
    self.major = major; self.minor = minor; self.build = build; self.speaksU2F = speaksU2F
  }

  /// WINK, CBOR, and whether MSG is missing.
  var capabilities: UInt8 { 0x01 | 0x04 | (speaksU2F ? 0 : 0x08) }
  var bytes: [UInt8] { [Self.protocolVersion, major, minor, build, capabilities] }
}
