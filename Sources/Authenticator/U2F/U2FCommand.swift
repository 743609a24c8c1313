/// A command of U2F (FIDO U2F Raw Message Formats v1.2 §3 to §6), read from an ISO 7816-4 command APDU in its short or extended form.
struct U2FCommand: Hashable, Sendable {
  enum Instruction: UInt8, Sendable {
    case register = 0x01
    case authenticate = 0x02
    case version = 0x03
  }

  let instruction: Instruction
  /// P1.
  let control: UInt8
  let parameters: [UInt8]

  init(_ apdu: [UInt8]) throws(U2FStatus) {
    guard apdu.count >= 4 else { throw .wrongLength }
    guard apdu[0] == 0 else { throw .classNotSupported }
    guard let instruction = Instruction(rawValue: apdu[1]) else { throw .instructionNotSupported }
    self.instruction = instruction
    control = apdu[2]
    parameters = try Self.body(Array(apdu.dropFirst(4)))
  }

  /// What lies between the length of the data and the length that is expected in answer, of which either may lack (ISO 7816-4 §5.1).
  private static func body(_ rest: [UInt8]) throws(U2FStatus) -> [UInt8] {
    guard let first = rest.first, rest.count > 1 else { return [] }
    if first != 0 {
      let length = Int(first)
      guard rest.count == 1 + length || rest.count == 2 + length else { throw .wrongLength }
      return Array(rest[1..<1 + length])
    }
    guard rest.count >= 3 else { throw .wrongLength }
    if rest.count == 3 { return [] }
    let length = Int(rest[1]) << 8 | Int(rest[2])
    guard rest.count == 3 + length || rest.count == 5 + length else { throw .wrongLength }
    return Array(rest[3..<3 + length])
  }
}
