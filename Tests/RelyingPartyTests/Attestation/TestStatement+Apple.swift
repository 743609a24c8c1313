import Crypto
import Encoding
import X509

@testable import RelyingParty

extension TestStatement {
  /// `SEQUENCE { [1] EXPLICIT OCTET STRING }`
  static func appleNonce(_ nonce: some Sequence<UInt8>) -> [UInt8] { TestDER.sequence(TestDER.tagged(1, TestDER.octets(nonce))) }

  /// `apple`, and with a receipt `apple-appattest`.
  static func apple(
    _ key: TestAuthenticator.Key, by issuer: TestIssuer, format: String = "apple", certified: Certificate.PublicKey? = nil,
    nonce: @escaping (_ message: [UInt8]) -> [UInt8]? = { appleNonce(SHA256.hash(data: $0)) }
  ) -> Self {
    Self(format: format) { message, _ in
      var made = TestCertificate(subject: "CN=Credential", isAuthority: false)
      if let value = nonce(message) {
        made.extensions = [Certificate.Extension(oid: [1, 2, 840, 113635, 100, 8, 2], critical: false, value: value[...])]
      }
      var members = ["x5c": try x5c([try made.make(try certified ?? key.certified(), by: issuer.key)])]
      if format == "apple-appattest" { members["receipt"] = bytes([1, 2, 3]) }
      return members
    }
  }
}

extension TestAuthenticator {
  /// An app on a device of Apple's: the id is the hash of the key, the counter 0, and the environment stands where others have an AAGUID.
  static func appAttest(_ environment: String = "appattest") -> Self {
    let key = P256.Signing.PrivateKey()
    var made = Self(key: .es256(key))
    made.id = Array(SHA256.hash(data: key.publicKey.x963Representation))
    made.signCount = 0
    made.aaguid = Array(environment.utf8) + [UInt8](repeating: 0, count: 16 - environment.utf8.count)
    return made
  }
}
