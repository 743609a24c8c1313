import Crypto
import Encoding

/// Compact JWE and JWS (RFC 7516, 7515) as text.
public enum Compact {
  /// `H` of the format (§1), which identifies a compact text, byte for byte.
  public static func hash(_ text: String) -> String { Base64URL.encode(Array(SHA256.hash(data: Array(text.utf8)))) }

  /// Returns the parts between the dots. Throws `shape` unless there are exactly `count` parts.
  static func parts(_ text: String, count: Int) throws(WrapsError) -> [Substring] {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: count, omittingEmptySubsequences: false)
    guard parts.count == count else { throw WrapsError(.shape) }
    return parts.map(Substring.init)
  }

  /// Returns the decoded bytes of a part.
  static func bytes(_ part: Substring) throws(WrapsError) -> [UInt8] {
    guard let bytes = Base64URL.decode(part) else { throw WrapsError(.base64URL) }
    return bytes
  }

  /// Returns `true` if a part is the encoding of exactly these bytes.
  static func equals(_ part: Substring, _ bytes: [UInt8]) -> Bool {
    part.utf8.elementsEqual(Base64URL.encode(bytes).utf8)
  }
}

/// A compact JWS that contains its payload: `sign` of the format (§1), Ed25519 (RFC 9864).
struct SignedText {
  /// The payload's bytes.
  let payload: [UInt8]
  private let signed: [UInt8]
  private let signature: [UInt8]

  /// Reads a text that has exactly the header of its type, without verifying anything.
  init(_ jws: String, typ: String) throws(WrapsError) {
    let parts = try Compact.parts(jws, count: 3)
    guard Compact.equals(parts[0], Self.header(typ)) else { throw WrapsError(.header) }
    signature = try Compact.bytes(parts[2])
    payload = try Compact.bytes(parts[1])
    signed = Array("\(parts[0]).\(parts[1])".utf8)
  }

  /// Throws unless the text was signed by the holder of this key.
  func verify(_ publicKey: [UInt8]) throws(WrapsError) {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey),
      key.isValidSignature(signature, for: signed)
    else {
      throw WrapsError(.signature)
    }
  }

  /// Signs a payload with the key derived from a seed.
  static func sign(_ payload: [UInt8], typ: String, seed: [UInt8]) throws(WrapsError) -> String {
    let text = "\(Base64URL.encode(header(typ))).\(Base64URL.encode(payload))"
    do {
      let signature = try Curve25519.Signing.PrivateKey(rawRepresentation: seed).signature(for: Array(text.utf8))
      return "\(text).\(Base64URL.encode(signature))"
    } catch { throw WrapsError(.key) }
  }

  /// Returns the public half of the key derived from a seed.
  static func publicKey(_ seed: [UInt8]) throws(WrapsError) -> [UInt8] {
    do { return Array(try Curve25519.Signing.PrivateKey(rawRepresentation: seed).publicKey.rawRepresentation) } catch {
      throw WrapsError(.key)
    }
  }

  private static func header(_ typ: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { header in
      header.member("alg", "Ed25519")
      header.member("typ", typ)
    }
    return writer.bytes
  }
}
