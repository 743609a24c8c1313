import Crypto

extension [UInt8] {
  /// These bytes and the SHA-256 of `other`: what authenticators sign.
  func appendingHash(of other: [UInt8]) -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(count + 32)
    message += self
    SHA256.hash(data: other).withUnsafeBytes { message += $0 }
    return message
  }

  /// Their SHA-256.
  var hash: [UInt8] { SHA256.hash(data: self).withUnsafeBytes { Array($0) } }
}
