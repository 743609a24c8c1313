import CCrypto
import Encoding
import RelyingParty

@testable import RelyingPartyTests

/// A key on Ed448 that libcrypto makes from its 57 secret bytes.
struct Ed448TestKey: TestSigningKey {
  let algorithm = COSEAlgorithmIdentifier.ed448
  var secret = [UInt8](1...57)

  func signature(for message: [UInt8]) throws -> [UInt8] {
    try with { key in
      guard let context = EVP_MD_CTX_new() else { throw Failure() }
      defer { EVP_MD_CTX_free(context) }
      var (signature, count) = ([UInt8](repeating: 0, count: 114), 114)
      guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1, EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else {
        throw Failure()
      }
      return signature
    }
  }

  func parameters() throws -> [Int64: CBORValue] {
    try with { key in
      var (bytes, count) = ([UInt8](repeating: 0, count: 57), 57)
      guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1 else { throw Failure() }
      return [1: .integer(1), -1: .integer(7), -2: .bytes(bytes[...])]
    }
  }

  private func with<Result>(_ body: (OpaquePointer) throws -> Result) throws -> Result {
    guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED448, nil, secret, secret.count) else { throw Failure() }
    defer { EVP_PKEY_free(key) }
    return try body(key)
  }

  struct Failure: Error {}
}
