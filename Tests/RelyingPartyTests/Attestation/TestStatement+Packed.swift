import Crypto
import Encoding
import X509

@testable import RelyingParty

extension TestStatement {
  /// `packed` with a chain, or `fido-u2f`: what has an attestation key of its own.
  static func packed(_ key: TestAuthenticator.Key, _ chain: [Certificate]) -> Self {
    Self(format: "packed") { message, _ in
      let signer = TestAuthenticator(key: key)
      return ["alg": .integer(Int64(signer.algorithm.rawValue)), "sig": bytes(try signer.sign(message)), "x5c": try x5c(chain)]
    }
  }

  /// What a security key of FIDO U2F signs (§8.6).
  struct U2FMessage {
    var reserved: UInt8 = 0
    var rpIDHash: [UInt8]
    var clientDataHash: [UInt8]
    var keyHandle: [UInt8]
    var publicKey: [UInt8]

    var bytes: [UInt8] { [reserved] + rpIDHash + clientDataHash + keyHandle + publicKey }
  }

  static func fidoU2F(
    _ key: TestAuthenticator.Key, _ chain: [Certificate], about authenticator: TestAuthenticator,
    change: @escaping (inout U2FMessage) -> Void = { _ in }
  ) -> Self {
    Self(format: "fido-u2f") { message, _ in
      guard case .es256(let credential) = authenticator.key else { return [:] }
      var signed = U2FMessage(
        rpIDHash: Array(message[..<32]), clientDataHash: message.suffix(32), keyHandle: authenticator.id,
        publicKey: Array(credential.publicKey.x963Representation))
      change(&signed)
      return ["sig": bytes(try TestAuthenticator(key: key).sign(signed.bytes)), "x5c": try x5c(chain)]
    }
  }
}
