import Crypto
import Encoding
import X509

@testable import RelyingParty

/// An attestation statement, which an authenticator makes when it registers. The makers of each format stand in files of their own.
struct TestStatement {
  typealias Sign = (_ message: [UInt8]) throws -> [UInt8]

  var format: String
  /// From authenticator data with the hash of the client data behind it, and the credential's key.
  var members: (_ message: [UInt8], _ sign: Sign) throws -> [String: CBORValue]

  func encoded(_ message: [UInt8], _ sign: Sign) throws -> CBORValue {
    .map(try members(message, sign).map { CBOREntry(key: .text($0.key), value: $0.value) })
  }

  /// The same with one member another, or without it.
  func changing(_ name: String, _ value: CBORValue?) -> Self {
    Self(format: format) { message, sign in
      var result = try members(message, sign)
      result[name] = value
      return result
    }
  }

  /// `compound` of these.
  static func compound(_ parts: [TestStatement]) -> (_ message: [UInt8], _ sign: Sign) throws -> CBORValue {
    { message, sign in
      .array(
        try parts.map {
          .map([
            CBOREntry(key: .text("fmt"), value: .text($0.format)), CBOREntry(key: .text("attStmt"), value: try $0.encoded(message, sign)),
          ])
        })
    }
  }

  static func x5c(_ chain: [Certificate]) throws -> CBORValue { .array(try chain.map { .bytes(try TestCertificate.der($0)[...]) }) }
  static func bytes(_ bytes: some Sequence<UInt8>) -> CBORValue { .bytes(Array(bytes)[...]) }
}

/// A root, and the attestation certificates that it issues.
struct TestIssuer {
  let key = P256.Signing.PrivateKey()

  func root() throws -> Certificate { try TestCertificate(subject: "CN=Root", isAuthority: true).make(key.publicKey, by: key) }

  /// Anchors with the root alone.
  func anchors() throws -> TrustAnchors { TrustAnchors(try [root()].compactMap { TrustAnchor(der: try TestCertificate.der($0)) }) }
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
  /// The public key as a certificate has it.
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
