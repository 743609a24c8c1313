/// Messages between a browser and a program that it started (Chrome, "Native messaging"): a length of four bytes in the machine's own order, then
/// that many bytes of JSON.
struct NativeMessages {
  /// The longest that a browser sends, and the longest that it takes.
  static let longestIn = 64 << 20, longestOut = 1_024 * 1_024

  struct TooLong: Error, Hashable {}

  private var buffer: [UInt8] = []
  /// A length came that no message has: what follows cannot be read any more.
  private(set) var isBroken = false

  /// Takes bytes as they come.
  ///
  /// - Returns: The messages that are whole by now.
  mutating func take(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
    buffer += bytes
    var messages: [[UInt8]] = [], start = 0
    while !isBroken, buffer.count - start >= 4 {
      let length = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt32.self) }
      isBroken = length > UInt32(Self.longestIn)
      guard !isBroken, buffer.count - start - 4 >= Int(length) else { break }
      messages.append(Array(buffer[start + 4..<start + 4 + Int(length)]))
      start += 4 + Int(length)
    }
    buffer.removeFirst(start)
    return messages
  }

  /// With its length before it.
  static func framed(_ message: [UInt8]) throws(TooLong) -> [UInt8] {
    guard message.count <= longestOut else { throw TooLong() }
    return withUnsafeBytes(of: UInt32(message.count)) { Array($0) } + message
  }
}
