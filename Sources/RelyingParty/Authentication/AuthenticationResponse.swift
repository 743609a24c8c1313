import Encoding

/// What the browser answers to an authentication (WebAuthn Level 3 §5.2.2), read but not verified: `AuthenticationResponseJSON`.
///
/// It says whose records to look up; `finishAuthentication` then verifies it.
public struct AuthenticationResponse: Sendable {
  let envelope: ResponseEnvelope
  let authenticatorData: [UInt8]
  let signature: [UInt8]
  /// The user handle, as the response claims it. An empty one counts as none: Safari sends that.
  public let userHandle: [UInt8]?

  /// Reads the response; of `clientDataJSON` too, because the challenge in it finds the state.
  public init(json: [UInt8]) throws(WebAuthnError) {
    envelope = try ResponseEnvelope(json, .authentication)
    authenticatorData = try envelope.bytes("authenticatorData", .authentication(7))
    signature = try envelope.bytes("signature", .authentication(7))
    if let node = envelope.document.member("userHandle", of: envelope.response), node.kind != .null {
      guard let handle = envelope.document.base64URL(node) else {
        throw WebAuthnError(.authentication(3), .malformedBase64URL, expected: "response.userHandle as base64url without padding")
      }
      userHandle = handle.isEmpty ? nil : handle
    } else {
      userHandle = nil
    }
  }

  /// The credential id, as the response claims it.
  public var credentialID: [UInt8] { envelope.credentialID }
  /// The challenge, as the response claims it; `nil` where it is not base64url.
  public var challenge: [UInt8]? { envelope.clientData.challenge }
  /// The client data.
  public var clientData: CollectedClientData { envelope.clientData }
}
