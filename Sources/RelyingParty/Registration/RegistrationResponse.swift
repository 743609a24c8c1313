import Encoding

/// What the browser answers to a registration (WebAuthn Level 3 §5.2.1), read but not verified: `RegistrationResponseJSON`.
public struct RegistrationResponse: Sendable {
  let envelope: ResponseEnvelope
  let attestationObject: [UInt8]

  /// Reads the response; of `clientDataJSON` too, because the challenge in it finds the state.
  public init(json: [UInt8]) throws(WebAuthnError) {
    envelope = try ResponseEnvelope(json, .registration)
    // Without an attestation object there is nothing that step 13 could decode.
    guard let node = envelope.document.member("attestationObject", of: envelope.response), node.isString else {
      throw WebAuthnError(.registration(13), .malformedCBOR, expected: "response.attestationObject")
    }
    guard let bytes = envelope.document.base64URL(node) else {
      throw WebAuthnError(.registration(3), .malformedBase64URL, expected: "response.attestationObject as base64url without padding")
    }
    attestationObject = bytes
  }

  /// The credential id, as the response claims it.
  public var credentialID: [UInt8] { envelope.credentialID }
  /// The challenge, as the response claims it; `nil` where it is not base64url.
  public var challenge: [UInt8]? { envelope.clientData.challenge }
  /// The client data.
  public var clientData: CollectedClientData { envelope.clientData }

  /// `transports`, as the browser says: the first eight, each once. Names that no specification would give are left out,
  /// because what is said here is stored, and anybody can say it.
  public var transports: [AuthenticatorTransport] {
    guard let node = envelope.document.member("transports", of: envelope.response) else { return [] }
    let document = envelope.document
    var transports: [AuthenticatorTransport] = []
    for item in document.items(of: node) where transports.count < AuthenticatorTransport.most {
      // No text is made of those that are known.
      let known = AuthenticatorTransport.known.first { document.equals(item, $0.rawValue) }
      let transport = known ?? document.string(item).flatMap(AuthenticatorTransport.init(claimed:))
      if let transport, !transports.contains(transport) { transports.append(transport) }
    }
    return transports
  }
}
