import Crypto
import Encoding

extension RelyingParty {
  /// Verifies a registration (WebAuthn Level 3 §7.1) from the response as received: `RegistrationResponseJSON`.
  public func finishRegistration(
    _ state: RegistrationState, response: [UInt8], policy: RegistrationPolicy = RegistrationPolicy(), at time: UnixTime
  ) throws(WebAuthnError) -> RegistrationVerdict {
    try finishRegistration(state, response: try RegistrationResponse(json: response), policy: policy, at: time)
  }

  /// Verifies a registration (WebAuthn Level 3 §7.1) whose response has already been parsed.
  ///
  /// - Parameters:
  ///   - state: The state that ``beginRegistration(user:challenge:excluding:request:)`` returned. It must not have been
  ///     used before.
  ///   - response: The parsed response.
  ///   - policy: The choices that the specification leaves to the relying party.
  ///   - time: The time at which certificates must be valid.
  public func finishRegistration(
    _ state: RegistrationState, response: RegistrationResponse, policy: RegistrationPolicy = RegistrationPolicy(),
    at time: UnixTime
  ) throws(WebAuthnError) -> RegistrationVerdict {
    let results = response.envelope.extensionResults
    try verifyUse(state.use, policy.use, step: .registration(1))
    // Steps 1 to 4: the browser's part, and reading the response.
    if policy.refusesPRFResults { try refusePRFResults(in: results, step: .registration(4)) }

    // Steps 5 and 6 were done when the response was parsed. Steps 7 to 11:
    try verify(response.clientData, type: state.clientDataType, challenge: state.challenge, firstStep: .registration(7))

    // Step 12: the hash is computed in step 23, where it is used. Step 13:
    let object: AttestationObject
    do { object = try AttestationObject(response.attestationObject) } catch {
      throw WebAuthnError(.registration(13), error.code)
    }
    let authenticatorData = object.authenticatorData
    guard let credential = authenticatorData.attestedCredentialData else {
      throw WebAuthnError(.registration(13), .malformedAuthenticatorData, expected: "AT", received: "no AT")
    }

    // Step 14
    guard authenticatorData.isScoped(to: idHash) else {
      throw WebAuthnError(.registration(14), .rpIDHashMismatch, expected: "the hash of \(id)")
    }

    // Steps 15 to 17
    try authenticatorData.verifyFlags(
      userPresence: state.requiresUserPresence,
      userVerification: state.requiresUserVerification || policy.requiresUserVerification,
      firstStep: .registration(15))

    // Steps 18 and 19
    try verify(authenticatorData.backupEligibility, policy.backupEligibility)

    // Step 20
    let key = try verify(credential.credentialPublicKey, algorithms: state.algorithms)

    // Step 21
    let outputs = ExtensionOutputs(results: results, authenticatorData: authenticatorData)
    var warnings = try verifyExtensions(
      outputs, requested: state.extensions, policy: policy.unsolicitedExtensions, tolerated: policy.toleratedExtensions,
      step: .registration(21))
    warnings += try verifyCredentialProtection(outputs.signed, asked: state.credentialProtection)

    // Steps 22 to 25
    try verify(format: object.format, policy.attestation)
    let attestation = try verifyAttestation(
      object, credential, key: key, clientData: response.clientData.bytes,
      policy: policy.attestation(of: object, credential.aaguid), at: time)
    let metadata = try judge(attestation, credential.aaguid, by: policy.metadata, at: time)
    try verify(credential.aaguid, attestation, policy.aaguids)

    // Step 26, and the check that the id in the response is the attested one.
    guard (1...1023).contains(credential.credentialID.count) else {
      throw WebAuthnError(
        .registration(26), .credentialIDTooLong, expected: "1 to 1023", received: "\(credential.credentialID.count)")
    }
    guard credential.credentialID.elementsEqual(response.credentialID) else {
      throw WebAuthnError(.registration(26), .credentialIDMismatch)
    }

    // Step 27, verifying that no account has this credential yet, is up to the caller. Step 28:
    let userVerified = authenticatorData.flags.contains(.userVerified)
    let record = CredentialRecord(
      id: response.credentialID, publicKey: Array(credential.credentialPublicKey.bytes),
      signCount: authenticatorData.signCount,
      uvInitialized: userVerified, transports: response.transports, backupEligible: authenticatorData.backupEligibility,
      backupState: authenticatorData.flags.contains(.backedUp), userHandle: state.userHandle, aaguid: credential.aaguid,
      attestationFormat: attestation.format, attestationType: attestation.type)
    return RegistrationVerdict(
      credential: record, userVerified: userVerified, attestation: attestation, metadata: metadata, extensions: outputs,
      warnings: warnings)
  }
}

/// The browser's response to a registration (WebAuthn Level 3 §5.2.1, `RegistrationResponseJSON`), parsed but not
/// verified.
public struct RegistrationResponse: Sendable {
  let envelope: ResponseEnvelope
  let attestationObject: [UInt8]

  /// Parses the response, including `clientDataJSON`, because its challenge is needed to find the state.
  public init(json: [UInt8]) throws(WebAuthnError) {
    envelope = try ResponseEnvelope(json, .registration)
    // Without an attestation object, step 13 has nothing to decode.
    guard let node = envelope.document.member("attestationObject", of: envelope.response), node.isString else {
      throw WebAuthnError(.registration(13), .malformedCBOR, expected: "response.attestationObject")
    }
    guard let bytes = envelope.document.base64URL(node) else {
      throw WebAuthnError(
        .registration(3), .malformedBase64URL, expected: "response.attestationObject as base64url without padding")
    }
    attestationObject = bytes
  }

  /// The credential id claimed by the response.
  public var credentialID: [UInt8] { envelope.credentialID }
  /// The challenge that the response claims; `nil` if it is not base64url.
  public var challenge: [UInt8]? { envelope.clientData.challenge }
  /// The client data.
  public var clientData: CollectedClientData { envelope.clientData }

  /// The `transports` that the browser reports: the first eight distinct ones. Names that no specification would use
  /// are left out, because names are stored and anyone can send them.
  public var transports: [AuthenticatorTransport] {
    guard let node = envelope.document.member("transports", of: envelope.response) else { return [] }
    let document = envelope.document
    var transports: [AuthenticatorTransport] = []
    for item in document.items(of: node) where transports.count < AuthenticatorTransport.most {
      // Known names are compared in place, without creating a string.
      let known = AuthenticatorTransport.known.first { document.equals(item, $0.rawValue) }
      let transport = known ?? document.string(item).flatMap(AuthenticatorTransport.init(claimed:))
      if let transport, !transports.contains(transport) { transports.append(transport) }
    }
    return transports
  }
}
