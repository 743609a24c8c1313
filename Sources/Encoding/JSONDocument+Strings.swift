extension JSONDocument {
  /// Whether a string node is `text`, escapes undone. The text must be ASCII.
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

  /// Whether a string node is `text`, escapes undone.
  public func equals(_ node: JSONNode, _ text: String) -> Bool {
    switch node.kind {
    case .string:
      guard Int(node.end - node.start) == text.utf8.count else { return false }
      let same = text.utf8.withContiguousStorageIfAvailable { wanted in
        bytes.withUnsafeBytes { sameBytes(UnsafeRawBufferPointer(rebasing: $0[node.range]), UnsafeRawBufferPointer(wanted)) }
      }
      return same ?? bytes[node.range].elementsEqual(text.utf8)
    case .escapedString: return stringBytes(node).elementsEqual(text.utf8)
    default: return false
    }
  }

  /// Whether two string nodes are the same text, escapes undone.
  public func equals(_ left: JSONNode, _ right: JSONNode) -> Bool {
    guard left.kind == .string, right.kind == .string else {
      return left.isString && right.isString && stringBytes(left) == stringBytes(right)
    }
    return bytes.withUnsafeBytes {
      sameBytes(UnsafeRawBufferPointer(rebasing: $0[left.range]), UnsafeRawBufferPointer(rebasing: $0[right.range]))
    }
  }

  /// The text of a string node.
  public func string(_ node: JSONNode) -> String? {
    switch node.kind {
    case .string: String(decoding: bytes[node.range], as: UTF8.self)
    case .escapedString: String(decoding: stringBytes(node), as: UTF8.self)
    default: nil
    }
  }

  /// The bytes of a string node that holds base64url.
  public func base64URL(_ node: JSONNode) -> [UInt8]? {
    switch node.kind {
    case .string: return Base64URL.decode(bytes, in: node.range)
    case .escapedString:
      let text = stringBytes(node)
      return Base64URL.decode(text, in: 0..<text.count)
    default: return nil
    }
  }

  /// A number node that is an integer without fraction and exponent.
  public func integer(_ node: JSONNode) -> Int64? {
    node.kind == .number ? Int64(String(decoding: bytes[node.range], as: UTF8.self)) : nil
  }

  /// `true` or `false`.
  public func boolean(_ node: JSONNode) -> Bool? {
    switch node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The UTF-8 of a string node, escapes undone.
  public func stringBytes(_ node: JSONNode) -> [UInt8] { JSONParser.unescaped(bytes[node.range]) }
}
