/// A JSON text (RFC 8259), validated once as a whole and then read in place, without dictionaries and without creating
/// strings that are not requested.
///
/// It is stricter than most parsers, because two readers of the same security-relevant text must not interpret it
/// differently. Names must be unique, strings must be valid Unicode, and nothing may follow the value. Depth, size and
/// the number of members are limited.
public struct JSONDocument: Sendable {
  /// The maximum nesting depth.
  public static let maximumDepth = 32
  /// The maximum length of a text in bytes.
  public static let maximumSize = 4 << 20
  /// The maximum number of members of an object. Names are compared with each other, and the limit bounds the work.
  public static let maximumMemberCount = 256

  /// The text in UTF-8, to which the ranges of nodes refer.
  public let bytes: [UInt8]
  let nodes: [JSONNode]

  /// Parses all of `bytes`. With `skippingByteOrderMark`, a leading U+FEFF is skipped, as "UTF-8 decode" of the
  /// Encoding Standard does. A text that is known to be long may be given a different `maximumSize`, below 4 GiB.
  public init(_ bytes: [UInt8], skippingByteOrderMark: Bool = false, maximumSize: Int = JSONDocument.maximumSize)
    throws(JSONError)
  {
    guard bytes.count <= maximumSize else { throw JSONError(.tooLarge, at: maximumSize) }
    let start = skippingByteOrderMark && bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    let result = bytes.withUnsafeBytes { text in
      var parser = JSONParser(text: text, position: start)
      return Result { () throws(JSONError) in try parser.parse() }
    }
    nodes = try result.get()
    self.bytes = bytes
  }

  /// The outermost value.
  public var root: JSONNode { nodes[0] }

  /// Returns the object's member with this name, which must be ASCII. Returns `nil` if there is no such member or
  /// `object` is not an object.
  public func member(_ name: StaticString, of object: JSONNode) -> JSONNode? {
    guard object.kind == .object else { return nil }
    var index = Int(object.index) + 1
    while index < Int(object.next) {
      let value = nodes[index + 1]
      if equals(nodes[index], name) { return value }
      index = Int(value.next)
    }
    return nil
  }

  /// Returns the names and values of an object's members, in order.
  public func members(of object: JSONNode) -> [(name: JSONNode, value: JSONNode)] {
    guard object.kind == .object else { return [] }
    var members: [(name: JSONNode, value: JSONNode)] = []
    var index = Int(object.index) + 1
    while index < Int(object.next) {
      members.append((nodes[index], nodes[index + 1]))
      index = Int(nodes[index + 1].next)
    }
    return members
  }

  /// Returns the items of an array, in order.
  public func items(of array: JSONNode) -> [JSONNode] {
    guard array.kind == .array else { return [] }
    var items: [JSONNode] = []
    var index = Int(array.index) + 1
    while index < Int(array.next) {
      items.append(nodes[index])
      index = Int(nodes[index].next)
    }
    return items
  }
}

extension JSONDocument {
  /// Returns `true` if a string node, once unescaped, equals `text`, which must be ASCII.
  public func equals(_ node: JSONNode, _ text: StaticString) -> Bool {
    let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    switch node.kind {
    case .string:
      guard Int(node.end - node.start) == wanted.count else { return false }
      return bytes.withUnsafeBytes { sameBytes(UnsafeRawBufferPointer(rebasing: $0[node.range]), wanted) }
    case .escapedString: return stringBytes(node).elementsEqual(wanted)
    default: return false
    }
  }

  /// Returns `true` if a string node, once unescaped, equals `text`.
  public func equals(_ node: JSONNode, _ text: String) -> Bool {
    switch node.kind {
    case .string:
      guard Int(node.end - node.start) == text.utf8.count else { return false }
      let same = text.utf8.withContiguousStorageIfAvailable { wanted in
        bytes.withUnsafeBytes {
          sameBytes(UnsafeRawBufferPointer(rebasing: $0[node.range]), UnsafeRawBufferPointer(wanted))
        }
      }
      return same ?? bytes[node.range].elementsEqual(text.utf8)
    case .escapedString: return stringBytes(node).elementsEqual(text.utf8)
    default: return false
    }
  }

  /// Returns `true` if two string nodes are equal once unescaped.
  public func equals(_ left: JSONNode, _ right: JSONNode) -> Bool {
    guard left.kind == .string, right.kind == .string else {
      return left.isString && right.isString && stringBytes(left) == stringBytes(right)
    }
    return bytes.withUnsafeBytes {
      sameBytes(UnsafeRawBufferPointer(rebasing: $0[left.range]), UnsafeRawBufferPointer(rebasing: $0[right.range]))
    }
  }

  /// Returns the text of a string node.
  public func string(_ node: JSONNode) -> String? {
    switch node.kind {
    case .string: String(decoding: bytes[node.range], as: UTF8.self)
    case .escapedString: String(decoding: stringBytes(node), as: UTF8.self)
    default: nil
    }
  }

  /// Decodes a string node that contains base64url.
  public func base64URL(_ node: JSONNode) -> [UInt8]? {
    switch node.kind {
    case .string: return Base64URL.decode(bytes, in: node.range)
    case .escapedString:
      let text = stringBytes(node)
      return Base64URL.decode(text, in: 0..<text.count)
    default: return nil
    }
  }

  /// Returns the value of a number node that is an integer without fraction or exponent.
  public func integer(_ node: JSONNode) -> Int64? {
    node.kind == .number ? Int64(String(decoding: bytes[node.range], as: UTF8.self)) : nil
  }

  /// Returns the value of a `true` or `false` node.
  public func boolean(_ node: JSONNode) -> Bool? {
    switch node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// Returns the unescaped UTF-8 of a string node.
  public func stringBytes(_ node: JSONNode) -> [UInt8] { JSONParser.unescaped(bytes[node.range]) }
}
