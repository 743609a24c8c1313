import CSodium

/// Argon2id by libsodium (`crypto_pwhash_str`, RFC 9106): the text it makes names its own cost, so that the cost can be raised later.
public struct Argon2id: Sendable {
  public var operations: UInt64
  public var memory: Int  // bytes

  public init(operations: UInt64 = 2, memory: Int = 64 << 20) {
    self.operations = operations; self.memory = memory
  }

  /// `nil` where the machine has not the memory for it.
  func hash(_ password: String) -> String? {
    var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    let isDone = password.withCString { crypto_pwhash_str(&text, $0, UInt64(password.utf8.count), operations, memory) == 0 }
    return isDone ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  func verify(_ password: String, against hash: String) -> Bool {
    hash.withCString { hash in password.withCString { crypto_pwhash_str_verify(hash, $0, UInt64(password.utf8.count)) == 0 } }
  }
}
