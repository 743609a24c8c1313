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
