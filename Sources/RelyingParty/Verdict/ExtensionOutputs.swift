/// The outputs of the extensions, apart by who vouches for them.
public struct ExtensionOutputs: Sendable {
  /// What the browser says. Claims.
  public let client: ClientExtensionOutputs
  /// What the authenticator signed.
  public let signed: AuthenticatorExtensionOutputs

  init(results: ClientExtensionResults?, authenticatorData: AuthenticatorData) {
    (client, signed) = (ClientExtensionOutputs(results: results), AuthenticatorExtensionOutputs(authenticatorData))
  }
}
