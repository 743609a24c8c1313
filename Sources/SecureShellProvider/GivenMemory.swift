import CSecureShell
import Foundation

/// Memory that OpenSSH frees with `free`.
enum GivenMemory {
  /// Never null: OpenSSH takes a missing part for a fault, and an empty one not.
  static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8>? {
    let copy = malloc(max(1, bytes.count))?.assumingMemoryBound(to: UInt8.self)
    copy?.update(from: bytes, count: bytes.count)
    return copy
  }

  /// A zeroed one.
  static func one<Value>(_ type: Value.Type, count: Int = 1) -> UnsafeMutablePointer<Value>? {
    calloc(max(1, count), MemoryLayout<Value>.stride)?.assumingMemoryBound(to: type)
  }
}

extension shell_key {
  init(publicPoint: [UInt8], credentialID: [UInt8], flags: KeyFlags) {
    self.init()
    self.flags = flags.rawValue
    (public_key, public_key_length) = (GivenMemory.copy(publicPoint), publicPoint.count)
    (key_handle, key_handle_length) = (GivenMemory.copy(credentialID), credentialID.count)
  }
}
