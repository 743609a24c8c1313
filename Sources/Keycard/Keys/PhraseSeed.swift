import CryptoExtras
import Encoding
import Words

/// From a BIP39 phrase to the seed of its keys.
public enum PhraseSeed {
  /// 64 bytes: PBKDF2-HMAC-SHA512, 2048 rounds, over the words with one space between them, salt "mnemonic" and the passphrase.
  ///
  /// - Returns: `nil` where the text is no phrase: another count of words than 12, 15, 18, 21 or 24, a word not in the list, a wrong checksum.
  public static func seed(of phrase: Secret, passphrase: Secret = Secret([])) -> Secret? {
    guard let text = phrase.withBytes({ String(validating: $0, as: UTF8.self) }), let read = try? RecoveryPhrase(text: text) else { return nil }
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
