import Crypto
import Encoding

/// A format and its statement (WebAuthn L3 §6.5.4).
struct Attestation: Sendable {
  let format: String
  let statement: CBORValue
}

extension Authenticator {
  /// - Parameter data: The authenticator data with the new credential.
  func attest(_ data: [UInt8], _ clientDataHash: [UInt8], _ key: KeyReference, _ leave: (any Leave)?) async throws -> Attestation {
    switch settings.attestation {
    case .none: return Attestation(format: "none", statement: .map([]))
    case .packedSelf: return try await attestSelf(data + clientDataHash, key, leave)
    case .tpm:
      let hash = Array(SHA256.hash(data: data + clientDataHash))
      guard let certification = try await keys.certify(key, over: hash, leave: leave) else {
        return try await attestSelf(data + clientDataHash, key, leave)
      }
      return Attestation(format: "tpm", statement: certification.statement)
    }
  }

  /// Format "packed" without certificates (WebAuthn L3 §8.2).
  private func attestSelf(_ message: [UInt8], _ key: KeyReference, _ leave: (any Leave)?) async throws -> Attestation {
    let signature = try await keys.sign(message, with: key, leave: leave)
    return Attestation(format: "packed", statement: .members(["alg": .integer(COSEPoint.signing), "sig": .byteString(signature)]))
  }
}

extension KeyCertification {
  /// Format "tpm" (WebAuthn L3 §8.3).
  var statement: CBORValue {
    .members([
      "ver": .text("2.0"), "alg": .integer(algorithm), "x5c": .array(certificates.map { .byteString($0) }), "sig": .byteString(signature),
      "certInfo": .byteString(certInfo), "pubArea": .byteString(pubArea),
    ])
  }
}
