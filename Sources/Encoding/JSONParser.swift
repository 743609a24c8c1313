/// A single pass over a JSON text that validates all of it and lists its values.
struct JSONParser {
  let text: UnsafeRawBufferPointer
  var position: Int
  var nodes: [JSONNode] = []

  init(text: UnsafeRawBufferPointer, position: Int) {
    (self.text, self.position) = (text, position)
    nodes.reserveCapacity(48)
  }

  mutating func parse() throws(JSONError) -> [JSONNode] {
    skipSpace()
    try value(depth: 0)
    skipSpace()
    guard position == text.count else { throw JSONError(.malformed, at: position) }
    return nodes
  }

  func fail<T>(_ fault: JSONError.Fault = .malformed) throws(JSONError) -> T {
    throw JSONError(position < text.count ? fault : fault == .malformed ? .truncated : fault, at: position)
  }

  /// The next byte, or 0 (which starts no value) at the end.
  var next: UInt8 { position < text.count ? text[position] : 0 }

  mutating func skipSpace() {
    while position < text.count {
      switch text[position] {
      case 0x20, 0x09, 0x0a, 0x0d: position += 1
      default: return
      }
    }
  }

  mutating func value(depth: Int) throws(JSONError) {
    switch next {
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "{"): try object(depth: depth)
    case UInt8(ascii: "["): try array(depth: depth)
    case UInt8(ascii: "t"): try word("true", .true)
    case UInt8(ascii: "f"): try word("false", .false)
    case UInt8(ascii: "n"): try word("null", .null)
    default: try number()
    }
  }

  mutating func append(_ kind: JSONNode.Kind, from start: Int) {
    let index = UInt32(truncatingIfNeeded: nodes.count)
    let (first, last) = (UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: position))
    nodes.append(JSONNode(kind: kind, start: first, end: last, index: index, next: index + 1))
  }

  private mutating func close(_ index: Int) {
    nodes[index].end = UInt32(truncatingIfNeeded: position)
    nodes[index].next = UInt32(truncatingIfNeeded: nodes.count)
  }

  private mutating func object(depth: Int) throws(JSONError) {
    guard depth < JSONDocument.maximumDepth else { return try fail(.tooDeep) }
    let object = nodes.count
    append(.object, from: position)
    position += 1
    skipSpace()
    var count = 0
    while next != UInt8(ascii: "}") {
      if count > 0 { try comma() }
      count += 1
      guard count <= JSONDocument.maximumMemberCount else { return try fail(.tooLarge) }
      guard next == UInt8(ascii: "\"") else { return try fail() }
      let name = nodes.count
      try string()
      guard isNew(name, in: object) else { return try fail(.duplicateName) }
      skipSpace()
      guard next == UInt8(ascii: ":") else { return try fail() }
      position += 1
      skipSpace()
      try value(depth: depth + 1)
      skipSpace()
    }
    position += 1
    close(object)
  }

  private mutating func array(depth: Int) throws(JSONError) {
    guard depth < JSONDocument.maximumDepth else { return try fail(.tooDeep) }
    let array = nodes.count
    append(.array, from: position)
    position += 1
    skipSpace()
    var isFirst = true
    while next != UInt8(ascii: "]") {
      if !isFirst { try comma() }
      isFirst = false
      try value(depth: depth + 1)
      skipSpace()
    }
    position += 1
    close(array)
  }

  private mutating func comma() throws(JSONError) {
    guard next == UInt8(ascii: ",") else { return try fail() }
    position += 1
    skipSpace()
  }

  private mutating func word(_ word: StaticString, _ kind: JSONNode.Kind) throws(JSONError) {
    let start = position
    for index in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[index] else { return try fail() }
      position += 1
    }
    append(kind, from: start)
  }

  private mutating func number() throws(JSONError) {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if next | 0x20 == UInt8(ascii: "e") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    append(.number, from: start)
  }

  private mutating func digits() throws(JSONError) {
    guard next &- 48 < 10 else { return try fail() }
    while next &- 48 < 10 { position += 1 }
  }

  /// Returns `true` if no earlier member of the object has the same name as the node at index `name`.
  private func isNew(_ name: Int, in object: Int) -> Bool {
    let new = nodes[name]
    var index = object + 1
    while index < name {
      let old = nodes[index]
      if old.kind == .string, new.kind == .string {
        if old.end - old.start == new.end - new.start,
          sameBytes(
            UnsafeRawBufferPointer(rebasing: text[old.range]), UnsafeRawBufferPointer(rebasing: text[new.range]))
        {
          return false
        }
      } else if Self.unescaped(text[old.range]) == Self.unescaped(text[new.range]) {
        return false
      }
      index = Int(nodes[index + 1].next)
    }
    return true
  }
}
