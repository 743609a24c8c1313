/// Writes the structures of the TPM 2.0 Library, Part 2: big-endian integers, and buffers that carry their length in 16 bits.
struct TPMBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: UInt8) { bytes.append(number) }
  mutating func append(_ number: UInt16) { bytes += Self.bigEndian(number) }
  mutating func append(_ number: UInt32) { bytes += Self.bigEndian(number) }
  mutating func append(raw content: [UInt8]) { bytes += content }
  /// A TPM2B. What is longer than 65535 bytes is no TPM2B, and nothing here is.
  mutating func append(sized content: [UInt8]) {
    append(UInt16(truncatingIfNeeded: content.count))
    bytes += content
  }

  static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

  /// `content` as a TPM2B.
  static func sized(_ content: [UInt8]) -> [UInt8] {
    var whole = TPMBytes()
    whole.append(sized: content)
    return whole.bytes
  }
}
