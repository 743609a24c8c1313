import CSodium
import Encoding

/// How everything is sealed: XSalsa20-Poly1305 under a key of its own, written as nonce (24 bytes), authenticator (16 bytes), ciphertext
/// (`anastasis_encrypt`).
package enum Sealing {
  package static let nonceCount = 24
  /// So many bytes a sealed text is longer.
  static let overhead = 40

  /// What is sealed; it goes into the key, so that one thing is never taken for another.
  package struct Purpose: Sendable {
    var tag: [UInt8]
    init(_ tag: String) { self.tag = Array(tag.utf8) }
    package static let recoveryDocument = Purpose("erd"), metaData = Purpose("rmd"), keyShare = Purpose("eks"), truth = Purpose("ect")
    static let master = Purpose("emk"), coreSecret = Purpose("cse")
  }

  static func seal(_ plain: UnsafeRawBufferPointer, under seed: Secret, for purpose: Purpose, nonce: [UInt8] = Sodium.random(nonceCount)) -> [UInt8] {
    precondition(nonce.count == nonceCount, "a nonce is drawn here, or a test's")
    let key = KeyDerivation.derive(32, salt: nonce, from: seed, info: purpose.tag)
    var box = [UInt8](repeating: 0, count: plain.count + overhead - nonceCount)
    _ = Sodium.isReady
    key.withBytes { key in
      _ = crypto_secretbox_easy(
        &box, plain.bindMemory(to: UInt8.self).baseAddress, UInt64(plain.count), nonce, key.bindMemory(to: UInt8.self).baseAddress!)
    }
    return nonce + box
  }

  package static func seal(_ plain: [UInt8], under seed: Secret, for purpose: Purpose, nonce: [UInt8] = Sodium.random(nonceCount)) -> [UInt8] {
    plain.withUnsafeBytes { seal($0, under: seed, for: purpose, nonce: nonce) }
  }
  static func seal(_ plain: Secret, under seed: Secret, for purpose: Purpose, nonce: [UInt8] = Sodium.random(nonceCount)) -> [UInt8] {
    plain.withBytes { seal($0, under: seed, for: purpose, nonce: nonce) }
  }

  /// - Throws: `malformed` where it is too short, `sealed` where it does not open under this seed and purpose.
  static func open(_ sealed: [UInt8], under seed: Secret, for purpose: Purpose) throws(EscrowError) -> Secret {
    guard sealed.count >= overhead else { throw EscrowError(.malformed, "shorter than an empty sealed text") }
    let nonce = Array(sealed[..<nonceCount]), box = Array(sealed[nonceCount...])
    let key = KeyDerivation.derive(32, salt: nonce, from: seed, info: purpose.tag)
    var status: Int32 = -1
    _ = Sodium.isReady
    let plain = Secret(byteCount: sealed.count - overhead) { output in
      // An empty buffer has no address, and libsodium writes nothing there.
      var nowhere: UInt8 = 0
      status = key.withBytes { key in
        withUnsafeMutablePointer(to: &nowhere) { nowhere in
          crypto_secretbox_open_easy(
            output.bindMemory(to: UInt8.self).baseAddress ?? nowhere, box, UInt64(box.count), nonce,
            key.bindMemory(to: UInt8.self).baseAddress!)
        }
      }
    }
    guard status == 0 else { throw EscrowError(.sealed, "it does not open") }
    return plain
  }
}
extension Secret {
  /// A copy that nobody wipes, for what is no secret once it is open.
  var exposed: [UInt8] { withBytes { Array($0) } }
}
