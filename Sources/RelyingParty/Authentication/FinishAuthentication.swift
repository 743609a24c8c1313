import Crypto
import Encoding

extension RelyingParty {
  /// Verifies an authentication (WebAuthn Level 3 §7.2) from the response as received: `AuthenticationResponseJSON`.
  public func finishAuthentication(
    _ state: AuthenticationState, response: [UInt8], credential: CredentialRecord,
    policy: AuthenticationPolicy = AuthenticationPolicy()
  ) throws(WebAuthnError) -> AuthenticationVerdict {
    try finishAuthentication(
      state, response: try AuthenticationResponse(json: response), credential: credential, policy: policy)
  }

  /// Verifies an authentication (WebAuthn Level 3 §7.2) whose response has already been read in order to look up the
  /// record.
  ///
  /// - Parameters:
  ///   - state: The state that ``beginAuthentication(challenge:allowing:user:request:)`` returned. It must not have
  ///     been used before.
  ///   - response: The parsed response.
  ///   - credential: The stored record with the response's credential id.
  ///   - policy: The choices that the specification leaves to the relying party.
  public func finishAuthentication(
    _ state: AuthenticationState, response: AuthenticationResponse, credential: CredentialRecord,
    policy: AuthenticationPolicy = AuthenticationPolicy()
  ) throws(WebAuthnError) -> AuthenticationVerdict {
    let results = response.envelope.extensionResults
    try verifyUse(of: state, policy)
    // Steps 1 to 4: the browser's part, and reading the response.
    if policy.refusesPRFResults { try refusePRFResults(in: results, step: .authentication(4)) }

    // Steps 5 and 6
    try identify(response, state: state, credential: credential, policy: policy.userHandle)

    // Step 7: the three values of the response. Steps 8 and 9 were done when the response was read. Steps 10 to 14:
    try verify(
      response.clientData, type: state.clientDataType, challenge: state.challenge, firstStep: .authentication(10))
    try verifyPayment(response.clientData, state.payment)

    // Step 15
    let authenticatorData: AuthenticatorData
    do { authenticatorData = try AuthenticatorData(response.authenticatorData) } catch {
      throw WebAuthnError(.authentication(15), error.code)
    }
    try verifyRPIDHash(authenticatorData, appid: state.appid, results: results)

    // Steps 16 to 18
    try authenticatorData.verifyFlags(
      userPresence: policy.requiresUserPresence,
      userVerification: state.requiresUserVerification || policy.requiresUserVerification,
      firstStep: .authentication(16))

    // Step 19
    try verify(authenticatorData.flags, policy.backupState)
    var warnings: [CeremonyWarning] = []
    let eligibility = authenticatorData.backupEligibility
    if credential.backupEligible != .unknown, credential.backupEligible != eligibility {
      guard policy.backupEligibilityChange == .report else {
        throw WebAuthnError(
          .authentication(19), .backupEligibilityChanged, expected: credential.backupEligible.rawValue,
          received: eligibility.rawValue)
      }
      warnings.append(.backupEligibilityChanged(from: credential.backupEligible, to: eligibility))
    }

    // Steps 20 and 21
    try verifyAlgorithm(of: credential, policy.algorithms)
    try verifySignature(response, credential)

    // Step 22
    if authenticatorData.signCount != 0 || credential.signCount != 0,
      authenticatorData.signCount <= credential.signCount
    {
      guard policy.counter == .warn else {
        throw WebAuthnError(
          .authentication(22), .counterRegression, expected: "more than \(credential.signCount)",
          received: "\(authenticatorData.signCount)")
      }
      warnings.append(.counterDidNotIncrease(stored: credential.signCount, received: authenticatorData.signCount))
    }

    // Step 23
    let outputs = ExtensionOutputs(results: results, authenticatorData: authenticatorData)
    warnings += try verifyExtensions(
      outputs, requested: state.extensions, policy: policy.unsolicitedExtensions, tolerated: policy.toleratedExtensions,
      step: .authentication(23))

    // Step 24
    let userVerified = authenticatorData.flags.contains(.userVerified)
    var updated = credential
    updated.signCount = authenticatorData.signCount
    updated.backupState = authenticatorData.flags.contains(.backedUp)
    updated.backupEligible = eligibility
    updated.uvInitialized = credential.uvInitialized || userVerified
    return AuthenticationVerdict(
      credential: updated, userVerified: userVerified, newSignCount: authenticatorData.signCount,
      backupState: updated.backupState,
      extensions: outputs, warnings: warnings)
  }
}

/// The browser's answer to an authentication (WebAuthn Level 3 §5.2.2, `AuthenticationResponseJSON`), read but not
/// verified.
///
/// Look up the credential record by its ``credentialID``; `finishAuthentication` then verifies the response.
public struct AuthenticationResponse: Sendable {
  let envelope: ResponseEnvelope
  let authenticatorData: [UInt8]
  let signature: [UInt8]
  /// The user handle that the response claims. An empty user handle, which Safari sends, is treated as absent.
  public let userHandle: [UInt8]?

  /// Reads the response, including `clientDataJSON`, whose challenge is needed to find the state.
  public init(json: [UInt8]) throws(WebAuthnError) {
    envelope = try ResponseEnvelope(json, .authentication)
    authenticatorData = try envelope.bytes("authenticatorData", .authentication(7))
    signature = try envelope.bytes("signature", .authentication(7))
    if let node = envelope.document.member("userHandle", of: envelope.response), node.kind != .null {
      guard let handle = envelope.document.base64URL(node) else {
        throw WebAuthnError(
          .authentication(3), .malformedBase64URL, expected: "response.userHandle as base64url without padding")
      }
      userHandle = handle.isEmpty ? nil : handle
    } else {
      userHandle = nil
    }
  }

  /// The credential id that the response claims.
  public var credentialID: [UInt8] { envelope.credentialID }
  /// The challenge that the response claims; `nil` if it is not base64url.
  public var challenge: [UInt8]? { envelope.clientData.challenge }
  /// The client data.
  public var clientData: CollectedClientData { envelope.clientData }
}
