import Authenticator
import Crypto
import Encoding
import RelyingParty
import Testing

/// A site with a relying party that judges the authenticator's output, and the browser's part in between.
struct Site {
  static let id = "example.org"

  let party: RelyingParty
  let user: PublicKeyCredentialUserEntity

  init(_ id: String = Self.id, user: String = "ada") {
    party = RelyingParty(id: id, name: "Example", origins: ["https://\(id)"])
    self.user = PublicKeyCredentialUserEntity(id: Array(user.utf8), name: user, displayName: user.capitalized)
  }

  private static let now = UnixTime(seconds: 1_767_225_600)

  private func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
    let json = """
      {"type":"\(type)","challenge":"\(Base64URL.encode(challenge))",\
      "origin":"https://\(party.id)","crossOrigin":false}
      """
    return Array(json.utf8)
  }
  private func challenge() -> [UInt8] { (0..<32).map { _ in UInt8.random(in: 0...255) } }

  struct Registration {
    let verdict: RegistrationVerdict
    let answer: NewCredential
    var id: [UInt8] { verdict.credential.id }
  }

  /// Registers, with the PIN if a device for it is given, and lets the relying party judge the result.
  func register(
    _ client: CTAPClient, pinAt device: Device? = nil, requiresVerification: Bool = true,
    policy: RegistrationPolicy = RegistrationPolicy(), _ change: (inout MakeCredentialCommand) -> Void = { _ in }
  ) async throws -> Registration {
    var request = RegistrationRequest()
    request.authenticatorSelection.userVerification = requiresVerification ? .required : .discouraged
    request.extensions.prf = PRFInputs()
    request.extensions.credBlob = []
    request.extensions.minPinLength = true
    let state = party.beginRegistration(user: user, challenge: challenge(), request: request).state
    let clientData = clientData("webauthn.create", state.challenge)
    var command = MakeCredentialCommand(
      clientDataHash: Array(SHA256.hash(data: clientData)), rpID: party.id, userID: user.id)
    (command.userName, command.userDisplayName, command.rpName) = (user.name, user.displayName, party.name)
    command.token = try await device?.token(.makeCredential, rpID: party.id)
    change(&command)
    let answer = try await client.makeCredential(command)
    let name = Base64URL.encode(try #require(answer.credentialID))
    let json = """
      {"id":"\(name)","rawId":"\(name)","type":"public-key",\
      "response":{"clientDataJSON":"\(Base64URL.encode(clientData))",\
      "attestationObject":"\(Base64URL.encode(answer.attestationObject))","transports":["usb"]},\
      "clientExtensionResults":{}}
      """
    return Registration(
      verdict: try party.finishRegistration(state, response: Array(json.utf8), policy: policy, at: Self.now),
      answer: answer)
  }

  func register(
    _ device: Device, policy: RegistrationPolicy = RegistrationPolicy(),
    _ change: (inout MakeCredentialCommand) -> Void = { _ in }
  ) async throws -> Registration {
    try await register(device.client, pinAt: device, policy: policy, change)
  }

  struct SignIn {
    let verdict: AuthenticationVerdict
    let answer: Assertion
  }

  /// Signs in with a registered credential, and lets the relying party judge the result, counter included.
  func signIn(
    _ client: CTAPClient, _ record: CredentialRecord, pinAt device: Device? = nil,
    requiresVerification: Bool = true, isNamed: Bool = true, _ change: (inout GetAssertionCommand) -> Void = { _ in }
  ) async throws -> SignIn {
    var request = AuthenticationRequest()
    request.userVerification = requiresVerification ? .required : .discouraged
    request.extensions.prf = PRFInputs()
    let state = party.beginAuthentication(challenge: challenge(), user: user.id, request: request).state
    let clientData = clientData("webauthn.get", state.challenge)
    var command = GetAssertionCommand(rpID: party.id, clientDataHash: Array(SHA256.hash(data: clientData)))
    if isNamed { command.allowed = [record.id] }
    command.token = try await device?.token(.getAssertion, rpID: party.id)
    change(&command)
    let answer = try await client.getAssertion(command)
    var policy = AuthenticationPolicy()
    policy.counter = .strict
    let verdict = try party.finishAuthentication(
      state, response: Array(json(answer, clientData).utf8), credential: record, policy: policy)
    return SignIn(verdict: verdict, answer: answer)
  }

  func signIn(
    _ device: Device, _ record: CredentialRecord, isNamed: Bool = true,
    _ change: (inout GetAssertionCommand) -> Void = { _ in }
  ) async throws -> SignIn {
    try await signIn(device.client, record, pinAt: device, isNamed: isNamed, change)
  }

  private func json(_ answer: Assertion, _ clientData: [UInt8]) -> String {
    let name = Base64URL.encode(answer.credentialID)
    let handle = answer.userID.map { #","userHandle":"\#(Base64URL.encode($0))""# } ?? ""
    return """
      {"id":"\(name)","rawId":"\(name)","type":"public-key",\
      "response":{"clientDataJSON":"\(Base64URL.encode(clientData))",\
      "authenticatorData":"\(Base64URL.encode(answer.authenticatorData))",\
      "signature":"\(Base64URL.encode(answer.signature))"\(handle)},\
      "clientExtensionResults":{}}
      """
  }
}
