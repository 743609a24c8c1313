import Encoding

/// The certificate that a U2F registration requires (RFC 5280 §4.1), for the new key and signed by it. It contains
/// nothing that two sites could compare, and proves no more than self attestation.
struct SelfSignedCertificate: Sendable {
  /// The public key: an uncompressed point on P-256.
  let publicKey: [UInt8]

  private static let ecdsaWithSHA256: DERObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
  private static let ellipticCurveKey: DERObjectIdentifier = [1, 2, 840, 10045, 2, 1]
  private static let p256: DERObjectIdentifier = [1, 2, 840, 10045, 3, 1, 7]
  private static let commonName: DERObjectIdentifier = [2, 5, 4, 3]

  /// - Parameter sign: A closure that signs with ECDSA and SHA-256, and returns a DER `ECDSA-Sig-Value`.
  func signed(by sign: ([UInt8]) async throws -> [UInt8]) async throws -> [UInt8] {
    let certified = certified
    return DERWriter.sequence(certified, Self.algorithm, DERWriter.bits(try await sign(certified)))
  }

  private static let algorithm = DERWriter.sequence(identifier(ecdsaWithSHA256))

  /// The `TBSCertificate`. It never expires (RFC 5280 §4.1.2.5), because no one is asked to trust it for a given
  /// period.
  private var certified: [UInt8] {
    let name = DERWriter.sequence(
      DERWriter.set(
        DERWriter.sequence(Self.identifier(Self.commonName), DERWriter.text("Security key, self attestation"))))
    let key = DERWriter.sequence(
      DERWriter.sequence(Self.identifier(Self.ellipticCurveKey), Self.identifier(Self.p256)), DERWriter.bits(publicKey))
    return DERWriter.sequence(
      DERWriter.tagged(0, DERWriter.integer([2])), DERWriter.integer([1]), Self.algorithm, name,
      DERWriter.sequence(DERWriter.time("20200101000000Z"), DERWriter.time("99991231235959Z")), name, key)
  }

  private static func identifier(_ identifier: DERObjectIdentifier) -> [UInt8] {
    DERWriter.element(0x06, identifier.bytes)
  }
}

/// Writes the few elements of DER (X.690) that the certificate needs.
enum DERWriter {
  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    guard count >= 0x80 else { return [tag, UInt8(count)] + content }
    let length = Array(UInt32(clamping: count).bigEndianBytes.drop { $0 == 0 })
    return [tag, 0x80 | UInt8(length.count)] + length + content
  }

  static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(0x30, parts.flatMap { $0 }) }
  static func set(_ content: [UInt8]) -> [UInt8] { element(0x31, content) }
  /// Encodes a non-negative big-endian number.
  static func integer(_ bytes: [UInt8]) -> [UInt8] { element(0x02, (bytes.first ?? 0) < 0x80 ? bytes : [0] + bytes) }
  static func bits(_ bytes: [UInt8]) -> [UInt8] { element(0x03, [0] + bytes) }
  static func text(_ text: String) -> [UInt8] { element(0x0c, Array(text.utf8)) }
  static func time(_ text: String) -> [UInt8] { element(0x18, Array(text.utf8)) }
  static func tagged(_ number: UInt8, _ content: [UInt8]) -> [UInt8] { element(0xa0 | number, content) }
}
