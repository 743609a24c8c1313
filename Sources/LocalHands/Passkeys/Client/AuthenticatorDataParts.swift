import Encoding

/// Authenticator data (WebAuthn L3 §6.1) as a client looks into it.
struct AuthenticatorDataParts: Sendable {
  private static let hasCredential: UInt8 = 0x40, hasExtensions: UInt8 = 0x80

  private(set) var credentialID: [UInt8] = []
  /// A COSE key.
  private(set) var publicKey: CBORValue?
  private(set) var extensions: CBORValue = .map([])

  /// `nil` where it is not well-formed.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 37 else { return nil }
    var start = 37
    if bytes[32] & Self.hasCredential != 0 {
      guard bytes.count >= 55 else { return nil }
      let count = Int(bytes[53]) << 8 | Int(bytes[54])
      guard bytes.count >= 55 + count else { return nil }
      credentialID = Array(bytes[55..<55 + count])
      start = 55 + count
    }
    var reader = CBORReader(bytes, in: start..<bytes.count)
    do {
      if bytes[32] & Self.hasCredential != 0 { publicKey = try reader.readValue() }
      if bytes[32] & Self.hasExtensions != 0 { extensions = try reader.readValue() }
      try reader.finish()
    } catch { return nil }
  }

  /// `SubjectPublicKeyInfo` of a P-256 key (RFC 5480 §2), DER; `nil` for keys of other kinds.
  var subjectPublicKeyInfo: [UInt8]? {
    func member(_ label: Int64) -> CBORValue? { publicKey?.map?.first { $0.key == .integer(label) }?.value }
    guard member(1)?.integer == 2, member(-1)?.integer == 1, let x = member(-2)?.byteString, let y = member(-3)?.byteString, x.count == 32,
      y.count == 32
    else { return nil }
    return Self.prefix + [4] + x + y
  }
  private static let prefix: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03,
    0x42,
    0x00,
  ]

  var algorithm: Int64? { publicKey?.map?.first { $0.key == .integer(3) }?.value.integer }
}
