import Crypto
import CryptoExtras
import Encoding
import Foundation
import X509
@testable import RelyingParty

/// The `KeyDescription` of Android's key attestation.
struct TestKeyDescription {
  var challenge: [UInt8] = []
  var software: [UInt8] = []
  var tee: [UInt8] = Self.purposes([2]) + Self.origin(0)
  /// The security levels of the attestation and of the key store: 0 is software.
  var levels: (attestation: UInt8, store: UInt8) = (1, 1)
  var suffix: [UInt8] = []

  var value: [UInt8] {
    TestDER.sequence(
      TestDER.integer(3), TestDER.enumerated(levels.attestation), TestDER.integer(4), TestDER.enumerated(levels.store),
      TestDER.octets(challenge),
      TestDER.octets([]),
      TestDER.element(0x30, software), TestDER.element(0x30, tee)) + suffix
  }

  static func purposes(_ numbers: [UInt8]) -> [UInt8] {
    TestDER.tagged(1, TestDER.element(0x31, numbers.flatMap(TestDER.integer)))
  }
  static func origin(_ number: UInt8) -> [UInt8] { TestDER.tagged(702, TestDER.integer(number)) }
  static let allApplications = TestDER.tagged(600, TestDER.null)

  var certificateExtension: Certificate.Extension {
    Certificate.Extension(oid: [1, 3, 6, 1, 4, 1, 11129, 2, 1, 17], critical: false, value: value[...])
  }
}

extension TestStatement {
  /// An `android-key` statement: the certificate is for the credential's own key, which also signs.
  static func androidKey(
    _ key: TestAuthenticator.Key, by issuer: TestIssuer, certified: Certificate.PublicKey? = nil,
    rest: [Certificate] = [],
    certificate: @escaping (inout TestCertificate) -> Void = { _ in },
    _ change: @escaping (inout TestKeyDescription) -> Void = { _ in }
  ) -> Self {
    Self(format: "android-key") { message, sign in
      var description = TestKeyDescription(challenge: message.suffix(32))
      change(&description)
      var made = TestCertificate(
        subject: "CN=Android Keystore Key", isAuthority: false, extensions: [description.certificateExtension])
      certificate(&made)
      let leaf = try made.make(try certified ?? key.certified(), by: issuer.key)
      return [
        "alg": .integer(Int64(TestAuthenticator(key: key).algorithm.rawValue)), "sig": bytes(try sign(message)),
        "x5c": try x5c([leaf] + rest),
      ]
    }
  }

  /// The response of Google's SafetyNet service.
  struct SafetyNet {
    var header = "RS256"
    var host = "attest.android.com"
    var hasHostInSubject = true
    var nonce: ([UInt8]) -> [UInt8] = { Array(SHA256.hash(data: $0)) }
    var compatible = "true"
    var milliseconds = "\(Ceremony.now.seconds * 1000 - 5000)"
    var payload: ((String) -> String) = { $0 }
    var signedBytes: ([UInt8]) -> [UInt8] = { $0 }
    var token: (String) -> String = { $0 }
    var key = TestKeys.rsa
  }

  static func safetyNet(by issuer: TestIssuer, _ change: (inout SafetyNet) -> Void = { _ in }) throws -> Self {
    var answer = SafetyNet()
    change(&answer)
    let made = answer
    var certificate = TestCertificate(
      subject: made.hasHostInSubject ? "C=US, O=Google, CN=\(made.host)" : "C=US, O=Google", isAuthority: false)
    if !made.hasHostInSubject {
      let value = TestDER.sequence(TestDER.tagged(2, constructed: false, Array(made.host.utf8)))
      certificate.extensions = [Certificate.Extension(oid: [2, 5, 29, 17], critical: false, value: value[...])]
    }
    let leaf = try certificate.make(Certificate.PublicKey(TestKeys.rsa.publicKey), by: issuer.key)
    let x5c = Data(try TestCertificate.der(leaf)).base64EncodedString()
    return Self(format: "android-safetynet") { message, _ in
      let nonce = Data(made.nonce(message)).base64EncodedString()
      let payload = made.payload(
        #"{"nonce":"\#(nonce)","timestampMs":\#(made.milliseconds),"ctsProfileMatch":\#(made.compatible)}"#)
      let signed = [#"{"alg":"\#(made.header)","x5c":["\#(x5c)"]}"#, payload].map { Base64URL.encode(Array($0.utf8)) }
        .joined(separator: ".")
      let signature = try made.key.signature(
        for: SHA256.hash(data: made.signedBytes(Array(signed.utf8))), padding: .insecurePKCS1v1_5)
      let token = made.token("\(signed).\(Base64URL.encode(Array(signature.rawRepresentation)))")
      return ["ver": .text("14366018"), "response": bytes(token.utf8)]
    }
  }
}

extension TestStatement {
  /// `SEQUENCE { [1] EXPLICIT OCTET STRING }`
  static func appleNonce(_ nonce: some Sequence<UInt8>) -> [UInt8] {
    TestDER.sequence(TestDER.tagged(1, TestDER.octets(nonce)))
  }

  /// An `apple` statement or, with a receipt, an `apple-appattest` statement.
  static func apple(
    _ key: TestAuthenticator.Key, by issuer: TestIssuer, format: String = "apple",
    certified: Certificate.PublicKey? = nil,
    nonce: @escaping (_ message: [UInt8]) -> [UInt8]? = { appleNonce(SHA256.hash(data: $0)) }
  ) -> Self {
    Self(format: format) { message, _ in
      var made = TestCertificate(subject: "CN=Credential", isAuthority: false)
      if let value = nonce(message) {
        made.extensions = [
          Certificate.Extension(oid: [1, 2, 840, 113635, 100, 8, 2], critical: false, value: value[...])
        ]
      }
      var members = ["x5c": try x5c([try made.make(try certified ?? key.certified(), by: issuer.key)])]
      if format == "apple-appattest" { members["receipt"] = bytes([1, 2, 3]) }
      return members
    }
  }
}

extension TestAuthenticator {
  /// An app on an Apple device: the id is the hash of the key, the counter is 0, and the environment takes the place of
  /// the AAGUID.
  static func appAttest(_ environment: String = "appattest") -> Self {
    let key = P256.Signing.PrivateKey()
    var made = Self(key: .es256(key))
    made.id = Array(SHA256.hash(data: key.publicKey.x963Representation))
    made.signCount = 0
    made.aaguid = Array(environment.utf8) + [UInt8](repeating: 0, count: 16 - environment.utf8.count)
    return made
  }
}
