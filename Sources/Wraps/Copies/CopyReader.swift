import Encoding

/// Reads the members of a copy in the order in which they must stand. Anything else throws `damaged`.
struct CopyReader {
  private let document: JSONDocument

  init(_ bytes: [UInt8], mostBytes: Int) throws(CopyRefusal) {
    do { document = try JSONDocument(bytes, maximumSize: mostBytes) } catch { throw .damaged }
  }

  var root: JSONNode { document.root }

  /// Returns the values of an object that has exactly these members, in this order.
  func members(of object: JSONNode, _ names: [StaticString]) throws(CopyRefusal) -> [JSONNode] {
    let members = document.members(of: object)
    guard members.count == names.count, zip(members, names).allSatisfy({ document.equals($0.name, $1) }) else {
      throw .damaged
    }
    return members.map(\.value)
  }

  func items(_ node: JSONNode) throws(CopyRefusal) -> [JSONNode] {
    guard node.kind == .array else { throw .damaged }
    return document.items(of: node)
  }

  func row(_ node: JSONNode, count: Int) throws(CopyRefusal) -> [JSONNode] {
    let items = try items(node)
    guard items.count == count else { throw .damaged }
    return items
  }

  func rows(_ node: JSONNode, count: Int) throws(CopyRefusal) -> [[JSONNode]] {
    try items(node).map { item throws(CopyRefusal) in try row(item, count: count) }
  }

  func texts(_ node: JSONNode) throws(CopyRefusal) -> [String] {
    try items(node).map { item throws(CopyRefusal) in try text(item) }
  }

  func text(_ node: JSONNode) throws(CopyRefusal) -> String {
    guard let text = document.string(node) else { throw .damaged }
    return text
  }

  func bytes(_ node: JSONNode, count: Int) throws(CopyRefusal) -> [UInt8] {
    guard let bytes = document.base64URL(node), bytes.count == count else { throw .damaged }
    return bytes
  }

  func flag(_ node: JSONNode) throws(CopyRefusal) -> Bool {
    guard let flag = document.boolean(node) else { throw .damaged }
    return flag
  }

  /// Reads a revision, from 1 to 2³²−1.
  func number(_ node: JSONNode) throws(CopyRefusal) -> UInt32 {
    guard let kit = try kit(node) else { throw .damaged }
    return kit
  }

  /// Reads the number of a kit; 0 stands for none.
  func kit(_ node: JSONNode) throws(CopyRefusal) -> UInt32? {
    guard let number = document.integer(node), let kit = UInt32(exactly: number) else { throw .damaged }
    return kit == 0 ? nil : kit
  }
}
