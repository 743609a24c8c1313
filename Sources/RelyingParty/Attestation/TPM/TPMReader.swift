/// Reads the structures of the TPM 2.0 Library, Part 2: big-endian integers, and TPM2B buffers that carry their length in 16 bits.
struct TPMReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) { (self.bytes, position) = (bytes, bytes.startIndex) }

  var isAtEnd: Bool { position == bytes.endIndex }

  mutating func readUInt16() throws(TPMError) -> UInt16 { UInt16(truncatingIfNeeded: try readInteger(2)) }
  mutating func readUInt32() throws(TPMError) -> UInt32 { UInt32(truncatingIfNeeded: try readInteger(4)) }

  /// A TPM2B.
  mutating func readBuffer() throws(TPMError) -> ArraySlice<UInt8> { try read(Int(try readUInt16())) }

  mutating func skip(_ count: Int) throws(TPMError) { _ = try read(count) }

  mutating func finish() throws(TPMError) { guard isAtEnd else { throw .malformed } }

  private mutating func readInteger(_ count: Int) throws(TPMError) -> UInt64 { try read(count).reduce(0) { $0 << 8 | UInt64($1) } }

  private mutating func read(_ count: Int) throws(TPMError) -> ArraySlice<UInt8> {
    guard count <= bytes.endIndex - position else { throw .malformed }
    defer { position += count }
    return bytes[position..<position + count]
  }
}

/// Why bytes are not the structure of a TPM that was expected there.
enum TPMError: Error {
  /// Too short, too long, or a constant is another.
  case malformed
  /// An algorithm or curve that is not supported.
  case unsupported
}
