import Crypto
import Encoding
import X509

@testable import RelyingParty

extension TestAuthenticator {
  /// `packed`, signed with the credential's own key.
  mutating func attestSelf(algorithm: COSEAlgorithmIdentifier? = nil) {
    let number = Int64((algorithm ?? self.algorithm).rawValue)
    format = "packed"
    statement = { message, sign in
      .map([CBOREntry(key: .text("alg"), value: .integer(number)), CBOREntry(key: .text("sig"), value: .bytes(try sign(message)[...]))])
    }
  }

  /// `packed`, signed with an attestation key that has a chain of certificates.
  mutating func attest(_ key: P256.Signing.PrivateKey, _ chain: [Certificate], algorithm: Int64 = -7) {
    format = "packed"
    statement = { message, _ in
      .map([
        CBOREntry(key: .text("alg"), value: .integer(algorithm)),
        CBOREntry(key: .text("sig"), value: .bytes(Array(try key.signature(for: message).derRepresentation)[...])),
        CBOREntry(key: .text("x5c"), value: .array(try chain.map { .bytes(try TestCertificate.der($0)[...]) })),
      ])
    }
  }
}
