import Crypto
import Encoding
import RelyingParty

/// The parsers that are fuzzed. The first byte of an input chooses one, so that one corpus serves all.
enum FuzzTarget: UInt8, CaseIterable {
  case cbor, json, base64URL, clientData, authenticatorData, attestationObject, registration, authentication,
    capturedRow, metadata
  case certificate, statement, signedAuthentication, signedRegistration

  private static let party = RelyingParty(id: "example.org", name: "Example", origins: ["https://example.org"])
  private static let challenge = [UInt8](repeating: 7, count: 32)
  private static let registrationState = {
    var request = RegistrationRequest()
    request.extensions = allExtensions
    return party.beginRegistration(
      user: PublicKeyCredentialUserEntity(id: [1], name: "a", displayName: "A"), challenge: challenge, request: request
    ).state
  }()
  private static let authenticationState = {
    var request = AuthenticationRequest()
    request.extensions = allExtensions
    return party.beginAuthentication(challenge: challenge, request: request).state
  }()
  /// Requested, so that every output is inspected.
  private static let allExtensions = {
    var inputs = AuthenticationExtensionsClientInputs()
    inputs.credProps = true
    inputs.prf = PRFInputs()
    inputs.largeBlob = .read
    inputs.uvm = true
    inputs.credentialProtectionPolicy = .userVerificationRequired
    inputs.credBlob = []
    inputs.minPinLength = true
    inputs.isPayment = true
    return inputs
  }()

  /// Reads the input. It may be refused; it may not cause a trap or a hang, or be read in two ways.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .cbor: Self.cbor(bytes)
    case .json: Self.json(bytes)
    case .base64URL:
      if let decoded = Base64URL.decode(bytes, in: 0..<bytes.count) {
        precondition(Array(Base64URL.encode(decoded).utf8) == bytes, "two texts for the same bytes")
      }
    case .clientData:
      if let data = try? CollectedClientData(bytes) {
        _ = (data.type, data.challenge, data.origin, data.topOrigin, data.payment)
      }
    case .authenticatorData: if let data = try? AuthenticatorData(bytes) { _ = data.extensions }
    case .attestationObject: if let object = try? AttestationObject(bytes) { _ = try? object.statement }
    case .registration:
      _ = try? Self.party.finishRegistration(
        Self.registrationState, response: bytes, at: UnixTime(seconds: 1_700_000_000))
    case .authentication:
      guard let response = try? AuthenticationResponse(json: bytes) else { return }
      let record = CredentialRecord(
        id: response.credentialID, publicKey: bytes, signCount: 0, userHandle: response.userHandle)
      _ = try? Self.party.finishAuthentication(Self.authenticationState, response: response, credential: record)
    case .metadata:
      _ = try? MetadataCache(kept: bytes, fetchedAt: UnixTime(seconds: 0))
      _ = try? MetadataBLOB(statements: [bytes])
    case .certificate:
      if let certificate = try? X509Certificate(der: bytes) {
        _ = (certificate.subject, certificate.isSelfIssued, TrustAnchor(der: bytes))
      }
    case .statement: Self.statement(bytes)
    case .signedAuthentication: SignedCeremony.authenticate(bytes, party: Self.party, state: Self.authenticationState)
    case .signedRegistration: SignedCeremony.register(bytes, party: Self.party, state: Self.registrationState)
    case .capturedRow:
      let report = RelyingParty.report(captured: bytes)
      precondition(
        report.verdict.line == RelyingParty.judge(captured: bytes).line, "A report has the verdict of the judge.")
      _ = (report.text(), report.json(), try? PastedResponse(bytes))
    }
  }

  private static func cbor(_ bytes: [UInt8]) {
    guard let value = try? CBORValue(decoding: bytes) else { return }
    precondition(value.encoded() == bytes, "canonical CBOR that is not written as it was read")
  }

  /// A statement of any format in an otherwise valid object. The first byte chooses the format.
  private static func statement(_ bytes: [UInt8]) {
    let formats = AttestationFormats.standard.identifiers
    guard let first = bytes.first, let statement = try? CBORValue(decoding: Array(bytes.dropFirst())) else { return }
    let object = CBORValue.map([
      CBOREntry(key: .text("fmt"), value: .text(formats[Int(first) % formats.count])),
      CBOREntry(key: .text("attStmt"), value: statement),
      CBOREntry(key: .text("authData"), value: .bytes(Self.creationData[...])),
    ]).encoded()
    let json = """
      {"id":"\(Base64URL.encode(id))","type":"public-key","response":{"attestationObject":"\(Base64URL.encode(object))",\
      "clientDataJSON":"\(Base64URL.encode(Array(creation.utf8)))"},"clientExtensionResults":{}}
      """
    var policy = RegistrationPolicy()
    policy.attestation.anchors = TrustAnchors()
    _ = try? party.finishRegistration(
      registrationState, response: Array(json.utf8), policy: policy, at: UnixTime(seconds: 1_700_000_000))
  }

  private static let id = [UInt8](repeating: 3, count: 16)
  private static let creation =
    #"{"type":"webauthn.create","challenge":"\#(Base64URL.encode(challenge))","origin":"https://example.org"}"#
  private static let creationData: [UInt8] = {
    let raw = [UInt8](
      (try? P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 9, count: 32)))?.publicKey.rawRepresentation
        ?? .init())
    let key = COSEKey(algorithm: .es256, parameters: .ellipticCurve(curve: 1, x: raw.prefix(32), y: raw.suffix(32)))
      .bytes
    return SHA256.hash(data: Array("example.org".utf8)) + [0x45, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 16) + [
      0, 16,
    ] + id + key
  }()

  private static func json(_ bytes: [UInt8]) {
    _ = ClientCapabilities(json: bytes)?.named
    _ = RelatedOrigins(json: bytes)?.unreachable { _ in "label" }
    guard let document = try? JSONDocument(bytes) else { return }
    for member in document.members(of: document.root) {
      _ = (document.string(member.name), document.string(member.value))
    }
  }
}
