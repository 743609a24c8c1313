import Encoding

/// The public key in the authenticator data of a registration (WebAuthn L3 §6.5.1), for pages that read no CBOR.
struct CredentialPublicKey: Sendable {
  /// A COSE number.
  let algorithm: Int64
  /// `SubjectPublicKeyInfo` of a P-256 key (RFC 5480 §2), DER.
  let subjectPublicKeyInfo: [UInt8]

  /// `nil` where there is none, or one of another kind.
  init?(authenticatorData data: [UInt8]) {
    guard data.count >= 55, data[32] & 0x40 != 0 else { return nil }
    let start = 55 + (Int(data[53]) << 8 | Int(data[54]))
    guard start < data.count else { return nil }
    var reader = CBORReader(data, in: start..<data.count)
    guard let key = (try? reader.readValue())?.map else { return nil }
    func member(_ label: Int64) -> CBORValue? { key.first { $0.key == .integer(label) }?.value }
    guard member(1)?.integer == 2, member(-1)?.integer == 1, let algorithm = member(3)?.integer, let x = member(-2)?.byteString,
      let y = member(-3)?.byteString, x.count == 32, y.count == 32
    else { return nil }
    self.algorithm = algorithm
    subjectPublicKeyInfo = Self.prefix + [4] + x + y
  }
  private static let prefix: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03,
    0x42,
    0x00,
  ]
}
