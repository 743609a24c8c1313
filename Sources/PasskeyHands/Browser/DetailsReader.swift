import Encoding

/// Members of one object of a request. What is not there or `null` is `nil`; what is there in another type is refused.
struct DetailsReader: Sendable {
  let document: JSONDocument
  let node: JSONNode

  init(_ text: String) throws(BrowserFailure) {
    guard let document = try? JSONDocument(Array(text.utf8)), document.root.kind == .object else { throw .unreadable }
    self.init(document, document.root)
  }
  private init(_ document: JSONDocument, _ node: JSONNode) { self.document = document; self.node = node }

  func string(_ name: StaticString) throws(BrowserFailure) -> String? { try read(name, document.string) }
  func boolean(_ name: StaticString) throws(BrowserFailure) -> Bool? { try read(name, document.boolean) }
  func bytes(_ name: StaticString) throws(BrowserFailure) -> [UInt8]? { try read(name, document.base64URL) }
  func integer(_ name: StaticString) throws(BrowserFailure) -> Int64? { try read(name, document.integer) }
  func object(_ name: StaticString) throws(BrowserFailure) -> DetailsReader? {
    try read(name) { $0.kind == .object ? DetailsReader(document, $0) : nil }
  }
  func objects(_ name: StaticString) throws(BrowserFailure) -> [DetailsReader] {
    guard let items = try read(name, { $0.kind == .array ? document.items(of: $0) : nil }) else { return [] }
    guard items.allSatisfy({ $0.kind == .object }) else { throw .unreadable }
    return items.map { DetailsReader(document, $0) }
  }
  /// Each of which is base64url.
  func listOfBytes(_ name: StaticString) throws(BrowserFailure) -> [[UInt8]]? {
    try read(name) { list in
      guard list.kind == .array else { return nil }
      let items = document.items(of: list), bytes = items.compactMap(document.base64URL)
      return bytes.count == items.count ? bytes : nil
    }
  }
  /// All members, each of which has to be an object.
  var members: [(name: String, value: DetailsReader)] {
    get throws(BrowserFailure) {
      var members: [(name: String, value: DetailsReader)] = []
      for (name, value) in document.members(of: node) {
        guard let name = document.string(name), value.kind == .object else { throw .unreadable }
        members.append((name, DetailsReader(document, value)))
      }
      return members
    }
  }

  private func read<Value>(_ name: StaticString, _ kind: (JSONNode) -> Value?) throws(BrowserFailure) -> Value? {
    guard let value = document.member(name, of: node), value.kind != .null else { return nil }
    guard let read = kind(value) else { throw .unreadable }
    return read
  }
}

extension Optional {
  /// The member, which has to be there.
  func needed() throws(BrowserFailure) -> Wrapped {
    guard let self else { throw .unreadable }
    return self
  }
}
