import Encoding

/// Reads the members of a signed payload. An accepted payload is still only a claim: the caller encodes the payload
/// again and compares (§1).
struct PayloadReader {
  private let document: JSONDocument

  init(_ bytes: [UInt8]) throws(WrapsError) {
    do { document = try JSONDocument(bytes) } catch { throw WrapsError(.payload) }
  }

  /// Reads a string.
  func text(_ name: StaticString) throws(WrapsError) -> String {
    guard let node = document.member(name, of: document.root), let text = document.string(node) else {
      throw WrapsError(.payload)
    }
    return text
  }

  /// Reads a string of the characters that appear in an RP id, an origin and a purpose: lower-case ASCII, which every
  /// JSON encoder writes in the same way.
  func name(_ name: StaticString) throws(WrapsError) -> String {
    let text = try text(name)
    guard Self.isName(text) else { throw WrapsError(.payload) }
    return text
  }

  /// Reads bytes of a fixed length; returns `nil` for an empty string.
  func bytes(_ name: StaticString, count: Int) throws(WrapsError) -> [UInt8]? {
    let text = try text(name)
    return text.isEmpty ? nil : try Self.bytes(text, count: count)
  }

  /// Reads bytes of a fixed length.
  func someBytes(_ name: StaticString, count: Int) throws(WrapsError) -> [UInt8] {
    guard let bytes = try bytes(name, count: count) else { throw WrapsError(.payload) }
    return bytes
  }

  /// Reads a hash made by `H`.
  func hash(_ name: StaticString) throws(WrapsError) -> String {
    let text = try text(name)
    _ = try Self.bytes(text, count: 32)
    return text
  }

  /// Reads an integer from 1 to 2³²−1.
  func generation() throws(WrapsError) -> UInt32 {
    guard let node = document.member("g", of: document.root), let number = document.integer(node),
      let generation = UInt32(exactly: number),
      generation > 0
    else { throw WrapsError(.payload) }
    return generation
  }

  /// Reads the strings of each item of a list of lists.
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
  /// The next generation or revision; `nil` after the last one. The current number comes from a database or a server,
  /// and no such number may crash a program.
  public var next: UInt32? { self == .max ? nil : self + 1 }
}
