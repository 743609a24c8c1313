import Crypto
import Encoding

/// A private key and the chain code with which its children are made (BIP32).
public struct ExtendedPrivateKey: Sendable {
  public let key: Secp256k1PrivateKey
  /// 32 bytes.
  public let chainCode: Secret

  init(key: Secp256k1PrivateKey, chainCode: Secret) { (self.key, self.chainCode) = (key, chainCode) }

  /// The master key of a seed of 16 to 64 bytes.
  ///
  /// - Throws: `invalid` for another length, and for the one seed in 2¹²⁷ that has no key.
  public init(seed: Secret) throws(KeycardError) {
    guard (16...64).contains(seed.count) else { throw KeycardError(.invalid, "a seed has 16 to 64 bytes") }
    let output = HMAC<SHA512>.secret(key: Secret(Array("Bitcoin seed".utf8)), message: seed)
    guard let key = Secp256k1PrivateKey(output.part(0..<32)) else { throw KeycardError(.invalid, "this seed has no key") }
    self.init(key: key, chainCode: output.part(32..<64))
  }

  /// The descendant at the end of a path.
  ///
  /// - Throws: `invalid` for the one step in 2¹²⁷ that has no key.
  public func descendant(_ path: DerivationPath) throws(KeycardError) -> ExtendedPrivateKey {
    var key = self
    for step in path.steps { key = try key.child(step) }
    return key
  }

  private func child(_ step: UInt32) throws(KeycardError) -> ExtendedPrivateKey {
    let number = withUnsafeBytes(of: step.bigEndian) { Secret(Array($0)) }
    let parent = step < DerivationPath.hardened ? [Secret(key.publicKey.compressed)] : [Secret([0]), key.bytes]
    let output = HMAC<SHA512>.secret(key: chainCode, message: Secret(joining: parent + [number]))
    guard let child = output.withBytes({ key.adding(UnsafeRawBufferPointer(rebasing: $0[..<32])) }) else {
      throw KeycardError(.invalid, "this step has no key")
    }
    return ExtendedPrivateKey(key: child, chainCode: output.part(32..<64))
  }
}

extension HMAC<SHA512> {
  fileprivate static func secret(key: Secret, message: Secret) -> Secret {
    message.withBytes { message in
      var code = HMAC<SHA512>(key: key.withBytes { SymmetricKey(data: $0) })
      code.update(data: message)
      return code.finalize().withUnsafeBytes { Secret($0) }
    }
  }
}

extension Secret {
  /// Some of the bytes. A range that reaches beyond them gives what there is.
  func part(_ range: Range<Int>) -> Secret {
    withBytes { Secret(UnsafeRawBufferPointer(rebasing: $0[range.clamped(to: 0..<$0.count)])) }
  }
}
