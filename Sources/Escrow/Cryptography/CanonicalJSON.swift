import Foundation

/// A flat object of strings in the one form that all clients hash: no white space, names sorted, UTF-8 as it is, `/` not escaped.
public enum CanonicalJSON {
  /// - Throws: `invalid` for a control character, which the peers write differently.
  public static func object(_ members: [String: String]) throws(EscrowError) -> [UInt8] {
    guard members.allSatisfy({ isWritable($0.key) && isWritable($0.value) }) else { throw EscrowError(.invalid, "a control character") }
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    // By code units of UTF-16, as JavaScript sorts; names of attributes are ASCII, where every order agrees.
    for (name, value) in members.sorted(by: { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }) {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes += quoted(name) + [UInt8(ascii: ":")] + quoted(value)
    }
    return bytes + [UInt8(ascii: "}")]
  }

  private static let shortEscapes: [UInt8: UInt8] = [
    0x08: UInt8(ascii: "b"), 0x0c: UInt8(ascii: "f"), 0x0a: UInt8(ascii: "n"), 0x0d: UInt8(ascii: "r"), 0x09: UInt8(ascii: "t"),
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  ]
  private static func isWritable(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 || shortEscapes[$0] != nil } }
  private static func quoted(_ text: String) -> [UInt8] {
    let inside = text.utf8.flatMap { byte in shortEscapes[byte].map { [UInt8(ascii: "\\"), $0] } ?? [byte] }
    return [UInt8(ascii: "\"")] + inside + [UInt8(ascii: "\"")]
  }
}
