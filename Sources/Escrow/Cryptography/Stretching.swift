import CSodium
import Encoding

/// What makes guessing slow: Argon2id (RFC 9106), version 0x13, three passes over 1 MiB, one lane, 64 bytes out.
public enum Stretching {
  public static let passes: UInt64 = 3
  public static let memory = 1024 * 1024  // bytes

  /// - Parameter salt: 16 bytes.
  /// - Throws: `invalid` for a salt of another length, `outOfMemory`.
  static func stretch(_ material: some Collection<UInt8>, salt: [UInt8]) throws(EscrowError) -> Secret {
    guard Sodium.isReady, salt.count == Int(crypto_pwhash_SALTBYTES) else { throw EscrowError(.invalid, "a salt has 16 bytes") }
    var bytes = material.map(CChar.init(bitPattern:))
    defer { bytes.withUnsafeMutableBytes { Wiping.wipe($0) } }
    var status: Int32 = -1
    let secret = Secret(byteCount: 64) { output in
      status = crypto_pwhash(
        output.bindMemory(to: UInt8.self).baseAddress!, UInt64(output.count), bytes, UInt64(bytes.count), salt, passes, memory,
        crypto_pwhash_ALG_ARGON2ID13)
    }
    guard status == 0 else { throw EscrowError(.outOfMemory, "Argon2id") }
    return secret
  }
}
