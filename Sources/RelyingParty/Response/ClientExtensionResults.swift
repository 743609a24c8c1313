import Encoding

/// `clientExtensionResults` of a response (WebAuthn Level 3 §5.8), read in place.
struct ClientExtensionResults: Sendable {
  let document: JSONDocument
  let node: JSONNode

  /// The identifiers of the outputs.
  var identifiers: [String] { document.members(of: node).compactMap { document.string($0.name) } }

  var hasPRFResults: Bool {
    document.member("prf", of: node).flatMap { document.member("results", of: $0) }.map { $0.kind != .null } ?? false
  }

  func member(_ name: StaticString) -> JSONNode? { document.member(name, of: node) }

  func boolean(_ name: StaticString) -> Bool? { document.member(name, of: node).flatMap(document.boolean) }

  func boolean(_ name: StaticString, _ inner: StaticString) -> Bool? {
    document.member(name, of: node).flatMap { document.member(inner, of: $0) }.flatMap(document.boolean)
  }

  func bytes(_ name: StaticString) -> [UInt8]? { document.member(name, of: node).flatMap(document.base64URL) }

  func bytes(_ name: StaticString, _ inner: StaticString) -> [UInt8]? {
    document.member(name, of: node).flatMap { document.member(inner, of: $0) }.flatMap(document.base64URL)
  }
}
