import Encoding
import RelyingParty

/// The parsers that are fuzzed. The first byte of an input chooses one, so that one corpus serves all.
enum FuzzTarget: UInt8, CaseIterable {
  case cbor, json, base64URL, clientData, authenticatorData, attestationObject, registration, authentication, capturedRow, metadata

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
  /// Asked for, so that every output is looked at.
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

  /// Reads the input. It may be refused; it may not trap, hang, or be read in two ways.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .cbor: Self.cbor(bytes)
    case .json: Self.json(bytes)
    case .base64URL:
      if let decoded = Base64URL.decode(bytes, in: 0..<bytes.count) {
        precondition(Array(Base64URL.encode(decoded).utf8) == bytes, "two texts for the same bytes")
      }
    case .clientData: if let data = try? CollectedClientData(bytes) { _ = (data.type, data.challenge, data.origin, data.topOrigin, data.payment) }
    case .authenticatorData: if let data = try? AuthenticatorData(bytes) { _ = data.extensions }
    case .attestationObject: if let object = try? AttestationObject(bytes) { _ = try? object.statement }
    case .registration: _ = try? Self.party.finishRegistration(Self.registrationState, response: bytes, at: UnixTime(seconds: 1_700_000_000))
    case .authentication:
      guard let response = try? AuthenticationResponse(json: bytes) else { return }
      let record = CredentialRecord(id: response.credentialID, publicKey: bytes, signCount: 0, userHandle: response.userHandle)
      _ = try? Self.party.finishAuthentication(Self.authenticationState, response: response, credential: record)
    case .metadata: _ = try? MetadataCache(kept: bytes, fetchedAt: UnixTime(seconds: 0))
    case .capturedRow:
      let report = RelyingParty.report(captured: bytes)
      precondition(report.verdict.line == RelyingParty.judge(captured: bytes).line, "A report has the verdict of the judge.")
      _ = (report.text(), report.json(), try? PastedResponse(bytes))
    }
  }

  private static func cbor(_ bytes: [UInt8]) {
    guard let value = try? CBORValue(decoding: bytes) else { return }
    precondition(value.encoded() == bytes, "canonical CBOR that is not written as it was read")
  }

  private static func json(_ bytes: [UInt8]) {
    _ = ClientCapabilities(json: bytes)?.named
    _ = RelatedOrigins(json: bytes)?.unreachable { _ in "label" }
    guard let document = try? JSONDocument(bytes) else { return }
    for member in document.members(of: document.root) { _ = (document.string(member.name), document.string(member.value)) }
  }
}
