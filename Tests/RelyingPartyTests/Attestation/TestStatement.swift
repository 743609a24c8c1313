import Crypto
import Encoding
import X509
@testable import RelyingParty

/// An attestation statement, made when an authenticator registers. The makers of the individual formats are in separate
/// files.
struct TestStatement {
  typealias Sign = (_ message: [UInt8]) throws -> [UInt8]

  var format: String
  /// Makes the members from the authenticator data followed by the client data's hash, and from the credential's key.
  var members: (_ message: [UInt8], _ sign: Sign) throws -> [String: CBORValue]

  func encoded(_ message: [UInt8], _ sign: Sign) throws -> CBORValue {
    .map(try members(message, sign).map { CBOREntry(key: .text($0.key), value: $0.value) })
  }

  /// The same statement with one member changed or removed.
  func changing(_ name: String, _ value: CBORValue?) -> Self {
    Self(format: format) { message, sign in
      var result = try members(message, sign)
      result[name] = value
      return result
    }
  }

  /// A `compound` of these statements.
  static func compound(_ parts: [TestStatement]) -> (_ message: [UInt8], _ sign: Sign) throws -> CBORValue {
    { message, sign in
      .array(
        try parts.map {
          .map([
            CBOREntry(key: .text("fmt"), value: .text($0.format)),
            CBOREntry(key: .text("attStmt"), value: try $0.encoded(message, sign)),
          ])
        })
    }
  }

  static func x5c(_ chain: [Certificate]) throws -> CBORValue {
    .array(try chain.map { .bytes(try TestCertificate.der($0)[...]) })
  }
  static func bytes(_ bytes: some Sequence<UInt8>) -> CBORValue { .bytes(Array(bytes)[...]) }
}

/// A root and the attestation certificates that it issues.
struct TestIssuer {
  let key = P256.Signing.PrivateKey()

  func root() throws -> Certificate {
    try TestCertificate(subject: "CN=Root", isAuthority: true).make(key.publicKey, by: key)
  }

  /// Anchors that contain only the root.
  func anchors() throws -> TrustAnchors {
    TrustAnchors(try [root()].compactMap { TrustAnchor(der: try TestCertificate.der($0)) })
  }
}

extension TestAuthenticator {
  mutating func attest(with statement: TestStatement) {
    format = statement.format
    self.statement = statement.encoded
  }

  mutating func attest(withCompound parts: [TestStatement]) {
    format = "compound"
    statement = TestStatement.compound(parts)
  }
}

extension TestAuthenticator.Key {
  /// The public key in the form used by certificates.
  func certified() throws -> Certificate.PublicKey {
    switch self {
    case .es256(let key): Certificate.PublicKey(key.publicKey)
    case .es384(let key): Certificate.PublicKey(key.publicKey)
    case .es512(let key): Certificate.PublicKey(key.publicKey)
    case .edDSA(let key): Certificate.PublicKey(key.publicKey)
    case .rs256(let key), .ps256(let key): Certificate.PublicKey(key.publicKey)
    case .signing: Certificate.PublicKey(TestKeys.rsa.publicKey)
    }
  }
}

extension Ceremony {
  /// Registers with one of these statements.
  static func register(
    _ statement: TestStatement, by authenticator: TestAuthenticator = TestAuthenticator(), anchors: TrustAnchors? = nil,
    formats: [any AttestationStatementVerifier] = [], at time: UnixTime = now
  ) throws -> Result<RegistrationVerdict, WebAuthnError> {
    var authenticator = authenticator
    authenticator.attest(with: statement)
    var party = party
    for format in formats { party.formats = party.formats.adding(format) }
    var policy = RegistrationPolicy()
    policy.attestation.anchors = anchors
    return try register(authenticator, party, policy: policy, at: time)
  }
}

extension TestStatement {
  /// A `packed` statement with a chain, or `fido-u2f`: formats with a separate attestation key.
  static func packed(_ key: TestAuthenticator.Key, _ chain: [Certificate]) -> Self {
    Self(format: "packed") { message, _ in
      let signer = TestAuthenticator(key: key)
      return [
        "alg": .integer(Int64(signer.algorithm.rawValue)), "sig": bytes(try signer.sign(message)),
        "x5c": try x5c(chain),
      ]
    }
  }

  /// The message that a FIDO U2F security key signs (§8.6).
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
