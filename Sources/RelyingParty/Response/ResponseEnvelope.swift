import Encoding

/// The part that both kinds of response have in common (WebAuthn Level 3 §5.1 `PublicKeyCredential`, in the form of its
/// `toJSON()`).
struct ResponseEnvelope: Sendable {
  let document: JSONDocument
  let response: JSONNode
  let credentialID: [UInt8]
  let clientData: CollectedClientData
  let extensionResults: ClientExtensionResults?

  /// Performs the shared parts of steps 3 to 6 of §7.1 and steps 3 to 9 of §7.2.
  init(_ json: [UInt8], _ steps: Steps) throws(WebAuthnError) {
    do { document = try JSONDocument(json) } catch {
      throw WebAuthnError(steps.response, .malformedJSON, received: error.fault.rawValue)
    }
    let root = document.root
    guard let id = document.member("id", of: root), let type = document.member("type", of: root),
      let response = document.member("response", of: root), response.kind == .object
    else { throw WebAuthnError(steps.response, .malformedResponse, expected: "an object with id, type and response") }
    guard document.equals(type, "public-key") else {
      throw WebAuthnError(
        steps.response, .malformedResponse, expected: "type public-key", received: document.string(type))
    }
    guard id.isString, let credentialID = document.base64URL(id) else {
      throw WebAuthnError(steps.response, .malformedBase64URL, expected: "id as base64url without padding")
    }
    if let rawID = document.member("rawId", of: root) {
      // Each id has exactly one encoding, so equal ids are encoded as equal strings.
      guard document.equals(rawID, id) else {
        throw WebAuthnError(steps.response, .credentialIDMismatch, expected: "rawId equal to id")
      }
    }
    (self.response, self.credentialID) = (response, credentialID)
    extensionResults = try Self.extensionResults(in: document, steps)
    let bytes = try Self.bytes("clientDataJSON", of: response, in: document, steps.response)
    do { clientData = try CollectedClientData(bytes) } catch {
      guard error == .notUTF8 else { throw WebAuthnError(steps.clientData, .malformedClientData) }
      // "UTF-8 decode" would replace such bytes with U+FFFD. No browser produces them, and two parsers might read them
      // differently.
      throw WebAuthnError(
        steps.clientDataText, .malformedClientData, expected: "clientDataJSON in UTF-8",
        received: "bytes that are not UTF-8, or half of a surrogate pair")
    }
  }

  /// Returns a required member of `response`, decoded from base64url.
  func bytes(_ name: StaticString, _ step: CeremonyStep) throws(WebAuthnError) -> [UInt8] {
    try Self.bytes(name, of: response, in: document, step)
  }

  private static func bytes(
    _ name: StaticString, of response: JSONNode, in document: JSONDocument, _ step: CeremonyStep
  ) throws(WebAuthnError) -> [UInt8] {
    guard let node = document.member(name, of: response), node.isString else {
      throw WebAuthnError(step, .malformedResponse, expected: "response.\(name)")
    }
    guard let bytes = document.base64URL(node) else {
      throw WebAuthnError(step, .malformedBase64URL, expected: "response.\(name) as base64url without padding")
    }
    return bytes
  }

  private static func extensionResults(in document: JSONDocument, _ steps: Steps) throws(WebAuthnError)
    -> ClientExtensionResults?
  {
    guard let node = document.member("clientExtensionResults", of: document.root), node.kind != .null else {
      return nil
    }
    guard node.kind == .object else {
      throw WebAuthnError(steps.extensions, .malformedResponse, expected: "clientExtensionResults as an object")
    }
    return ClientExtensionResults(document: document, node: node)
  }

  /// The numbers of the common steps in one of the ceremonies.
  struct Steps {
    let response: CeremonyStep
    let extensions: CeremonyStep
    let clientDataText: CeremonyStep
    let clientData: CeremonyStep

    static let registration = Self(
      response: .registration(3), extensions: .registration(4), clientDataText: .registration(5),
      clientData: .registration(6))
    static let authentication = Self(
      response: .authentication(3), extensions: .authentication(4), clientDataText: .authentication(8),
      clientData: .authentication(9))
  }
}
