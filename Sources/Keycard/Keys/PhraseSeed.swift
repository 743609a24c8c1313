import Crypto
import CryptoExtras
import Encoding
import Foundation
import Words

/// The seed from which a BIP39 phrase's keys are derived.
public enum PhraseSeed {
  /// Derives 64 bytes with PBKDF2-HMAC-SHA512 and 2048 rounds, over the words separated by single spaces, with
  /// "mnemonic" and the passphrase as the salt.
  ///
  /// - Returns: `nil` if the text is not a phrase because the number of words is not 12, 15, 18, 21 or 24, a word is
  ///   not in the list, or the checksum is wrong.
  public static func seed(of phrase: Secret, passphrase: Secret = Secret([])) -> Secret? {
    guard let text = phrase.withBytes({ String(validating: $0, as: UTF8.self) }),
      let read = try? RecoveryPhrase(text: text)
    else { return nil }
    let salt = Secret(joining: [Secret(Array("mnemonic".utf8)), NormalForm.compatibilityDecomposed(passphrase)])
    return PasswordStretching.stretch(
      Secret(Array(read.words.joined(separator: " ").utf8)), salt: salt, using: .sha512, rounds: 2048, byteCount: 64)
  }

  /// Returns the phrase made of these words, or `nil` if a number is outside the list or the checksum is wrong.
  static func phrase(of indexes: [Int]) -> Secret? {
    let all = EnglishWords.all
    guard indexes.allSatisfy(all.indices.contains) else { return nil }
    let words = indexes.map { all[$0] }
    guard (try? RecoveryPhrase(words: words)) != nil else { return nil }
    return Secret(Array(words.joined(separator: " ").utf8))
  }
}

/// Unicode's NFKD, the form in which passwords and passphrases are hashed, so that a text typed on two different
/// keyboards is the same secret.
enum NormalForm {
  /// Normalizes a text. Bytes that are not valid UTF-8 remain unchanged.
  static func compatibilityDecomposed(_ text: Secret) -> Secret {
    text.withBytes { bytes in
      // Plain ASCII is already in this form, and need not pass through a string, which is never wiped.
      guard bytes.contains(where: { $0 >= 0x80 }), let string = String(validating: bytes, as: UTF8.self) else {
        return text
      }
      return Secret(Array(string.decomposedStringWithCompatibilityMapping.utf8))
    }
  }
}

/// PBKDF2 (RFC 8018 §5.2) with the number of rounds given by a specification.
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
