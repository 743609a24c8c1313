import Crypto
import CryptoExtras
import Encoding

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
