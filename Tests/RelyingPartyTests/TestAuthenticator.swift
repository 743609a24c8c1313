import Crypto
import CryptoExtras
import Encoding
import X509
@testable import RelyingParty

/// An authenticator and a browser in one, which can be made to answer wrongly in one respect at a time.
struct TestAuthenticator {
  enum Key {
    case es256(P256.Signing.PrivateKey)
    case es384(P384.Signing.PrivateKey)
    case es512(P521.Signing.PrivateKey)
    case edDSA(Curve25519.Signing.PrivateKey)
    case rs256(_RSA.Signing.PrivateKey)
    case ps256(_RSA.Signing.PrivateKey)
    case signing(any TestSigningKey)
  }

  var key = Key.es256(P256.Signing.PrivateKey())
  var id = [UInt8](repeating: 7, count: 32)
  var aaguid = [UInt8](1...16)

  // Values that can be falsified.
  var type: String?
  var challenge: [UInt8]?
  var origin = "https://example.org"
  var extraClientData = #","crossOrigin":false"#
  var rpID = "example.org"
  var flags: UInt8 = 0x05
  var signCount: UInt32 = 1
  var userHandle: [UInt8]?
  var responseID: [UInt8]?
  var coseKey: [UInt8]?
  var dataSuffix: [UInt8] = []
  var objectSuffix: [UInt8] = []
  var extensionResults = "{}"
  var format = "none"
  var statement: ((_ message: [UInt8], _ sign: ([UInt8]) throws -> [UInt8]) throws -> CBORValue)?
  var edit: (String) -> String = { $0 }
  var editData: ([UInt8]) -> [UInt8] = { $0 }
  var editObject: ([UInt8]) -> [UInt8] = { $0 }
  /// Bytes that replace the client data, for a browser that sends something else entirely.
  var clientDataBytes: [UInt8]?

  var algorithm: COSEAlgorithmIdentifier {
    switch key {
    case .es256: .es256
    case .es384: .es384
    case .es512: .es512
    case .edDSA: .edDSA
    case .rs256: .rs256
    case .ps256: .ps256
    case .signing(let key): key.algorithm
    }
  }

  func sign(_ message: [UInt8]) throws -> [UInt8] {
    switch key {
    case .es256(let key): Array(try key.signature(for: message).derRepresentation)
    case .es384(let key): Array(try key.signature(for: message).derRepresentation)
    case .es512(let key): Array(try key.signature(for: message).derRepresentation)
    case .edDSA(let key): Array(try key.signature(for: message))
    case .rs256(let key):
      Array(try key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation)
    case .ps256(let key): Array(try key.signature(for: SHA256.hash(data: message), padding: .PSS).rawRepresentation)
    case .signing(let key): try key.signature(for: message)
    }
  }

  func publicKey() throws -> [UInt8] {
    if let coseKey { return coseKey }
    func point(_ curve: Int64, _ raw: [UInt8]) -> [UInt8] {
      Self.cose([
        1: .integer(2), 3: .integer(Int64(algorithm.rawValue)), -1: .integer(curve),
        -2: .bytes(raw[..<(raw.count / 2)]),
        -3: .bytes(raw[(raw.count / 2)...]),
      ])
    }
    switch key {
    case .es256(let key): return point(1, Array(key.publicKey.rawRepresentation))
    case .es384(let key): return point(2, Array(key.publicKey.rawRepresentation))
    case .es512(let key): return point(3, Array(key.publicKey.rawRepresentation))
    case .edDSA(let key):
      return Self.cose([
        1: .integer(1), 3: .integer(-8), -1: .integer(6), -2: .bytes(Array(key.publicKey.rawRepresentation)[...]),
      ])
    case .rs256(let key), .ps256(let key):
      let numbers = try key.publicKey.getKeyPrimitives()
      return Self.cose([
        1: .integer(3), 3: .integer(Int64(algorithm.rawValue)), -1: .bytes(Array(numbers.modulus)[...]),
        -2: .bytes(Array(numbers.publicExponent)[...]),
      ])
    case .signing(let key):
      return Self.cose(
        try key.parameters().merging([3: .integer(Int64(algorithm.rawValue))]) { parameter, _ in parameter })
    }
  }

