import Crypto
import Encoding

/// HKDF as GNUnet has it: RFC 5869 with HMAC-SHA512 to extract and HMAC-SHA256 to expand.
enum KeyDerivation {
  /// - Parameters:
  ///   - count: At most 255 · 32 bytes.
  ///   - salt: Empty for none.
  static func derive(_ count: Int, salt: [UInt8] = [], from material: Secret, info: [UInt8]) -> Secret {
    let key = SymmetricKey(
      data: material.withBytes { bytes in HMAC<SHA512>.authenticationCode(for: bytes, using: SymmetricKey(data: salt)) })
    return Secret(byteCount: count) { output in
      var block: HMAC<SHA256>.MAC?
      var filled = 0
      var number: UInt8 = 1
      while filled < count {
        var code = HMAC<SHA256>(key: key)
        block?.withUnsafeBytes { code.update(data: $0) }
        code.update(data: info)
        code.update(data: [number])
        let next = code.finalize()
        next.withUnsafeBytes { bytes in
          let part = min(bytes.count, count - filled)
          UnsafeMutableRawBufferPointer(rebasing: output[filled..<filled + part])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[0..<part]))
          filled += part
        }
        block = next
        number &+= 1
      }
    }
  }
}
