import Authenticator
import Encoding

/// Makes a credential for a page (WebAuthn L3 §5.1.3) and gives `RegistrationResponseJSON` (§5.1.8).
struct Registration: Sendable {
  private let details: CreationDetails
  private let ceremony: Ceremony
  private var information: CTAPInformation { ceremony.information }

  static func run(_ details: CreationDetails, _ client: CTAPClient) async throws(BrowserFailure) -> [UInt8] {
    let registration = Registration(details: details, ceremony: try await Ceremony(client, rpID: details.rpID))
    return try await registration.run()
  }

  private func run() async throws(BrowserFailure) -> [UInt8] {
    guard information.keepsCredentials || !details.requiresDiscoverable else { throw BrowserFailure(.notAllowed) }
    let isDiscoverable = details.isDiscoverable && information.keepsCredentials
    let wantsBlobKey = try wantsBlobKey(isDiscoverable)
    let hasLongList = details.excluded.count > information.mostCredentials
    let salts = information.extensions.contains("hmac-secret-mc") ? details.extensions.prf?.eval : nil
    let shared = try await ceremony.sharedSecret(where: hasLongList || salts != nil)
    let verification = try await ceremony.verify(
      details.verification, isNeeded: isDiscoverable, permissions: hasLongList ? [.makeCredential, .getAssertion] : nil, by: shared)
    var excluded = details.excluded
    if hasLongList { excluded = try await ceremony.find(excluded, by: verification).map { [$0] } ?? [] }
    let clientData = ClientData(.create, challenge: details.challenge, details.place)
    let answer = try await ceremony.call(
      .makeCredential,
      .parameters([
        1: .string(clientData.hash), 2: .named(["id": .text(details.rpID), "name": .text(details.rpName)]),
        3: .named(["id": .string(details.userID), "name": .text(details.userName), "displayName": .text(details.displayName)]),
        4: .array(details.algorithms.map { .named(["alg": .integer($0), "type": .text("public-key")]) }), 5: Ceremony.list(excluded),
        6: inputs(wantsBlobKey: wantsBlobKey, salts: salts, shared),
        7: .named(["rk": isDiscoverable ? .boolean(true) : nil, "uv": verification.isBuiltIn ? .boolean(true) : nil]),
        8: verification.parameter(clientData.hash), 9: verification.protocolNumber,
      ]))
    guard let data = answer.bytes(2), let parts = AuthenticatorDataParts(data), let publicKey = parts.subjectPublicKeyInfo,
      let format = answer.text(1)
    else { throw BrowserFailure(CTAPStatus.other) }
    let statement = details.stripsAttestation ? (format: "none", value: .map([])) : (format: format, value: answer[3] ?? .map([]))
    let outputs = shared.flatMap { shared in parts.extensions["hmac-secret-mc"]?.byteString.flatMap { salts?.outputs(Array($0), by: shared) } }
    var results = ExtensionResults()
    results.isDiscoverable = details.extensions.credProps ? isDiscoverable : nil
    if details.extensions.prf != nil {
      results.prf = .init(isEnabled: outputs != nil || parts.extensions["hmac-secret"]?.isTrue == true, outputs: outputs)
    }
    if details.extensions.hmacCreateSecret { results.hmacCreateSecret = parts.extensions["hmac-secret"]?.isTrue == true }
    if case .support = details.extensions.largeBlob { results.largeBlobSupported = answer.bytes(5) != nil }
    if details.extensions.credBlob != nil { results.credBlobStored = parts.extensions["credBlob"]?.isTrue == true }

    var json = JSONWriter()
    json.object { json in
      json.credential(parts.credentialID, isPlatform: information.isPlatform, results)
      json.member("response") {
        $0.object {
          $0.member("clientDataJSON", base64URL: clientData.bytes)
          $0.member("attestationObject", base64URL: Self.object(statement.format, statement.value, data))
          $0.member("authenticatorData", base64URL: data)
          $0.member("transports") { $0.array(information.transports) { $0.string($1) } }
          $0.member("publicKeyAlgorithm", parts.algorithm.flatMap { Int(exactly: $0) })
          $0.member("publicKey", base64URL: publicKey)
        }
      }
    }
    return json.bytes
  }

  private static func object(_ format: String, _ statement: CBORValue, _ data: [UInt8]) -> [UInt8] {
    CBORValue.named(["fmt": .text(format), "attStmt": statement, "authData": .string(data)]).encoded()
  }

  /// - Throws: `notAllowed` where large blobs are required and this credential could have none, `notSupported` for what is only for sign-in.
  private func wantsBlobKey(_ isDiscoverable: Bool) throws(BrowserFailure) -> Bool {
    switch details.extensions.largeBlob {
    case nil: return false
    case .read, .write: throw BrowserFailure(.notSupported)
    case .support(let isRequired):
      let isPossible = information.keepsLargeBlobs && information.extensions.contains("largeBlobKey") && isDiscoverable
      guard isPossible || !isRequired else { throw BrowserFailure(.notAllowed, told: "This site needs room that these passkeys do not have.") }
      return isPossible
    }
  }

  private func inputs(wantsBlobKey: Bool, salts: PRFSalts?, _ shared: CTAPSharedSecret?) -> CBORValue? {
    let wishes = details.extensions
    let inputs = CBORValue.named([
      "credProtect": wishes.credentialProtection.map { .integer($0) }, "credBlob": wishes.credBlob.map { .string($0) },
      "minPinLength": wishes.minPinLength ? .boolean(true) : nil, "hmac-secret": wishes.prf != nil || wishes.hmacCreateSecret ? .boolean(true) : nil,
      "hmac-secret-mc": shared.flatMap { salts?.input(by: $0) }, "largeBlobKey": wantsBlobKey ? .boolean(true) : nil,
    ])
    return inputs.map?.isEmpty == true ? nil : inputs
  }
}
