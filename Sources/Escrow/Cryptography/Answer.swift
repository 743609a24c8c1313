import Encoding

/// What somebody shows to a provider to get a share back: 64 bytes, in the place of what was typed (`h_response`).
public enum Answer {
  /// Of a security answer, exactly as it was typed: nothing is trimmed and no case folded, as peers do not either.
  ///
  /// - Parameters:
  ///   - salt: The question's, 16 bytes.
  ///   - truth: The truth's name, 32 bytes.
  public static func hash(ofAnswer answer: Secret, salt: [UInt8], truth: [UInt8]) throws(EscrowError) -> [UInt8] {
    var text = answer.exposed
    defer { Wiping.wipe(&text) }
    let stretched = try Stretching.stretch(text, salt: salt)
    return KeyDerivation.derive(64, salt: truth, from: stretched, info: Array("anastasis-secure-question-hashing".utf8)).exposed
  }

  /// Of a code that was delivered or that a clock made: SHA-512 of its decimal digits, without leading zeros.
  public static func hash(ofCode code: UInt64) -> [UInt8] { EscrowHash.of(Array(String(code).utf8)) }
}
