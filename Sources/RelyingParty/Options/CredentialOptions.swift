import Encoding

/// The argument of `navigator.credentials.create` (WebAuthn Level 3 §5.1.1): the options of a registration, and the
/// involvement of the person.
///
/// `json()` writes `{mediation, publicKey}`. For ``CredentialMediationRequirement/conditional``, set
/// ``RegistrationRequest/isConditional``, and ask only if ``ClientCapabilities`` name `conditionalCreate`.
public struct CredentialCreationOptions: Hashable, Sendable, Codable {
  /// The involvement of the person; `nil` leaves it to the browser.
  public var mediation: CredentialMediationRequirement?
  /// The registration.
  public var publicKey: PublicKeyCredentialCreationOptions

  /// Creates it from both.
  public init(_ publicKey: PublicKeyCredentialCreationOptions, mediation: CredentialMediationRequirement? = nil) {
    (self.publicKey, self.mediation) = (publicKey, mediation)
  }

  /// The members as JSON.
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { json in
      json.member("mediation", mediation?.rawValue)
      json.member("publicKey", publicKey.write)
    }
    return writer.bytes
  }
}

/// The argument of `navigator.credentials.get` (WebAuthn Level 3 §5.1.2): the options of a request, and the involvement
/// of the person.
///
/// `json()` writes `{mediation, uiMode, publicKey}`. The page parses `publicKey` with
/// `PublicKeyCredential.parseRequestOptionsFromJSON` and passes the other members on. With
/// ``CredentialUIMode/immediate``, ask only if ``ClientCapabilities`` name `immediateGet`.
public struct CredentialRequestOptions: Hashable, Sendable, Codable {
  /// The involvement of the person; `nil` leaves it to the browser.
  public var mediation: CredentialMediationRequirement?
  /// The interface that the browser may show.
  public var uiMode: CredentialUIMode?
  /// The request.
  public var publicKey: PublicKeyCredentialRequestOptions

  /// Creates it from all three.
  public init(
    _ publicKey: PublicKeyCredentialRequestOptions, mediation: CredentialMediationRequirement? = nil,
    uiMode: CredentialUIMode? = nil
  ) {
    (self.publicKey, self.mediation, self.uiMode) = (publicKey, mediation, uiMode)
  }

  /// The members as JSON.
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { json in
      json.member("mediation", mediation?.rawValue)
      json.member("uiMode", uiMode?.rawValue)
      json.member("publicKey", publicKey.write)
    }
    return writer.bytes
  }
}

/// The involvement of the person that is allowed to a browser (Credential Management Level 1 §2.3.2).
public enum CredentialMediationRequirement: String, Hashable, Sendable, Codable {
  /// Not at all.
  case silent
  /// As it needs to; the default.
  case optional
  /// Only by offering passkeys in a form field; at creation, not at all.
  case conditional
  /// Always.
  case required
}

/// The interface that a browser may show for a request (Credential Management `uiMode`).
public enum CredentialUIMode: String, Hashable, Sendable, Codable {
  /// Only credentials of this device that can answer at once. Without any, the request is refused silently.
  case immediate
}
