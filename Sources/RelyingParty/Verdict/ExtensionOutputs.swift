import Encoding

/// The outputs of the extensions: those of the browser, and those of the authenticator, which are signed.
public struct ExtensionOutputs: Sendable {
  let results: ClientExtensionResults?
  let authenticatorData: AuthenticatorData

  /// `credProps.rk` (WebAuthn Level 3 §10.1.3): whether the credential is discoverable.
  public var isDiscoverable: Bool? { results?.boolean("credProps", "rk") }
  /// `prf.enabled` (§10.1.4).
  public var isPRFEnabled: Bool? { results?.boolean("prf", "enabled") }
  /// `largeBlob.supported` (§10.1.5).
  public var isLargeBlobSupported: Bool? { results?.boolean("largeBlob", "supported") }
  /// `largeBlob.written` (§10.1.5).
  public var isLargeBlobWritten: Bool? { results?.boolean("largeBlob", "written") }
  /// `largeBlob.blob` (§10.1.5).
  public var largeBlob: [UInt8]? { results?.bytes("largeBlob", "blob") }
  /// `appid` (§10.1.1): whether the AppID was used in place of the RP ID.
  public var appid: Bool? { results?.boolean("appid") }
  /// `appidExclude` (§10.1.2).
  public var appidExclude: Bool? { results?.boolean("appidExclude") }

  /// The identifiers of the browser's outputs.
  public var clientIdentifiers: [String] { results?.identifiers ?? [] }
  /// The signed outputs of the authenticator (§9.5), a map.
  public var authenticator: CBORValue? { authenticatorData.extensions }
}
