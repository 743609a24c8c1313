import Crypto
import Encoding

/// The format `apple` (WebAuthn Level 3 §8.8): a certificate for this one credential, issued by Apple's anonymization
/// CA.
public struct AppleAttestation: AttestationStatementVerifier {
  /// Creates the verifier.
  public init() {}

  /// The identifier `apple`.
  public var format: String { "apple" }

  /// Verifies a statement according to §8.8.
  public func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult {
    let (leaf, path) = try AttestationCertificate.chain(input.statement)
    try Self.verifyNonce(in: leaf, input)
    try input.verifyKey(of: leaf)
    return AttestationResult(type: .anonymizationCA, trustPath: path)
  }

  /// Verifies the extension 1.2.840.113635.100.8.2, which holds the SHA-256 of the bytes that other formats sign.
  /// `apple-appattest` uses the same extension.
  static func verifyNonce(in certificate: X509Certificate, _ input: AttestationInput) throws(WebAuthnError) {
    guard let nonce = try? nonce(in: certificate) else {
      throw WebAuthnError(.registration(23), .certificateRequirements, expected: "the extension with the nonce")
    }
    guard nonce.elementsEqual(SHA256.hash(data: input.signedBytes)) else {
      throw WebAuthnError(.registration(23), .appleNonceMismatch)
    }
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

/// The format `apple-appattest`: the attestation of a key that Apple's App Attest service created for one app on one
/// device.
///
/// The format is not registered with WebAuthn; the procedure is described in Apple's "Validating apps that connect to
/// your server" (DeviceCheck). The RP ID of such a ceremony is the App ID (`TEAMID.bundle.identifier`), so pass the App
/// ID to the relying party as `id`.
public struct AppleAppAttestation: AttestationStatementVerifier {
  /// `true` to accept keys from the development environment. The default is `false`; production keys are never created
  /// there.
  public var acceptsDevelopment: Bool

  /// Creates the verifier.
  public init(acceptsDevelopment: Bool = false) { self.acceptsDevelopment = acceptsDevelopment }

  /// The identifier `apple-appattest`.
  public var format: String { "apple-appattest" }

  /// Verifies the nonce, the key, that the credential id is the hash of the key, that the counter is 0, and the
  /// environment.
  public func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult {
    let step = CeremonyStep.registration(23)
    guard input.statement["receipt"]?.byteString != nil else {
      throw WebAuthnError(step, .malformedAttestation, expected: "a receipt")
    }
    let (leaf, path) = try AttestationCertificate.chain(input.statement)
    try AppleAttestation.verifyNonce(in: leaf, input)
    try input.verifyKey(of: leaf)
    guard input.credential.credentialID.elementsEqual(SHA256.hash(data: leaf.der[leaf.keyInfo.key])) else {
      throw WebAuthnError(step, .credentialIDMismatch, expected: "the hash of the public key as credential id")
    }
    guard input.authenticatorData.signCount == 0 else {
      throw WebAuthnError(
        step, .malformedAttestation, expected: "a counter of 0", received: "\(input.authenticatorData.signCount)")
    }
    let environments = acceptsDevelopment ? [Self.production, Self.development] : [Self.production]
    guard environments.contains(where: { input.credential.aaguid.isEqual($0) }) else {
      throw WebAuthnError(
        step, .aaguidMismatch, expected: "the environment that is accepted",
        received: input.credential.aaguid.description)
    }
    return AttestationResult(type: .basic, trustPath: path)
  }

  /// Apple identifies the environment by these two strings instead of an AAGUID.
  private static let production = Array("appattest".utf8) + [UInt8](repeating: 0, count: 7)
  private static let development = Array("appattestdevelop".utf8)
}
