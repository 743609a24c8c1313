import Authenticator
import Encoding
import HandsTools

/// Creates a credential for a page (WebAuthn L3 §5.1.3) and returns `RegistrationResponseJSON` (§5.1).
struct CredentialCreation: Sendable {
  private let details: CreationDetails
  private let ceremony: BrowserCeremony
  private var wishes: ExtensionRequest { details.extensions }

  init(_ details: CreationDetails, _ client: CTAPClient) async throws {
    self.details = details
    ceremony = try await BrowserCeremony(client, rpID: details.rpID)
  }

  func run() async throws -> [UInt8] {
    let (credential, clientData, results) = try await perform()
    return try response(credential, clientData, results)
  }

  /// Returns the response without the outputs of PRF, which open the account.
  func runApart() async throws -> OwnAnswer {
    var (credential, clientData, results) = try await perform()
    let secret = results.prf?.outputs?.first.map { Secret($0) }
    results.prf?.outputs = nil
    guard let id = credential.credentialID else { throw UnreadableAnswer() }
    return OwnAnswer(
      credential: try response(credential, clientData, results), id: id, secret: secret, userID: details.userID,
      mayStillOpen: results.prf?.isEnabled == true)
  }

  private func perform() async throws -> (NewCredential, ClientData, ExtensionResults) {
    guard ceremony.has("rk") || !details.requiresDiscoverable else { throw BrowserFailure(.notAllowed) }
    let isDiscoverable = details.isDiscoverable && ceremony.has("rk")
    let clientData = ClientData(.create, challenge: details.challenge, details.place)
    var command = MakeCredentialCommand(clientDataHash: clientData.hash, rpID: details.rpID, userID: details.userID)
    (command.rpName, command.userName, command.userDisplayName) = (
      CredentialName.cut(details.rpName), CredentialName.cut(details.userName), CredentialName.cut(details.displayName)
    )
    (command.algorithms, command.isDiscoverable) = (details.algorithms, isDiscoverable)
    command.extensions = inputs(wantsBlobKey: try wantsBlobKey(isDiscoverable))
    let salts = ceremony.information.extensions.contains("hmac-secret-mc") ? wishes.prf?.eval : nil
    let agreement = salts == nil ? nil : try await ceremony.client.agree()
    if let salts, let agreement { command.extensions["hmac-secret-mc"] = try salts.input(by: agreement) }

    let excluded = ceremony.lists(details.excluded), hasLongList = excluded.count > 1
    let verification = try await ceremony.verify(
      details.verification, isNeeded: isDiscoverable, permissions: hasLongList ? [.makeCredential, .getAssertion] : nil)
    (command.verifiesBuiltIn, command.token) = (verification.isBuiltIn, verification.token)
    command.excluded =
      hasLongList ? try await ceremony.find(excluded, by: verification).map { [$0] } ?? [] : Array(excluded.joined())
    let credential = try await ceremony.client.makeCredential(command)
    let outputs = agreement.flatMap { agreement in
      credential.extensions?["hmac-secret-mc"]?.byteString.flatMap { salts?.outputs($0, by: agreement) }
    }
    return (credential, clientData, results(credential, isDiscoverable, outputs))
  }

  private func response(_ credential: NewCredential, _ clientData: ClientData, _ results: ExtensionResults) throws
    -> [UInt8]
  {
    guard let id = credential.credentialID,
      let key = CredentialPublicKey(authenticatorData: credential.authenticatorData)
    else {
      throw UnreadableAnswer()
    }
    let object = details.stripsAttestation ? Self.withoutAttestation(credential) : credential.attestationObject
    var json = JSONWriter()
    json.object { json in
      json.credential(id, isPlatform: ceremony.has("plat"), results)
      json.member("response") {
        $0.object {
          $0.member("clientDataJSON", base64URL: clientData.bytes)
          $0.member("attestationObject", base64URL: object)
          $0.member("authenticatorData", base64URL: credential.authenticatorData)
          $0.member("transports") { $0.array(ceremony.information.transports) { $0.string($1) } }
          $0.member("publicKeyAlgorithm", Int(clamping: key.algorithm))
          $0.member("publicKey", base64URL: key.subjectPublicKeyInfo)
        }
      }
    }
    return json.bytes
  }

  private static func withoutAttestation(_ credential: NewCredential) -> [UInt8] {
    let members: [(String, CBORValue)] = [
      ("fmt", .text("none")), ("attStmt", .map([])), ("authData", .bytes(credential.authenticatorData[...])),
    ]
    return CBORValue.map(members.map { CBOREntry(key: .text($0), value: $1) }).encoded()
  }

  private func results(_ credential: NewCredential, _ isDiscoverable: Bool, _ outputs: [[UInt8]]?) -> ExtensionResults {
    let made = credential.extensions, hasSecret = made?["hmac-secret"] == .boolean(true)
    var results = ExtensionResults()
    if wishes.credProps { results.isDiscoverable = isDiscoverable }
    if wishes.prf != nil { results.prf = .init(isEnabled: hasSecret, outputs: outputs) }
    if wishes.hmacCreateSecret { results.hmacCreateSecret = hasSecret }
    if case .support = wishes.largeBlob { results.largeBlobSupported = credential.largeBlobKey != nil }
    if wishes.credBlob != nil { results.credBlobStored = made?["credBlob"] == .boolean(true) }
    return results
  }

  /// - Throws: `notAllowed` if large blobs are required but this credential cannot have one; `notSupported` for options
  ///   that apply only to sign-in.
  private func wantsBlobKey(_ isDiscoverable: Bool) throws -> Bool {
    switch wishes.largeBlob {
    case nil: return false
    case .read, .write: throw BrowserFailure(.notSupported)
    case .support(let isRequired):
      let isPossible =
        ceremony.has("largeBlobs") && ceremony.information.extensions.contains("largeBlobKey") && isDiscoverable
      guard isPossible || !isRequired else {
        throw BrowserFailure(.notAllowed, told: "This site needs room that these passkeys do not have.")
      }
      return isPossible
    }
  }

  private func inputs(wantsBlobKey: Bool) -> [String: CBORValue] {
    var inputs: [String: CBORValue] = [:]
    if let level = wishes.credentialProtection { inputs["credProtect"] = .integer(level) }
    if let blob = wishes.credBlob { inputs["credBlob"] = .bytes(blob[...]) }
    if wishes.minPinLength { inputs["minPinLength"] = .boolean(true) }
    if wishes.prf != nil || wishes.hmacCreateSecret { inputs["hmac-secret"] = .boolean(true) }
    if wantsBlobKey { inputs["largeBlobKey"] = .boolean(true) }
    return inputs
  }
}
