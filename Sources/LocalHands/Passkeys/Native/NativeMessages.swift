/// Messages between a browser and a program that it started (Chrome, "Native messaging"): a length of four bytes in the machine's own order, then
/// that many bytes of JSON.
struct NativeMessages {
  /// The longest that a browser sends, and the longest that it takes.
  static let longestIn = 64 << 20, longestOut = 1_024 * 1_024

  /// A length that no message has: what follows cannot be read any more.
  struct TooLong: Error, Hashable {}

  private var buffer: [UInt8] = []

  /// Takes bytes as they come.
  ///
  /// - Returns: The messages that are whole by now.
  mutating func take(_ bytes: some Collection<UInt8>) throws(TooLong) -> [[UInt8]] {
    buffer += bytes
    var messages: [[UInt8]] = [], start = 0
    while buffer.count - start >= 4 {
      let length = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt32.self) }
      guard length <= UInt32(Self.longestIn) else { throw TooLong() }
      guard buffer.count - start - 4 >= Int(length) else { break }
      messages.append(Array(buffer[start + 4..<start + 4 + Int(length)]))
      start += 4 + Int(length)
    }
    buffer.removeFirst(start)
    return messages
  }

  /// Whether a message was begun that is not whole.
  var isInMiddle: Bool { !buffer.isEmpty }

  /// With its length before it.
  static func framed(_ message: [UInt8]) throws(TooLong) -> [UInt8] {
    guard message.count <= longestOut else { throw TooLong() }
    return withUnsafeBytes(of: UInt32(message.count)) { Array($0) } + message
  }
}
