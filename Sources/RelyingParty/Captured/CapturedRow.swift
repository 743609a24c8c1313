import Encoding

/// The fields of one captured ceremony: a JSON object with the response and everything that the relying party knew.
struct CapturedRow {
  let document: JSONDocument
  let id: String

  init(_ json: [UInt8]) throws(WebAuthnError) {
    let document: JSONDocument
    do { document = try JSONDocument(json) } catch { throw Self.malformed("a JSON object", error.fault.rawValue) }
    self.document = document
    guard document.root.kind == .object else { throw Self.malformed("a JSON object") }
    id = document.member("id", of: document.root).flatMap(document.string) ?? "-"
  }

  static func malformed(_ expected: String, _ received: String? = nil) -> WebAuthnError {
    WebAuthnError(.registration(1), .malformedRow, expected: expected, received: received)
  }

  /// A member of the row; `null` counts as absent.
  func node(_ name: StaticString) -> JSONNode? {
    document.member(name, of: document.root).flatMap { $0.kind == .null ? nil : $0 }
  }

  func string(_ name: StaticString) throws(WebAuthnError) -> String? {
    guard let node = node(name) else { return nil }
    guard let text = document.string(node) else { throw Self.malformed("\(name) as text") }
    return text
  }

  func boolean(_ name: StaticString) throws(WebAuthnError) -> Bool? {
    guard let node = node(name) else { return nil }
    guard let value = document.boolean(node) else { throw Self.malformed("\(name) as true or false") }
    return value
  }

  func integer(_ name: StaticString) throws(WebAuthnError) -> Int64? {
    guard let node = node(name) else { return nil }
    guard let value = document.integer(node) else { throw Self.malformed("\(name) as an integer") }
    return value
  }

  func bytes(_ name: StaticString) throws(WebAuthnError) -> [UInt8]? {
    guard let node = node(name) else { return nil }
    guard let value = document.base64URL(node) else { throw Self.malformed("\(name) as base64url") }
    return value
  }

  func items(_ name: StaticString) throws(WebAuthnError) -> [JSONNode] {
    guard let node = node(name) else { return [] }
    guard node.kind == .array else { throw Self.malformed("\(name) as a list") }
    return document.items(of: node)
  }

  func strings(_ name: StaticString) throws(WebAuthnError) -> [String] {
    var texts: [String] = []
    for item in try items(name) {
      guard let text = document.string(item) else { throw Self.malformed("\(name) as a list of texts") }
      texts.append(text)
    }
    return texts
  }

  /// A field that every row must have.
  func required<Value>(_ name: StaticString, _ value: Value?) throws(WebAuthnError) -> Value {
    guard let value else { throw Self.malformed("\(name)") }
    return value
  }

  /// The response as it stood in the row.
  func response() throws(WebAuthnError) -> [UInt8] { Array(document.bytes[try required("response", node("response")).range]) }
}
