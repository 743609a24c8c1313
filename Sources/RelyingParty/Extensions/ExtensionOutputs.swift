import Encoding

/// The outputs of the extensions (WebAuthn Level 3 §9.4, §9.5), separated by who vouches for them.
public struct ExtensionOutputs: Sendable {
  /// The browser's outputs, which are only claims.
  public let client: ClientExtensionOutputs
  /// The outputs that the authenticator signed.
  public let signed: AuthenticatorExtensionOutputs

  init(results: ClientExtensionResults?, authenticatorData: AuthenticatorData) {
    (client, signed) = (ClientExtensionOutputs(results: results), AuthenticatorExtensionOutputs(authenticatorData))
  }
}

/// The authenticator's outputs of the extensions, inside the authenticator data (WebAuthn Level 3 §9.5; CTAP 2.2 §12).
///
/// They are covered by the assertion's signature, and at registration by the attestation's signature if there is one.
/// ``ClientExtensionOutputs`` contains the outputs that only the browser claims. A member of the wrong type is read as
/// `nil`.
public struct AuthenticatorExtensionOutputs: Sendable {
  /// The outputs as received, a map; `nil` if there are none.
  public let map: CBORValue?

  init(_ data: AuthenticatorData) { map = data.hasExtensions ? data.extensions : nil }

  /// The identifiers of all outputs, known and unknown.
  public var identifiers: [String] { map?.map?.compactMap(\.key.text) ?? [] }
  /// `credProtect` (CTAP 2.1 §12.1): at registration, the credential's protection.
  public var credentialProtection: CredentialProtectionPolicy? {
    map?["credProtect"]?.integer.flatMap(CredentialProtectionPolicy.init(level:))
  }
  /// `credBlob` (CTAP 2.1 §12.2): at registration, whether the bytes were stored.
  public var isCredBlobStored: Bool? { boolean("credBlob") }
  /// `credBlob` (CTAP 2.1 §12.2): at authentication, the bytes; empty if there are none.
  public var credBlob: [UInt8]? { map?["credBlob"]?.byteString.map(Array.init) }
  /// `minPinLength` (CTAP 2.1 §12.4): at registration, the authenticator's minimum PIN length in code points.
  public var minPinLength: Int? { map?["minPinLength"]?.integer.flatMap { (0...255).contains($0) ? Int($0) : nil } }
  /// `hmac-secret` (CTAP 2.1 §12.5): at registration, whether the credential has a secret. At authentication the output
  /// is encrypted for the browser, and no server can read it.
  public var isHMACSecretCreated: Bool? { boolean("hmac-secret") }
  /// `thirdPartyPayment` (CTAP 2.2 §12): whether the credential may be used for payments on other sites.
  public var isThirdPartyPayment: Bool? { boolean("thirdPartyPayment") }
  /// `uvm` (WebAuthn Level 2 §10.3): how the user was verified, one to three factors.
  public var userVerificationMethods: [UserVerificationMethodEntry]? {
    map?["uvm"].flatMap(UserVerificationMethodEntry.entries)
  }

  private func boolean(_ name: String) -> Bool? { if case .boolean(let value) = map?[name] { value } else { nil } }
}

extension ExtensionOutputs {
  /// Returns the identifier of the first requested output whose type differs from the one that its extension prescribes
  /// for this ceremony.
  func malformed(among requested: Set<String>, in ceremony: CeremonyStep.Ceremony) -> String? {
    if let results = client.results {
      for member in results.document.members(of: results.node) where member.value.kind != .null {
        guard let name = results.document.string(member.name), requested.contains(name) else { continue }
        if !results.isWellFormed(name, member.value) { return name }
      }
    }
    for entry in signed.map?.map ?? [] {
      guard let name = entry.key.text, requested.contains(name) else { continue }
      if !Self.isWellFormed(name, entry.value, in: ceremony) { return name }
    }
    return nil
  }

  private static func isWellFormed(_ name: String, _ value: CBORValue, in ceremony: CeremonyStep.Ceremony) -> Bool {
    let isBoolean = if case .boolean = value { true } else { false }
    return switch name {
    case "credProtect": value.integer.flatMap(CredentialProtectionPolicy.init(level:)) != nil
    case "minPinLength": value.integer.map { (0...255).contains($0) } ?? false
    case "credBlob", "hmac-secret": ceremony == .registration ? isBoolean : value.byteString != nil
    case "hmac-secret-mc": value.byteString != nil
    case "thirdPartyPayment": isBoolean
    case "uvm": UserVerificationMethodEntry.entries(value) != nil
    default: true
    }
  }
}

extension ClientExtensionResults {
  fileprivate func isWellFormed(_ name: String, _ value: JSONNode) -> Bool {
    switch name {
    case "appid", "appidExclude", "credBlob", "hmacCreateSecret": document.boolean(value) != nil
    case "credProps": value.kind == .object && isAbsentOrBoolean("rk", of: value)
    case "prf": value.kind == .object && isAbsentOrBoolean("enabled", of: value)
    case "largeBlob":
      value.kind == .object && isAbsentOrBoolean("supported", of: value) && isAbsentOrBoolean("written", of: value)
        && document.member("blob", of: value).map { document.base64URL($0) != nil } ?? true
    case "getCredBlob": document.base64URL(value) != nil
    case "payment": value.kind == .object
    case "uvm": userVerificationMethods(value) != nil
    default: true
    }
  }

  private func isAbsentOrBoolean(_ name: StaticString, of object: JSONNode) -> Bool {
    document.member(name, of: object).map { document.boolean($0) != nil } ?? true
  }
}

extension RelyingParty {
  /// Performs §7.1 step 21 and §7.2 step 23: compares the outputs of the extensions with the requested ones.
  ///
  /// Requested outputs must be of the right type. The policy decides about all others, whatever their type.
  func verifyExtensions(
    _ outputs: ExtensionOutputs, requested: Set<String>, policy: UnsolicitedExtensionPolicy, tolerated: Set<String>,
    step: CeremonyStep
  ) throws(WebAuthnError) -> [CeremonyWarning] {
    if !requested.isEmpty, let name = outputs.malformed(among: requested, in: step.ceremony) {
      throw WebAuthnError(step, .malformedExtensionOutput, received: name)
    }
    guard policy != .ignore else { return [] }
    let unsolicited = Set(outputs.signed.identifiers + outputs.client.identifiers).subtracting(requested).subtracting(
      tolerated
    ).sorted()
    guard let first = unsolicited.first else { return [] }
    if policy == .refuse { throw WebAuthnError(step, .unsolicitedExtension, received: first) }
    return unsolicited.map { .unsolicitedExtension($0) }
  }

  /// Throws if the results contain PRF outputs. These are the person's secrets, which a page must remove before it
  /// sends the response.
  func refusePRFResults(in results: ClientExtensionResults?, step: CeremonyStep) throws(WebAuthnError) {
    if let results, results.hasPRFResults { throw WebAuthnError(step, .prfResultsPresent, expected: "no prf.results") }
  }
}