  static func cose(_ members: [Int64: CBORValue]) -> [UInt8] {
    CBORValue.map(members.map { CBOREntry(key: .integer($0.key), value: $0.value) }).encoded()
  }

  private func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
    if let clientDataBytes { return clientDataBytes }
    let (type, challenge) = (self.type ?? type, Base64URL.encode(self.challenge ?? challenge))
    return Array(
      #"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)"\#(extraClientData)}"#.utf8)
  }

  private func authenticatorData(_ attested: [UInt8]?) -> [UInt8] {
    let counter = (0..<4).map { UInt8(truncatingIfNeeded: signCount >> UInt32(24 - $0 * 8)) }
    return editData(
      Array(SHA256.hash(data: Array(rpID.utf8))) + [flags | (attested == nil ? 0 : 0x40)] + counter + (attested ?? [])
        + dataSuffix)
  }

  /// Answers a registration.
  func create(_ state: RegistrationState) throws -> [UInt8] {
    let clientData = clientData("webauthn.create", state.challenge)
    let length = [UInt8(truncatingIfNeeded: id.count >> 8), UInt8(truncatingIfNeeded: id.count)]
    let data = authenticatorData(aaguid + length + id + (try publicKey()))
    let message = data + SHA256.hash(data: clientData)
    let object = CBORValue.map([
      CBOREntry(key: .text("fmt"), value: .text(format)),
      CBOREntry(key: .text("attStmt"), value: try statement?(message, sign) ?? .map([])),
      CBOREntry(key: .text("authData"), value: .bytes(data[...])),
    ])
    let name = Base64URL.encode(responseID ?? id)
    return Array(
      edit(
        """
        {"id":"\(name)","rawId":"\(name)","type":"public-key",\
        "response":{"clientDataJSON":"\(Base64URL.encode(clientData))",\
        "attestationObject":"\(Base64URL.encode(editObject(object.encoded() + objectSuffix)))","transports":["usb",\
        "nfc"]},"clientExtensionResults":\(extensionResults)}
        """
      ).utf8)
  }

  /// Answers an authentication.
  func get(_ state: AuthenticationState, signature: (([UInt8]) -> [UInt8])? = nil) throws -> [UInt8] {
    let clientData = clientData("webauthn.get", state.challenge)
    let data = authenticatorData(nil)
    let signed = try sign(data + SHA256.hash(data: clientData))
    let name = Base64URL.encode(responseID ?? id)
    let handle = userHandle.map { #","userHandle":"\#(Base64URL.encode($0))""# } ?? ""
    return Array(
      edit(
        """
        {"id":"\(name)","rawId":"\(name)","type":"public-key",\
        "response":{"clientDataJSON":"\(Base64URL.encode(clientData))",\
        "authenticatorData":"\(Base64URL.encode(data))",\
        "signature":"\(Base64URL.encode(signature?(signed) ?? signed))"\(handle)},\
        "clientExtensionResults":\(extensionResults)}
        """
      ).utf8)
  }
}

extension TestAuthenticator {
  /// Attests in the `packed` format, signed with the credential's own key.
  mutating func attestSelf(algorithm: COSEAlgorithmIdentifier? = nil) {
    let number = Int64((algorithm ?? self.algorithm).rawValue)
    format = "packed"
    statement = { message, sign in
      .map([
        CBOREntry(key: .text("alg"), value: .integer(number)),
        CBOREntry(key: .text("sig"), value: .bytes(try sign(message)[...])),
      ])
    }
  }

  /// Attests in the `packed` format, signed with an attestation key that has a certificate chain.
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

extension TestAuthenticator {
  /// Includes these extension outputs in the signed data.
  mutating func answerExtensions(_ outputs: [String: CBORValue]) {
    flags |= 0x80
    // Canonical CBOR: shorter keys first, then by their bytes.
    let sorted = outputs.sorted { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }
    dataSuffix = CBORValue.map(sorted.map { CBOREntry(key: .text($0.key), value: $0.value) }).encoded()
  }
}
