/// The extensions that the options ask for (WebAuthn Level 3 §5.7, §10; CTAP 2.1 §12).
public struct AuthenticationExtensionsClientInputs: Hashable, Sendable, Codable {
  /// `appid` (§10.1.1): accept credentials that were made with the U2F API for this AppID.
  public var appid: String?
  /// `appidExclude` (§10.1.2): refuse an authenticator that has a U2F credential for this AppID.
  public var appidExclude: String?
  /// `credProps` (§10.1.3): say whether the new credential is discoverable.
  public var credProps: Bool?
  /// `prf` (§10.1.4).
  public var prf: PRFInputs?
  /// `largeBlob` (§10.1.5).
  public var largeBlob: LargeBlobInputs?
  /// `uvm`: say how the user was verified.
  public var uvm: Bool?
  /// `credentialProtectionPolicy` (CTAP 2.1 §12.1).
  public var credentialProtectionPolicy: CredentialProtectionPolicy?
  /// `enforceCredentialProtectionPolicy` (CTAP 2.1 §12.1).
  public var enforceCredentialProtectionPolicy: Bool?
  /// `credBlob` (CTAP 2.1 §12.2).
  public var credBlob: [UInt8]?
  /// `getCredBlob` (CTAP 2.1 §12.2).
  public var getCredBlob: Bool?
  /// `minPinLength` (CTAP 2.1 §12.4).
  public var minPinLength: Bool?
  /// `hmacCreateSecret` (CTAP 2.1 §12.5).
  public var hmacCreateSecret: Bool?
  /// `payment` with `isPayment` (Secure Payment Confirmation §5): at registration, the credential may confirm payments on other sites.
  public var isPayment: Bool?

  /// No extension; set what is wanted.
  public init() {}

  /// The identifiers of what is asked for, as an answer would carry them, both of the client and of the authenticator.
  public var identifiers: Set<String> {
    var names: Set<String> = []
    if appid != nil { names.insert("appid") }
    if appidExclude != nil { names.insert("appidExclude") }
    if credProps != nil { names.insert("credProps") }
    if prf != nil { names.formUnion(["prf", "hmac-secret", "hmac-secret-mc"]) }
    if largeBlob != nil { names.formUnion(["largeBlob", "largeBlobKey"]) }
    if uvm != nil { names.insert("uvm") }
    if credentialProtectionPolicy != nil { names.formUnion(["credentialProtectionPolicy", "credProtect"]) }
    if credBlob != nil || getCredBlob != nil { names.formUnion(["credBlob", "getCredBlob"]) }
    if minPinLength != nil { names.insert("minPinLength") }
    if hmacCreateSecret != nil { names.formUnion(["hmacCreateSecret", "hmac-secret"]) }
    if isPayment != nil { names.formUnion(["payment", "thirdPartyPayment"]) }
    return names
  }
}
