import Crypto

/// A private key that can have children (BIP-32).
struct ExtendedKey: Equatable, Sendable {
  var privateKey: [UInt8]
  var chainCode: [UInt8]

  init(privateKey: [UInt8], chainCode: [UInt8]) { (self.privateKey, self.chainCode) = (privateKey, chainCode) }

  /// The master key of a seed. `nil` for the seeds that BIP-32 calls invalid, one in 2¹²⁷.
  init?(seed: [UInt8]) {
    let (left, right) = Self.halves(key: Array("Bitcoin seed".utf8), seed)
    guard Curve.isPrivateKey(left) else { return nil }
    self.init(privateKey: left, chainCode: right)
  }

  /// The child of this number; from 2³¹ on it is hardened. `publicKey` is this key's own where somebody knows it already.
  func child(_ number: ArraySlice<UInt8>, publicKey: [UInt8]? = nil) -> ExtendedKey? {
    guard let top = number.first else { return nil }
    let parent: [UInt8]?
    if top >= 0x80 { parent = [0] + privateKey } else { parent = Self.compressed(publicKey ?? Curve.publicKey(of: privateKey)) }
    guard let parent else { return nil }
    let (left, right) = Self.halves(key: chainCode, parent + number)
    return Curve.adding(left, to: privateKey).map { ExtendedKey(privateKey: $0, chainCode: right) }
  }

  /// The key at the end of a path of four-byte numbers.
  func descendant(_ path: [UInt8], publicKey: [UInt8]? = nil) -> ExtendedKey? {
    var key = self
    for start in stride(from: 0, to: path.count - path.count % 4, by: 4) {
      guard let child = key.child(path[start..<(start + 4)], publicKey: start == 0 ? publicKey : nil) else { return nil }
      key = child
    }
    return key
  }

  private static func halves(key: [UInt8], _ bytes: [UInt8]) -> ([UInt8], [UInt8]) {
    let code = Array(HMAC<SHA512>.authenticationCode(for: bytes, using: SymmetricKey(data: key)))
    return (Array(code.prefix(32)), Array(code.suffix(32)))
  }

  private static func compressed(_ point: [UInt8]?) -> [UInt8]? {
    guard let point, point.count == Curve.pointSize, let last = point.last else { return nil }
    return [2 | last & 1] + point[1..<33]
  }
}
