/// The outputs of the extensions (WebAuthn Level 3 §9.4, §9.5), apart by who vouches for them.
public struct ExtensionOutputs: Sendable {
  /// What the browser says. Claims.
  public let client: ClientExtensionOutputs
  /// What the authenticator signed.
  public let signed: AuthenticatorExtensionOutputs

  init(results: ClientExtensionResults?, authenticatorData: AuthenticatorData) {
    (client, signed) = (ClientExtensionOutputs(results: results), AuthenticatorExtensionOutputs(authenticatorData))
  }
}
