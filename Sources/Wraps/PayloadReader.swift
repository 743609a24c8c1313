import Encoding

/// Reads the members of a signed payload. What it accepts is still only a claim: the caller writes the payload again
/// and compares (§1).
struct PayloadReader {
  private let document: JSONDocument

  init(_ bytes: [UInt8]) throws(WrapsError) {
    do { document = try JSONDocument(bytes) } catch { throw WrapsError(.payload) }
  }

  /// A string.
  func text(_ name: StaticString) throws(WrapsError) -> String {
    guard let node = document.member(name, of: document.root), let text = document.string(node) else {
      throw WrapsError(.payload)
    }
    return text
  }

  /// A string of the characters that occur in an RP id, an origin and a purpose: lower-case ASCII, which every JSON
  /// writer writes alike.
  func name(_ name: StaticString) throws(WrapsError) -> String {
    let text = try text(name)
    guard Self.isName(text) else { throw WrapsError(.payload) }
    return text
  }

  /// Bytes of a fixed length; `nil` for an empty string.
  func bytes(_ name: StaticString, count: Int) throws(WrapsError) -> [UInt8]? {
    let text = try text(name)
    return text.isEmpty ? nil : try Self.bytes(text, count: count)
  }

  /// Bytes of a fixed length.
  func someBytes(_ name: StaticString, count: Int) throws(WrapsError) -> [UInt8] {
    guard let bytes = try bytes(name, count: count) else { throw WrapsError(.payload) }
    return bytes
  }

  /// A hash made by `H`.
  func hash(_ name: StaticString) throws(WrapsError) -> String {
    let text = try text(name)
    _ = try Self.bytes(text, count: 32)
    return text
  }

  /// An integer from 1 to 2³²−1.
  func generation() throws(WrapsError) -> UInt32 {
    guard let node = document.member("g", of: document.root), let number = document.integer(node),
      let generation = UInt32(exactly: number),
      generation > 0
    else { throw WrapsError(.payload) }
    return generation
  }

  /// The strings of each item of a list of lists.
  func rows(_ name: StaticString) throws(WrapsError) -> [[String]] {
    guard let node = document.member(name, of: document.root), node.kind == .array else { throw WrapsError(.payload) }
    var rows: [[String]] = []
    for item in document.items(of: node) { rows.append(document.items(of: item).compactMap(document.string)) }
    return rows
  }

  static func bytes(_ text: String, count: Int) throws(WrapsError) -> [UInt8] {
    guard let bytes = Base64URL.decode(text), bytes.count == count else { throw WrapsError(.payload) }
    return bytes
  }

  static func isName(_ text: String) -> Bool {
    let others = Array(".:/[]_-".utf8)
    return !text.isEmpty
      && text.utf8.allSatisfy { character in
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: others.contains(character)
        }
      }
  }
}

extension UInt32 {
  /// The generation or revision after this one; `nil` after the last. This one comes from a database or a server, and
  /// no number from there may crash a program.
  public var next: UInt32? { self == .max ? nil : self + 1 }
}
