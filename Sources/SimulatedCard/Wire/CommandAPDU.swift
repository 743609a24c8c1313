/// A command in short form (ISO/IEC 7816-4 §5.1). A Keycard knows no extended lengths.
struct CommandAPDU: Hashable, Sendable {
  let cla: UInt8, ins: UInt8, p1: UInt8, p2: UInt8
  let payload: [UInt8]
  /// How many bytes are expected at most; `nil` when the command does not say.
  let expected: Int?

  /// Refuses what is too short, what announces more or less than it brings, and extended lengths.
  init(_ bytes: [UInt8]) throws(StatusWord) {
    guard bytes.count >= 4 else { throw .wrongLength }
    (cla, ins, p1, p2) = (bytes[0], bytes[1], bytes[2], bytes[3])
    func length(_ byte: UInt8) -> Int { byte == 0 ? 256 : Int(byte) }
    switch bytes.count {
    case 4: (payload, expected) = ([], nil)
    case 5: (payload, expected) = ([], length(bytes[4]))
    default:
      let count = Int(bytes[4])
      guard count > 0, bytes.count == 5 + count || bytes.count == 6 + count else { throw .wrongLength }
      payload = Array(bytes[5..<(5 + count)])
      expected = bytes.count == 6 + count ? length(bytes[5 + count]) : nil
    }
  }
}
