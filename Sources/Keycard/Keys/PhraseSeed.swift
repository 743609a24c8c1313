import Crypto
import CryptoExtras
import Encoding
import Foundation
import Words

/// The seed of a BIP39 phrase's keys.
public enum PhraseSeed {
  /// 64 bytes: PBKDF2-HMAC-SHA512, 2048 rounds, over the words with one space between them, salt "mnemonic" and the
  /// passphrase.
  ///
  /// - Returns: `nil` where the text is no phrase: another count of words than 12, 15, 18, 21 or 24, a word not in the
  ///   list, a wrong checksum.
  public static func seed(of phrase: Secret, passphrase: Secret = Secret([])) -> Secret? {
    guard let text = phrase.withBytes({ String(validating: $0, as: UTF8.self) }),
      let read = try? RecoveryPhrase(text: text)
    else { return nil }
    let salt = Secret(joining: [Secret(Array("mnemonic".utf8)), NormalForm.compatibilityDecomposed(passphrase)])
    return PasswordStretching.stretch(
      Secret(Array(read.words.joined(separator: " ").utf8)), salt: salt, using: .sha512, rounds: 2048, byteCount: 64)
  }

  /// The text of such words as a phrase; `nil` where a number is none of the list or the checksum is wrong.
  static func phrase(of indexes: [Int]) -> Secret? {
    let all = EnglishWords.all
    guard indexes.allSatisfy(all.indices.contains) else { return nil }
    let words = indexes.map { all[$0] }
    guard (try? RecoveryPhrase(words: words)) != nil else { return nil }
    return Secret(Array(words.joined(separator: " ").utf8))
  }
}

/// Unicode's NFKD, in which passwords and passphrases are hashed, so that one text typed on two keyboards is one
/// secret.
enum NormalForm {
  /// Bytes that are no UTF-8 stay as they are.
  static func compatibilityDecomposed(_ text: Secret) -> Secret {
    text.withBytes { bytes in
      // Plain ASCII is in this form, and need not pass through a string that nobody wipes.
      guard bytes.contains(where: { $0 >= 0x80 }), let string = String(validating: bytes, as: UTF8.self) else {
        return text
      }
      return Secret(Array(string.decomposedStringWithCompatibilityMapping.utf8))
    }
  }
}

/// PBKDF2 (RFC 8018 §5.2) with the rounds that a specification names.
enum PasswordStretching {
  static func stretch(
    _ password: Secret, salt: Secret, using hash: KDF.Insecure.PBKDF2.HashFunction, rounds: Int, byteCount: Int
  ) -> Secret? {
    password.withBytes { password in
      salt.withBytes { salt in
        let key = try? KDF.Insecure.PBKDF2.deriveKey(
          from: password, salt: salt, using: hash, outputByteCount: byteCount, unsafeUncheckedRounds: rounds)
        return key?.withUnsafeBytes { Secret($0) }
      }
    }
  }
}
