import Crypto

/// `K` of the format (§1): one key from another and from what it is for.
enum Derivation {
  /// One part of what a key is for.
  enum Part {
    case text(String), bytes([UInt8]), number(UInt32)

    fileprivate var encoded: [UInt8] {
      switch self {
      case .text(let text): Array(text.utf8)
      case .bytes(let bytes): bytes
      case .number(let number): [0, 0, 0, 0] + Self.bigEndian(number)
      }
    }

    static func bigEndian(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
  }

  /// The parts, each with its length before it.
  static func info(_ parts: [Part]) -> [UInt8] {
    ([.text("latchstring/v1")] + parts).flatMap { part in
      let bytes = part.encoded
      return [UInt8(truncatingIfNeeded: bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)] + bytes
    }
  }

  /// HKDF-SHA256 without a salt, 32 bytes.
  static func key(_ material: [UInt8], _ parts: Part...) -> [UInt8] {
    HKDF<SHA256>.deriveKey(inputKeyMaterial: SymmetricKey(data: material), info: info(parts), outputByteCount: 32).withUnsafeBytes(Array.init)
  }
}
