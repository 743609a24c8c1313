import Encoding

/// What the authenticator says of the extensions, inside the authenticator data (WebAuthn Level 3 §9.5; CTAP 2.2 §12).
///
/// It is covered by the assertion's signature, and at registration by the attestation's where there is one. What the browser alone says is
/// in ``ClientExtensionOutputs``. A member of a wrong kind reads as `nil`.
public struct AuthenticatorExtensionOutputs: Sendable {
  /// The outputs as they came, a map; `nil` where there are none.
  public let map: CBORValue?

  init(_ data: AuthenticatorData) { map = data.hasExtensions ? data.extensions : nil }

  /// The identifiers of all outputs, known ones and others.
  public var identifiers: [String] { map?.map?.compactMap(\.key.text) ?? [] }
  /// `credProtect` (CTAP 2.1 §12.1): at registration, the protection that the credential has.
  public var credentialProtection: CredentialProtectionPolicy? {
    map?["credProtect"]?.integer.flatMap(CredentialProtectionPolicy.init(level:))
  }
  /// `credBlob` (CTAP 2.1 §12.2): at registration, whether the bytes were kept.
  public var isCredBlobStored: Bool? { boolean("credBlob") }
  /// `credBlob` (CTAP 2.1 §12.2): at authentication, the bytes; empty where there are none.
  public var credBlob: [UInt8]? { map?["credBlob"]?.byteString.map(Array.init) }
  /// `minPinLength` (CTAP 2.1 §12.4): at registration, the least count of code points that a PIN of the authenticator may have.
  public var minPinLength: Int? { map?["minPinLength"]?.integer.flatMap { (0...255).contains($0) ? Int($0) : nil } }
  /// `hmac-secret` (CTAP 2.1 §12.5): at registration, whether the credential has a secret. At authentication the output is encrypted for
  /// the browser, and no server can read it.
  public var isHMACSecretCreated: Bool? { boolean("hmac-secret") }
  /// `thirdPartyPayment` (CTAP 2.2 §12): whether the credential may be used for payments on other sites.
  public var isThirdPartyPayment: Bool? { boolean("thirdPartyPayment") }
  /// `uvm` (WebAuthn Level 2 §10.3): how the user was verified, one to three factors.
  public var userVerificationMethods: [UserVerificationMethodEntry]? {
    map?["uvm"]?.array.flatMap { UserVerificationMethodEntry.entries($0.map { $0.array?.map(\.integer) ?? [] }) }
  }

  private func boolean(_ name: String) -> Bool? { if case .boolean(let value) = map?[name] { value } else { nil } }
}
