import Crypto
import Encoding

/// A compact JWE whose key both sides have, or come to by agreement: A256GCM, the header authenticated, nothing compressed (§1).
struct SealedText {
  private let box: AES.GCM.SealedBox
  private let authenticated: [UInt8]

  /// Reads a text that has exactly this header, and opens nothing.
  init(_ jwe: String, header: [UInt8]) throws(WrapsError) {
    let parts = try Compact.parts(jwe, count: 5)
    guard parts[1].isEmpty else { throw WrapsError(.shape) }
    guard Compact.equals(parts[0], header) else { throw WrapsError(.header) }
    let (iv, text, tag) = (try Compact.bytes(parts[2]), try Compact.bytes(parts[3]), try Compact.bytes(parts[4]))
    guard iv.count == 12, tag.count == 16 else { throw WrapsError(.shape) }
    do { box = try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: iv), ciphertext: text, tag: tag) } catch { throw WrapsError(.shape) }
    authenticated = Array(parts[0].utf8)
  }

  /// How many bytes are in it.
  var size: Int { box.ciphertext.count }

  /// What is in it.
  func open(_ key: [UInt8]) throws(WrapsError) -> [UInt8] {
    do { return Array(try AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: authenticated)) } catch {
      throw WrapsError(.doesNotOpen)
    }
  }

  /// What is in it, where that has to be a key.
  func openKey(_ key: [UInt8]) throws(WrapsError) -> [UInt8] {
    let plain = try open(key)
    guard plain.count == 32 else { throw WrapsError(.payload) }
    return plain
  }

  /// Seals bytes under a key.
  static func seal(_ plain: [UInt8], key: [UInt8], header: [UInt8], iv: [UInt8]) throws(WrapsError) -> String {
    guard key.count == 32, iv.count == 12 else { throw WrapsError(.key) }
    let first = Base64URL.encode(header)
    let box: AES.GCM.SealedBox
    do {
      box = try AES.GCM.seal(plain, using: SymmetricKey(data: key), nonce: AES.GCM.Nonce(data: iv), authenticating: Array(first.utf8))
    } catch { throw WrapsError(.key) }
    return [first, "", Base64URL.encode(iv), Base64URL.encode(box.ciphertext), Base64URL.encode(box.tag)].joined(separator: ".")
  }
}
