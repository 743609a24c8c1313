import Encoding

/// A PIN/UV auth token on the platform's side: what shows an authenticator that the person was verified.
public struct ClientToken: Sendable {
  public let version: PINProtocolVersion
  let value: Secret

  /// `pinUvAuthParam` over a message.
  public func parameter(over message: [UInt8]) -> [UInt8] { version.authenticationCode(of: message, with: value) }
}
