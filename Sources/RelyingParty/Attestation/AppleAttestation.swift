import Crypto
import Encoding

/// The format `apple` (WebAuthn Level 3 §8.8): a certificate for this one credential, made by Apple's anonymization CA.
public struct AppleAttestation: AttestationStatementVerifier {
  /// The format.
  public init() {}

  /// `apple`
  public var format: String { "apple" }

  /// The verification procedure of §8.8.
  public func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult {
    let (leaf, path) = try AttestationCertificate.chain(input.statement)
    try Self.verifyNonce(in: leaf, input)
    try input.verifyKey(of: leaf)
    return AttestationResult(type: .anonymizationCA, trustPath: path)
  }

  /// The extension 1.2.840.113635.100.8.2 holds the SHA-256 of what other formats sign. `apple-appattest` has it too.
  static func verifyNonce(in certificate: X509Certificate, _ input: AttestationInput) throws(WebAuthnError) {
    guard let nonce = try? nonce(in: certificate) else {
      throw WebAuthnError(.registration(23), .certificateRequirements, expected: "the extension with the nonce")
    }
    guard nonce.elementsEqual(SHA256.hash(data: input.signedBytes)) else { throw WebAuthnError(.registration(23), .appleNonceMismatch) }
  }

  /// `SEQUENCE { [1] EXPLICIT OCTET STRING }`
  private static func nonce(in certificate: X509Certificate) throws(DERError) -> ArraySlice<UInt8> {
    guard var value = certificate.value(nonceID) else { throw .unexpectedType }
    var members = try value.enter(.sequence)
    try value.finish()
    var tagged = try members.enter(.context(1))
    try members.finish()
    let nonce = try tagged.readOctetString()
    try tagged.finish()
    return nonce
  }

  private static let nonceID: DERObjectIdentifier = [1, 2, 840, 113635, 100, 8, 2]
}
