import Encoding

/// The options with which the browser requests a signature from a credential (WebAuthn Level 3 §5.5). Created by
/// ``RelyingParty/beginAuthentication(challenge:allowing:user:request:)`` and written by `json()`.
public struct PublicKeyCredentialRequestOptions: Hashable, Sendable, Codable {
  /// The challenge.
  public var challenge: [UInt8]
  /// The milliseconds after which the browser may give up.
  public var timeout: Int?
  /// The RP ID.
  public var rpId: String
  /// The credentials that may respond; if empty, any discoverable one.
  public var allowCredentials: [PublicKeyCredentialDescriptor]
  /// The requirement for user verification.
  public var userVerification: UserVerificationRequirement
  /// The kinds of authenticator that the browser should offer first.
  public var hints: [PublicKeyCredentialHint]
  /// The requested extensions.
  public var extensions: AuthenticationExtensionsClientInputs
}

extension PublicKeyCredentialRequestOptions {
  /// Returns `PublicKeyCredentialRequestOptionsJSON` (WebAuthn Level 3 §5.1.9), the form that
  /// `PublicKeyCredential.parseRequestOptionsFromJSON` accepts.
  public func json() -> [UInt8] { JSONWriter.bytes(write) }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("challenge", base64URL: challenge)
      json.member("timeout", timeout)
      json.member("rpId", rpId)
      json.member("allowCredentials") { $0.array(allowCredentials) { $1.write(to: &$0) } }
      json.member("userVerification", userVerification.rawValue)
      json.member("hints") { $0.array(hints) { $0.string($1.rawValue) } }
      json.member("extensions", extensions.write)
    }
  }
}
