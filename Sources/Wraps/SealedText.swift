import Crypto
import Encoding

/// A compact JWE whose key both sides have, or obtain by agreement. It uses A256GCM, with an authenticated header and
/// no compression (§1).
struct SealedText {
  private let box: AES.GCM.SealedBox
  private let authenticated: [UInt8]

  /// Reads a text that has exactly this header, without opening anything.
  init(_ jwe: String, header: [UInt8]) throws(WrapsError) {
    let parts = try Compact.parts(jwe, count: 5)
    guard parts[1].isEmpty else { throw WrapsError(.shape) }
    guard Compact.equals(parts[0], header) else { throw WrapsError(.header) }
    let (iv, text, tag) = (try Compact.bytes(parts[2]), try Compact.bytes(parts[3]), try Compact.bytes(parts[4]))
    guard iv.count == 12, tag.count == 16 else { throw WrapsError(.shape) }
    do { box = try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: iv), ciphertext: text, tag: tag) } catch {
      throw WrapsError(.shape)
    }
    authenticated = Array(parts[0].utf8)
  }

  /// The number of sealed bytes.
  var size: Int { box.ciphertext.count }

  /// Opens the text and returns its content.
  func open(_ key: [UInt8]) throws(WrapsError) -> [UInt8] {
    do { return Array(try AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: authenticated)) } catch {
      throw WrapsError(.doesNotOpen)
    }
  }

  /// Opens the text and returns its content, which must be a key.
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
      box = try AES.GCM.seal(
        plain, using: SymmetricKey(data: key), nonce: AES.GCM.Nonce(data: iv), authenticating: Array(first.utf8))
    } catch { throw WrapsError(.key) }
    return [first, "", Base64URL.encode(iv), Base64URL.encode(box.ciphertext), Base64URL.encode(box.tag)].joined(
      separator: ".")
  }
}

/// A compact JWE to a public key: `to(recipient)` of the format (§1), ECDH-ES with X25519 and a new key each time.
enum RecipientText {
  private static let before = Array(#"{"alg":"ECDH-ES","enc":"A256GCM","epk":{"kty":"OKP","crv":"X25519","x":""#.utf8)
  private static let after = Array(#""}}"#.utf8)

  /// Seals a text to the public half of a recipient's key.
  static func seal(_ plain: [UInt8], to recipient: [UInt8], ephemeral: [UInt8], iv: [UInt8]) throws(WrapsError)
    -> String
  {
    let own = try privateKey(ephemeral)
    let header = before + Array(Base64URL.encode(own.publicKey.rawRepresentation).utf8) + after
    return try SealedText.seal(plain, key: agree(own, recipient), header: header, iv: iv)
  }

  /// Opens a text with the recipient's private key.
  static func openKey(_ jwe: String, recipient: [UInt8]) throws(WrapsError) -> [UInt8] {
    let header = try Compact.bytes(Substring(jwe.utf8.prefix { $0 != UInt8(ascii: ".") }))
    // 43 characters encode 32 bytes.
    guard header.count == before.count + 43 + after.count, header.starts(with: before),
      header.suffix(after.count).elementsEqual(after)
    else {
      throw WrapsError(.header)
    }
    guard let other = Base64URL.decode(header, in: before.count..<before.count + 43) else {
      throw WrapsError(.base64URL)
    }
    return try SealedText(jwe, header: header).openKey(agree(privateKey(recipient), other))
  }

  static func privateKey(_ bytes: [UInt8]) throws(WrapsError) -> Curve25519.KeyAgreement.PrivateKey {
    do { return try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes) } catch { throw WrapsError(.key) }
  }

  /// Derives the agreed key as in RFC 7518 §4.6.2, with neither apu nor apv. An all-zero agreement is rejected.
  private static func agree(_ own: Curve25519.KeyAgreement.PrivateKey, _ other: [UInt8]) throws(WrapsError) -> [UInt8] {
    let agreed: [UInt8]
    do {
      let key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: other)
      agreed = try own.sharedSecretFromKeyAgreement(with: key).withUnsafeBytes(Array.init)
    } catch { throw WrapsError(.zeroAgreement) }
    guard agreed.contains(where: { $0 != 0 }) else { throw WrapsError(.zeroAgreement) }
    let algorithm = Array("A256GCM".utf8)
    let input = [0, 0, 0, 1] + agreed + [0, 0, 0, 7] + algorithm + [0, 0, 0, 0] + [0, 0, 0, 0] + [0, 0, 1, 0]
    return Array(SHA256.hash(data: input))
  }
}

/// The header of everything sealed under a key that both sides have: `dir` of the format (§1). A reader builds the
/// expected header and compares the two.
struct SealedHeader {
  /// The header as JSON.
  let bytes: [UInt8]

  private init(_ typ: String, account: [UInt8], members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.object { header in
      header.member("alg", "dir")
      header.member("enc", "A256GCM")
      header.member("typ", typ)
      header.member("acc", base64URL: account)
      members(&header)
    }
    bytes = writer.bytes
  }

  private init(_ typ: String, _ way: WayID, generation: UInt32) {
    self.init(typ, account: way.account) { header in
      header.member("kid", base64URL: way.record)
      header.member("kind", way.kind.rawValue)
      header.member("g", Int(generation))
    }
  }

  /// The header of a generation's authority, sealed by a way itself.
  static func anchor(_ way: WayID, generation: UInt32) -> Self { Self("ls1-anchor", way, generation: generation) }
  /// The header of a way's pad, sealed under the Master Key.
  static func pad(_ way: WayID, generation: UInt32) -> Self { Self("ls1-pad", way, generation: generation) }
  /// The header of the Master Key, sealed to a way.
  static func wrap(_ way: WayID, generation: UInt32) -> Self { Self("ls1-wrap", way, generation: generation) }

  /// The header of a generation's history, which contains the previous Master Key.
  static func history(account: [UInt8], generation: UInt32) -> Self {
    Self("ls1-history", account: account) { $0.member("g", Int(generation)) }
  }

  /// The header of a journal entry.
  static func entry(account: [UInt8], entry: [UInt8], rev: UInt32, generation: UInt32) -> Self {
    Self("ls1-entry", account: account) { header in
      header.member("kid", base64URL: entry)
      header.member("rev", Int(rev))
      header.member("g", Int(generation))
    }
  }
}
