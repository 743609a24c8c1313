import Encoding
import Foundation

/// A line while it is being typed, and the effect of each key on it. Its content is wiped when the line is released.
struct TypedLine: ~Copyable {
  enum Change: Hashable {
    case added([UInt8])
    /// The number of removed characters.
    case removed(Int)
    case nothing, entered, back, end
  }

  private static let longest = 4096
  private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: longest, alignment: 1)
  private var count = 0

  deinit {
    if let base = bytes.baseAddress { explicit_bzero(base, bytes.count) }
    bytes.deallocate()
  }

  var isEmpty: Bool { count == 0 }
  var secret: Secret { Secret(UnsafeRawBufferPointer(rebasing: bytes[..<count])) }

  /// - Parameter following: Returns the next byte if it arrives at once. This distinguishes Esc as a key by itself from
  ///   the sequences of other keys, which begin with the same byte.
  mutating func take(_ byte: UInt8, following: () -> UInt8?) -> Change {
    switch byte {
    case 10, 13: return .entered
    case 3: return .back
    case 4: return count == 0 ? .end : .nothing
    case 8, 127: return .removed(removeLast() ? 1 : 0)
    case 21:
      var removed = 0
      while removeLast() { removed += 1 }
      return .removed(removed)
    case 27: return skipSequence(following) ? .nothing : .back
    case 0..<32: return .nothing
    default: return add(byte) ? .added([byte]) : .nothing
    }
  }

  /// Adds one byte unchanged. If the line is full, the byte is ignored.
  @discardableResult
  mutating func add(_ byte: UInt8) -> Bool {
    guard count < bytes.count else { return false }
    bytes[count] = byte
    count += 1
    return true
  }

  /// Removes the last character, with all of its bytes.
  private mutating func removeLast() -> Bool {
    guard count > 0 else { return false }
    repeat { count -= 1 } while count > 0 && bytes[count] & 0xC0 == 0x80
    return true
  }

  /// Skips the sequences of arrow keys and similar keys, which are ignored here (ECMA-48 §5.4).
  private func skipSequence(_ following: () -> UInt8?) -> Bool {
    guard let first = following() else { return false }
    guard first == UInt8(ascii: "[") || first == UInt8(ascii: "O") else { return true }
    while let byte = following(), !(0x40...0x7E).contains(byte) {}
    return true
  }
}
