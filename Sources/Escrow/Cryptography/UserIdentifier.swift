import CSodium
import Encoding
import Foundation

/// A person's identifier at one provider: 64 bytes, derived from the identity attributes and that provider's salt.
/// Without the attributes, nobody can link one person's identifiers at two providers.
public struct UserIdentifier: Sendable {
  /// The identifier itself, 64 bytes.
  public var secret: Secret
  public init(secret: Secret) { self.secret = secret }

  /// Stretches the attributes' canonical JSON with Argon2id.
  ///
  /// - Parameter providerSalt: The salt from the provider's `/config`, 16 bytes.
  /// - Throws: `invalid` if an attribute has no canonical encoding or the salt has a different length, or
  ///   `outOfMemory`.
  public init(_ attributes: [String: String], providerSalt: [UInt8]) throws(EscrowError) {
    secret = try Stretching.stretch(try CanonicalJSON.object(attributes), salt: providerSalt)
  }

  /// The key that signs this person's uploads to this provider and identifies the account there.
  public var accountKey: AccountKey {
    AccountKey(seed: KeyDerivation.derive(32, from: secret, info: Array("ver".utf8)))
  }
}

/// The salt that a provider publishes for stretching identity attributes: 16 bytes that never change.
public enum ProviderSalt {
  /// Derives the salt from the text in a provider's configuration as GNU Anastasis does, so that an operator can
  /// migrate.
  public static func derive(from text: String) -> [UInt8] {
    KeyDerivation.derive(
      DrawnBytes.providerSaltCount, salt: Array("anastasis-server-salt".utf8), from: Secret(Array(text.utf8)), info: []
    ).exposed
  }
}

/// A flat JSON object of strings in the only form that all clients hash: no white space, sorted names, unescaped UTF-8,
/// and unescaped `/`.
public enum CanonicalJSON {
  /// - Throws: `invalid` for a control character, which other clients encode differently.
  public static func object(_ members: [String: String]) throws(EscrowError) -> [UInt8] {
    guard members.allSatisfy({ isWritable($0.key) && isWritable($0.value) }) else {
      throw EscrowError(.invalid, "a control character")
    }
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    // Names are sorted by UTF-16 code units, as in JavaScript. Attribute names are ASCII, for which every order agrees.
    for (name, value) in members.sorted(by: { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }) {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes += quoted(name) + [UInt8(ascii: ":")] + quoted(value)
    }
    return bytes + [UInt8(ascii: "}")]
  }

  private static let shortEscapes: [UInt8: UInt8] = [
    0x08: UInt8(ascii: "b"), 0x0c: UInt8(ascii: "f"), 0x0a: UInt8(ascii: "n"), 0x0d: UInt8(ascii: "r"),
    0x09: UInt8(ascii: "t"),
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  ]
  private static func isWritable(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 || shortEscapes[$0] != nil }
  }
  private static func quoted(_ text: String) -> [UInt8] {
    let inside = text.utf8.flatMap { byte in shortEscapes[byte].map { [UInt8(ascii: "\\"), $0] } ?? [byte] }
    return [UInt8(ascii: "\"")] + inside + [UInt8(ascii: "\"")]
  }
}

/// The function that makes guessing slow: Argon2id (RFC 9106), version 0x13, three passes over 1 MiB, one lane, 64
/// bytes of output.
public enum Stretching {
  public static let passes: UInt64 = 3
  public static let memory = 1024 * 1024  // bytes

  /// - Parameter salt: The salt, 16 bytes.
  /// - Throws: `invalid` for a salt of a different length, or `outOfMemory`.
  static func stretch(_ material: some Collection<UInt8>, salt: [UInt8]) throws(EscrowError) -> Secret {
    guard Sodium.isReady, salt.count == Int(crypto_pwhash_SALTBYTES) else {
      throw EscrowError(.invalid, "a salt has 16 bytes")
    }
    var bytes = material.map(CChar.init(bitPattern:))
    defer { bytes.withUnsafeMutableBytes { Wiping.wipe($0) } }
    var status: Int32 = -1
    let secret = Secret(byteCount: 64) { output in
      status = crypto_pwhash(
        output.bindMemory(to: UInt8.self).baseAddress!, UInt64(output.count), bytes, UInt64(bytes.count), salt, passes,
        memory,
        crypto_pwhash_ALG_ARGON2ID13)
    }
    guard status == 0 else { throw EscrowError(.outOfMemory, "Argon2id") }
    return secret
  }
}
