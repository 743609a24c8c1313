import Encoding

/// The input of hmac-secret and hmac-secret-mc (CTAP 2.1 §12.5): one or two salts, encrypted for the authenticator.
struct HMACSecretInput: Sendable {
  private let keyAgreement: ParameterMap
  private let sealedSalts: [UInt8], code: [UInt8]
  private let protocolNumber: Int64

  init(_ map: ParameterMap) throws(CTAPStatus) {
    keyAgreement = try map.map(1).required()
    (sealedSalts, code) = (try map.bytes(2).required(), try map.bytes(3).required())
    protocolNumber = try map.integer(4) ?? PINProtocolVersion.one.rawValue
  }

  func open(_ agreement: KeyAgreement) throws(CTAPStatus) -> HMACSecretSalts {
    let secret = try agreement.agree(try PINProtocolVersion(parameter: protocolNumber), with: keyAgreement)
    guard secret.verify(sealedSalts, code) else { throw .pinAuthInvalid }
    guard let salts = secret.decrypt(sealedSalts), salts.count == 32 || salts.count == 64 else {
      throw .invalidParameter
    }
    return HMACSecretSalts(
      salts: salts.withBytes { bytes in stride(from: 0, to: bytes.count, by: 32).map { Array(bytes[$0..<$0 + 32]) } },
      secret: secret)
  }
}

/// The salts, and the secret with which their outputs are encrypted.
struct HMACSecretSalts: Sendable {
  let salts: [[UInt8]]
  let secret: PINProtocolSecret
}

extension Authenticator {
  /// Returns the HMAC-SHA-256 of each salt, encrypted for the platform. The HMAC key is the credential's key for this
  /// kind of use, which never leaves the store. Returns `nil` if the credential has no such key.
  func outputs(
    of input: HMACSecretSalts, _ credential: StoredCredential, _ verification: Verification
  ) async throws -> CBORValue? {
    guard let pair = credential.secretKeys, let key = verification.isUserVerified ? pair.verified : pair.unverified
    else { return nil }
    var outputs: [Secret] = []
    for salt in input.salts {
      outputs.append(try await keys.authenticationCode(of: salt, with: key, leave: verification.leave))
    }
    return .byteString(try input.secret.encrypt(Secret(joining: outputs)))
  }
}
