import Encoding

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
