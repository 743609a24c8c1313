/// Writes DER, valid or invalid, for structures that no library produces.
enum TestDER {
  /// An element with its length in the shortest form.
  static func element(_ tag: [UInt8], _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length: [UInt8] =
      switch count {
      case 0..<0x80: [UInt8(count)]
      case 0x80..<0x100: [0x81, UInt8(count)]
      default: [0x82, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
      }
    return tag + length + content
  }

  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { element([tag], content) }
  static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(0x30, parts.flatMap { $0 }) }
  static func set(_ parts: [UInt8]...) -> [UInt8] { element(0x31, parts.flatMap { $0 }) }
  static func integer(_ number: UInt8) -> [UInt8] { element(0x02, number < 0x80 ? [number] : [0, number]) }
  static func enumerated(_ number: UInt8) -> [UInt8] { element(0x0a, [number]) }
  static func octets(_ bytes: some Sequence<UInt8>) -> [UInt8] { element(0x04, Array(bytes)) }
  static func bits(_ bytes: [UInt8], unused: UInt8 = 0) -> [UInt8] { element(0x03, [unused] + bytes) }
  static func text(_ text: String) -> [UInt8] { element(0x0c, Array(text.utf8)) }
  static func boolean(_ byte: UInt8 = 0xff) -> [UInt8] { element(0x01, [byte]) }
  static let null: [UInt8] = [5, 0]

  /// An OBJECT IDENTIFIER whose first two numbers are small.
  static func identifier(_ numbers: [UInt32]) -> [UInt8] {
    var content = [UInt8(numbers[0] * 40 + numbers[1])]
    for number in numbers.dropFirst(2) {
      var groups = [UInt8(number & 0x7f)]
      var rest = number >> 7
      while rest > 0 {
        groups.append(UInt8(rest & 0x7f) | 0x80)
        rest >>= 7
      }
      content += groups.reversed()
    }
    return element(0x06, content)
  }

  /// An explicit tag of the context-specific class.
  static func tagged(_ number: UInt32, constructed: Bool = true, _ content: [UInt8]) -> [UInt8] {
    let form: UInt8 = constructed ? 0xa0 : 0x80
    if number < 31 { return element(form | UInt8(number), content) }
    return element([form | 0x1f, UInt8(number >> 7) | 0x80, UInt8(number & 0x7f)], content)
  }

  /// One attribute of a name, in its own set.
  static func attribute(_ type: [UInt32], _ value: [UInt8]) -> [UInt8] { set(sequence(identifier(type), value)) }
}
