import Encoding

/// All that `navigator.credentials.create` is given (WebAuthn Level 3 §5.1.1): the options of a registration, and how far the person is involved.
///
/// `json()` writes `{mediation, publicKey}`. With ``CredentialMediationRequirement/conditional`` begin with
/// ``RegistrationRequest/isConditional``, and ask only where ``ClientCapabilities`` name `conditionalCreate`.
public struct CredentialCreationOptions: Hashable, Sendable, Codable {
  /// How far the person may be involved; without it as the browser needs to.
  public var mediation: CredentialMediationRequirement?
  /// The registration.
  public var publicKey: PublicKeyCredentialCreationOptions

  /// The two together.
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

/// All that `navigator.credentials.get` is given (WebAuthn Level 3 §5.1.2): the options of a request, and how far the person is involved.
///
/// `json()` writes `{mediation, uiMode, publicKey}`. The page parses `publicKey` with `PublicKeyCredential.parseRequestOptionsFromJSON` and
/// passes the other members on. With ``CredentialUIMode/immediate``, ask only where ``ClientCapabilities`` name `immediateGet`.
public struct CredentialRequestOptions: Hashable, Sendable, Codable {
  /// How far the person may be involved; without it as the browser needs to.
  public var mediation: CredentialMediationRequirement?
  /// What may be shown.
  public var uiMode: CredentialUIMode?
  /// The request.
  public var publicKey: PublicKeyCredentialRequestOptions

  /// The three together.
  public init(_ publicKey: PublicKeyCredentialRequestOptions, mediation: CredentialMediationRequirement? = nil, uiMode: CredentialUIMode? = nil) {
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

/// How far a browser may involve the person (Credential Management Level 1 §2.3.2).
public enum CredentialMediationRequirement: String, Hashable, Sendable, Codable {
  /// Not at all.
  case silent
  /// As it needs to; the default.
  case optional
  /// Only by offering passkeys where the person types; at creation, not at all.
  case conditional
  /// Always.
  case required
}

/// What a browser may show for a request (Credential Management `uiMode`).
public enum CredentialUIMode: String, Hashable, Sendable, Codable {
  /// Only what can be answered at once with credentials of this device; otherwise the request is refused without a word to the person.
  case immediate
}
