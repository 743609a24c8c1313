import Encoding

/// The argument of `navigator.credentials.create` (WebAuthn Level 3 §5.1.1): the options of a registration, and how the
/// person is involved.
///
/// `json()` writes `{mediation, publicKey}`. For ``CredentialMediationRequirement/conditional``, set
/// ``RegistrationRequest/isConditional``. Use that mediation only if ``ClientCapabilities`` include
/// `conditionalCreate`.
public struct CredentialCreationOptions: Hashable, Sendable, Codable {
  /// The extent of the person's involvement; `nil` leaves the choice to the browser.
  public var mediation: CredentialMediationRequirement?
  /// The options of the registration.
  public var publicKey: PublicKeyCredentialCreationOptions

  /// Creates the argument from the registration's options and the mediation.
  public init(_ publicKey: PublicKeyCredentialCreationOptions, mediation: CredentialMediationRequirement? = nil) {
    (self.publicKey, self.mediation) = (publicKey, mediation)
  }

  /// Returns the members as a JSON object.
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { json in
      json.member("mediation", mediation?.rawValue)
      json.member("publicKey", publicKey.write)
    }
    return writer.bytes
  }
}

/// The argument of `navigator.credentials.get` (WebAuthn Level 3 §5.1.2): the options of a request, and how the person
/// is involved.
///
/// `json()` writes `{mediation, uiMode, publicKey}`. The page parses `publicKey` with
/// `PublicKeyCredential.parseRequestOptionsFromJSON` and passes the other members on. Use
/// ``CredentialUIMode/immediate`` only if ``ClientCapabilities`` include `immediateGet`.
public struct CredentialRequestOptions: Hashable, Sendable, Codable {
  /// The extent of the person's involvement; `nil` leaves the choice to the browser.
  public var mediation: CredentialMediationRequirement?
  /// The interface that the browser may show.
  public var uiMode: CredentialUIMode?
  /// The options of the request.
  public var publicKey: PublicKeyCredentialRequestOptions

  /// Creates the argument from the request's options, the mediation and the UI mode.
  public init(
    _ publicKey: PublicKeyCredentialRequestOptions, mediation: CredentialMediationRequirement? = nil,
    uiMode: CredentialUIMode? = nil
  ) {
    (self.publicKey, self.mediation, self.uiMode) = (publicKey, mediation, uiMode)
  }

  /// Returns the members as a JSON object.
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

/// The extent to which a browser may involve the person (Credential Management Level 1 §2.3.2).
public enum CredentialMediationRequirement: String, Hashable, Sendable, Codable {
  /// Without involving the person.
  case silent
  /// As needed; the default.
  case optional
  /// Only by offering passkeys in a form field; at creation, without involving the person.
  case conditional
  /// Always involves the person.
  case required
}

/// The interface that a browser may show for a request (Credential Management `uiMode`).
public enum CredentialUIMode: String, Hashable, Sendable, Codable {
  /// Only credentials on this device that can respond immediately. If there are none, the request fails silently.
  case immediate
}
